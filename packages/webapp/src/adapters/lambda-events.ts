import { inspect } from 'node:util'
import { isHopByHop } from '../http/hop-by-hop.ts'
import { frame } from './framing.ts'
import { HeaderList } from './headers.ts'
import type { Message } from './perform.ts'
import { escapePath } from './target.ts'

/** In what the events of the platform, and the results they want, differ. */
export interface EventKind {
  readonly name: 'rest' | 'http' | 'balancer'
  /** Whether header values are lists. */
  readonly hasLists: boolean
}

type Texts = Readonly<Record<string, string | undefined>>
type Lists = Readonly<Record<string, readonly string[] | undefined>>

/** What is read of the events of API Gateway (REST and HTTP), function URLs and load balancers. */
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

/** The request that an event stands for. */
export function readEvent(given: unknown, basePath = ''): { kind: EventKind; message: Message } {
  const event = (given ?? {}) as Event
  const kind = kindOf(event)
  const method = event.requestContext?.http?.method ?? event.httpMethod ?? 'GET'
  const path = escapeDelimiters(cutBase(pathOf(event, kind), basePath))
  const query = queryOf(event, kind)
  const body = bodyOf(event)
  const headers = headersOf(event, method, body)
  const message: Message = {
    method,
    path: escapePath(query === '' ? path : `${path}?${query}`),
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
    `Events of API Gateway, function URLs and load balancers can be answered, not ${inspect(event, { depth: 0 })}`,
  )
}

// At the address that the platform gives an HTTP API, its paths begin with the name of the stage.
function pathOf({ rawPath, path, requestContext = {} }: Event, { name }: EventKind): string {
  if (name !== 'http') return path || '/'
  const { stage = '$default', domainName = '' } = requestContext
  const isOfPlatform = stage !== '$default' && /\.execute-api\./.test(domainName)
  return cutBase(rawPath || '/', isOfPlatform ? stage : '')
}

/** The query comes apart: what looks like the begin of one was decoded by the platform. */
function escapeDelimiters(path: string): string {
  return path.replace(/[?#]/g, encodeURIComponent)
}

function cutBase(path: string, basePath: string): string {
  const base = `/${basePath.replace(/^\/+|\/+$/g, '')}`
  if (base === '/') return path
  if (path === base) return '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

/** The query as text; load balancers hand parameters over as they came, REST APIs decoded. */
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

function headersOf(event: Event, method: string, body: Buffer | undefined): HeaderList {
  const headers = new HeaderList()
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

/** Text that no connection carries, as the bytes that came over it. */
function toByteText(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value
}

function pairsOf(texts: Texts | null | undefined, lists: Lists | null | undefined) {
  const entries = Object.entries(lists ?? texts ?? {})
  return entries.flatMap(([name, value]) => {
    return [value ?? []].flat().map((each): [name: string, value: string] => [name, each])
  })
}

/** Whoever connected to the platform; a load balancer adds him last to those that it was told. */
function addressOf({ requestContext = {} }: Event, headers: HeaderList): string | undefined {
  const { http, identity } = requestContext
  const told = http?.sourceIp ?? identity?.sourceIp
  return told ?? headers.getLast('x-forwarded-for')?.split(',').at(-1)?.trim()
}

// API Gateway and function URLs speak nothing but https; a load balancer tells.
function isEncrypted({ name }: EventKind, headers: HeaderList): boolean {
  return name !== 'balancer' || headers.get('x-forwarded-proto') === 'https'
}
