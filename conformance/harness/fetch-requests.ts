import type { SharedRequest } from './http2-requests.ts'
import { toSharedRequest } from './http2-requests.ts'
import type { Conversation, RawRequest } from './request.ts'
import { type HeaderLine, parseResponse } from './response.ts'

const FRAMING = /^(?:content-length|transfer-encoding)$/i

type Obstacle = (request: SharedRequest, talk: Conversation) => boolean

/** Why a web `Request` cannot express a request, or cannot express it without a change. */
const obstacles = {
  'not a whole request': ({ method, version }) => method === '' || version === '',
  'HTTP/1.0': ({ version }) => version === 'HTTP/1.0',
  pipelining: (_request, { pipelined }) => pipelined,
  'a header of the connection': ({ headers }) => headers.some(isOfConnection),
  'an expectation': ({ headers }) => headers.some(([name]) => /^expect$/i.test(name)),
  'no single Host': ({ headers }) => headers.filter(([name]) => /^host$/i.test(name)).length !== 1,
  'a target that a URL changes': ({ target }) => toUrl(target) === undefined,
  'a method that no Request has': ({ method }) =>
    /^(?:CONNECT|TRACE|TRACK)$/.test(method) || /[a-z]/.test(method),
  'a body that no Request has': ({ method, headers, body }) =>
    /^(?:GET|HEAD)$/.test(method) && (body.length > 0 || headers.some(announcesBody)),
  'a length that is not that of the body': ({ headers, body }) =>
    headers.some(([name, value]) => /^content-length$/i.test(name) && value !== `${body.length}`),
  'two framings': ({ headers }) => headers.filter(([name]) => FRAMING.test(name)).length > 1,
  // `fetch` adds a length of 0 (RFC 9110, 8.6).
  'a method without its length': ({ method, headers }) =>
    /^(?:POST|PUT|PATCH)$/.test(method) && !headers.some(([name]) => FRAMING.test(name)),
  'a header that Headers change': ({ headers }) => headers.some(isChanged),
} satisfies Record<string, Obstacle>

export type FetchObstacle = keyof typeof obstacles

const reasons = Object.keys(obstacles) as FetchObstacle[]

/** The first reason why a request stays with HTTP/1; `undefined` if a `Request` expresses it. */
export function fetchObstacleOf(
  request: RawRequest,
  talk: Conversation,
): FetchObstacle | undefined {
  const shared = toSharedRequest(request)
  if (!isWhole(request)) return 'not a whole request'
  return reasons.find((reason) => obstacles[reason](shared, talk))
}

/** A request has the form of a response, apart from its first line. */
function isWhole({ bytes }: RawRequest): boolean {
  const parsed = parseResponse(bytes, { method: '', ended: true })
  if (parsed === undefined || parsed.end !== bytes.length) return false
  const { body, complete, framing } = parsed.response
  return complete || (framing === 'until-close' && body.length === 0)
}

/** The `Request` for a request without obstacles. */
export function toFetchRequest(raw: RawRequest, signal: AbortSignal): Request {
  const { method, target, headers, body } = toSharedRequest(raw)
  const sent = headers.filter(([name]) => !/^transfer-encoding$/i.test(name))
  // An empty body with a length is a body too: a server that has parsed a request hands it on.
  const hasBody = body.length > 0 || (!/^(?:GET|HEAD)$/.test(method) && headers.some(announcesBody))
  return new Request(String(toUrl(target)), {
    method,
    headers: sent.map(([name, value]) => [name, value] as [string, string]),
    ...(hasBody && { body }),
    signal,
  })
}

function toUrl(target: string): URL | undefined {
  const url = target.startsWith('/') ? new URL(`http://conformance.test${target}`) : undefined
  return url && url.pathname + url.search === target ? url : undefined
}

function announcesBody([name, value]: HeaderLine): boolean {
  return /^transfer-encoding$/i.test(name) || (/^content-length$/i.test(name) && value !== '0')
}

function isOfConnection([name, value]: HeaderLine): boolean {
  if (/^transfer-encoding$/i.test(name)) return value !== 'chunked'
  return /^(?:connection|keep-alive|proxy-connection|te|trailer|upgrade)$/i.test(name)
}

/** A `Headers` object joins the lines of one name, and refuses some characters. */
function isChanged([name, value]: HeaderLine, _at: number, all: readonly HeaderLine[]): boolean {
  if (all.filter(([other]) => other.toLowerCase() === name.toLowerCase()).length > 1) return true
  try {
    return new Headers([[name, value]]).get(name) !== value.replace(/^[\t ]+|[\t ]+$/g, '')
  } catch {
    return true
  }
}
