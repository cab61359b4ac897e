import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type NodeRequest, nodeRequest } from '../request/replaced-members.ts'

// Node answers `Expect: 100-continue` before the application sees the request, so the client sends
// even a body that a parser will refuse. Here the 100 waits until something reads the body, or until
// the response begins. A refused body gets no 100: the client never sends it.

interface ExpectedRequest extends NodeRequest {
  /** Set when an application starts to handle the request. */
  readonly originalUrl?: string | undefined
  readonly socket: Socket & { readonly server?: { listenerCount(event: string): number } }
}

const nodeResponse = ServerResponse.prototype

/** For each request whose 100 is held back, the function that forgets it. */
const held = new WeakMap<object, () => void>()

const refused = new WeakSet<object>()

/**
 * Called instead of Node's `writeContinue`. Returns true if Node called it to answer a request that
 * no application has seen yet: then the 100 is sent later.
 */
export function holdContinue(res: ServerResponse): boolean {
  const req = res.req as ExpectedRequest
  held.get(req)?.()
  // A listener of the program decides itself when the client may continue.
  const isByNode = req.originalUrl === undefined && req.headers.expect !== undefined
  if (!isByNode || req.socket.server?.listenerCount('checkContinue') !== 0) return false
  hold(req, res)
  return true
}

function hold(req: ExpectedRequest, res: ServerResponse): void {
  const { writeHead } = res
  const forget = () => {
    held.delete(req)
    Reflect.deleteProperty(req, '_read')
    if (res.writeHead === writeHeadAfterContinue) Reflect.deleteProperty(res, 'writeHead')
  }
  const send = () => {
    if (!held.has(req)) return
    forget()
    nodeResponse.writeContinue.call(res)
  }
  function writeHeadAfterContinue(this: ServerResponse, ...args: never[]): ServerResponse {
    send()
    return Reflect.apply(writeHead, this, args)
  }
  held.set(req, forget)
  req._read = function (size) {
    send()
    nodeRequest._read.call(this, size)
  }
  res.writeHead = writeHeadAfterContinue as typeof writeHead
}

/** Called when a body is refused before it was read: the client is not asked for it. */
export function refuseToContinue(req: IncomingMessage): void {
  const forget = held.get(req)
  if (forget === undefined) return
  forget()
  refused.add(req)
}

/** Whether the client was not asked for its body, which may never come: nothing may wait for it. */
export function isContinueRefused(req: IncomingMessage): boolean {
  return refused.has(req)
}
