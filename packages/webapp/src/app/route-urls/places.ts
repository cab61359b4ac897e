import { patternsOf } from '../../router/param-patterns.ts'
import { plainGrammar } from '../../router/url-parts.ts'
import { isApplication } from '../mount.ts'
import { mountPatternsOf } from '../route-list/mount-paths.ts'
import { type FoundRoute, type Mounting, mountingsOf } from './find-routes.ts'
import type { UrlEntry, UrlHolder } from './url-fields.ts'
import type { UrlStep } from './url-step.ts'

/** A way to a route, from an application or from a router that is not mounted. */
export interface RoutePlace {
  readonly root: object
  readonly found: FoundRoute
  /** The mount paths as they were written, without a slash at the end; empty for none. */
  readonly mount: string
  readonly mounts: readonly UrlStep[]
}

/** Routers that are mounted in each other can have any number of ways to a route. */
const MAX_WAYS = 10_000

/** The ways to a route. With `through`, only those through this application or router. */
export function placesOf(found: FoundRoute, through?: object): RoutePlace[] {
  const places: RoutePlace[] = []
  let ways = 0
  const climb = (chain: readonly Mounting[], holder: object): void => {
    if (++ways > MAX_WAYS) return
    const within = [found.holder, ...chain.map(({ parent }) => parent)]
    const next = mountingsOf(holder).filter(({ parent }) => !within.includes(parent))
    if (next.length === 0 && (through === undefined || within.includes(through))) {
      places.push(...toPlaces(found, chain, holder))
    }
    for (const mounting of next) climb([...chain, mounting], mounting.parent)
  }
  climb([], found.holder)
  const inApps = places.filter(({ root }) => isApplication(root))
  return inApps.length === 0 ? places : inApps
}

/** One place for each combination of mount paths. */
function toPlaces(found: FoundRoute, chain: readonly Mounting[], root: object): RoutePlace[] {
  const start: RoutePlace = { root, found, mount: '', mounts: [] }
  return [...chain].reverse().reduce(
    (places, { parent, entry }) =>
      places.flatMap((place) =>
        mountPatternsOf(entry as never).map((pattern) => {
          const step = stepOf(entry, pattern, parent, false)
          const shown = withoutSlash(String(pattern))
          const mounts = shown === '' ? place.mounts : [...place.mounts, step]
          return { ...place, mount: place.mount + shown, mounts }
        }),
      ),
    [start],
  )
}

/** A mount path, or the path of a route. */
export function stepOf(
  entry: UrlEntry,
  pattern: string | RegExp,
  holder: object,
  isRoute: boolean,
): UrlStep {
  const isText = typeof entry.route === 'string'
  const shown = isText || !isRoute ? withoutSlash(String(pattern)) : String(pattern)
  return {
    pattern: pattern instanceof RegExp ? pattern : shown,
    grammar: isText ? plainGrammar : entry.grammar?.(),
    options: { ...optionsOf(holder, isRoute), end: isRoute },
    known: patternsOf(holder),
  }
}

/** As `webapp.routes` shows a path: without the slash that a mount path may end with. */
function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '')
}

function optionsOf(holder: object, isRoute: boolean): { sensitive: boolean; strict: boolean } {
  const { caseSensitive, strict, settings } = holder as UrlHolder
  const isApp = isApplication(holder)
  const sensitive = isApp ? settings?.['case sensitive routing'] : caseSensitive
  const isStrict = isApp ? settings?.['strict routing'] : strict
  return { sensitive: Boolean(sensitive), strict: isRoute && Boolean(isStrict) }
}
