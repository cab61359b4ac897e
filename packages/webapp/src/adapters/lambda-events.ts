import { inspect } from 'node:util'
import { isHopByHop } from '../http/hop-by-hop.ts'
import { frame } from './framing.ts'
import { RequestHeaders } from './headers.ts'
import type { Message } from './message.ts'
import { hasLowerCase } from './send-request.ts'
import { escapePath, hasLoneSurrogate } from './target.ts'

/** The kind of an event of AWS, which decides about the form of the result. */
export interface EventKind {
  readonly name: 'rest' | 'http' | 'balancer'
  /** Whether header values are lists. */
  readonly hasLists: boolean
}

type Texts = Readonly<Record<string, string | undefined>>
type Lists = Readonly<Record<string, readonly string[] | undefined>>

/** The fields used of events from API Gateway (REST and HTTP), function URLs and load balancers. */
interface Event {
  readonly version?: string
  readonly httpMethod?: string
  readonly path?: string
  readonly rawPath?: string
  readonly rawQueryString?: string
  readonly cookies?: readonly string[] | null
  readonly headers?: Texts | null
  readonly multiValueHeaders?: Lists | null
  readonly queryStringParameters?: Texts | null
  readonly multiValueQueryStringParameters?: Lists | null
  readonly body?: string | null
  readonly isBase64Encoded?: boolean
  readonly requestContext?: {
    readonly elb?: object
    readonly stage?: string
    readonly domainName?: string
    readonly identity?: { readonly sourceIp?: string }
    readonly http?: { readonly method?: string; readonly sourceIp?: string }
  }
}

/** Converts an event to a request; `undefined` for one that Node's parser would refuse. */
export function readEvent(
  given: unknown,
  basePath = '',
): { kind: EventKind; message: Message | undefined } {
  const event = (given ?? {}) as Event
  const kind = kindOf(event)
  const method = event.requestContext?.http?.method ?? event.httpMethod ?? 'GET'
  const path = escapeDelimiters(cutBase(pathOf(event, kind), basePath))
  const query = queryOf(event, kind)
  const target = query === '' ? path : `${path}?${query}`
  if (hasLowerCase(method) || hasLoneSurrogate(target)) return { kind, message: undefined }
  const body = bodyOf(event)
  const headers = headersOf(event, method, body)
  const message: Message = {
    method,
    path: escapePath(target),
    headers,
    body,
    peer: { remoteAddress: addressOf(event, headers), encrypted: isEncrypted(kind, headers) },
  }
  return { kind, message }
}

function kindOf(event: Event): EventKind {
  const hasLists = Boolean(event.multiValueHeaders)
  if (event.requestContext?.http !== undefined) return { name: 'http', hasLists: false }
  if (typeof event.httpMethod === 'string') {
    return { name: event.requestContext?.elb ? 'balancer' : 'rest', hasLists }
  }
  throw new TypeError(
    `event must be of API Gateway, a function URL or a load balancer, not ${inspect(event, { depth: 0 })}`,
  )
}

// At the default `execute-api` domain of an HTTP API, the path begins with the stage name.
function pathOf({ rawPath, path, requestContext = {} }: Event, { name }: EventKind): string {
  if (name !== 'http') return path || '/'
  const { stage = '$default', domainName = '' } = requestContext
  const hasStage = stage !== '$default' && /\.execute-api\./.test(domainName)
  return cutBase(rawPath || '/', hasStage ? stage : '')
}

/** The query is a separate field, so `?` and `#` in the path are characters that AWS decoded. */
function escapeDelimiters(path: string): string {
  return path.replace(/[?#]/g, encodeURIComponent)
}

function cutBase(path: string, basePath: string): string {
  const base = `/${basePath.replace(/^\/+|\/+$/g, '')}`
  if (base === '/') return path
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/** The query string. Load balancers pass parameters undecoded, REST APIs pass them decoded. */
function queryOf(event: Event, { name }: EventKind): string {
  if (name === 'http') return event.rawQueryString ?? ''
  const pairs = pairsOf(event.queryStringParameters, event.multiValueQueryStringParameters)
  if (name === 'balancer') return pairs.map((pair) => pair.join('=')).join('&')
  return new URLSearchParams(pairs).toString()
}

function bodyOf({ body, isBase64Encoded }: Event): Buffer | undefined {
  if (body === undefined || body === null) return undefined
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
}

function headersOf(event: Event, method: string, body: Buffer | undefined): RequestHeaders {
  const headers = new RequestHeaders()
  for (const [name, value] of pairsOf(event.headers, event.multiValueHeaders)) {
    if (!isHopByHop(name) && !/^(content-length|expect)$/i.test(name))
      headers.add(name, toByteText(value))
  }
  if (event.cookies?.length) headers.addDefault('cookie', toByteText(event.cookies.join('; ')))
  headers.addDefault('host', event.requestContext?.domainName ?? 'localhost')
  frame(headers, method, body)
  headers.add('connection', 'close')
  return headers
}

/** Converts text that is not latin1 to the latin1 form of its UTF-8 bytes, as HTTP carries it. */
function toByteText(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value
}

function pairsOf(texts: Texts | null | undefined, lists: Lists | null | undefined) {
  const entries = Object.entries(lists ?? texts ?? {})
  return entries.flatMap(([name, value]) => {
    return [value ?? []].flat().map((each): [name: string, value: string] => [name, each])
  })
}

/** The client's address. A load balancer appends it to the untrusted X-Forwarded-For. */
function addressOf({ requestContext = {} }: Event, headers: RequestHeaders): string | undefined {
  const { http, identity } = requestContext
  const address = http?.sourceIp ?? identity?.sourceIp
  return address ?? headers.getLast('x-forwarded-for')?.split(',').at(-1)?.trim()
}

// API Gateway and function URLs only accept https. A load balancer sets X-Forwarded-Proto.
function isEncrypted({ name }: EventKind, headers: RequestHeaders): boolean {
  return name !== 'balancer' || headers.get('x-forwarded-proto') === 'https'
}
