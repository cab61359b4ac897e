import type { IncomingMessage, ServerResponse } from 'node:http'
import bytes from 'bytes'
import { remember } from '../http/remember.ts'

/** What every body parser can be told. */
export interface BodyOptions {
  readonly inflate?: boolean
  readonly limit?: number | string | null
  readonly type?: string | readonly string[] | ((req: IncomingMessage) => unknown)
  readonly verify?: Verify | false
}

export type Verify = (
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  encoding: string | null,
) => void

/** Marks a request that a parser of any dialect has begun to read. */
export const kRead = Symbol('webapp.body.read')

/** How a dialect tells the type of a body. */
interface TypeIs {
  hasBody(req: IncomingMessage): boolean
  is(contentType: string, types: string[]): string | false
}

/** In what the body parsers differ between dialects. */
export interface BodyPolicy {
  /** Gives `req.body` the value it has when nothing is parsed. */
  readonly prepareBody: (req: IncomingMessage & { body?: unknown }) => void
  /** Whether a request was read by another parser. */
  readonly isRead: (req: IncomingMessage) => boolean
  /** Tells later parsers that this request is being read. */
  readonly markRead: (req: IncomingMessage) => void
  /** The content codings that are undone. */
  readonly codings: readonly string[]
  readonly lateTypeIs: () => TypeIs
  /** The charset that a Content-Type names. */
  readonly charsetOf: (contentType: string) => string | undefined
}

/** The same with defaults, checked once when the parser is made. */
export interface BodySettings {
  readonly inflate: boolean
  readonly limit: number
  readonly isWanted: (req: IncomingMessage) => boolean
  readonly verify: Verify | undefined
  readonly policy: BodyPolicy
}

export function checkBodyOptions(
  options: BodyOptions,
  defaultType: string,
  policy: BodyPolicy,
): BodySettings {
  const { verify } = options
  if (verify && typeof verify !== 'function') throw new TypeError('option verify must be function')
  return {
    inflate: options.inflate !== false,
    limit: parseLimit(options.limit ?? '100kb'),
    isWanted: compileType(options.type || defaultType, policy),
    verify: verify || undefined,
    policy,
  }
}

// A limit that is no number of bytes would let every body in: it is refused at once.
function parseLimit(limit: unknown): number {
  const parsed = typeof limit === 'number' ? limit : bytes.parse(limit as string)
  if (parsed === null || Number.isNaN(parsed) || parsed < 0) {
    throw new TypeError(`option limit "${String(limit)}" is invalid`)
  }
  return parsed
}

function compileType(
  type: NonNullable<BodyOptions['type']>,
  policy: BodyPolicy,
): (req: IncomingMessage) => boolean {
  if (typeof type === 'function') return (req) => Boolean(type(req))
  const types = (Array.isArray(type) ? type : [type]) as string[]
  // Loaded now: a program that makes a parser needs it with the first request.
  const typeIs = policy.lateTypeIs()
  const matches = remember((contentType) => Boolean(typeIs.is(contentType, types)))
  return (req) => {
    const contentType = req.headers['content-type']
    return contentType !== undefined && typeIs.hasBody(req) && matches(contentType)
  }
}
