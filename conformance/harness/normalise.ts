import type { Side } from './dialects.ts'
import type { HeaderLine, RawResponse } from './response.ts'

/** The only things that may differ between two runs of the same program. */
export function normaliseHeaders(response: RawResponse, side: Side): HeaderLine[] {
  const length = String(response.body.length)
  const shown = String(normaliseBody(response.body).length)
  const isAdded = ([name, value]: HeaderLine) =>
    name === side.addedHeader?.[0] && value === side.addedHeader[1]
  const headers = response.headers.filter((line) => !isAdded(line))
  return headers.map(([name, value]): HeaderLine => {
    if (name === 'Date' && value.endsWith(' GMT')) return [name, '<now>']
    if (name === 'X-Powered-By' && value === side.product) return [name, '<product>']
    // The body lost its stack frames below, so its true length would differ for no reason.
    if (name === 'Content-Length' && value === length) return [name, shown]
    return [name, value]
  })
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
