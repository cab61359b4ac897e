import { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import { inspect } from 'node:util'
import type { LambdaHandler, LambdaOptions } from '../types/shared/lambda.ts'
import { readEvent } from './lambda-events.ts'
import { toResult } from './lambda-results.ts'
import { acceptorOf, type Listener } from './listener.ts'
import { perform, readAll } from './perform.ts'

/** Makes a function for AWS Lambda of whatever answers requests. */
export function lambda(app: Listener, options: LambdaOptions = {}): LambdaHandler {
  checkOptions(app, options)
  return async (event, context) => {
    const { kind, message } = readEvent(event, options.basePath)
    const listener = withInvocation(app, { event, context })
    const performed = await perform(listener, message)
    return toResult(kind, performed.incoming, await readAll(performed), options.isBinary)
  }
}

// When the function is made: a mistake must not wait for the first request.
function checkOptions(app: Listener, { basePath, isBinary }: LambdaOptions): void {
  acceptorOf(app)
  if (basePath !== undefined && typeof basePath !== 'string') {
    throw new TypeError(`basePath must be text, not ${inspect(basePath)}`)
  }
  if (isBinary !== undefined && typeof isBinary !== 'function') {
    throw new TypeError(`isBinary must be a function, not ${inspect(isBinary)}`)
  }
}

/** Asks the same, with the invocation on its request. */
function withInvocation(app: Listener, lambda: object): Listener {
  return (req, res) => {
    Object.assign(req, { lambda })
    if (app instanceof Server || app instanceof SecureServer) return app.emit('request', req, res)
    return app(req, res)
  }
}
