import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Next } from '../../../http/exchange.ts'
import { withoutPort } from '../../../request/network.ts'
import type { Middleware } from './handler.ts'

type Handle = (req: IncomingMessage, res: ServerResponse, next: Next) => unknown

/** `req.vhost`: the host of the request, and the captures of a regular expression by number. */
interface Vhost {
  host: string
  hostname: string
  length: number
  [index: number]: string | undefined
}

/** The captures of a host name that matches; `undefined` if it does not match. */
type Match = (hostname: string) => readonly (string | undefined)[] | undefined

/**
 * `webapp.vhost(hostname, handle)`: passes the requests of a host to an application or a server.
 * In a text, `*` matches any characters, also dots. Letter case is ignored.
 */
export function vhost(hostname: string | RegExp, handle: Handle | EventEmitter): Middleware {
  if (hostname === undefined || hostname === null) {
    throw new TypeError('argument hostname is required')
  }
  const match = hostname instanceof RegExp ? compileRegExp(hostname) : compileText(String(hostname))
  const serve = toHandle(handle)
  return function vhost(req: IncomingMessage & { vhost?: Vhost }, res, next) {
    const { host } = req.headers
    const name = withoutPort(host)
    const captures = name ? match(name) : undefined
    if (!host || !name || captures === undefined) {
      next()
      return
    }
    // Without a prototype, as in Express.
    const found: Vhost = Object.assign(Object.create(null), captures, { host, hostname: name })
    found.length = captures.length
    req.vhost = found
    serve(req, res, next)
  }
}

function toHandle(handle: Handle | EventEmitter): Handle {
  if (typeof handle === 'function') return handle
  if (typeof handle?.emit !== 'function') throw new TypeError('argument handle must be a function')
  return (req, res) => handle.emit('request', req, res)
}

/** The expression must match the whole name. */
function compileRegExp({ source, flags }: RegExp): Match {
  const whole = new RegExp(`^(?:${source})$`, `${flags.replace(/[giy]/g, '')}i`)
  return (hostname) => whole.exec(hostname)?.slice(1)
}

/**
 * Finds the parts between stars from left to right, in linear time. A regular expression with
 * several stars would take polynomial time.
 */
function compileText(pattern: string): Match {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const last = rest.pop()
  return (hostname) => {
    const name = hostname.toLowerCase()
    if (last === undefined) return name === first ? [] : undefined
    if (!name.startsWith(first)) return undefined
    let at = first.length
    for (const part of rest) {
      const found = name.indexOf(part, at)
      if (found === -1) return undefined
      at = found + part.length
    }
    return name.length - last.length >= at && name.endsWith(last) ? [] : undefined
  }
}
