import type { IncomingMessage } from 'node:http'
import { isHopByHop } from '../http/hop-by-hop.ts'
import type { EventKind } from './lambda-events.ts'
import type { LambdaOptions, LambdaResult } from './lambda-types.ts'

/** Converts a response to the result that AWS requires for a kind of event. */
export function toResult(
  kind: EventKind,
  incoming: IncomingMessage,
  body: Buffer,
  isBinary: LambdaOptions['isBinary'],
): LambdaResult {
  const { statusCode = 500, statusMessage = '' } = incoming
  const isBase64Encoded = needsBase64(incoming, body, isBinary ?? isBinaryType)
  return {
    statusCode,
    ...(kind.name === 'balancer' && { statusDescription: `${statusCode} ${statusMessage}` }),
    ...headersFor(kind, listsOf(incoming)),
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  }
}

/** The result for a request that Node's parser would refuse. */
export function badRequest(kind: EventKind): LambdaResult {
  return {
    statusCode: 400,
    ...(kind.name === 'balancer' && { statusDescription: '400 Bad Request' }),
    ...headersFor(kind, {}),
    body: '',
    isBase64Encoded: false,
  }
}

function listsOf({ rawHeaders }: IncomingMessage): Record<string, string[]> {
  const lists: Record<string, string[]> = Object.create(null)
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    const key = name.toLowerCase()
    if (isHopByHop(key)) continue
    lists[key] ??= []
    lists[key].push(value)
  }
  return { ...lists }
}

function headersFor(
  kind: EventKind,
  lists: Record<string, string[]>,
): Pick<LambdaResult, 'headers' | 'multiValueHeaders' | 'cookies'> {
  if (kind.hasLists) return { multiValueHeaders: lists }
  const { 'set-cookie': cookies = [], ...others } = lists
  const headers = Object.fromEntries(
    Object.entries(others).map(([name, values]) => [name, values.join(', ')]),
  )
  if (kind.name === 'http') return cookies.length === 0 ? { headers } : { headers, cookies }
  if (cookies.length > SPELLINGS) {
    throw new RangeError(
      `The response sets ${cookies.length} cookies, but a result without lists of header values can ` +
        `carry ${SPELLINGS}; enable multi-value headers for the load balancer`,
    )
  }
  cookies.forEach((cookie, at) => {
    headers[spelling('set-cookie', at)] = cookie
  })
  return { headers }
}

/** The spellings of `set-cookie`: each of its 9 letters is in upper or lower case. */
const SPELLINGS = 512

/**
 * A different upper and lower case spelling of a name for each number. In a result where a header
 * has only one value, AWS treats each spelling as a separate header, so several cookies can be set.
 */
function spelling(name: string, number: number): string {
  let bits = number
  return name.replace(/[a-z]/g, (letter) => {
    const isUpper = bits % 2 === 1
    bits = Math.floor(bits / 2)
    return isUpper ? letter.toUpperCase() : letter
  })
}

function needsBase64(
  { headers }: IncomingMessage,
  body: Buffer,
  isBinary: (type: string) => boolean,
): boolean {
  if (body.length === 0) return false
  const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = headers
  if (coding !== 'identity') return true
  const [bare = ''] = type.split(';')
  // Bytes that are not UTF-8 would be corrupted in a string.
  return isBinary(bare.trim().toLowerCase()) || !isUtf8(body)
}

// Without a Content-Type, the UTF-8 check of the body decides.
function isBinaryType(type: string): boolean {
  return type !== '' && !TEXT.test(type)
}

const TEXT =
  /^text\/|^application\/(json|javascript|ecmascript|xml|graphql|x-www-form-urlencoded|x-ndjson|yaml|toml|sql)$|\+(json|xml|yaml)$/

// Creating a decoder costs as much as a tenth of a request.
const decoder = new TextDecoder('utf-8', { fatal: true })

function isUtf8(body: Buffer): boolean {
  try {
    decoder.decode(body)
    return true
  } catch {
    return false
  }
}
