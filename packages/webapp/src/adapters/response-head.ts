/** Status and headers of a response. */
export interface ResponseHead {
  readonly statusCode: number
  readonly statusMessage: string
  /** Names and values in turn. */
  readonly rawHeaders: string[]
}

/** Reads a head that Node composed. */
export function readResponseHead(head: string): ResponseHead {
  const lineEnd = head.indexOf('\r\n')
  // 'HTTP/1.1 200 OK'
  const statusCode = Number(head.slice(9, 12))
  const statusMessage = head.slice(13, lineEnd)
  return { statusCode, statusMessage, rawHeaders: readHeaderLines(head, lineEnd + 2) }
}

/** The names and values of header lines that Node composed. An empty line, or the text, ends them. */
export function readHeaderLines(text: string, start = 0): string[] {
  const list: string[] = []
  for (let at = start; at < text.length; ) {
    const end = text.indexOf('\r\n', at)
    if (end === at || end === -1) break
    const colon = text.indexOf(':', at)
    list.push(text.slice(at, colon), readValue(text, colon + 1, end))
    at = end + 2
  }
  return list
}

/** Spaces around a value are no part of it (RFC 9110, 5.5). */
function readValue(text: string, from: number, to: number): string {
  let [start, end] = [from, to]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09
}
