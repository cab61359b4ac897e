import type { IncomingMessage, ServerResponse } from 'node:http'
import isFresh from 'fresh'
import { strongEtag } from '../http/etag.ts'
import type { RouteInfo } from '../types/shared/introspection.ts'
import { type Described, hide } from './describe.ts'
import type { DocumentHandler, OpenapiDocument, OpenapiOptions } from './openapi-types.ts'

/** Where a handler keeps the function that writes its document. */
const kDocument = Symbol.for('webapp.openapi')

/** A text that is sent with an entity tag. */
export interface TaggedText {
  readonly bytes: Buffer
  readonly etag: string
}

export function tagText(text: string): TaggedText {
  const bytes = Buffer.from(text)
  return { bytes, etag: strongEtag(bytes) as string } // The function always returns a tag.
}

/** Creates the handler that sends the document. It is written again if the routes have changed. */
export function createDocumentHandler(
  list: () => Described,
  describe: (described: Described, options: OpenapiOptions) => OpenapiDocument,
  options: OpenapiOptions,
): DocumentHandler {
  const { cacheControl = 'no-cache' } = options
  let known: Described | undefined
  let document: TaggedText | undefined
  const handler: DocumentHandler = function openapi(req, res, next) {
    if (!isRead(req)) {
      next()
      return
    }
    const described = list()
    if (document === undefined || known === undefined || !areSame(known, described)) {
      document = tagText(JSON.stringify(describe(described, options)))
      known = described
    }
    sendTagged(req, res, document, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': cacheControl,
    })
  }
  // The command line writes the same document, with the options of the program.
  const write = (more: object) => describe(list(), { ...options, ...more })
  return hide(Object.defineProperty(handler, kDocument, { value: write }))
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function areSame({ routes, hasProblems }: Described, other: Described): boolean {
  return (
    hasProblems === other.hasProblems &&
    routes.length === other.routes.length &&
    routes.every((each, at) => isSame(each, other.routes[at]))
  )
}

function isSame(one: RouteInfo, other: RouteInfo | undefined): boolean {
  return (
    one.path === other?.path &&
    one.method === other.method &&
    areAlike(one.parameters, other.parameters) &&
    one.functions.length === other.functions.length &&
    one.functions.every((each, at) => each === other.functions[at]) &&
    one.before.length === other.before.length &&
    one.before.every(({ handler }, at) => handler === other.before[at]?.handler)
  )
}

type Parameters = RouteInfo['parameters']

function areAlike(some: Parameters, others: Parameters): boolean {
  return some === others || JSON.stringify(some) === JSON.stringify(others)
}

/** Sends a text, or 304 if the client has it. */
export function sendTagged(
  req: IncomingMessage,
  res: ServerResponse,
  { bytes, etag }: TaggedText,
  headers: Readonly<Record<string, string>>,
): void {
  res.setHeader('ETag', etag)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (isFresh(req.headers, { etag })) {
    res.removeHeader('Content-Type')
    res.statusCode = 304
    res.end()
    return
  }
  res.setHeader('Content-Length', bytes.length)
  if (req.method === 'HEAD') res.end()
  else res.end(bytes)
}
