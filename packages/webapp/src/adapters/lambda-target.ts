import { readEvent } from './lambda-events.ts'
import type { LambdaInvocation } from './lambda-types.ts'
import type { Listener } from './listener.ts'
import type { Message } from './message.ts'
import { type ReceivedResponse, sendRequest } from './send-request.ts'

/** The application of a handler. */
export class LambdaTarget {
  readonly #listener: Listener
  readonly #basePath: string | undefined

  constructor(app: Listener, basePath: string | undefined) {
    // One listener for all events, because each listener has its own server in memory.
    this.#listener = withInvocation(app)
    this.#basePath = basePath
  }

  /** Converts an event to a request; `undefined` for one that Node's parser would refuse. */
  read(event: unknown): ReturnType<typeof readEvent> {
    return readEvent(event, this.#basePath)
  }

  send(
    message: Message,
    invocation: LambdaInvocation,
    signal?: AbortSignal,
  ): Promise<ReceivedResponse> {
    const onConnection = (end: object) => void invocations.set(end, invocation)
    return sendRequest(this.#listener, { ...message, signal, onConnection })
  }
}

/** The invocation that each connection in memory carries. */
const invocations = new WeakMap<object, LambdaInvocation>()

/** A listener that sets `req.lambda` and calls the given one. */
function withInvocation(app: Listener): Listener {
  return (req, res) => {
    Object.assign(req, { lambda: invocations.get(req.socket) })
    return typeof app === 'function' ? app(req, res) : app.emit('request', req, res)
  }
}
