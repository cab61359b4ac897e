import type { Dialect } from '../flow/values.ts'
import { type Token, tokenize } from './tokens.ts'

/** A parameter of a path. */
export interface Parameter {
  readonly name: string
  /** The pattern in parentheses, as text. */
  readonly test: string | undefined
  /** Whether `param(name, pattern)` admits the same values as the parentheses, in a plain `/:name`. */
  readonly isPortable: boolean
}

/** The parameters of a path of Express 3 or 4. */
export function parametersOf(path: string, dialect: Dialect): Parameter[] {
  const tokens = tokenize(path, dialect) ?? []
  return tokens.flatMap((token, index) => {
    if (token.type !== 'param') return []
    const { name, test } = token
    const isPortable = isWholeSegment(tokens, index) && test !== undefined && isPortableTest(test)
    return [{ name, test, isPortable }]
  })
}

/** The path without the patterns in parentheses, or `undefined` if it has other parts of its own. */
export function withoutTests(path: string, dialect: Dialect): string | undefined {
  const tokens = tokenize(path, dialect)
  const parts = tokens?.map((token) => {
    if (token.type === 'text') return token.text
    if (token.type !== 'param' || token.star) return undefined
    return `${token.lead}:${token.name}${token.optional ? '?' : ''}`
  })
  return parts?.includes(undefined) ? undefined : parts?.join('')
}

/** The literal that `param` gets: the whole value has to fit, in any case as in a path. */
export function patternLiteral(test: string): string {
  const body = test.includes('|') ? `(?:${test})` : test
  return `/^${body}$/${dependsOnCase(test) ? 'i' : ''}`
}

/** Whether a pattern has letters of its own, which 4.x compares in any case. */
export function dependsOnCase(test: string): boolean {
  return /[a-z]/i.test(test.replace(/\\./g, ''))
}

function isWholeSegment(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]
  const next = tokens[index + 1]
  if (token?.type !== 'param' || token.star || token.lead !== '/') return false
  if (next === undefined) return true
  return next.type === 'param' ? next.lead === '/' : next.type === 'text' && next.text === '/'
}

/**
 * Digits, letters, sets of them and their repetition. Not what could match nothing, a slash, or an
 * escape: 4.x compares the pattern with the path as the client sent it, `param` with the decoded value.
 */
const PORTABLE = /^(?:\\[dw]|[\w|-]|\[(?:\\[dw]|[\w-])+\]|[+?]|\{\d+(?:,\d*)?\}|\(\?:|\))+$/

function isPortableTest(test: string): boolean {
  if (!PORTABLE.test(test)) return false
  try {
    return !new RegExp(`^(?:${test})$`).test('')
  } catch {
    return false
  }
}
