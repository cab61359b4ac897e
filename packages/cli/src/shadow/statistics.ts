import type { Difference } from './compare/compare.ts'
import type { Failure, Reply } from './exchange.ts'
import type { Frame } from './protocol.ts'
import { fitsPattern, pathOf, routeName } from './route-name.ts'

/** Routes that are counted on their own. A client can ask for any path. */
const MOST_ROUTES = 2000

/** Different examples that are kept for each route. */
const MOST_EXAMPLES = 5

/** One request, with what the copies sent. */
export interface Example {
  readonly frame: Frame
  readonly express: Reply | Failure
  readonly webapp: Reply | Failure
  readonly differences: readonly Difference[]
}

/** What was seen of a route. */
export class RouteStatistics {
  readonly name: string
  /** Requests whose responses were compared. */
  compared = 0
  equal = 0
  different = 0
  /** Neither copy gave a comparable response. */
  lost = 0
  /** Why the first of these was not compared. */
  firstLost: string | undefined
  /** Both copies sent another status than the program. */
  unlikeProgram = 0
  /** The statuses of the program and of the copies, for the first of these. */
  firstUnlike: { readonly program: number; readonly copies: number } | undefined
  readonly declared = new Map<string, number>()
  readonly changing = new Set<string>()
  readonly examples: Example[] = []
  readonly #seen = new Set<string>()

  constructor(name: string) {
    this.name = name
  }

  addLost(reason: string): void {
    this.lost++
    this.firstLost ??= reason
  }

  addDeclared(rows: Iterable<string>): void {
    for (const row of rows) this.declared.set(row, (this.declared.get(row) ?? 0) + 1)
  }

  /** Counts the response of the copies, if it has another status than that of the program. */
  addUnlike(program: number, copies: number): void {
    if (program === copies) return
    this.unlikeProgram++
    this.firstUnlike ??= { program, copies }
  }

  addExample(example: Example): void {
    this.different++
    const kind = example.differences.map(({ part, name = '' }) => `${part} ${name}`).join()
    if (this.#seen.has(kind) || this.examples.length === MOST_EXAMPLES) return
    this.#seen.add(kind)
    this.examples.push(example)
  }
}

/** What was compared so far. */
export class Statistics {
  readonly started = new Date()
  readonly routes = new Map<string, RouteStatistics>()
  /** Methods and paths of requests whose route does not fit their path, the first ones. */
  readonly loosePaths = new Set<string>()
  readonly #seen = new Map<object, number>()
  /** Requests for which there was no room in the queue. */
  dropped = 0
  /** Requests that are in the queue or being compared. */
  waiting = 0

  /** Requests that the program has received. */
  get seen(): number {
    return [...this.#seen.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Each process of the program counts its own. */
  setSeen(source: object, count: number): void {
    this.#seen.set(source, count)
  }

  routeOf({ recording: { method, url, route } }: Frame): RouteStatistics {
    const name = routeName(method, url, route)
    this.#addLoosePath(method, pathOf(url), route)
    const known = this.routes.get(name)
    if (known !== undefined) return known
    if (this.routes.size >= MOST_ROUTES) return this.#add('(other paths)')
    return this.#add(name)
  }

  #addLoosePath(method: string, path: string, route: string | undefined): void {
    if (route === undefined || this.loosePaths.size >= MOST_ROUTES) return
    if (!route.split(', ').some((pattern) => fitsPattern(pattern, path)))
      this.loosePaths.add(`${method} ${path}`)
  }

  #add(name: string): RouteStatistics {
    const route = this.routes.get(name) ?? new RouteStatistics(name)
    this.routes.set(name, route)
    return route
  }
}
