import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { httpError } from '../errors/http-error.ts'
import { createUpgrade, refuseUpgrade, UPGRADE } from '../live/create-upgrade.ts'
import { runSocketHandler } from '../live/run-handler.ts'
import type { UpgradedSocket, UpgradeRequest } from '../live/socket-types.ts'
import { isRequestClosing } from '../request/closing.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { type CloudflareSocket, WorkerSocket } from './worker-socket.ts'
import type { WorkerHandler } from './worker-types.ts'

declare const WebSocketPair: new () => { readonly 0: object; readonly 1: CloudflareSocket }

/** A request for a WebSocket, until the worker responds to it. */
class Opening extends EventEmitter {
  /** Whether the worker has responded without a WebSocket. */
  destroyed = false
  /** The end of the WebSocket that the response hands to the client. */
  client: object | undefined
}

const openings = new AsyncLocalStorage<Opening>()

/** Adds the WebSocket routes of an application to the handler of a worker. */
export function withUpgrades<Handler extends WorkerHandler>(handler: Handler): Handler {
  if (typeof handler?.fetch !== 'function') {
    throw new TypeError(
      `withUpgrades() needs the handler of a worker, such as httpServerHandler(app.listen(8080)), got ${inspect(handler)}`,
    )
  }
  const fetch = (request: Request, ...others: [env?: unknown, context?: unknown]) =>
    isUpgrade(request.headers.get('upgrade'))
      ? fetchSocket(handler, request, others)
      : handler.fetch(request, ...others)
  return { ...handler, fetch }
}

function isUpgrade(header: string | null | undefined): boolean {
  return header?.toLowerCase() === 'websocket'
}

async function fetchSocket(
  handler: WorkerHandler,
  request: Request,
  others: [env?: unknown, context?: unknown],
): Promise<Response> {
  const opening = new Opening()
  const response = await openings.run(opening, () => handler.fetch(request, ...others))
  const { client } = opening
  if (client === undefined) {
    opening.destroyed = true
    opening.emit('close')
    return response
  }
  const { headers } = response
  return new Response(null, { status: 101, headers, webSocket: client } as ResponseInit)
}

interface Handshake {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly socket: Opening
}

/** `upgrade` of webapp/ws in a worker, where the platform has checked the handshake. */
export const upgradeInWorker = createUpgrade<Handshake>({
  onRoute() {},
  handshakeOf(req, res) {
    const socket = openings.getStore()
    return socket !== undefined && isUpgrade(req.headers.upgrade) ? { req, res, socket } : undefined
  },
  problemOf: ({ req }) => (isRequestClosing(req) ? [503, 'The server is closing'] : undefined),
  createRoute: (handler, { maxPayload }) => ({
    open({ req, res, socket: opening }, protocol, free, next) {
      const pair = new WebSocketPair()
      const socket = new WorkerSocket(pair[1], protocol, maxPayload)
      socket.on('error', () => {}) // As on Node, a client that disconnects is no error of the program.
      socket.once('close', free)
      if (protocol !== '') res.setHeader('Sec-WebSocket-Protocol', protocol)
      const begin = bindAsyncContext(() => {
        socket.accept()
        runSocketHandler(handler, socket as unknown as UpgradedSocket, req as UpgradeRequest, next)
      })
      res.prependOnceListener('finish', begin).end()
      opening.client = pair[0]
      return true
    },
  }),
  refuseOrdinary(req, res, next) {
    if (!isUpgrade(req.headers.upgrade))
      refuseUpgrade(res, 426, 'This address speaks WebSocket', UPGRADE)
    else next(httpError(501, NEEDS_HANDLER))
  },
})

const NEEDS_HANDLER =
  'This worker does not give upgrades to the application; export withUpgrades(handler) of webapp/worker'
