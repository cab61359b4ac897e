import { parse, type Token } from 'path-to-regexp'
import type { UrlGrammar, UrlPart } from '../../router/url-parts.ts'
import { compilePattern, withoutTrailingSlashes } from './pattern.ts'

/** Paths of 5.x: `:name`, `*name` and `{optional}`. */
export const urlGrammar: UrlGrammar = {
  parse: (pattern, { strict }) =>
    parse(strict ? pattern : withoutTrailingSlashes(pattern)).tokens.map(toPart),
  compile(pattern, options) {
    if (pattern === '/' && !options.end) return () => ({ path: '', params: {} })
    const match = compilePattern(pattern, options)
    return (path) => match(path) || undefined
  },
}

function toPart(token: Token): UrlPart {
  switch (token.type) {
    case 'text':
      return { type: 'text', text: token.value }
    case 'param':
      return { type: 'value', name: token.name, form: 'segment' }
    case 'wildcard':
      return { type: 'value', name: token.name, form: 'segments' }
    case 'group':
      return { type: 'group', parts: token.tokens.map(toPart) }
  }
}
