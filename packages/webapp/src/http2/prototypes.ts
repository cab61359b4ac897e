import { IncomingMessage, ServerResponse } from 'node:http'
import { headerMembers, streamMembers } from '../node/index.ts'
import { setImmediate } from '../runtime/timers.ts'
import { createRequestBase, prepareRequest } from './request.ts'
import { createResponseBase, prepareResponse } from './response.ts'

/** Node's prototype of HTTP/2 requests or responses, and how it is extended. */
interface Base {
  /** Node's members, adapted to what programs for HTTP/1 expect. */
  readonly members: object
  /** Node's prototype for HTTP/1, where the chain of an application's prototypes ends. */
  readonly end: object
  /** Members of dialects that replace Node's for HTTP/1, and that HTTP/2 messages do not show. */
  readonly ofHttp1: PropertyDescriptorMap
  readonly prepare: (message: object) => void
  readonly mirrors: WeakMap<object, Mirror>
}

/** A prototype for HTTP/2 messages that has the members of one for HTTP/1. */
interface Mirror {
  readonly base: Base
  readonly source: object
  readonly links: readonly Link[]
  readonly prototype: object
}

/** An object in a chain of prototypes, and how many members it had. */
interface Link {
  readonly object: object
  readonly size: number
}

const bases = new WeakMap<object, Base | 'none'>()
const mirrors = new WeakMap<object, Mirror>()

/**
 * Gives a message a prototype. The prototypes of applications and dialects extend Node's for HTTP/1,
 * so an HTTP/2 message gets a mirror of them that extends Node's for HTTP/2 (docs/decisions/0010).
 */
export function applyPrototype(message: object, prototype: object): void {
  const current = Object.getPrototypeOf(message) as object
  const known = mirrors.get(current)
  if (known?.source === prototype) return
  const base = known?.base ?? baseOf(current)
  if (base === 'none') {
    Object.setPrototypeOf(message, prototype)
    return
  }
  if (known === undefined) base.prepare(message)
  const mirror = mirrorOf(prototype, base)
  if (mirror !== current) Object.setPrototypeOf(message, mirror)
}

/** The prototype of an application or a dialect that was applied to a message. */
export function appliedPrototype(message: object): object {
  const current = Object.getPrototypeOf(message) as object
  return mirrors.get(current)?.source ?? current
}

function baseOf(native: object): Base | 'none' {
  const known = bases.get(native)
  if (known !== undefined) return known
  const base = createBase(native)
  bases.set(native, base)
  return base
}

// HTTP/2 messages are recognised by their members: a server may have classes of its own, and only
// programs that use HTTP/2 should load node:http2.
function createBase(native: object): Base | 'none' {
  if ('createPushResponse' in native) {
    const members = createResponseBase(native as never)
    return {
      members,
      end: ServerResponse.prototype,
      ofHttp1: Object.getOwnPropertyDescriptors(headerMembers),
      prepare: (message) => prepareResponse(message, members),
      mirrors: new WeakMap(),
    }
  }
  if (!('authority' in native && 'stream' in native)) return 'none'
  return {
    members: createRequestBase(native as never),
    end: IncomingMessage.prototype,
    ofHttp1: Object.getOwnPropertyDescriptors(streamMembers),
    prepare: prepareRequest,
    mirrors: new WeakMap(),
  }
}

function mirrorOf(source: object, base: Base): object {
  const known = base.mirrors.get(source)
  if (known !== undefined && (checked.has(known) || isCurrent(known))) return known.prototype
  const mirror = createMirror(source, base)
  base.mirrors.set(source, mirror)
  mirrors.set(mirror.prototype, mirror)
  return mirror.prototype
}

/** The mirrors whose names were compared in this turn of the event loop: each request needs two. */
const checked = new Set<Mirror>()

/** Whether no name was added or removed since. Values need no check: they are read at each access. */
function isCurrent(mirror: Mirror): boolean {
  const { base, source, links } = mirror
  let at: object | null = source
  for (const { object, size } of links) {
    if (at !== object || Reflect.ownKeys(object).length !== size) return false
    at = Object.getPrototypeOf(object) as object | null
  }
  if (at !== null && at !== base.end) return false
  if (checked.size === 0) setImmediate(() => checked.clear())
  checked.add(mirror)
  return true
}

/**
 * Known names become accessors, which cost a fraction of a proxy. The proxy behind them finds names
 * that are added while a request is handled.
 */
function createMirror(source: object, base: Base): Mirror {
  const { members, end, ofHttp1 } = base
  const links = linksOf(source, end)
  const holderOf = (name: PropertyKey): object => {
    return links.find(({ object }) => holds(object, name, ofHttp1))?.object ?? members
  }
  const prototype = Object.create(
    new Proxy(members, {
      get: (_members, name, message) => Reflect.get(holderOf(name), name, message),
      set: (_members, name, value, message) => Reflect.set(holderOf(name), name, value, message),
      has: (_members, name) => name in holderOf(name),
    }),
  ) as object
  // From the far end of the chain, so that the nearest holder of a name comes last.
  const inherited = linksOf(members, null)
  for (const { object } of [...links, ...inherited].reverse()) {
    // A tool may add its own member to `members`, in place of one that is inherited.
    const holder = inherited.some((link) => link.object === object) ? members : object
    for (const name of Reflect.ownKeys(object)) {
      // Programs replace and restore members of HTTP/1, so their holder is looked for each time.
      if (!Object.hasOwn(ofHttp1, name)) forward(prototype, name, () => holder)
      else if (holder !== members && name in members) forward(prototype, name, () => holderOf(name))
    }
  }
  return { base, source, links, prototype }
}

/** Whether an object has a member of this name that HTTP/2 messages show. */
function holds(object: object, name: PropertyKey, ofHttp1: PropertyDescriptorMap): boolean {
  if (!Object.hasOwn(object, name)) return false
  if (!Object.hasOwn(ofHttp1, name)) return true
  return Object.getOwnPropertyDescriptor(object, name)?.value !== ofHttp1[name]?.value
}

function linksOf(object: object, end: object | null): Link[] {
  const links: Link[] = []
  for (let at: object | null = object; at !== null && at !== end; ) {
    links.push({ object: at, size: Reflect.ownKeys(at).length })
    at = Object.getPrototypeOf(at) as object | null
  }
  return links
}

/** Makes a mirror read a name from its holder, and write it as the message itself would. */
function forward(mirror: object, name: PropertyKey, holderOf: () => object): void {
  const { get, set } = descriptorOf(holderOf(), name) ?? {}
  Object.defineProperty(mirror, name, {
    configurable: true,
    get(this: object): unknown {
      return Reflect.get(holderOf(), name, this)
    },
    set:
      get && !set
        ? undefined
        : function (this: object, value: unknown) {
            Reflect.set(holderOf(), name, value, this)
          },
  })
}

function descriptorOf(object: object, name: PropertyKey): PropertyDescriptor | undefined {
  for (
    let at: object | null = object;
    at !== null;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    const descriptor = Object.getOwnPropertyDescriptor(at, name)
    if (descriptor !== undefined) return descriptor
  }
  return undefined
}
