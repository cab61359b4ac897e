import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { currentExchange, Exchange, rememberExchange } from './exchange.ts'
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
  readonly onFinished: (exchange: Exchange) => void
  /** The connection of a handshake that was reported before has ended. */
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
  // A compressed page cannot take the tag that reloads it.
  if (hooks.reload && exchange.isLocal && req.headers['sec-fetch-dest'] === 'document') {
    delete req.headers['accept-encoding']
  }
  if (exchange.isRecorded) tapRequest(exchange)
  tapResponse(exchange, res, hooks.reload)
  res.once('close', () => hooks.onFinished(exchange))
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
