import {
  type Call,
  type Framework,
  type Holder,
  type Method,
  withoutRecording,
} from './registrations.ts'

interface Keyed {
  readonly keys?: readonly { readonly name: unknown }[]
}

/** In 5.x, layers know their names after the first match only. */
const NAMES = /\\.|[:*](?:"((?:[^"\\]|\\.)*)"|([$_\p{ID_Start}][$\p{ID_Continue}]*))/gu

/** The parameters of some paths. */
export function keysOf(
  paths: readonly string[],
  { dialect, factory }: Framework,
): readonly string[] | undefined {
  if (dialect === '5.x') {
    const found = paths.flatMap((path) => [...path.matchAll(NAMES)])
    return found.flatMap(([, quoted, name]) => quoted?.replace(/\\(.)/g, '$1') ?? name ?? [])
  }
  const Router = factory.Router as new () => Record<string, unknown>
  try {
    const layers = paths.flatMap((path) => {
      const probe = new Router() as Record<string, Method> & {
        stack?: Keyed[]
        map?: Record<string, Keyed[]>
      }
      withoutRecording(() => probe.get?.call(probe, path, () => undefined))
      return probe.stack ?? probe.map?.get ?? []
    })
    return layers.flatMap(({ keys = [] }) => keys.map(({ name }) => String(name)))
  } catch {
    return undefined
  }
}

export function indexesOf(calls: readonly Call[], test: (call: Call) => boolean): number[] {
  return calls.flatMap((call, index) => (test(call) ? [index] : []))
}

/** Whether an earlier registration matches all requests to what is mounted. */
export function coversMount(earlier: Call, mount: Call, holder: Holder): boolean {
  if (earlier === mount || mount.paths.length === 0) return false
  // In 3.x all routes run in one place, before or after what is mounted.
  const isOrdered = holder.framework.dialect !== '3.x'
  const takesAll = earlier.methods.includes('ALL') && isOrdered
  if (earlier.type === 'route' && !takesAll) return false
  return mount.paths.every((path) => {
    if (typeof path !== 'string' || !/^\/[^:*?+(){}[\]\\!|]*$/.test(path)) return false
    const base = path.replace(/\/+$/, '')
    const samples = [`${base}/`, `${base}/~a~`, `${base}/~a~/~b~`]
    return samples.every((sample) => matches(earlier, sample, holder))
  })
}

/** Whether an earlier registration matches all requests of a later route. */
export function covers(earlier: Call, route: Call, holder: Holder): boolean {
  if (earlier === route || route.paths.length === 0 || route.methods.length === 0) return false
  if (earlier.type === 'route') {
    const methods = new Set(earlier.methods)
    const isTaken = (method: string) =>
      methods.has('ALL') || methods.has(method) || (method === 'HEAD' && methods.has('GET'))
    if (!route.methods.every(isTaken)) return false
  }
  return route.paths.every((path) => {
    const sample = sampleOf(path, earlier.paths)
    return sample !== undefined && matches(earlier, sample, holder)
  })
}

/** A path that a pattern matches, and another only if it matches all paths of the first. */
function sampleOf(path: unknown, others: readonly unknown[]): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  if (!/[:*?+(){}[\]\\!|]/.test(path)) return path
  if (others.some((other) => other === path)) return undefined
  if (others.some((other) => typeof other !== 'string' || /[(\\]/.test(other))) return undefined
  const sample = path.replace(/:\w+/g, '~a~').replace(/\/\*\w*/g, '/~a~/~b~')
  return /[:*?+(){}[\]\\!|]/.test(sample) ? undefined : sample
}

/** The options that decide which paths a pattern matches. */
function optionsOf({ kind, self }: Holder): { caseSensitive: boolean; strict: boolean } {
  if (kind === 'router') {
    const { caseSensitive, strict } = self as { caseSensitive?: unknown; strict?: unknown }
    return { caseSensitive: Boolean(caseSensitive), strict: Boolean(strict) }
  }
  const { settings = {} } = self as { settings?: Readonly<Record<string, unknown>> }
  return {
    caseSensitive: Boolean(settings['case sensitive routing']),
    strict: Boolean(settings['strict routing']),
  }
}

/** Asks a router of the same dialect and options that has only this registration. */
function matches(call: Call, path: string, holder: Holder): boolean {
  const { factory } = holder.framework
  const Router = factory.Router as new (options: object) => Record<string, unknown>
  try {
    const probe = new Router(optionsOf(holder)) as Record<string, Method> & {
      stack?: { match?(path: string): boolean }[]
      map?: Record<string, { match(path: string): boolean }[]>
    }
    const register = (call.type === 'use' ? probe.use : probe.get) as Method | undefined
    withoutRecording(() => register?.call(probe, call.paths, () => undefined))
    const layers = probe.stack ?? probe.map?.get ?? []
    return layers.some((layer) => layer.match?.(path) === true)
  } catch {
    return false
  }
}
