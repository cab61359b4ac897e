import buffer from 'node:buffer'
import { isHopByHop } from '../http/hop-by-hop.ts'
import type { EventKind } from './lambda-events.ts'
import type { LambdaHead, LambdaOptions, LambdaResult } from './lambda-types.ts'
import type { ResponseHead } from './response-head.ts'

type Lists = Record<string, string[]>

/** Converts a response to the result that AWS requires for a kind of event. */
export function toResult(
  kind: EventKind,
  head: ResponseHead,
  body: Buffer,
  isBinary: LambdaOptions['isBinary'],
): LambdaResult {
  const lists = listsOf(head)
  const isBase64Encoded = needsBase64(lists, body, isBinary ?? isBinaryType)
  return {
    ...describe(kind, head, lists),
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  }
}

/** Converts status and headers to what AWS requires before a streamed body. */
export function toHead(kind: EventKind, head: ResponseHead): LambdaHead {
  return describe(kind, head, listsOf(head))
}

function describe(
  kind: EventKind,
  { statusCode, statusMessage }: ResponseHead,
  lists: Lists,
): LambdaHead {
  return {
    statusCode,
    ...(kind.name === 'balancer' && { statusDescription: `${statusCode} ${statusMessage}` }),
    ...headersFor(kind, lists),
  }
}

/** The result for a request that Node's parser would refuse. */
export function badRequest(kind: EventKind): LambdaResult {
  return { ...badRequestHead(kind), body: '', isBase64Encoded: false }
}

export function badRequestHead(kind: EventKind): LambdaHead {
  return toHead(kind, { statusCode: 400, statusMessage: 'Bad Request', rawHeaders: [] })
}

function listsOf({ rawHeaders }: ResponseHead): Lists {
  const lists: Lists = Object.create(null)
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
  lists: Lists,
): Pick<LambdaHead, 'headers' | 'multiValueHeaders' | 'cookies'> {
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

function needsBase64(lists: Lists, body: Buffer, isBinary: (type: string) => boolean): boolean {
  if (body.length === 0) return false
  const { 'content-encoding': codings = ['identity'], 'content-type': [type = ''] = [] } = lists
  if (codings.some((coding) => coding !== 'identity')) return true
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

function isUtf8(body: Buffer): boolean {
  // Since Node 18.14. Creating a decoder costs as much as a tenth of a request.
  if (typeof buffer.isUtf8 === 'function') return buffer.isUtf8(body)
  decoder ??= new TextDecoder('utf-8', { fatal: true })
  try {
    decoder.decode(body)
    return true
  } catch {
    return false
  }
}

let decoder: InstanceType<typeof TextDecoder> | undefined
