import { describe, join, show } from './entry-texts.ts'
import type { Finding, HolderEntry, MiddlewareEntry, RouteEntry } from './model.ts'

type Registered = RouteEntry | MiddlewareEntry

/** An entry with the path that it is mounted at. */
interface Located {
  readonly entry: Registered
  readonly base: string
}

/** The routes and functions of an application, and of all that is mounted in it. */
function entriesIn({ entries }: HolderEntry, base = ''): Located[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'mount') return [{ entry, base }]
    return entriesIn(entry.holder, join(base, entry.paths[0] ?? ''))
  })
}

/** Names that routes with different paths have: `app.url` then cannot know which is meant. */
export function checkUniqueNames(holder: HolderEntry): Finding[] {
  const first = new Map<string, { readonly route: RouteEntry; readonly base: string }>()
  return entriesIn(holder).flatMap(({ entry: route, base }): Finding[] => {
    if (route.type !== 'route' || route.name === undefined) return []
    const known = first.get(route.name)
    if (known === undefined) first.set(route.name, { route, base })
    if (known === undefined || isSame(known, { route, base })) return []
    const other = `${describe(known.route, known.base)} at ${show(known.route.place)}`
    const message = `${describe(route, base)} has the name '${route.name}', as ${other}. Rename one of them.`
    return [{ rule: 'duplicate-name', message, place: route.place }]
  })
}

interface Named {
  readonly route: RouteEntry
  readonly base: string
}

/** Another method of the same path, or a router that a function of the program creates repeatedly. */
function isSame(one: Named, other: Named): boolean {
  const pathsOf = ({ route, base }: Named) => String(route.paths.map((path) => join(base, path)))
  return show(one.route.place) === show(other.route.place) || pathsOf(one) === pathsOf(other)
}

/** Handlers that write the URL of a route that does not exist. */
export function checkUrls(holder: HolderEntry, names: readonly string[]): Finding[] {
  return entriesIn(holder).flatMap(({ entry, base }) =>
    entry.handlers.flatMap(({ name: handler, urls }) =>
      urls
        .filter((name) => !names.includes(name))
        .map((name) => {
          const where = entry.type === 'route' ? describe(entry, base) : 'app.use'
          const known = names.length === 0 ? 'None has one' : `Known are ${names.join(', ')}`
          const message = `${where}: ${handler} writes the URL of '${name}', but no route has this name. ${known}.`
          return { rule: 'unknown-name', message, place: entry.place }
        }),
    ),
  )
}
