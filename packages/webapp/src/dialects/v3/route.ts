// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import { exposeMembers, hideMembers } from '../../members/expose.ts'
import { routesForAll } from '../../router/method-search.ts'
import type { Lead, Origin } from '../../router/router-types.ts'
import type { UrlGrammar } from '../../router/url-parts.ts'
import { lateUse } from '../../runtime/late-packages.ts'
import { leadsOfPaths } from '../v4/lead.ts'
import { createPathMatcher } from '../v4/path-matcher.ts'
import type { Matcher } from '../v4/regexp/linear-regexp.ts'
import { compilePath, type Key } from './pattern.ts'
import type { createUrlGrammar } from './url-grammar.ts'

export type Callback = (...args: never[]) => unknown

let isRegisteringAll = false

/** Runs a function whose routes are those of `all`. */
export function registerForAll(register: () => void): void {
  isRegisteringAll = true
  try {
    register()
  } finally {
    isRegisteringAll = false
  }
}

let collect: ((route: object) => void) | undefined

/** Runs a function, and passes the routes that it creates to another one. */
export function collectRoutes(take: (route: object) => void, register: () => void): void {
  collect = take
  try {
    register()
  } finally {
    collect = undefined
  }
}

/** Route parameters of 3.x: an array of the unnamed captures, with a property for each name. */
export type ParamList = (string | undefined)[] & Record<string, string | undefined>

/** An entry of `app.routes`. */
export class Route {
  path: unknown
  method: string
  callbacks: Callback[]
  keys: Key[]
  regexp: RegExp
  declare params: ParamList
  readonly #find: Matcher
  readonly #compiled: RegExp
  readonly #leads: readonly Lead[] | undefined

  constructor(
    method: string,
    path: unknown,
    callbacks: Callback[],
    options?: { sensitive?: unknown; strict?: unknown },
  ) {
    if (isRegisteringAll) routesForAll.add(this)
    collect?.(this)
    this.path = path
    this.method = method
    this.callbacks = callbacks
    this.keys = []
    const rules = {
      sensitive: Boolean(options?.sensitive),
      strict: Boolean(options?.strict),
      end: true,
    }
    this.regexp = compilePath(path, this.keys, rules)
    this.#compiled = this.regexp
    this.#find = createPathMatcher(path, rules, this.regexp)
    this.#leads = typeof path === 'string' ? leadsOfPaths(path) : undefined
  }

  /** The literal prefixes of all matching paths; `undefined` if they are unknown. */
  leads(): readonly Lead[] | undefined {
    // Programs can replace `regexp` and `match`; the leads are then unknown.
    const isAsMade = this.regexp === this.#compiled && this.match === match
    return isAsMade ? this.#leads : undefined
  }

  origin(): Origin {
    return { dialect: '3.x', paths: [this.path] }
  }

  grammar(): UrlGrammar {
    return lateGrammar()
  }

  /** Whether the path matches this route. Stores the captures in `params`. */
  match(path: string): boolean {
    // A program can replace `route.regexp`; that expression is run unchanged.
    const isOwn = this.regexp === this.#compiled
    const found = isOwn ? this.#find(path) : this.regexp.exec(path)
    const params = [] as unknown as ParamList
    this.params = params
    if (found === null) return false
    for (let index = 1; index < found.length; index++) {
      const value = decodeParam(found[index])
      const key = this.keys[index - 1]
      if (key === undefined) params.push(value)
      else params[key.name] = value
    }
    return true
  }
}

const { match } = Route.prototype
exposeMembers(Route.prototype)
hideMembers(Route.prototype, ['leads', 'origin', 'grammar'])

function decodeParam(value: string | undefined): string | undefined {
  if (typeof value !== 'string') return value
  try {
    return decodeURIComponent(value)
  } catch {
    throw Object.assign(new Error(`Failed to decode param '${value}'`), { status: 400 })
  }
}

type Grammar = { createUrlGrammar: typeof createUrlGrammar }

// Most programs write no URLs of routes.
const lateGrammar = lateUse<UrlGrammar>(() =>
  (require('./url-grammar.js') as Grammar).createUrlGrammar(
    (path, options) => new Route('get', path, [], options),
  ),
)
