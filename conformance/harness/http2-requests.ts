import type { OutgoingHttpHeaders } from 'node:http2'
import type { Conversation, RawRequest } from './request.ts'
import { type HeaderLine, parseResponse } from './response.ts'

/** The parts of a request that HTTP/1 and HTTP/2 share. */
export interface SharedRequest {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: readonly HeaderLine[]
  readonly body: Buffer
}

type Obstacle = (request: SharedRequest, talk: Conversation) => boolean

/** Why a request cannot be sent over HTTP/2, or cannot mean the same there. */
const obstacles = {
  'not a whole request': ({ method, version }) => method === '' || version === '',
  'HTTP/1.0': ({ version }) => version === 'HTTP/1.0',
  pipelining: (_request, { pipelined }) => pipelined,
  'a header of the connection': ({ headers }) => headers.some(isOfConnection),
  'an expectation': ({ headers }) => valuesOf(headers, 'expect').length > 0,
  'no single Host': ({ headers }) => valuesOf(headers, 'host').length !== 1,
  'a target that is not a path': ({ target }) => !/^\/[\x21-\x7e]*$/.test(target),
  'a method of its own': ({ method }) => method === 'CONNECT' || /[a-z]/.test(method),
  'a header that Node sends once': ({ headers }) => headers.some(isRepeated),
} satisfies Record<string, Obstacle>

export type Reason = keyof typeof obstacles

const reasons = Object.keys(obstacles) as Reason[]

/** The first reason why a request stays with HTTP/1; `undefined` if it goes over HTTP/2 as well. */
export function obstacleOf(request: RawRequest, talk: Conversation): Reason | undefined {
  const shared = toSharedRequest(request)
  return reasons.find((reason) => obstacles[reason](shared, talk))
}

/** A request has the form of a response, apart from its first line. */
export function toSharedRequest({ bytes }: RawRequest): SharedRequest {
  const parsed = parseResponse(bytes, { method: '', ended: true })
  const { statusLine = '', headers = [], body = Buffer.alloc(0) } = parsed?.response ?? {}
  const [, method = '', target = '', version = ''] =
    /^([^ ]+) ([^ ]*) (HTTP\/1\.[01])$/.exec(statusLine) ?? []
  return { method, target, version, headers, body }
}

/** The header fields of HTTP/2 for a request without obstacles. */
export function toHttp2Headers({ method, target, headers }: SharedRequest): OutgoingHttpHeaders {
  const fields: Record<string, string | string[]> = {
    ':method': method,
    ':path': target,
    ':scheme': 'http',
    ':authority': valuesOf(headers, 'host')[0] ?? '',
  }
  for (const [name] of headers) {
    const values = valuesOf(headers, name)
    fields[name.toLowerCase()] = values.length === 1 ? (values[0] ?? '') : values
  }
  const { host: _host, 'transfer-encoding': _coding, ...sent } = fields
  return sent
}

/** Fields whose repetition Node refuses before it sends a request. */
const SINGLE = /^(?:content-|if-|range|referer|user-agent|authorization|date|max-forwards|from|age)/

function isRepeated([name]: HeaderLine, _index: number, all: readonly HeaderLine[]): boolean {
  return SINGLE.test(name.toLowerCase()) && valuesOf(all, name).length > 1
}

function isOfConnection([name, value]: HeaderLine): boolean {
  if (/^transfer-encoding$/i.test(name)) return value !== 'chunked'
  return /^(?:connection|keep-alive|proxy-connection|te|upgrade|http2-settings)$/i.test(name)
}

function valuesOf(headers: readonly HeaderLine[], wanted: string): string[] {
  const name = wanted.toLowerCase()
  const found = headers.filter(([one]) => one.toLowerCase() === name)
  // Spaces around a value are no part of it (RFC 9110, 5.5); HTTP/2 has no room for them.
  return found.map(([, value]) => value.replace(/^[\t ]+|[\t ]+$/g, ''))
}
