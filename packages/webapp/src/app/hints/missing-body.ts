import { placeOf } from '../../errors/places.ts'
import type { Req } from '../../http/exchange.ts'
import { hasBody } from '../../http/has-body.ts'
import type { RouteRecord, StackEntry, StackRoute } from '../route-list/route-entries.ts'
import { isHolder, isRecordMap, mountedBy, stackOf } from '../route-list/route-tree.ts'
import { at } from './say.ts'

/** The reason why `req.body` is `undefined`, with the fix; `undefined` if the reason is not certain. */
export function explainMissingBody(req: Req): string | undefined {
  if (!hasBody(req)) {
    return 'the request has no body. Write req.body ?? {} where a body may be absent.'
  }
  const type = mediaTypeOf(req)
  const { call, name } = middlewareFor(type)
  const sent = type === undefined ? 'no Content-Type' : `the type ${type}`
  // A parser that leaves a request alone sets `body` to `undefined`.
  if (Object.hasOwn(req, 'body')) {
    return (
      `no parser before the handler takes this request, which has ${sent}. ` +
      (call === undefined
        ? 'Let the client send the type of its body.'
        : `Add ${call} before the route, or let the client send another type.`)
    )
  }
  const { earlier, later } = layersAround(req)
  // Other middleware has read the body before the parser.
  if (earlier.some(({ handle }) => isParser(handle))) return undefined
  const late = later.find(({ handle }) => name !== undefined && name === nameOf(handle))
  if (late !== undefined) {
    return `${call} is registered${at(placeOf(late))} after the route. Register it before the route.`
  }
  return (
    `no body parser ran before the handler; the request has ${sent}. ` +
    `Register one before the route: app.use(${call ?? 'webapp.json()'}).`
  )
}

/** The type of a body without parameters; `undefined` if there is none that a hint can show. */
function mediaTypeOf({ headers }: Req): string | undefined {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type.trim()) ? type.trim() : undefined
}

interface Parser {
  readonly call?: string
  /** The name of the function that the call returns. */
  readonly name?: string
}

const PARSERS: Readonly<Record<string, Parser>> = {
  'application/json': { call: 'webapp.json()', name: 'jsonParser' },
  'application/x-www-form-urlencoded': { call: 'webapp.urlencoded()', name: 'urlencodedParser' },
  'multipart/form-data': { call: "multipart() of 'webapp/multipart'", name: 'multipartParser' },
  'text/plain': { call: 'webapp.text()', name: 'textParser' },
}

function middlewareFor(type: string | undefined): Parser {
  if (type === undefined) return {}
  const member = /\bjson$/.test(type) ? 'json' : 'raw'
  return PARSERS[type] ?? { call: `webapp.${member}({ type: '${type}' })` }
}

/** Whether a handler has the name of a parser of this package or of body-parser. */
function isParser(handle: unknown): boolean {
  return /^(?:json|urlencoded|text|raw|multipart|body)Parser$/.test(nameOf(handle))
}

function nameOf(handle: unknown): string {
  return String(Object(handle).name)
}

interface Around {
  /** The middleware for every path before the route, and the handlers of the route. */
  readonly earlier: readonly StackEntry[]
  /** The middleware for every path after the route. */
  readonly later: readonly StackEntry[]
}

/** The middleware around the route of a request, in its router and in those that it is mounted in. */
function layersAround({ app, route }: Req): Around {
  const { stack = [], callbacks = [] } = Object(route) as Partial<StackRoute & RouteRecord>
  const own = [...stack, ...callbacks.map((handle) => ({ handle }))]
  const { earlier, later } = findAround(app, { route, visited: new Set() }) ?? {
    earlier: [],
    later: [],
  }
  return { earlier: [...own, ...earlier], later }
}

interface Search {
  readonly route: unknown
  /** A router may be mounted in itself. */
  readonly visited: Set<object>
}

function findAround(holder: object, search: Search): Around | undefined {
  if (search.visited.has(holder)) return undefined
  search.visited.add(holder)
  const layers = stackOf(holder).filter((layer) => layer?.handle !== undefined)
  for (const [index, layer] of layers.entries()) {
    const inner = findIn(layer, holder, search)
    if (inner === undefined) continue
    return {
      earlier: [...layers.slice(0, index).filter(isForEveryPath), ...inner.earlier],
      later: [...inner.later, ...layers.slice(index + 1).filter(isForEveryPath)],
    }
  }
  return undefined
}

/** The middleware around a route inside of a layer; `undefined` if the route is elsewhere. */
function findIn(layer: StackEntry, holder: object, search: Search): Around | undefined {
  const { route } = search
  const here = { earlier: [], later: [] }
  if (route !== undefined && layer.route === route) return here
  const target = mountedBy(layer.handle ?? {}, holder)
  if (!isHolder(target)) return undefined
  const { map } = target as { map?: never }
  if (!isRecordMap(map)) return findAround(target, search)
  // A router with such a map forgets the route of a request at the end.
  const isHere =
    route === undefined || Object.values<readonly unknown[]>(map).flat().includes(route)
  return isHere ? here : undefined
}

function isForEveryPath(layer: StackEntry): boolean {
  const { route } = layer
  if (typeof route === 'object') return false
  const paths = typeof route === 'string' ? [route] : [layer.origin?.().paths].flat()
  return paths.some((path) => path === '/' || path === '')
}
