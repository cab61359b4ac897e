import type { UrlGrammar, UrlOptions } from '../../router/url-parts.ts'
import { UrlParser } from '../v4/url-parser.ts'

/** A route that compares paths. */
interface Matching {
  match(path: string): boolean
  readonly params: object
}

/** Paths of 3.x routes, in which names belong to captures by position. */
export function createUrlGrammar(
  createRoute: (pattern: string, options: UrlOptions) => Matching,
): UrlGrammar {
  return {
    parse: (pattern, { sensitive }) =>
      new UrlParser(pattern, {
        parameter: /(\/)?(\.)?:(\w+)(\([^()]*\))?/y,
        modifiers: /(?<optional>\?)?(?<star>\*)?/y,
        hasEscapes: false,
        groupTakesSlash: true,
        restCaptures: 2,
        namesByPosition: true,
        expand: (group) => group.replace(/[/.]/g, '\\$&').replaceAll('*', '(.*)'),
        flags: sensitive ? '' : 'i',
      }).parse(),
    compile(pattern, options) {
      const route = createRoute(pattern, options)
      return (path) => (route.match(path) ? { path, params: route.params } : undefined)
    },
  }
}
