import type { HeaderSource } from './header-source.ts'

/** The text of a cookie that a response sets; undefined if it sets none with this name. */
export function setCookieOf(head: HeaderSource, wanted: string): string | undefined {
  const header = head.getHeader('Set-Cookie')
  const fields = Array.isArray(header) ? header : header === undefined ? [] : [header]
  let text: string | undefined
  for (const field of fields) {
    const [pair = ''] = String(field).split(';', 1)
    const at = pair.indexOf('=')
    // A client keeps the last one of a name.
    if (at > 0 && pair.slice(0, at).trim() === wanted) text = decode(pair.slice(at + 1).trim())
  }
  return text
}

/** As `cookie` decodes the values of a request. */
function decode(text: string): string {
  const value = /^".*"$/.test(text) ? text.slice(1, -1) : text
  try {
    return value.includes('%') ? decodeURIComponent(value) : value
  } catch {
    return value
  }
}
