import type { IncomingMessage, ServerResponse } from 'node:http'
import bytes from 'bytes'
import { memoize } from '../runtime/memoize.ts'

/** The options that all body parsers have in common. */
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
) => unknown

/** Marks a request whose body a parser of any dialect has started to read. */
export const kRead = Symbol('webapp.body.read')

/** How a dialect compares the type of a body. */
interface TypeIs {
  hasBody(req: IncomingMessage): boolean
  is(contentType: string, types: string[]): string | false
}

/** The differences between the dialects in parsing bodies. */
export interface BodyPolicy {
  /** Sets `req.body` to its value before parsing. */
  readonly prepareBody: (req: IncomingMessage & { body?: unknown }) => void
  /** Whether another parser has read the body, or started to. */
  readonly isRead: (req: IncomingMessage) => boolean
  /** Makes `isRead` true for later parsers. */
  readonly markRead: (req: IncomingMessage) => void
  readonly codings: readonly string[]
  readonly lateTypeIs: () => TypeIs
  readonly charsetOf: (contentType: string) => string | undefined
}

/** Validated body options with defaults, computed once per parser. */
export interface BodySettings {
  readonly inflate: boolean
  readonly limit: number
  /** The result of a `type` function as it is, which may be a promise. */
  readonly isWanted: (req: IncomingMessage) => unknown
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

// Fails at startup: with an invalid limit every body would pass.
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
): (req: IncomingMessage) => unknown {
  if (typeof type === 'function') return (req) => type(req)
  const types = (Array.isArray(type) ? type : [type]) as string[]
  // Loads the package at startup rather than with the first request.
  const typeIs = policy.lateTypeIs()
  const matches = memoize((contentType) => Boolean(typeIs.is(contentType, types)))
  return (req) => {
    const contentType = req.headers['content-type']
    return contentType !== undefined && typeIs.hasBody(req) && matches(contentType)
  }
}
