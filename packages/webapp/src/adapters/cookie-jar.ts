import { isIP } from 'node:net'
import { inspect } from 'node:util'
import { parseCookieDate } from './cookie-date.ts'
import type { ClientCookie, ClientCookieOptions, ClientCookies } from './inject-types.ts'

/** Where a request goes, for the cookies that it sends and that its response may set. */
export interface CookiePlace {
  /** The host without its port, in lower case. */
  readonly host: string
  /** The path without its query. */
  readonly path: string
  readonly encrypted: boolean
}

/**
 * The cookies of a client, stored and sent as RFC 6265, section 5, says. There is no list of public
 * suffixes: a `Domain` with one label, such as `com`, is refused.
 */
export class CookieJar implements ClientCookies {
  readonly #host: string
  /** By domain, path and name. A cookie that replaces another one keeps its place. */
  readonly #cookies = new Map<string, ClientCookie>()

  /** `host` is the one that `set` stores cookies for. */
  constructor(host: string) {
    this.#host = host
  }

  get(name: string): string | undefined {
    const cookie = this.#current().find((each) => each.name === name)
    return cookie && decode(cookie.value)
  }

  set(name: string, value: string, options: ClientCookieOptions = {}): void {
    if (typeof name !== 'string' || !NAME.test(name)) {
      throw new TypeError(`The name of a cookie must be a token, not ${inspect(name)}`)
    }
    const { domain, path = '/', maxAge, expires, secure = false, httpOnly = false } = options
    const end = maxAge === undefined ? expires?.getTime() : Date.now() + maxAge
    this.#store({
      name,
      value: encodeURIComponent(String(value)),
      domain: domain?.replace(/^\./, '').toLowerCase() ?? this.#host,
      hostOnly: domain === undefined,
      path,
      expires: end === undefined ? undefined : new Date(end),
      secure,
      httpOnly,
      sameSite: undefined,
    })
  }

  delete(name: string): boolean {
    const found = [...this.#cookies].filter(([, cookie]) => cookie.name === name)
    for (const [key] of found) this.#cookies.delete(key)
    return found.length > 0
  }

  clear(): void {
    this.#cookies.clear()
  }

  list(): ClientCookie[] {
    return this.#current().map((cookie) => ({ ...cookie }))
  }

  /** Stores a cookie of a response, unless RFC 6265 says to ignore it. */
  receive(header: string, { host, path: requested }: CookiePlace): void {
    const [pair = '', ...attributes] = header.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(0, at)).trim()
    if (name === '') return
    const given = readAttributes(attributes)
    const own = domainFor(given.get('domain'), host)
    if (own === undefined) return
    const path = given.get('path') ?? ''
    this.#store({
      name,
      value: pair.slice(at + 1).trim(),
      ...own,
      path: path.startsWith('/') ? path : defaultPath(requested),
      expires: endOf(given),
      secure: given.has('secure'),
      httpOnly: given.has('httponly'),
      sameSite: given.get('samesite')?.toLowerCase(),
    })
  }

  /** The cookies for a request, as pairs of a name and a value: longer paths first. */
  pairsFor({ host, path, encrypted }: CookiePlace): [name: string, value: string][] {
    return this.#current()
      .filter((each) => (each.hostOnly ? each.domain === host : isInDomain(host, each.domain)))
      .filter((each) => isBelow(path, each.path) && (encrypted || !each.secure))
      .map(({ name, value }) => [name, value])
  }

  #store(cookie: ClientCookie): void {
    const key = JSON.stringify([cookie.domain, cookie.path, cookie.name])
    if (isOver(cookie)) this.#cookies.delete(key)
    else this.#cookies.set(key, cookie)
  }

  /** Sorting is stable, so cookies with paths of the same length stay in the order of their creation. */
  #current(): ClientCookie[] {
    for (const [key, cookie] of this.#cookies) if (isOver(cookie)) this.#cookies.delete(key)
    return [...this.#cookies.values()].sort((one, other) => other.path.length - one.path.length)
  }
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/

function isOver({ expires }: ClientCookie): boolean {
  return expires !== undefined && expires.getTime() <= Date.now()
}

/** Attributes by name in lower case. Of several with the same name the last one counts. */
function readAttributes(texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf('=')
      const name = at === -1 ? text : text.slice(0, at)
      return [name.trim().toLowerCase(), at === -1 ? '' : text.slice(at + 1).trim()]
    }),
  )
}

/** `Max-Age` counts before `Expires`. One of the past removes the cookie. */
function endOf(attributes: ReadonlyMap<string, string>): Date | undefined {
  const seconds = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(seconds)) return new Date(clampTime(Date.now() + Number(seconds) * 1000))
  const time = parseCookieDate(attributes.get('expires') ?? '')
  return time === undefined ? undefined : new Date(time)
}

/** The times that a `Date` can have. */
function clampTime(time: number): number {
  return Math.min(Math.max(time, 0), 8.64e15)
}

/** The domain of a cookie; undefined if this host may not set cookies for it. */
function domainFor(
  given: string | undefined,
  host: string,
): Pick<ClientCookie, 'domain' | 'hostOnly'> | undefined {
  const domain = given?.replace(/^\./, '').toLowerCase()
  if (!domain) return { domain: host, hostOnly: true }
  if (!domain.includes('.')) return domain === host ? { domain, hostOnly: true } : undefined
  return isInDomain(host, domain) ? { domain, hostOnly: false } : undefined
}

/** RFC 6265, section 5.1.3. */
function isInDomain(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0)
}

/** RFC 6265, section 5.1.4. */
function isBelow(path: string, base: string): boolean {
  return (
    path === base || (path.startsWith(base) && (base.endsWith('/') || path[base.length] === '/'))
  )
}

/** The folder of the request. */
function defaultPath(path: string): string {
  const end = path.lastIndexOf('/')
  return path.startsWith('/') && end > 0 ? path.slice(0, end) : '/'
}

/** The value as `req.cookies` has it. */
function decode(value: string): string {
  const text = /^".*"$/.test(value) ? value.slice(1, -1) : value
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
