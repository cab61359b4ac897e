import { stat } from 'node:fs'
import { resolve } from 'node:path'
import { folderOf, placeOf, settingPlaceOf } from '../../errors/places.ts'
import type { Settings } from '../../http/exchange.ts'
import { delegateOf } from '../../members/delegates.ts'
import { patternsOf } from '../../router/param-patterns.ts'
import { setTimeout } from '../../runtime/timers.ts'
import { factories } from '../factories.ts'
import type { RouteRecord, StackEntry } from '../route-list/route-entries.ts'
import { isHolder, isRecordMap, mountedBy, stackOf } from '../route-list/route-tree.ts'
import { parameterNames, quoteName } from './functions.ts'
import { findMisplacedRouters } from './misplaced-routers.ts'
import { at, say } from './say.ts'
import { intendedSetting } from './setting-names.ts'
import { findUnreachable } from './unreachable.ts'

/** Milliseconds: programs may register routes shortly after they listen, and must start without a delay. */
const QUIET = 250

const inspected = new WeakSet<object>()

/** Looks for mistakes in an application soon, once. */
export function inspectSoon(app: { readonly settings: Settings }): void {
  if (inspected.has(app)) return
  inspected.add(app)
  const timer = setTimeout(() => {
    try {
      visit(app, new Set())
    } catch {
      // A program may have replaced anything that is inspected.
    }
  }, QUIET)
  timer.unref()
}

function checkSetting(settings: Settings, name: string): void {
  const intended = intendedSetting(name)
  if (intended === undefined) return
  say(
    `there is no setting '${name}'${at(settingPlaceOf(settings, name))}. Did you mean ` +
      `'${intended}'?`,
  )
}

/** Looks for mistakes in an application or a router, and in everything mounted in it. */
function visit(holder: object, visited: Set<object>): void {
  // A router may be mounted in itself.
  if (visited.has(holder)) return
  visited.add(holder)
  const { settings } = holder as { settings?: Settings }
  for (const name of Object.keys(settings ?? {})) checkSetting(settings ?? {}, name)
  const { map } = holder as { map?: never }
  if (isRecordMap(map)) {
    visitRecords(Object.values<readonly RouteRecord[]>(map), checkedParameters(holder))
    return
  }
  const layers = stackOf(holder).filter((layer) => layer?.handle !== undefined)
  for (const layer of layers) visitLayer(layer, holder, visited)
  findUnreachable(layers, checkedParameters(holder))
}

/** The parameters with a pattern, or with a callback, which can leave a route by `next('route')`. */
function checkedParameters(holder: object): string[] {
  const { _router } = holder as { _router?: object }
  return [holder, _router, delegateOf(holder)].flatMap((each) => {
    if (each === undefined) return []
    const { params = {} } = each as { params?: object }
    return [...Object.keys(params), ...(patternsOf(each)?.keys() ?? [])]
  })
}

function visitLayer(layer: StackEntry, holder: object, visited: Set<object>): void {
  const { route, handle = {} } = layer
  if (typeof route === 'object') {
    for (const each of route.stack) checkHandler(each.handle ?? {}, each)
    checkPaths('route', route.path, route.stack[0] ?? layer)
    findMisplacedRouters(route)
    return
  }
  checkHandler(handle, layer)
  checkPaths('use', typeof route === 'string' ? route : layer.origin?.().paths, layer)
  const target = mountedBy(handle, holder)
  if (isHolder(target)) visit(target, visited)
}

function visitRecords(
  lists: readonly (readonly RouteRecord[])[],
  parameters: readonly string[],
): void {
  for (const record of lists.flat()) {
    for (const handle of record.callbacks) checkHandler(handle, record)
    checkPaths('route', record.path, record)
  }
  for (const records of lists) findUnreachable(records, parameters)
}

function checkHandler(handle: object, key: object): void {
  checkFolder(folderOf(handle), key)
  const member = uncalledMember(handle)
  if (member !== undefined) {
    say(
      `${member} was passed as a handler${at(placeOf(key))}, but it only creates one, so a request that ` +
        `reaches it gets no response. Call it: ${member}().`,
    )
  } else if (isNarrowErrorHandler(handle)) {
    say(
      `the error handler ${quoteName(handle)} has three parameters, (${parameterNames(handle).join(', ')})` +
        `${at(placeOf(key))}, so it runs for requests and not for errors. Add the fourth, next.`,
    )
  }
}

/** Looks for the folder of static files. */
function checkFolder(folder: string | undefined, key: object): void {
  if (folder === undefined) return
  stat(folder, (error) => {
    if (error?.code !== 'ENOENT') return
    say(
      `webapp.static('${folder}') serves ${resolve(folder)}, which does not exist${at(placeOf(key))}. ` +
        'Check the name; a relative path begins at the folder in which the program was started.',
    )
  })
}

/** The member of a factory that a handler is, such as `webapp.json`. */
function uncalledMember(handle: object): string | undefined {
  for (const factory of factories) {
    const { values, getters } = membersOf(factory)
    const name = values.get(handle)
    if (name !== undefined) return name
    // A getter may load a package. The program has called it if the handler comes from there.
    const { name: own } = handle as { name?: unknown }
    if (getters.get(own)?.call(factory) === handle) return `webapp.${own}`
  }
  return undefined
}

interface Members {
  /** The texts for messages. */
  readonly values: ReadonlyMap<unknown, string>
  readonly getters: ReadonlyMap<unknown, () => unknown>
}

const knownMembers = new WeakMap<object, Members>()

/** The members of a factory, read once: an application may have thousands of handlers. */
function membersOf(factory: object): Members {
  const known = knownMembers.get(factory)
  if (known !== undefined) return known
  const values = new Map<unknown, string>([[factory, 'webapp']])
  const getters = new Map<unknown, () => unknown>()
  for (const [name, { get, value }] of Object.entries(Object.getOwnPropertyDescriptors(factory))) {
    if (get) getters.set(name, get)
    else if (!values.has(value)) values.set(value, `webapp.${name}`)
  }
  const members = { values, getters }
  knownMembers.set(factory, members)
  return members
}

function isNarrowErrorHandler(handle: object): boolean {
  if (typeof handle !== 'function' || handle.length !== 3) return false
  const [first = '', second = ''] = parameterNames(handle)
  return /^_*(?:e|err|error|ex|exception)$/i.test(first) && /^_*req(?:uest)?$/i.test(second)
}

function checkPaths(kind: 'route' | 'use', path: unknown, key: object): void {
  for (const each of [path].flat(Number.POSITIVE_INFINITY)) {
    if (typeof each !== 'string' || !lacksSlash(each)) continue
    const what = kind === 'use' ? 'middleware' : 'a route'
    say(
      `${what} at '${each}' never matches${at(placeOf(key))}, because the path of every request ` +
        `starts with a slash. Write '/${each}'.`,
    )
  }
}

/** A path that starts with a literal or with a parameter, and not with a pattern or a slash. */
function lacksSlash(path: string): boolean {
  return /^(?:[\w~@.-](?![?*])|:\w+(?![\w?*+(]))/.test(path)
}
