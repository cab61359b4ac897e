import type { Dialect } from '../flow/values.ts'

/** A part of a path pattern of Express 3 or 4. */
export type Token =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'param'
      /** The slash or dot that an optional parameter makes optional too. */
      readonly lead: string
      readonly name: string
      /** The regular expression in parentheses. */
      readonly test: string | undefined
      readonly star: boolean
      readonly optional: boolean
    }
  | { readonly type: 'star' }
  | {
      readonly type: 'group'
      readonly body: string
      readonly quantifier: string
      readonly lead: string
      /** Whether the text of the group is a numbered parameter. */
      readonly isCaptured: boolean
    }
  /** A character that the regular expression repeats or makes optional: `b?`, `b+`. */
  | { readonly type: 'repeated'; readonly text: string; readonly quantifier: string }
  /** A character that has a meaning in regular expressions only: `|`, `[`, `^`, `\`. */
  | { readonly type: 'raw'; readonly text: string }

const PARAM = /^([/.]?):(\w+)(\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\))?(\*)?(\?)?/
const GROUP = /^\(((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*)\)([?+*]?)/
const RAW = /^(?:\\.|\[[^\]]*\][?+]?|[|^$])/

/** The parts of a pattern; `undefined` if its parentheses do not match. */
export function tokenize(pattern: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = []
  let rest = pattern
  while (rest !== '') {
    const isAfterSlash = pattern[pattern.length - rest.length - 1] === '/'
    const read = readToken(rest, dialect, isAfterSlash)
    if (read === undefined) return undefined
    tokens.push(read.token)
    rest = rest.slice(read.length)
  }
  return tokens
}

interface Read {
  readonly token: Token
  readonly length: number
}

function readToken(rest: string, dialect: Dialect, isAfterSlash: boolean): Read | undefined {
  const param = PARAM.exec(rest)
  if (param) {
    const [{ length }, lead = '', name = '', test, star, optional] = param
    const token = { lead, name, test: test?.slice(1, -1), star: !!star, optional: !!optional }
    return { token: { type: 'param', ...token }, length }
  }
  // In 3.x a group after a slash includes the slash (D-004).
  const lead = dialect === 3 && rest.startsWith('/(') ? '/' : ''
  const group = GROUP.exec(rest.slice(lead.length))
  if (group) {
    const [text, body = '', quantifier = ''] = group
    const length = lead.length + text.length
    const isCaptured = lead === '' && !isAfterSlash
    return { token: { type: 'group', body, quantifier, lead, isCaptured }, length }
  }
  if (rest.startsWith('*')) return { token: { type: 'star' }, length: 1 }
  const raw = RAW.exec(rest)
  if (raw) return { token: { type: 'raw', text: raw[0] }, length: raw[0].length }
  const [text = ''] = rest
  if (/[()?+]/.test(text)) return undefined
  const [quantifier = ''] = /^(?:[?+]|\{\d+(?:,\d*)?\})/.exec(rest.slice(1)) ?? []
  if (quantifier) {
    return { token: { type: 'repeated', text, quantifier }, length: 1 + quantifier.length }
  }
  return { token: { type: 'text', text }, length: 1 }
}
