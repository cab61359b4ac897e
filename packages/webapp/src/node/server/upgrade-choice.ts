import { Server as HttpServer, type IncomingMessage } from 'node:http'
import type { Server } from 'node:net'
import type { Connection } from './connection.ts'
import { httpConnections } from './connections.ts'

// Node's parser stops after the head of a request that is upgraded, so where its body ends is lost.
// The parsed headers do not tell it: Node drops those beyond `server.maxHeadersCount`. So the choice
// between an upgrade and an ordinary request has to be made before Node makes it.

/** Whether a request with an Upgrade header is for the `upgrade` listeners of its server. */
type ChooseUpgrade = (req: IncomingMessage) => boolean

type AnyServer = Server & { shouldUpgradeCallback?: (req: IncomingMessage) => unknown }

/** Since 22.21 and 24.9 Node asks this member of a server which requests are upgrades. */
const asksServers = 'shouldUpgradeCallback' in new HttpServer()

/** The choices of servers that Node does not ask. */
const choices = new WeakMap<Server, ChooseUpgrade>()

/** Whether Node would give this request to the `upgrade` or `connect` listeners. */
export function wouldUpgrade(server: AnyServer, req: IncomingMessage): boolean {
  if (req.method === 'CONNECT') return true
  if (asksServers) return Boolean(server.shouldUpgradeCallback?.(req))
  return server.listenerCount('upgrade') > 0 && choices.get(server)?.(req) !== false
}

/**
 * Makes a server handle the requests that are not chosen as it does without an `upgrade` listener.
 * Call it once for each server: it holds as long as the server.
 */
export function chooseUpgrades(server: AnyServer, choose: ChooseUpgrade): void {
  const { shouldUpgradeCallback: before } = server
  if (asksServers) {
    // An HTTP/2 server without HTTP/1 has no such member.
    if (before) server.shouldUpgradeCallback = (req) => before.call(server, req) && choose(req)
    return
  }
  choices.set(server, choose)
  const obey = (socket: Connection) => obeyChoice(server, socket)
  // With TLS, the parser belongs to the socket of the second event.
  server.on('connection', obey)
  server.on('secureConnection', obey)
  for (const socket of httpConnections(server)) obey(socket)
}

/** For versions of Node that do not ask their servers: asks before Node's own function does. */
function obeyChoice(server: Server, { parser }: Connection): void {
  const onIncoming = parser?.onIncoming
  if (!parser || typeof onIncoming !== 'function') return
  parser.onIncoming = (req, keepAlive) => {
    if (req.upgrade && !wouldUpgrade(server, req)) req.upgrade = false
    return onIncoming(req, keepAlive)
  }
}
