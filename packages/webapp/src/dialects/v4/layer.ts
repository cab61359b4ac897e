// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import pathToRegexp, { type Key } from 'path-to-regexp-v0'
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
import { showCaller } from '../../runtime/caller-stack.ts'
import { lateUse } from '../../runtime/late-packages.ts'
import { leadsOfPaths } from './lead.ts'
import { createPathMatcher } from './path-matcher.ts'
import type { Matcher } from './regexp/linear-regexp.ts'
import { resultHandlerFor } from './rejections.ts'
import type { createUrlGrammar } from './url-grammar.ts'

/** A regular expression with flags for patterns that match without running it. */
export interface MarkedRegExp extends RegExp {
  fast_star: boolean
  fast_slash: boolean
}

/** A layer as 4.x shows it: with the regular expression and keys of its path. */
export class Layer implements RouterLayer {
  handle: Handler | ErrorHandler
  name: string
  params: Record<string, unknown> | undefined
  path: string | undefined
  keys: Key[]
  regexp: MarkedRegExp
  declare route: Route | undefined
  #find: Matcher | undefined = undefined
  declare method: string | undefined
  readonly #path: unknown
  #measured: Handler | ErrorHandler | undefined = undefined
  #length = 0
  #names: readonly string[] = []
  #leads: readonly Lead[] | undefined = undefined
  readonly #compiled: RegExp
  readonly #options: PatternOptions

  constructor(path: unknown, options: PatternOptions, handle: Handler | ErrorHandler) {
    // The same property order as in Express, for tools that enumerate layers.
    this.handle = handle
    this.name = handle.name || '<anonymous>'
    this.params = undefined
    this.path = undefined
    this.keys = []
    this.regexp = compilePath(path, this.keys, options)
    this.regexp.fast_star = path === '*'
    this.regexp.fast_slash = path === '/' && !options.end
    // A copy, because programs can change the array of paths.
    this.#path = Array.isArray(path) ? path.flat(Number.POSITIVE_INFINITY) : path
    this.#compiled = this.regexp
    this.#options = options
  }

  match(path: string | undefined): boolean {
    if (path !== undefined) {
      if (this.regexp.fast_slash) return this.#matched('', {})
      if (this.regexp.fast_star) return this.#matched(path, { 0: decodeParam(path) })
      const found = this.#search(path)
      if (found !== null) return this.#take(found)
    }
    this.params = undefined
    this.path = undefined
    return false
  }

  // The matcher is created on first use, because most layers of an application rarely match.
  #search(path: string): ReturnType<Matcher> {
    // A program can replace `layer.regexp`; that expression is run unchanged.
    if (this.regexp !== this.#compiled) return this.regexp.exec(path)
    this.#find ??= createPathMatcher(this.#path, this.#options, this.regexp)
    return this.#find(path)
  }

  #take(found: readonly (string | undefined)[]): true {
    const params: Record<string, unknown> = {}
    // Set before decoding: Express keeps these values even if decoding throws.
    this.#matched(found[0] ?? '', params)
    readCaptures(found, this.keys, params)
    return true
  }

  #matched(path: string, params: Record<string, unknown>): true {
    this.params = params
    this.path = path
    return true
  }

  leads(): readonly Lead[] | undefined {
    // Programs can replace `regexp`, its flags and `match`; the leads are then unknown.
    const { regexp } = this
    const isAsMade = regexp === this.#compiled && this.match === match
    if (!isAsMade || regexp.fast_slash || regexp.fast_star) return undefined
    this.#leads ??= leadsOfPaths(this.#path)
    return this.#leads
  }

  origin(): Origin {
    return { dialect: '4.x', paths: [this.#path] }
  }

  grammar(): UrlGrammar {
    return lateGrammar()
  }

  paramNames(): readonly string[] {
    // Programs can change `layer.keys`.
    if (!areNamed(this.keys, this.#names)) {
      // The name of an unnamed capture is a number; param callbacks receive it as such.
      this.#names = this.keys.map((key) => key.name as string)
    }
    return this.#names
  }

  handle_error(error: unknown, req: Req, res: Res, next: Next): void {
    const handle = this.handle as ErrorHandler
    if (this.#lengthOf(handle) !== 4) next(error)
    else runErrorHandler(handle, resultHandlerFor(req), error, req, res, next)
  }

  handle_request(req: Req, res: Res, next: Next): void {
    const handle = this.handle as Handler
    if (this.#lengthOf(handle) > 3) next()
    else runHandler(handle, resultHandlerFor(req), req, res, next)
  }

  // The router calls these two. Tracing tools for 4.x replace `handle_error` and `handle_request`.
  handleError(error: unknown, req: Req, res: Res, next: Next): void {
    this.handle_error(error, req, res, next)
  }

  handleRequest(req: Req, res: Res, next: Next): void {
    this.handle_request(req, res, next)
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
hideMembers(Layer.prototype, [
  'leads',
  'origin',
  'grammar',
  'paramNames',
  'handleError',
  'handleRequest',
])
Object.defineProperty(Layer.prototype.handle_request, 'name', { value: 'handle' })

function compilePath(path: unknown, keys: Key[], options: PatternOptions): MarkedRegExp {
  try {
    return pathToRegexp(path, keys, options) as MarkedRegExp
  } catch (error) {
    throw showCaller(error, true)
  }
}

/** Captures by name or number. A missing optional capture has the value `undefined`. */
function readCaptures(
  found: readonly (string | undefined)[],
  keys: readonly Key[],
  params: Record<string, unknown>,
): void {
  keys.forEach((key, index) => {
    const value = decodeParam(found[index + 1])
    if (value !== undefined || !Object.hasOwn(params, key.name)) params[key.name] = value
  })
}

function areNamed(keys: readonly Key[], names: readonly string[]): boolean {
  for (let at = 0; at < keys.length; at++) {
    if (keys[at]?.name !== names[at]) return false
  }
  return keys.length === names.length
}

function decodeParam(value: string | undefined): string | undefined {
  if (!value?.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch (error) {
    throw Object.assign(error as Error, {
      message: `Failed to decode param '${value}'`,
      statusCode: 400,
      status: 400,
    })
  }
}

type Grammar = { createUrlGrammar: typeof createUrlGrammar }

const unused = () => undefined

// Most programs write no URLs of routes.
const lateGrammar = lateUse<UrlGrammar>(() =>
  (require('./url-grammar.js') as Grammar).createUrlGrammar(
    (path, options) => new Layer(path, options, unused),
  ),
)
