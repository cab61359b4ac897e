import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/http-error.ts'
import { hasBody } from '../http/has-body.ts'

type BodyRequest = IncomingMessage & {
  /** Set by parsers that have read the body. */
  readonly _body?: boolean
}

const JSON_TYPE = 'application/json'

/** The media types that a contract names; JSON if it names none. */
export function bodyTypesOf(contentType: string | readonly string[] | undefined): string[] {
  const types = contentType === undefined ? [JSON_TYPE] : [contentType].flat()
  return types.map((type) => {
    if (/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(type)) return type.toLowerCase()
    throw new TypeError(
      `contract: contentType must be media types such as ${JSON_TYPE}, got ${JSON.stringify(type)}`,
    )
  })
}

/**
 * Checks the parsed body of a request; undefined if the request has no body. Throws if its media
 * type is not one of the contract, or if no parser has read it.
 */
export function readBodyInput(req: BodyRequest, types: readonly string[], body: unknown): unknown {
  // Parsers of older dialects set an empty object if there is no body.
  if (!hasBody(req)) return isEmptyObject(body) ? undefined : body
  const header = req.headers['content-type'] ?? ''
  // Most clients send the type as the contract has it.
  const isNamed = types.includes(header)
  const given = isNamed ? header : readMediaType(header)
  if (!isNamed && !types.some((type) => isOfType(given, type))) throw wrongType(types)
  const isUnparsed = body === undefined || (isEmptyObject(body) && isUnread(req))
  if (isUnparsed) throw unparsed(given)
  return body
}

/** The media type in a Content-Type header, in lower case. */
export function readMediaType(header: string): string {
  const [type = ''] = header.split(';', 1)
  return type.trim().toLowerCase()
}

function isOfType(given: string, wanted: string): boolean {
  if (given === wanted || wanted === '*/*') return true
  if (wanted.endsWith('/*')) return given.startsWith(wanted.slice(0, -1))
  // A structured suffix, such as `application/*+json`.
  const [start = '', suffix] = wanted.split('*', 2)
  if (suffix?.startsWith('+')) return given.startsWith(start) && given.endsWith(suffix)
  // A type such as application/merge-patch+json, if the program has a parser for it.
  return wanted === JSON_TYPE && given.endsWith('+json')
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  // The first key ends the loop; a list of the keys of a large body would cost as much as a schema.
  for (const name in value) if (Object.hasOwn(value, name)) return false
  return !Array.isArray(value) && !Buffer.isBuffer(value)
}

/** Whether no parser has read the body, which older dialects do not show by an undefined body. */
function isUnread(req: BodyRequest): boolean {
  return !req._body && req.readable && !req.readableDidRead
}

function wrongType(types: readonly string[]): Error {
  const list = types.join(', ')
  // RFC 9110, section 15.5.16: Accept tells the client which types it can send.
  return httpError(415, `The body must have the media type ${list.replaceAll(', ', ' or ')}`, {
    type: 'contract.media-type',
    headers: { Accept: list },
  })
}

function unparsed(type: string): Error {
  return httpError(
    400,
    `The body was not parsed: add ${parserFor(type)} before the contract of this route`,
    { type: 'contract.unparsed' },
  )
}

/** The parser to use for a media type that the contract names. */
function parserFor(type: string): string {
  if (type === JSON_TYPE) return 'webapp.json()'
  if (type === 'application/x-www-form-urlencoded') return 'webapp.urlencoded()'
  if (type === 'multipart/form-data') return 'multipart() of webapp/multipart'
  if (type === 'text/plain') return 'webapp.text()'
  if (type.endsWith('+json')) return 'webapp.json({ type }) for this media type'
  return 'a parser for this media type, such as webapp.raw({ type }) or webapp.text({ type }),'
}
