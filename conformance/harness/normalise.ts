import type { Side } from './dialects.ts'
import type { HeaderLine, RawResponse } from './response.ts'

/** The only things that may differ between two runs of the same program. */
export function normaliseHeaders(response: RawResponse, side: Side): HeaderLine[] {
  const length = String(response.body.length)
  const shown = String(normaliseBody(response.body).length)
  const isAdded = ([name, value]: HeaderLine) =>
    name.toLowerCase() === side.addedHeader?.[0].toLowerCase() && value === side.addedHeader[1]
  const headers = response.headers.filter((line) => !isAdded(line))
  return headers.map(([name, value]): HeaderLine => {
    const known = name.toLowerCase()
    if (known === 'date' && value.endsWith(' GMT')) return [name, '<now>']
    if (known === 'x-powered-by' && value === side.product) return [name, '<product>']
    // The body lost its stack frames below, so its true length would differ for no reason.
    if (known === 'content-length' && value === length) return [name, shown]
    return [name, value]
  })
}

/** Headers that only HTTP/1 has (RFC 9113, 8.2.2). */
const OF_HTTP1 = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/

/**
 * The headers that the versions of HTTP share, with names in lower case, without spaces around
 * values, and with lines of one name joined, except cookies.
 */
export function sharedHeaders(response: RawResponse, side: Side): HeaderLine[] {
  const joined = new Map<string, string>()
  const lines: HeaderLine[] = []
  for (const [given, value] of normaliseHeaders(withoutOwnLength(response), side)) {
    const name = given.toLowerCase()
    if (OF_HTTP1.test(name)) continue
    const before = name === 'set-cookie' ? undefined : joined.get(name)
    if (before === undefined) lines.push([name, value])
    joined.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return lines.map(([name, value]) => [
    name,
    decodeUtf8((name === 'set-cookie' ? value : (joined.get(name) ?? value)).trim()),
  ])
}

/**
 * The headers as `Headers` list them: by name in lower case, with lines of one name joined, except
 * cookies, and without those of the connection.
 */
export function fetchedHeaders(response: RawResponse, side: Side): HeaderLine[] {
  const headers = new Headers()
  for (const [name, value] of normaliseHeaders(response, side)) {
    if (!OF_CONNECTION.test(name)) headers.append(name, value)
  }
  return [...headers]
}

const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i

/**
 * Over HTTP/1, Node adds the length of a body that was sent by `end`, behind its own headers. Over
 * HTTP/2 a 204 has no length, because clients refuse it.
 */
function withoutOwnLength(response: RawResponse): RawResponse {
  const { headers, status } = response
  if (status === 204) return { ...response, headers: headers.filter(isNoLength) }
  const [name = ''] = headers.at(-1) ?? []
  const follows = headers
    .slice(-3, -1)
    .some(([other]) => /^(?:connection|keep-alive)$/i.test(other))
  if (name !== 'Content-Length' || !follows) return response
  return { ...response, headers: headers.slice(0, -1) }
}

/** Over HTTP/1, Node writes a header in the encoding of the body that goes with it. */
function decodeUtf8(value: string): string {
  const text = Buffer.from(value, 'latin1').toString()
  return text.includes('\ufffd') ? value : text
}

function isNoLength([name]: HeaderLine): boolean {
  return name.toLowerCase() !== 'content-length'
}

/** An error page keeps the first line of the stack only: the frames name files of one side. */
export function normaliseBody(body: Buffer): string {
  const text = body.toString('latin1')
  return hideNames(text.replace(/<br> &nbsp; &nbsp;at .*?(<\/pre>|$)/m, '<stack>$1'))
}

/**
 * Accidental errors quote the source that made them: its names, and the files that loaded it.
 * Most texts have none, and a search for a name is slow in long bodies.
 */
export function hideNames(text: string): string {
  if (!/Cannot |is not |Require stack:/.test(text)) return text
  return text
    .replace(/(Cannot (?:read|set) properties of \w+) \((?:reading|setting) [^)]*\)/g, '$1')
    .replace(/[^\s<>]{1,80} is not (a function|iterable)/g, '<name> is not $1')
    .replace(/(?:\n|<br>)Require stack:(?:(?:\n|<br>)- [^\n<|]*)+/g, '')
}

/** Text that may carry stack frames, as the final handler writes it to the console. */
export function dropFrames(text: string): string {
  return hideNames(text.replace(/(?:\n {4}at .*)+/g, '\n<stack>'))
}
