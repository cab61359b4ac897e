// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import type { ErrorHandler, Handler, Next, Req, Res } from '../../http/exchange.ts'
import { exposeMembers, hideMembers } from '../../members/expose.ts'
import { runErrorHandler, runHandler } from '../../router/layer.ts'
import type {
  Lead,
  Origin,
  PatternOptions,
  Route,
  Layer as RouterLayer,
} from '../../router/router-types.ts'
import type { UrlGrammar } from '../../router/url-parts.ts'
import { lateUse } from '../../runtime/late-packages.ts'
import { leadsOfPatterns } from './lead.ts'
import { compilePattern, type Match, type PatternMatcher } from './pattern.ts'
import { sendReturnedResponse } from './returned-response.ts'
import type { urlGrammar } from './url-grammar.ts'

const NO_NAMES: readonly string[] = []

// Most programs write no URLs of routes.
const lateGrammar = lateUse<UrlGrammar>(
  () => (require('./url-grammar.js') as { urlGrammar: typeof urlGrammar }).urlGrammar,
)

/** A layer as 5.x shows it: with its matchers. */
export class Layer implements RouterLayer {
  handle: Handler | ErrorHandler
  keys: readonly string[]
  name: string
  params: Record<string, unknown> | undefined
  path: string | undefined
  /** The layer is mounted at '/', so it matches every path. */
  slash: boolean
  matchers: PatternMatcher[]
  declare route: Route | undefined
  declare method: string | undefined
  readonly #paths: readonly unknown[]
  readonly #compiled: readonly PatternMatcher[]
  #leads: readonly Lead[] | undefined = undefined
  #isNamed = false
  #measured: Handler | ErrorHandler | undefined = undefined
  #length = 0

  constructor(path: unknown, options: PatternOptions, handle: Handler | ErrorHandler) {
    // The same property order as in Express, for tools that enumerate layers.
    this.handle = handle
    this.keys = NO_NAMES
    this.name = handle.name || '<anonymous>'
    this.params = undefined
    this.path = undefined
    this.slash = path === '/' && !options.end
    this.#paths = [path].flat(Number.POSITIVE_INFINITY)
    this.#compiled = this.#paths.map((pattern) => compilePattern(pattern, options))
    this.matchers = [...this.#compiled]
  }

  match(path: string | undefined): boolean {
    const match = path === undefined ? false : tryMatch(this, path)
    if (!match) {
      this.params = undefined
      this.path = undefined
      return false
    }
    this.params = match.params
    this.path = match.path
    this.#isNamed = match.names !== undefined
    this.keys = match.names ?? Object.keys(match.params)
    return true
  }

  leads(): readonly Lead[] | undefined {
    if (this.slash || !this.#isUnmodified()) return undefined
    this.#leads ??= leadsOfPatterns(this.#paths)
    return this.#leads
  }

  origin(): Origin {
    return { dialect: '5.x', paths: this.#paths }
  }

  grammar(): UrlGrammar {
    return lateGrammar()
  }

  paramNames(): readonly string[] {
    return this.keys
  }

  knownNames(): readonly string[] | undefined {
    return this.#isNamed && this.match === match ? this.keys : undefined
  }

  handleRequest(req: Req, res: Res, next: Next): void {
    const handle = this.handle as Handler
    if (this.#lengthOf(handle) > 3) next()
    else runHandler(handle, sendReturnedResponse, req, res, next)
  }

  handleError(error: unknown, req: Req, res: Res, next: Next): void {
    const handle = this.handle as ErrorHandler
    if (this.#lengthOf(handle) !== 4) next(error)
    else runErrorHandler(handle, sendReturnedResponse, error, req, res, next)
  }

  // Programs can replace `match` and `matchers`; the leads are then unknown.
  #isUnmodified(): boolean {
    const { matchers } = this
    if (this.match !== match || matchers.length !== this.#compiled.length) return false
    for (let at = 0; at < matchers.length; at++) {
      if (matchers[at] !== this.#compiled[at]) return false
    }
    return true
  }

  // Cached, because reading `length` of a function is slow. Tools replace the handler.
  #lengthOf(handle: Handler | ErrorHandler): number {
    if (handle !== this.#measured) {
      this.#measured = handle
      this.#length = handle.length
    }
    return this.#length
  }
}

const { match } = Layer.prototype
exposeMembers(Layer.prototype)
hideMembers(Layer.prototype, ['leads', 'origin', 'grammar', 'paramNames', 'knownNames'])

function tryMatch(layer: Layer, path: string): Match | false {
  if (layer.slash) return { path: '', params: {}, names: NO_NAMES }
  for (const matcher of layer.matchers) {
    const match = matcher(path)
    if (match) return match
  }
  return false
}
