import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Middleware } from './handler.ts'
import { loadSuccessor } from './successors.ts'

type Vhost = (hostname: unknown, handle: unknown) => Middleware

/** `webapp.vhost(hostname, server)` of 3.x, with the package `vhost`. `*` also matches dots. */
export function loadVhost(): Vhost {
  const create = loadSuccessor('vhost') as Vhost
  return function vhost(hostname, server) {
    const handle = create(
      typeof hostname === 'string' ? toRegExp(hostname) : hostname,
      toHandle(server),
    )
    return function vhost(req, res, next) {
      // Skip longer names: with several stars, matching takes more than linear time.
      if ((req.headers.host ?? '').length > LONGEST_HOST) next()
      else handle(req, res, next)
    }
  }
}

/** 253 characters for a host name (RFC 1035) and the rest for a port. */
const LONGEST_HOST = 260

function toRegExp(hostname: string): RegExp {
  const source = hostname.replace(/[^\w*]/g, '\\$&').replaceAll('*', '(?:.*)')
  return new RegExp(`^${source}$`, 'i')
}

function toHandle(server: unknown): unknown {
  if (!(server instanceof Server)) return server
  return (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res)
}
