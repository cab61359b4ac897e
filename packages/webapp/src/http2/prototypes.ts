import { IncomingMessage, ServerResponse } from 'node:http'
import { streamMembers } from '../node/request/stream-members.ts'
import { headerMembers } from '../node/response/deferred-headers.ts'
import { kNative } from '../node/response/native-members.ts'
import { createRequestGround, prepareRequest } from './request.ts'
import { createResponseGround, prepareResponse } from './response.ts'

/** What lies behind the members of a dialect in messages of HTTP/2. */
interface Ground {
  /** Node's members, with what people count on by HTTP/1. */
  readonly members: object
  /** Where the members of applications and dialects end in their prototypes, which are of HTTP/1. */
  readonly end: object
  /** Members of dialects that replace Node's for HTTP/1, and that HTTP/2 messages do not show. */
  readonly ofHttp1: PropertyDescriptorMap
  readonly prepare: (message: object) => void
  readonly faces: WeakMap<object, Face>
}

/** A prototype for messages of HTTP/2 that shows one for HTTP/1. */
interface Face {
  readonly ground: Ground
  readonly shown: object
  readonly links: readonly Link[]
  readonly prototype: object
}

/** An object in a chain of prototypes, and how many members it had. */
interface Link {
  readonly object: object
  readonly size: number
}

const grounds = new WeakMap<object, Ground | 'none'>()
const faces = new WeakMap<object, Face>()

/**
 * Gives a message the members of a prototype. Prototypes of applications and dialects stand on those
 * of HTTP/1; a message of HTTP/2 gets a face of them on Node's for HTTP/2 (docs/decisions/0010).
 */
export function show(message: object, prototype: object): void {
  const current = Object.getPrototypeOf(message) as object
  const known = faces.get(current)
  const ground = known?.ground ?? groundOf(current)
  if (ground === 'none') {
    Object.setPrototypeOf(message, prototype)
    return
  }
  if (known === undefined) ground.prepare(message)
  const face = faceOf(prototype, ground)
  if (face !== current) Object.setPrototypeOf(message, face)
}

/** The prototype of an application or a dialect that a message shows. */
export function shownBy(message: object): object {
  const current = Object.getPrototypeOf(message) as object
  return faces.get(current)?.shown ?? current
}

function groundOf(native: object): Ground | 'none' {
  const known = grounds.get(native)
  if (known !== undefined) return known
  const ground = createGround(native)
  grounds.set(native, ground)
  return ground
}

// Known by what they can do: a server may have been given classes of its own, and only those who
// use HTTP/2 shall load it.
function createGround(native: object): Ground | 'none' {
  if ('createPushResponse' in native) {
    const members = createResponseGround(native as never)
    Object.defineProperty(members, kNative, { value: members })
    return {
      members,
      end: ServerResponse.prototype,
      ofHttp1: Object.getOwnPropertyDescriptors(headerMembers),
      prepare: prepareResponse,
      faces: new WeakMap(),
    }
  }
  if (!('authority' in native && 'stream' in native)) return 'none'
  return {
    members: createRequestGround(native as never),
    end: IncomingMessage.prototype,
    ofHttp1: Object.getOwnPropertyDescriptors(streamMembers),
    prepare: prepareRequest,
    faces: new WeakMap(),
  }
}

function faceOf(shown: object, ground: Ground): object {
  const known = ground.faces.get(shown)
  if (known !== undefined && isCurrent(known)) return known.prototype
  const face = createFace(shown, ground)
  ground.faces.set(shown, face)
  faces.set(face.prototype, face)
  return face.prototype
}

/** Whether every name is still where it was; values are read where they are. */
function isCurrent({ ground, shown, links }: Face): boolean {
  let at: object | null = shown
  for (const { object, size } of links) {
    if (at !== object || Reflect.ownKeys(object).length !== size) return false
    at = Object.getPrototypeOf(object) as object | null
  }
  return at === null || at === ground.end
}

/**
 * Names that are there now are read from where they are; that takes a fraction of what a proxy
 * takes, which finds the names that are added while a request is being answered.
 */
function createFace(shown: object, ground: Ground): Face {
  const { members, end, ofHttp1 } = ground
  const links = linksOf(shown, end)
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
  for (const { object } of [...links, ...linksOf(members, null)].reverse()) {
    for (const name of Reflect.ownKeys(object)) {
      // The proxy finds the holder of these: users replace and restore members of HTTP/1.
      if (!Object.hasOwn(ofHttp1, name)) forward(prototype, name, object)
    }
  }
  return { ground, shown, links, prototype }
}

/** Whether an object has a member of this name that HTTP/2 messages show. */
function holds(object: object, name: PropertyKey, ofHttp1: PropertyDescriptorMap): boolean {
  const member = Object.getOwnPropertyDescriptor(object, name)
  if (member === undefined || !Object.hasOwn(ofHttp1, name)) return member !== undefined
  return member.value !== ofHttp1[name]?.value || member.get !== ofHttp1[name]?.get
}

function linksOf(object: object, end: object | null): Link[] {
  const links: Link[] = []
  for (let at: object | null = object; at !== null && at !== end; ) {
    links.push({ object: at, size: Reflect.ownKeys(at).length })
    at = Object.getPrototypeOf(at) as object | null
  }
  return links
}

/** Makes a face read a name, and write it as the message itself would. */
function forward(face: object, name: PropertyKey, holder: object): void {
  const { get, set } = Object.getOwnPropertyDescriptor(holder, name) ?? {}
  Object.defineProperty(face, name, {
    configurable: true,
    get(this: object): unknown {
      return Reflect.get(holder, name, this)
    },
    set:
      get && !set
        ? undefined
        : function (this: object, value: unknown) {
            Reflect.set(holder, name, value, this)
          },
  })
}
