import type { Place } from './convert.ts'
import type { Token } from './tokens.ts'

/**
 * The source of a regular expression that matches what a 4.x pattern matches, with the same
 * parameters; `undefined` if that is not certain.
 */
export function toExpression(
  tokens: readonly Token[],
  { dialect, isMount }: Place,
): string | undefined {
  const names = tokens.flatMap((token) => (token.type === 'param' ? [token.name] : []))
  if (new Set(names).size < names.length || names.some((name) => /^\d/.test(name))) return undefined
  // A trailing slash is optional in 4.x. In 3.x, the name of a parameter after a group or a star is shifted.
  const isShifted = dialect === 3 && names.length > 0
  const isUnnamed = (token: Token) =>
    token.type === 'star' || (token.type === 'group' && token.lead === '')
  if (isShifted && tokens.some(isUnnamed)) return undefined
  const wanted = dialect === 4 ? withoutTrailingSlash(tokens) : tokens
  const parts = wanted.map(expressionOf)
  if (parts.includes(undefined)) return undefined
  const body = parts.join('')
  // Alternatives outside of parentheses would also split the anchors.
  if (tokens.some((token) => token.type === 'raw' && token.text === '|')) return undefined
  const source = `^${body}${isMount ? '\\/?(?=\\/|$)' : '\\/?$'}`
  return isExpression(source) ? source : undefined
}

function withoutTrailingSlash(tokens: readonly Token[]): readonly Token[] {
  const last = tokens[tokens.length - 1]
  const isSlash =
    (last?.type === 'text' && last.text === '/') ||
    (last?.type === 'repeated' && last.text === '/' && last.quantifier === '?')
  return isSlash ? tokens.slice(0, -1) : tokens
}

function expressionOf(token: Token): string | undefined {
  switch (token.type) {
    case 'text':
      return escapeText(token.text)
    case 'repeated':
      return escapeText(token.text) + token.quantifier
    case 'raw':
      return escapeSlashes(token.text)
    case 'star':
      return '(.*)'
    case 'group':
      return groupOf(token)
    case 'param':
      return paramOf(token)
  }
}

function groupOf({
  body,
  quantifier,
  lead,
  isCaptured,
}: Extract<Token, { type: 'group' }>): string | undefined {
  // Stars and parameters in groups would have to be converted as well.
  if (/[*:.?(]/.test(body)) return undefined
  const escaped = escapeSlashes(body)
  return `(${isCaptured ? '' : '?:'}${escapeText(lead)}${escaped})${quantifier}`
}

function paramOf(token: Extract<Token, { type: 'param' }>): string | undefined {
  const { lead, name, test, star, optional } = token
  if (star) return undefined
  if (test !== undefined && (hasGroups(test) || /[*.]/.test(test.replace(/\\./g, '')))) {
    return undefined // 4.x replaces stars and dots in here as well.
  }
  const plain = lead === '.' ? '[^/.]+?' : '[^/]+?'
  const capture = `(?<${name}>${test === undefined ? plain : escapeSlashes(test)})`
  const text = escapeText(lead) + capture
  return optional ? `(?:${text})?` : text
}

function hasGroups(source: string): boolean {
  return /(?<!\\)\((?!\?:)/.test(source)
}

function escapeText(text: string): string {
  return text.replace(/[/.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Slashes end the literal of a regular expression. */
function escapeSlashes(source: string): string {
  return source.replace(/(?<!\\)\//g, '\\/')
}

function isExpression(source: string): boolean {
  try {
    new RegExp(source)
    return true
  } catch {
    return false
  }
}
