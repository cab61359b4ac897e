import { inspect } from 'node:util'
import type { RouteInfo, RouteMiddleware, RoutePattern } from '../../types/shared/introspection.ts'
import { createInfo } from './route-entries.ts'
import { parametersOf } from './route-patterns.ts'
import { type Entry, isHolder, kindOf, type MountEntry, readEntries } from './route-tree.ts'

/** The routes of an application or a router, and of everything mounted in it. */
export function listRoutes(app: object): RouteInfo[] {
  return flatten(readEntries(checkHolder(app, 'routes')), { path: '', mounts: [], before: [] })
}

/** The same routes as a tree in text. */
export function formatRoutes(app: object): string {
  const entries = readEntries(checkHolder(app, 'printRoutes'))
  const dialect = commonDialect(entries)
  const head = dialect === undefined ? kindOf(app) : `${kindOf(app)} ${dialect}`
  return [head, ...printEntries(entries, dialect)].join('\n')
}

function checkHolder(app: unknown, name: string): object {
  if (isHolder(app)) return app
  throw new TypeError(`${name} takes an application or a router, got ${inspect(app, { depth: 0 })}`)
}

/** Where a list of entries is mounted. */
interface Place {
  readonly path: string
  readonly mounts: readonly RoutePattern[]
  readonly before: readonly RouteMiddleware[]
}

function flatten(entries: readonly Entry[], { path: base, mounts, before }: Place): RouteInfo[] {
  const beginnings = new Map<readonly RouteMiddleware[], readonly RouteMiddleware[]>()
  return entries.flatMap((entry) => {
    const path = join(base, entry.path)
    const all = beginnings.get(entry.before) ?? [...before, ...mountAll(entry.before, mounts)]
    beginnings.set(entry.before, all)
    if (isMount(entry)) {
      return flatten(entry.entries, { path, mounts: [...mounts, entry.mount], before: all })
    }
    const { method, name, location, functions } = entry
    const patterns = [...mounts, ...entry.patterns]
    return createInfo({ method, name, location, functions, path, patterns, before: all })
  })
}

function mountAll(
  list: readonly RouteMiddleware[],
  mounts: readonly RoutePattern[],
): RouteMiddleware[] {
  return list.map(({ handler, patterns }) => ({ handler, patterns: [...mounts, ...patterns] }))
}

function isMount(entry: Entry): entry is MountEntry {
  return 'entries' in entry
}

function join(base: string, path: string): string {
  const start = base.endsWith('/') ? base.slice(0, -1) : base
  if (path === '/') return start || '/'
  // A path such as '*' begins after the slash that follows a mount path.
  return start === '' || /^[/{]/.test(path) ? start + path : `${start}/${path}`
}

function printEntries(entries: readonly Entry[], dialect: string | undefined): string[] {
  return entries.flatMap((entry, at) => {
    const [branch, indent] = at === entries.length - 1 ? ['└─ ', '   '] : ['├─ ', '│  ']
    const lines = isMount(entry) ? printMount(entry, dialect) : [describe(entry)]
    return lines.map((line, row) => (row === 0 ? branch : indent) + line)
  })
}

/** Names the dialect only if it differs from that of the parent. */
function printMount(mounted: MountEntry, around: string | undefined): string[] {
  const { path, mount, kind, entries } = mounted
  const dialect = commonDialect(entries) ?? around
  const head = dialect === around ? kind : `${kind} ${dialect}`
  const shown = showParameters(parametersOf([mount]))
  return [`${path}${shown} (${head})`, ...printEntries(entries, dialect)]
}

function commonDialect(entries: readonly Entry[]): string | undefined {
  const route = entries.find((entry) => !isMount(entry)) as RouteInfo | undefined
  return route && (route.dialect ?? 'of another package')
}

function describe(route: RouteInfo): string {
  const { method, path, name, handlers, location, parameters } = route
  const place = location === undefined ? '' : `  ${location}`
  const named = name === undefined ? '' : ` [${name}]`
  return `${method} ${path}${named}${showParameters(parameters)}  ${handlers.join(', ')}${place}`
}

function showParameters(parameters: Readonly<Record<string, string>> = {}): string {
  const shown = Object.entries(parameters).map(([name, pattern]) => `${name}: ${pattern}`)
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`
}
