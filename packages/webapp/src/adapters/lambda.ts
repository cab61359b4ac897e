import { Server } from 'node:http'
import { Server as SecureServer } from 'node:https'
import { inspect } from 'node:util'
import { readEvent } from './lambda-events.ts'
import { badRequest, toResult } from './lambda-results.ts'
import type { LambdaHandler, LambdaInvocation, LambdaOptions } from './lambda-types.ts'
import { acceptorOf, type Listener } from './listener.ts'
import { readResponseBody, sendRequest } from './send-request.ts'

/** Creates an AWS Lambda handler from an application, a request listener or a server. */
export function lambda(app: Listener, options: LambdaOptions = {}): LambdaHandler {
  checkOptions(app, options)
  // One listener for all events, because each listener has its own server in memory.
  const listener = withInvocation(app)
  return async (event, context) => {
    const { kind, message } = readEvent(event, options.basePath)
    if (message === undefined) return badRequest(kind)
    const received = await sendRequest(listener, {
      ...message,
      onConnection: (end) => invocations.set(end, { event, context }),
    })
    const body = await readResponseBody(received)
    return toResult(kind, received.incoming, body, options.isBinary)
  }
}

/** The invocation that each connection in memory carries. */
const invocations = new WeakMap<object, LambdaInvocation>()

// Checked on creation, so that a mistake shows at deployment and not at the first request.
function checkOptions(app: Listener, { basePath, isBinary }: LambdaOptions): void {
  acceptorOf(app)
  if (basePath !== undefined && typeof basePath !== 'string') {
    throw new TypeError(`basePath must be a string, not ${inspect(basePath)}`)
  }
  if (isBinary !== undefined && typeof isBinary !== 'function') {
    throw new TypeError(`isBinary must be a function, not ${inspect(isBinary)}`)
  }
}

/** A listener that sets `req.lambda` and calls the given one. */
function withInvocation(app: Listener): Listener {
  return (req, res) => {
    Object.assign(req, { lambda: invocations.get(req.socket) })
    if (app instanceof Server || app instanceof SecureServer) return app.emit('request', req, res)
    return app(req, res)
  }
}
