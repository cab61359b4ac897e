import type { UrlGrammar, UrlMatch, UrlOptions } from '../../router/url-parts.ts'
import { UrlParser } from './url-parser.ts'

/** A layer that compares paths. */
interface Matching {
  match(path: string): boolean
  readonly path: string | undefined
  readonly params: object | undefined
}

/** Paths of 4.x: `:name`, `:name(pattern)`, `:name?`, `:name*`, `*` and groups. */
export function createUrlGrammar(
  createLayer: (pattern: string, options: UrlOptions) => Matching,
): UrlGrammar {
  return {
    parse: (pattern, { sensitive }) =>
      new UrlParser(pattern, {
        parameter: /(\/)?(\.)?:(\w+)(\([^()]*\))?/y,
        modifiers: /(?<star>\*)?(?<optional>\?)?/y,
        hasEscapes: true,
        groupTakesSlash: false,
        restCaptures: 1,
        namesByPosition: false,
        // As in Express: the first star, unless an escape is before it.
        expand: (group) => group.replace(/\\.|\*/, (found) => (found === '*' ? '(.*)' : found)),
        flags: sensitive ? '' : 'i',
      }).parse(),
    compile(pattern, options) {
      const layer = createLayer(pattern, options)
      return (path): UrlMatch | undefined =>
        layer.match(path) ? { path: layer.path ?? '', params: layer.params ?? {} } : undefined
    },
  }
}
