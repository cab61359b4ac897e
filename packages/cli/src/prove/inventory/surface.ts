import { IncomingMessage, ServerResponse } from 'node:http'
import { VERBS } from '../../migrate/flow/members.ts'
import type { Kind } from '../../migrate/flow/values.ts'

/** The parts of the interface, as the documentation names them. */
export type Owner = 'express' | 'app' | 'router' | 'route' | 'req' | 'res'

/** Whose member a name is: one of Express, of Node's classes, or of another package. */
export type Origin = 'express' | 'node' | 'other'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** The members of Express 3, 4 and 5. A test holds them against the packages. */
export const SURFACE: Readonly<Record<Owner, ReadonlySet<string>>> = {
  express: words(`
    application request response Route Router json raw static text urlencoded query
    basicAuth bodyParser compress cookieParser cookieSession createServer csrf directory errorHandler
    errors favicon limit logger methodOverride middleware mime multipart responseTime session
    staticCache timeout vhost version`),
  app: words(`
    all cache configure defaultConfiguration defaultEngine disable disabled enable enabled engine
    engines handle init lazyrouter listen locals map middleware mountpath param parent path
    render request response route router _router _usedRouter routes set settings stack use viewCallbacks`),
  router: words(`
    all caseSensitive handle match matchRequest mergeParams middleware options param params process_params
    processParams route stack strict use _dispatch _options _optionsFor _params map _callbacks`),
  route: words(`
    all callbacks dispatch keys match method methods params path regexp stack _handles_method
    _handlesMethod _methods _options`),
  req: words(`
    accepted acceptedCharsets acceptedEncodings acceptedLanguages accepts acceptsCharset acceptsCharsets
    acceptsEncoding acceptsEncodings acceptsLanguage acceptsLanguages app auth baseUrl body cookies
    files fresh get header host hostname ip ips is next originalUrl param params path protocol query
    range res route secret secure signedCookies stale subdomains xhr _body _parsedUrl`),
  res: words(`
    append app attachment charset clearCookie contentType cookie download format get header headerSent
    json jsonp links locals location redirect render req send sendFile sendStatus sendfile set status
    type vary`),
}

/** Own members of messages, which their prototypes do not show. */
const OWN = words(`
  aborted complete headers headersDistinct httpVersion httpVersionMajor httpVersionMinor method
  rawHeaders rawTrailers socket connection statusCode statusMessage trailers trailersDistinct url
  finished sendDate shouldKeepAlive`)

export function originOf(owner: Owner, name: string): Origin {
  if (SURFACE[owner].has(name)) return 'express'
  const hasVerbs = owner === 'app' || owner === 'router' || owner === 'route'
  if (hasVerbs && VERBS.has(name)) return 'express'
  return isNodes(owner, name) ? 'node' : 'other'
}

function isNodes(owner: Owner, name: string): boolean {
  if (owner === 'req') return name in IncomingMessage.prototype || OWN.has(name)
  if (owner === 'res') return name in ServerResponse.prototype || OWN.has(name)
  return owner !== 'express' && (name in Function.prototype || name in IncomingMessage.prototype)
}

/** The part of the interface that a value is; `undefined` for those without a name of their own. */
export function ownerOf(kind: Kind): Owner | undefined {
  return OWNERS[kind]
}

const OWNERS: Readonly<Partial<Record<Kind, Owner>>> = {
  factory: 'express',
  app: 'app',
  router: 'router',
  route: 'route',
  req: 'req',
  res: 'res',
}

/** A member as rows name it: `app.METHOD` stands for all methods of HTTP. */
export function rowName(member: string): string {
  const [, owner = '', name = ''] = /^(app|router|route)\.(.*)$/.exec(member) ?? []
  return VERBS.has(name) ? `${owner}.METHOD` : member
}
