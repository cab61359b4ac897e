import { EventEmitter } from 'node:events'
import { IncomingMessage, METHODS, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** The parts of a factory that the surface is read from; each dialect has its own public types. */
export interface Factory {
  (): object
  readonly application: object
  readonly request: object
  readonly response: object
  readonly Route: new (...args: never[]) => object
  readonly Router: new () => object
}

/** Objects of one dialect, by the name that the headings of the reference use. */
export type Instances = Readonly<Record<string, object>>

const methods = new Set(METHODS.map((method) => method.toLowerCase()))

/** What every function has. */
const ofFunctions = new Set(['length', 'name', 'prototype', 'arguments', 'caller', 'constructor'])

/** Members of the engine that programs do not use: W-009 in docs/differences.md. */
const ofEngine = new Set(['grammar', 'leads', 'origin'])

/** Members that Node's objects have by themselves. */
const request = new IncomingMessage(new Socket())
const ofNode: Readonly<Record<string, object>> = {
  app: new EventEmitter(),
  req: request,
  res: new ServerResponse(request),
}

/** The public members of a dialect, as the objects themselves show them: `res.send`. */
export function readSurface(factory: Factory, instances: Instances): Set<string> {
  const objects: [string, object][] = [
    ['webapp', factory],
    ['app', factory.application],
    ['req', factory.request],
    ['res', factory.response],
    ['router', factory.Router.prototype ?? {}],
    ['route', factory.Route.prototype],
    ...Object.entries(instances),
  ]
  const found = new Set(['webapp', 'app'])
  for (const [name, object] of objects) {
    for (const key of Object.getOwnPropertyNames(object)) {
      if (isPublic(name, object, key)) found.add(`${name}.${toHeading(name, key)}`)
    }
  }
  return found
}

/** Whether an object of the dialect has a member, own or inherited. */
export function hasMember(member: string, factory: Factory, instances: Instances): boolean {
  const [name = '', key] = member.split('.')
  if (key === undefined) return true
  const object = name === 'webapp' ? factory : instances[name]
  if (object === undefined || isRemoved(object, key)) return false
  return (key === 'METHOD' ? 'post' : key) in object
}

function isPublic(name: string, object: object, key: string): boolean {
  if (ofFunctions.has(key) || ofEngine.has(key)) return false
  // `_router` is public by use: tools read it in Express 4.
  if (key.startsWith('_') && key !== '_router') return false
  const isNodes = key in (ofNode[name] ?? {})
  return !isNodes && !isRemoved(object, key)
}

/** A member that only says that it was removed: the middleware of 3.x, and `app.router`, in 4.x. */
function isRemoved(object: object, key: string): boolean {
  const getter = Object.getOwnPropertyDescriptor(object, key)?.get
  if (!getter) return false
  try {
    getter.call(object)
    return false
  } catch (error) {
    return error instanceof Error && /no longer bundled|is deprecated/.test(error.message)
  }
}

/** The METHOD functions share a section; `app.get` has its own, because it reads settings. */
function toHeading(name: string, key: string): string {
  const hasMethods = name === 'app' || name === 'router' || name === 'route'
  if (!hasMethods || !methods.has(key) || (name === 'app' && key === 'get')) return key
  return 'METHOD'
}
