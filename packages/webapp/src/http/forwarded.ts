import { isIPv4, isIPv6 } from 'node:net'

// The header of RFC 7239: each proxy appends an element that describes the request as it received it.

/** The parameters of an element, by their names in lower case. */
export type ForwardedElement = ReadonlyMap<string, string>

/**
 * The elements of a header, the nearest proxy first. Ends at the first text that is no element: what
 * stands before it comes from clients, and a client must not hide the elements of proxies behind an
 * open quote. So the header is read from its end, where the trusted proxies write.
 */
export function* elementsFromEnd(header: string): Generator<ForwardedElement> {
  let end = header.length
  while (end > 0) {
    let comma = end
    let element: ForwardedElement | undefined
    // A comma inside of quotes does not begin an element: what follows it has an odd quote.
    do {
      comma = header.lastIndexOf(',', comma - 1)
      element = parseElement(header, comma + 1, end)
    } while (element === undefined && comma > 0)
    if (element === undefined) return
    if (element.size > 0) yield element
    end = comma
  }
}

/** A pair with the spaces around it, or spaces alone: RFC 7239 allows an empty one between semicolons. */
const PAIR =
  /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~:[\]-]+))[\t ]*)?/y

/** One element; undefined if the text is none. Brackets and colons need no quotes, as some proxies write. */
function parseElement(header: string, start: number, end: number): ForwardedElement | undefined {
  const element = new Map<string, string>()
  let at = start
  while (at < end) {
    PAIR.lastIndex = at
    const [pair = '', name, quoted, token = ''] = PAIR.exec(header) ?? []
    at += pair.length
    if (name !== undefined) {
      const key = name.toLowerCase()
      if (element.has(key)) return undefined
      element.set(key, quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1'))
    }
    if (at < end && header[at++] !== ';') return undefined
  }
  return at === end ? element : undefined
}

const NODE =
  /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+)|(unknown|_[\w.-]+))(?::(?:\d{1,5}|_[\w.-]+))?$/i

/**
 * The address in the parameter `for`, without its port. An obfuscated name, such as `_hidden`, and
 * `unknown` stay as they are. Undefined for other texts.
 */
export function nodeName(node: string | undefined): string | undefined {
  if (node === undefined) return undefined
  if (isIPv6(node)) return node
  const [, ipv6, ipv4, name] = NODE.exec(node) ?? []
  if (ipv6 !== undefined) return isIPv6(ipv6) ? ipv6 : undefined
  if (ipv4 !== undefined) return isIPv4(ipv4) ? ipv4 : undefined
  return name
}
