import { IncomingMessage, type Server, type ServerResponse } from 'node:http'

// Node answers `Expect: 100-continue` before the application sees the request, so the client sends
// even a body that a parser will refuse. Here the 100 waits until something reads the body, or until
// the response begins. A refused body gets no 100: the client never sends it.

type ReadableRequest = IncomingMessage & { _read(size: number): void }
const nodeRequest = IncomingMessage.prototype as ReadableRequest

/** What forgets the 100 that a request still waits for. */
const held = new WeakMap<object, () => void>()

const refused = new WeakSet<object>()

const watched = new WeakSet<Server>()

/** Makes a server send 100 when the body is read. A listener of the program replaces this. */
export function holdContinue(server: Server): void {
  if (watched.has(server) || server.listenerCount('checkContinue') > 0) return
  watched.add(server)
  const onExpect = (req: ReadableRequest, res: ServerResponse) => {
    hold(req, res)
    server.emit('request', req, res)
  }
  const onListener = (event: string | symbol) => {
    if (event !== 'checkContinue') return
    server.off('newListener', onListener)
    server.off('checkContinue', onExpect)
  }
  server.on('checkContinue', onExpect)
  server.on('newListener', onListener)
}

function hold(req: ReadableRequest, res: ServerResponse): void {
  const { writeHead } = res
  const forget = () => {
    held.delete(req)
    Reflect.deleteProperty(req, '_read')
    if (res.writeHead === writeHeadAfterContinue) Reflect.deleteProperty(res, 'writeHead')
  }
  const send = () => {
    if (!held.has(req)) return
    forget()
    res.writeContinue()
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

/** Whether the client was not asked for its body, so that nobody may wait for the end of it. */
export function isContinueRefused(req: IncomingMessage): boolean {
  return refused.has(req)
}
