import { inspect } from 'node:util'
import { checkOptionNames } from '../errors/option-names.ts'
import { CookieJar, type CookiePlace } from './cookie-jar.ts'
import { readHeaders } from './headers.ts'
import { inject } from './inject.ts'
import type { ClientDefaults, InjectClient, InjectOptions } from './inject-types.ts'
import { isSecure, type Listener } from './listener.ts'
import { toTarget } from './target.ts'

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const

const DEFAULTS = ['headers', 'origin', 'remoteAddress']

/** A client that keeps the cookies of its responses, and sends them with its requests. */
export function createClient(listener: Listener, defaults: ClientDefaults = {}): InjectClient {
  checkOptionNames('inject.client()', defaults, DEFAULTS)
  const origin = originOf(defaults.origin)
  const jar = new CookieJar(hostOf(toTarget(origin, undefined).host))

  async function request(given: string | URL | InjectOptions<boolean>) {
    const isUrl = typeof given === 'string' || given instanceof URL
    const own: InjectOptions<boolean> = isUrl ? { url: given } : given
    const { url = '/', query } = own
    const target = typeof url === 'string' && url.startsWith('/') ? `${origin}${url}` : url
    const { path, host, encrypted } = toTarget(target, query)
    const headers = mergeHeaders(defaults.headers, own.headers)
    const named = headers.find(([name]) => name.toLowerCase() === 'host')?.[1]
    const place: CookiePlace = {
      host: hostOf(named ?? host),
      path: path.replace(/\?.*$/s, ''),
      encrypted: encrypted || isSecure(listener),
    }
    const { remoteAddress = defaults.remoteAddress } = own
    const response = await inject(listener, {
      ...own,
      url: target,
      remoteAddress,
      headers: addCookies(headers, jar.pairsFor(place)),
    })
    for (const text of response.headers['set-cookie'] ?? []) jar.receive(text, place)
    return response
  }

  const methods = METHODS.map((name) => [
    name,
    (url: string | URL, options: InjectOptions<boolean> = {}) =>
      request({ ...options, url, method: name.toUpperCase() }),
  ])
  // The public type derives the kind of body (buffer or stream) from the options.
  return Object.assign(request, Object.fromEntries(methods), { cookies: jar }) as InjectClient
}

function originOf(given: string | URL | undefined): string {
  const text = given === undefined ? 'http://localhost' : String(given)
  const [origin] = /^https?:\/\/[^/?#]+(?=\/?$)/i.exec(text) ?? []
  if (origin !== undefined) return origin
  throw new TypeError(
    `inject.client(): origin must be a URL without a path, such as https://shop.test, not ${inspect(given)}`,
  )
}

/** A host without its port, in lower case. */
function hostOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '')
}

type Pairs = [name: string, value: string][]

/** The headers of a request, and those of the client that the request does not have. */
function mergeHeaders(defaults: ClientDefaults['headers'], own: InjectOptions['headers']): Pairs {
  const given = pairsOf(own)
  const isRecord = typeof own === 'object' && own !== null && !(Symbol.iterator in own)
  // A value of undefined leaves out the header of the client.
  const names = [...given.map(([name]) => name), ...(isRecord ? Object.keys(own) : [])]
  const taken = new Set(names.map((name) => name.toLowerCase()))
  return [...pairsOf(defaults).filter(([name]) => !taken.has(name.toLowerCase())), ...given]
}

function pairsOf(headers: unknown): Pairs {
  const { list } = readHeaders(headers)
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : []))
}

/** Adds the cookies of the jar to those in the Cookie header of a request, which count before them. */
function addCookies(headers: Pairs, cookies: Pairs): Pairs {
  const isCookie = ([name]: Pairs[number]) => name.toLowerCase() === 'cookie'
  const own = headers.filter(isCookie).map(([, value]) => value)
  const names = new Set(
    own.flatMap((text) => text.split(';')).map((pair) => pair.split('=', 1)[0]?.trim()),
  )
  const added = cookies
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${name}=${value}`)
  const header = [...own, ...added].join('; ')
  const others = headers.filter((each) => !isCookie(each))
  return header === '' ? others : [...others, ['Cookie', header]]
}
