import { type Thing, thing, type Value } from './values.ts'

/** Methods of Node's HTTP that register routes, by their names in Express. */
export const VERBS: ReadonlySet<string> = new Set(
  (
    'acl bind checkout connect copy delete get head link lock m-search merge mkactivity mkcalendar ' +
    'mkcol move notify options patch post propfind proppatch purge put query rebind report search ' +
    'source subscribe trace unbind unlink unlock unsubscribe del all'
  ).split(' '),
)

/** Methods of lists that call a function for each item. */
export const LOOPS: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'some', 'every'])

/** The members of the factory that `export * from 'express'` passes on, as far as they matter. */
export const FACTORY_MEMBERS: readonly string[] = [
  'Router',
  'json',
  'urlencoded',
  'text',
  'raw',
  'static',
]

const APP_CHAIN = new Set(['use', 'set', 'enable', 'disable', 'engine', 'param', 'configure'])

const RES_CHAIN = new Set(
  (
    'status set header type contentType append attachment cookie clearCookie location links vary ' +
    'format setHeader'
  ).split(' '),
)

/** What a member of a part of Express is; `undefined` if it is nothing that matters here. */
export function memberOf(owner: Thing, name: string): Value | undefined {
  const { kind, dialect, isSure } = owner
  if (kind === 'factory') {
    if (name === 'default') return owner
    if (name === 'Router') return thing('routerFactory', dialect, { isSure })
    if (name === 'createServer') return thing('createServer', dialect, { isSure })
    if (/^(?:application|request|response|Route|View|errors)$/.test(name)) return undefined
    return thing('middleware', dialect, { isSure, name })
  }
  if (kind === 'req' && name === 'app') return thing('app', dialect, { isSure })
  if (kind === 'req' && name === 'res') return thing('res', dialect, { isSure })
  if (kind === 'res' && name === 'app') return thing('app', dialect, { isSure })
  if (kind === 'res' && name === 'req') return thing('req', dialect, { isSure })
  return undefined
}

/** What a call of a method returns, as far as it matters. */
export function resultOf(owner: Thing, name: string, count: number): Value | undefined {
  const { kind, dialect, isSure } = owner
  if (kind === 'res') return RES_CHAIN.has(name) ? owner : undefined
  if (kind === 'route') return VERBS.has(name) ? owner : undefined
  if (kind !== 'app' && kind !== 'router') return undefined
  if (name === 'route' && dialect > 3) return thing('route', dialect, { isSure })
  if (name === 'get' && count === 1 && kind === 'app') return undefined
  return VERBS.has(name) || APP_CHAIN.has(name) ? owner : undefined
}

/** What the types of Express with these names stand for. */
export function thingOfType(name: string): Thing['kind'] | 'handler' | undefined {
  if (name === 'Request') return 'req'
  if (name === 'Response') return 'res'
  if (/^(?:Application|Express)$/.test(name)) return 'app'
  if (/^I?Router$/.test(name)) return 'router'
  if (/^(?:RequestHandler|Handler|ErrorRequestHandler|RequestParamHandler)$/.test(name)) {
    return 'handler'
  }
  return undefined
}
