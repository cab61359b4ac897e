import type { IncomingMessage } from 'node:http'

/** How a dialect reads media types. */
export interface TypePolicy {
  /** The media type of a Content-Type; undefined if that is malformed. */
  readonly sentType: (contentType: string) => string | undefined
  /** The media type of an extension. */
  readonly lookup: (extension: string) => string | false | undefined
}

type Wanted = readonly unknown[]

/** `req.is`: the type among the wanted ones that the body has; `null` without a body. */
export function createTypeIs(policy: TypePolicy) {
  /** The first of the types that matches a Content-Type; for a pattern, the type that was sent. */
  function is(contentType: string, types: Wanted = []): string | false {
    const sent = policy.sentType(contentType)
    if (sent === undefined) return false
    if (types.length === 0) return sent
    for (const type of types) {
      if (typeof type !== 'string' || !matches(patternOf(type, policy), sent)) continue
      return type.startsWith('+') || type.includes('*') ? sent : type
    }
    return false
  }
  function typeIs(req: IncomingMessage, types?: Wanted): string | false | null {
    return hasBody(req) ? is(req.headers['content-type'] ?? '', types) : null
  }
  return Object.assign(typeIs, { hasBody, is })
}

/** Unlike `http/has-body`, this counts a body of length 0, as Express does. */
function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    !Number.isNaN(Number(headers['content-length'] ?? 'none'))
  )
}

function patternOf(type: string, { lookup }: TypePolicy): string {
  if (type === 'urlencoded') return 'application/x-www-form-urlencoded'
  if (type === 'multipart') return 'multipart/*'
  if (type.startsWith('+')) return `*/*${type}`
  return type.includes('/') ? type : lookup(type) || ''
}

function matches(pattern: string, sent: string): boolean {
  const [type, subtype, more] = pattern.split('/')
  if (subtype === undefined || more !== undefined) return false
  const [sentType, sentSubtype = ''] = sent.split('/')
  if (type !== '*' && type !== sentType) return false
  if (!subtype.startsWith('*+')) return subtype === '*' || subtype === sentSubtype
  return subtype.length <= sentSubtype.length + 1 && sentSubtype.endsWith(subtype.slice(1))
}
