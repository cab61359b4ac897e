import { inspect } from 'node:util'
import { badRequest, toResult } from './lambda-results.ts'
import { streamResponses } from './lambda-stream.ts'
import { LambdaTarget } from './lambda-target.ts'
import type { LambdaHandler, LambdaOptions, StreamingLambdaHandler } from './lambda-types.ts'
import { acceptorOf, type Listener } from './listener.ts'
import { readResponseBody } from './send-request.ts'

/** Creates an AWS Lambda handler from an application, a request listener or a server. */
export function lambda(
  app: Listener,
  options: LambdaOptions = {},
): LambdaHandler | StreamingLambdaHandler {
  checkOptions(app, options)
  const { basePath, isBinary, stream } = options
  const target = new LambdaTarget(app, basePath)
  return stream ? streamResponses(target) : bufferResponses(target, isBinary)
}

function bufferResponses(target: LambdaTarget, isBinary: LambdaOptions['isBinary']): LambdaHandler {
  return async (event, context) => {
    const { kind, message } = target.read(event)
    if (message === undefined) return badRequest(kind)
    const response = await target.send(message, { event, context })
    const body = await readResponseBody(response)
    return toResult(kind, response.head, body, isBinary)
  }
}

// Checked on creation, so that a mistake shows at deployment and not at the first request.
function checkOptions(app: Listener, { basePath, isBinary, stream }: LambdaOptions): void {
  acceptorOf(app)
  if (basePath !== undefined && typeof basePath !== 'string') {
    throw new TypeError(`basePath must be a string, not ${inspect(basePath)}`)
  }
  if (isBinary !== undefined && typeof isBinary !== 'function') {
    throw new TypeError(`isBinary must be a function, not ${inspect(isBinary)}`)
  }
  if (stream !== undefined && typeof stream !== 'boolean') {
    throw new TypeError(`stream must be a boolean, not ${inspect(stream)}`)
  }
}
