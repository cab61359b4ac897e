import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Exchange, rememberExchange, type Sent, toBuffer } from './exchange.ts'
import { readHeaderLines, readResponse } from './recorder.ts'
import type { RequestHooks } from './requests.ts'

/** A longer head is not one of a handshake. */
const MAX_HEAD = 65_536

/**
 * Watches a handshake: the event `upgrade` of HTTP/1, or `connect` of HTTP/2 (RFC 8441). Returns
 * `undefined` for other events.
 */
export function watchHandshake(
  event: string | symbol,
  args: readonly unknown[],
  hooks: RequestHooks,
): Exchange | undefined {
  const [req, second] = args as [IncomingMessage, Duplex | ServerResponse]
  if (event === 'upgrade') return watchSocket(req, second as Socket, hooks)
  if (event !== 'connect' || !isStreamResponse(second)) return undefined
  return watchStream(req, second, hooks)
}

function isStreamResponse(value: object): value is ServerResponse & { stream: Duplex } {
  return 'stream' in value
}

/** A handshake on a connection of its own. Any library may answer it, also without webapp. */
function watchSocket(req: IncomingMessage, socket: Socket, hooks: RequestHooks): Exchange {
  const before = { received: socket.bytesRead, sent: socket.bytesWritten }
  let head: string | undefined
  let isOpen = true
  const exchange: Exchange = new Exchange(req, hooks.takesRequest(), {
    sent: () => readHead(head),
    upgrade: () => ({
      protocol: req.headers.upgrade ?? '',
      isOpen,
      received: socket.bytesRead - before.received,
      sent: Math.max(0, socket.bytesWritten - before.sent - Buffer.byteLength(head ?? '')),
    }),
  })
  rememberExchange(exchange)
  tapHead(socket, {
    onHead(found) {
      head = found
      // The body of a refusal, and output of the program, may follow in the same turn.
      setImmediate(() => hooks.onFinished(exchange))
      return exchange.sent.status !== SWITCHING
    },
    onRest: (bytes) => exchange.responseBody.add(bytes),
  })
  socket.once('close', () => {
    isOpen = false
    if (head === undefined) hooks.onFinished(exchange)
    else hooks.onClosed(exchange)
  })
  return exchange
}

const SWITCHING = 101

/**
 * Reads the head that is written to a socket. `onHead` returns whether the rest is wanted too;
 * otherwise the socket is left as it was, because a WebSocket may carry much.
 */
function tapHead(
  socket: Socket,
  { onHead, onRest }: { onHead: (head: string) => boolean; onRest: (bytes: Buffer) => void },
): void {
  let head: Buffer | undefined = Buffer.alloc(0)
  const take = (bytes: Buffer) => {
    if (head === undefined) {
      onRest(bytes)
      return
    }
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1 && head.length < MAX_HEAD) return
    const [text, rest] = [head.subarray(0, end + 4), head.subarray(end + 4)]
    head = undefined
    // The prototype's members are visible again, unless a library replaced them meanwhile.
    if (!onHead(text.toString('latin1'))) {
      for (const [name, tap] of taps) {
        if (socket[name] === tap) Reflect.deleteProperty(socket, name)
      }
    } else if (rest.length > 0) onRest(rest)
  }
  const taps = (['write', 'end'] as const).map((name) => {
    const tap = (...args: unknown[]) => {
      take(toBuffer(args[0], args[1]))
      return Object.getPrototypeOf(socket)[name].apply(socket, args)
    }
    Object.defineProperty(socket, name, { configurable: true, writable: true, value: tap })
    return [name, tap] as const
  })
}

function readHead(head: string | undefined): Sent {
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head ?? '')?.[1] ?? 0)
  return { status, isComplete: head !== undefined, headers: readHeaderLines(head ?? '') }
}

/** A handshake on a stream of HTTP/2: the response stays open as long as the WebSocket. */
function watchStream(
  req: IncomingMessage,
  res: ServerResponse & { stream: Duplex },
  hooks: RequestHooks,
): Exchange {
  let isOpen = true
  let isReported = false
  const exchange: Exchange = new Exchange(req, hooks.takesRequest(), {
    res,
    sent: () => ({ ...readResponse(res), isComplete: res.headersSent }),
    upgrade: () => ({
      protocol: String(req.headers[':protocol'] ?? ''),
      isOpen,
      received: 0,
      sent: 0,
    }),
  })
  rememberExchange(exchange)
  const report = () => {
    if (isReported) return
    isReported = true
    hooks.onFinished(exchange)
  }
  const writeHead = res.writeHead as (...args: unknown[]) => unknown
  Object.defineProperty(res, 'writeHead', {
    configurable: true,
    writable: true,
    value(...args: unknown[]) {
      setImmediate(report)
      return writeHead.apply(res, args)
    },
  })
  res.stream.once('close', () => {
    isOpen = false
    if (isReported) hooks.onClosed(exchange)
    else report()
  })
  return exchange
}
