import type { Dialect } from '../flow/values.ts'
import { toExpression } from './expression.ts'
import { type Token, tokenize } from './tokens.ts'

/** How a handler reads a value that a pattern captured under another name. */
export interface Capture {
  /** The key of `req.params` in the old pattern: `0`, `path`. */
  readonly key: string
  /** The name of the wildcard in the new one. */
  readonly name: string
  /** Text that the old value starts with and the new one does not have. */
  readonly prefix: string
}

export type Conversion =
  | { readonly type: 'same' }
  | { readonly type: 'string'; readonly pattern: string; readonly captures: readonly Capture[] }
  | { readonly type: 'regexp'; readonly source: string }
  | { readonly type: 'unclear'; readonly reason: string }

export interface Place {
  readonly dialect: Dialect
  /** Whether the path is a mount path, which may end before the path of a request does. */
  readonly isMount: boolean
  /** Whether the text is only a part of a pattern, as in a template. */
  readonly isPart?: boolean
  /** The number of wildcards in the parts before this one. */
  readonly splats?: number
}

/** The 5.x spelling of a path pattern of Express 3 or 4. */
export function convertPattern(pattern: string, place: Place): Conversion {
  if (pattern === '') return { type: 'same' }
  const tokens = tokenize(pattern, place.dialect)
  if (tokens === undefined) {
    return {
      type: 'unclear',
      reason: `the parentheses or quantifiers of '${pattern}' do not match`,
    }
  }
  // Written for 5.x already, or braces that 4.x takes literally: only a person can tell.
  if (isNewSpelling(pattern)) return { type: 'same' }
  // In 3.x a mount path is plain text (D-006).
  if (place.dialect === 3 && place.isMount && tokens.some(({ type }) => type !== 'text')) {
    return { type: 'unclear', reason: `3.x takes the mount path '${pattern}' literally` }
  }
  const spelled = isWhole(tokens, place) ? WHOLE : spell(tokens, place)
  if (spelled === undefined) return toRegExp(tokens, place, pattern)
  if (spelled.pattern === pattern) return { type: 'same' }
  return { type: 'string', ...spelled }
}

export function isNewSpelling(pattern: string): boolean {
  if (/[()]/.test(pattern)) return false
  return /\{(?!\d+(?:,\d*)?\})[^}]*\}/.test(pattern) || /\/\*[A-Za-z_$][\w$]*$/.test(pattern)
}

interface Spelled {
  readonly pattern: string
  readonly captures: readonly Capture[]
}

// The path '*' captures the whole path with its slash.
const WHOLE: Spelled = {
  pattern: '/{*splat}',
  captures: [{ key: '0', name: 'splat', prefix: '/' }],
}

function isWhole(tokens: readonly Token[], place: Place): boolean {
  if (place.isPart || tokens.length !== 1) return false
  return tokens[0]?.type === 'star'
}

/** The string form, or `undefined` if 5.x has none for one of the parts. */
function spell(tokens: readonly Token[], place: Place): Spelled | undefined {
  let pattern = ''
  let unnamed = 0
  let splats = place.splats ?? 0
  const captures: Capture[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'text') {
      pattern += escapeText(token.text)
    } else if (token.type === 'repeated' && token.quantifier === '?') {
      // An optional slash is what 5.x adds to every path itself, and braces around one are an error.
      if (token.text === '/' && index === tokens.length - 1 && pattern !== '') continue
      pattern += `{${escapeText(token.text)}}`
    } else if (token.type === 'group' && place.dialect === 4 && isOptionalText(token)) {
      pattern += `{${escapeText(token.body)}}`
      if (token.isCaptured) unnamed++
    } else if (token.type === 'star') {
      const before = tokens[index - 1]
      // 5.x needs text between two captures. In `**` the second star captures nothing.
      if (before?.type === 'param') return undefined
      if (before?.type === 'star') {
        unnamed++
        continue
      }
      const name = ++splats === 1 ? 'splat' : `splat${splats}`
      captures.push({ key: String(unnamed++), name, prefix: '' })
      pattern += `{*${name}}`
    } else if (token.type === 'param') {
      const next = tokens[index + 1]
      if (token.lead === '' && tokens[index - 1]?.type === 'star') return undefined
      if (next?.type === 'param' && next.lead === '' && !token.star) return undefined
      if (place.dialect === 3 && sharesSegment(tokens, index)) return undefined
      const spelled = spellParam(token, place, pattern === '' && !place.isPart)
      if (spelled === undefined) return undefined
      if (token.test !== undefined) captures.push({ key: token.name, name: token.name, prefix: '' })
      pattern += spelled
    } else {
      return undefined
    }
  }
  return { pattern, captures }
}

/** 4.x matches the text of such a group without capturing it; 3.x numbers it. */
function isOptionalText({ body, quantifier, lead }: Extract<Token, { type: 'group' }>): boolean {
  return quantifier === '?' && lead === '' && /^[\w-]+$/.test(body)
}

/** Two parameters in one segment: 3.x gives the first one less than 4.x and 5.x do. */
function sharesSegment(tokens: readonly Token[], index: number): boolean {
  const next = tokens.slice(index + 1)
  const end = next.findIndex((token) =>
    token.type === 'text' ? token.text === '/' : token.type === 'param' && token.lead === '/',
  )
  const segment = end === -1 ? next : next.slice(0, end)
  return segment.some((token) => token.type === 'param' && token.lead === '')
}

type Param = Extract<Token, { type: 'param' }>

function spellParam(token: Param, { dialect }: Place, isFirst: boolean): string | undefined {
  const { lead, test, star, optional } = token
  // A name that starts with a digit needs quotes in 5.x.
  const name = /^[A-Za-z_]/.test(token.name) ? token.name : `"${token.name}"`
  if (star) return undefined
  if (test === '*') {
    if (optional && lead === '.') return undefined
    return optional && !isFirst ? `{${lead}*${name}}` : `${lead}{*${name}}`
  }
  // 4.x reads the star in `(.*)` as a wildcard, so the dot stands for at least one character.
  if (test === '.*' && dialect === 4 && !optional) return `${lead}*${name}`
  if (test !== undefined) return undefined
  if (!optional) return `${lead}:${name}`
  // The path of a request starts with a slash, which no route may leave out.
  return isFirst && lead === '/' ? `/{:${name}}` : `{${lead}:${name}}`
}

/** Characters with a meaning in patterns of 5.x that 4.x takes literally. */
function escapeText(text: string): string {
  return text.replace(/[{}()[\]+?!*:\\]/g, '\\$&')
}

function toRegExp(tokens: readonly Token[], place: Place, pattern: string): Conversion {
  if (place.isPart) {
    return { type: 'unclear', reason: `5.x needs a regular expression for '${pattern}'` }
  }
  const source = toExpression(tokens, place)
  if (source === undefined) {
    return { type: 'unclear', reason: `'${pattern}' has no certain equivalent in 5.x` }
  }
  return { type: 'regexp', source }
}
