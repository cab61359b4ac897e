import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { currentExchange, Exchange, rememberExchange } from './exchange.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { readResponse } from './recorder.ts'
import type { ReloadPaths } from './reload.ts'
import { tapResponse } from './response-tap.ts'
import { watchHandshake } from './upgrades.ts'

export interface RequestHooks {
  readonly reload: boolean
  /** Serves the paths of `webapp dev`; absent if pages are not reloaded. */
  readonly paths: ReloadPaths | undefined
  /** A server of the program listens. */
  readonly onServing: () => void
  readonly takesRequest: () => boolean
  /** Set if sessions in memory go to the next run. */
  readonly sessions: KeptSessions | undefined
  /** A policy of a page forbids the script that would reload it. */
  readonly onRefused: (exchange: Exchange, directive: string) => void
  readonly onFinished: (exchange: Exchange) => void
  /** A stream, or the connection of a handshake, that was reported before has ended. */
  readonly onClosed: (exchange: Exchange) => void
}

type Emit = (this: NetServer, event: string | symbol, ...args: unknown[]) => boolean

/** Stands before the request listeners of every HTTP server in the program. */
export function watchRequests(hooks: RequestHooks): void {
  const original = NetServer.prototype.emit as Emit
  const emit: Emit = function emit(event, ...args) {
    if (event === 'listening') hooks.onServing()
    const exchange = event === 'request' ? undefined : watchHandshake(event, args, hooks)
    if (exchange !== undefined) {
      return currentExchange.run(exchange, () => original.call(this, event, ...args))
    }
    if (event !== 'request') return original.call(this, event, ...args)
    const [req, res] = args as [IncomingMessage, ServerResponse]
    if (hooks.paths?.handle(req, res)) return true
    return currentExchange.run(begin(req, res, hooks), () => original.call(this, event, ...args))
  }
  Object.assign(NetServer.prototype, { emit })
}

function begin(req: IncomingMessage, res: ServerResponse, hooks: RequestHooks): Exchange {
  const exchange = new Exchange(req, hooks.takesRequest(), {
    res,
    sent: () => readResponse(res),
  })
  rememberExchange(exchange)
  hooks.sessions?.watch(req)
  // A compressed page cannot take the tag that reloads it.
  if (hooks.reload && exchange.isLocal && req.headers['sec-fetch-dest'] === 'document') {
    delete req.headers['accept-encoding']
  }
  if (exchange.isRecorded) tapRequest(exchange)
  let isReported = false
  tapResponse(exchange, res, {
    reload: hooks.reload,
    onHead() {
      if (!exchange.noteHead()) return
      // Handlers may still be running in this turn, and the stream may end in it.
      setImmediate(() => {
        if (exchange.isClosed || isReported) return
        isReported = true
        hooks.onFinished(exchange)
      })
    },
    onRefused: (directive) => hooks.onRefused(exchange, directive),
  })
  res.once('close', () => {
    exchange.isClosed = true
    if (isReported)
      setImmediate(() => hooks.onClosed(exchange)) // After the events of the handlers.
    else hooks.onFinished(exchange)
  })
  return exchange
}

/** Node pushes the chunks of a body into the stream of the request. */
function tapRequest({ req, requestBody }: Exchange): void {
  Object.defineProperty(req, 'push', {
    configurable: true,
    writable: true,
    value(chunk: unknown, encoding?: BufferEncoding) {
      if (chunk !== null) requestBody.add(chunk, encoding)
      return Object.getPrototypeOf(req).push.call(req, chunk, encoding)
    },
  })
}
