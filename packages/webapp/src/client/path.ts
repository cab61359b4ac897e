import { isGiven, toText } from './text.ts'

export type Params = Readonly<Record<string, unknown>>

const TOKEN = /\\(.)|([{}])|([:*])(?:"([^"]+)"|([$_\p{ID_Start}][$\p{ID_Continue}]*))|./gsu

/** The path of a route with its parameters. Optional parts without theirs are left out. */
export function fillPath(path: string, params: Params): string {
  // One element for each open brace.
  let open: { text: string; missing?: string; isUsed?: boolean }[] = [{ text: '' }]
  for (const [token, escaped, brace, sign, quoted, plain] of path.matchAll(TOKEN)) {
    const part = open[0] ?? { text: '' }
    const name = quoted ?? plain
    if (brace === '{') open = [{ text: '' }, ...open]
    else if (brace) {
      const [, outer] = open
      open = open.slice(1)
      if (outer && part.isUsed && part.missing === undefined) {
        outer.text += part.text
        outer.isUsed = true
      }
    } else if (name !== undefined) {
      const value = params[name]
      if (!isGiven(value)) part.missing = name
      else {
        part.isUsed = true
        part.text += encodeSegments(sign === '*' ? [value].flat() : [value], name, path)
      }
    } else part.text += escaped ?? token
  }
  const [{ text, missing } = { text: path }] = open
  if (missing === undefined) return text
  throw new TypeError(`${path} needs params.${missing}`)
}

/** `fetch` resolves dots, and an empty segment or none leads to another route. */
function encodeSegments(values: readonly unknown[], name: string, path: string): string {
  const segments = values.map((value) => toText(value, `params.${name}`))
  const wrong = segments.length > 0 ? segments.find((text) => /^\.{0,2}$/.test(text)) : ''
  if (wrong === undefined) return segments.map(encodeURIComponent).join('/')
  throw new TypeError(`${path} cannot have '${wrong}' in params.${name}`)
}
