import { IncomingMessage, ServerResponse } from 'node:http'
import { completeRequest } from './http2-request.ts'
import { createResponseGround } from './http2-response.ts'
import { kNative } from './native.ts'

/** What lies behind the members of a dialect in messages of HTTP/2. */
interface Ground {
  /** Node's members, with those of HTTP/1 that people count on. */
  readonly members: object
  /** Where the members of dialects and applications end in their prototypes for HTTP/1. */
  readonly end: object
  readonly prepare: ((message: object) => void) | undefined
  readonly faces: WeakMap<object, object>
}

interface Face {
  readonly ground: Ground
  readonly prototype: object
}

const grounds = new WeakMap<object, Ground | typeof NONE>()
const faces = new WeakMap<object, Face>()
const NONE = Symbol('no ground')

/**
 * Gives a message the members of a prototype. Prototypes of applications and dialects stand on those
 * of HTTP/1; a message of HTTP/2 sees what was put on them, at any time, on Node's for HTTP/2
 * (docs/decisions/0010).
 */
export function show(message: object, prototype: object): void {
  const current = Object.getPrototypeOf(message) as object
  const known = faces.get(current)
  const ground = known?.ground ?? groundOf(current)
  if (ground === NONE) {
    Object.setPrototypeOf(message, prototype)
    return
  }
  if (known === undefined) ground.prepare?.(message)
  const face = ground.faces.get(prototype) ?? createFace(ground, prototype)
  if (face !== current) Object.setPrototypeOf(message, face)
}

/** The prototype of an application or a dialect that a message shows. */
export function shownBy(message: object): object {
  const current = Object.getPrototypeOf(message) as object
  return faces.get(current)?.prototype ?? current
}

function groundOf(native: object): Ground | typeof NONE {
  const known = grounds.get(native)
  if (known !== undefined) return known
  const ground = createGround(native)
  grounds.set(native, ground)
  return ground
}

// Known by what they can do: a server may have been given classes of its own, and only those who
// use HTTP/2 shall load it.
function createGround(native: object): Ground | typeof NONE {
  if ('createPushResponse' in native) {
    const members = createResponseGround(native as never)
    Object.defineProperty(members, kNative, { value: members })
    return { members, end: ServerResponse.prototype, prepare: undefined, faces: new WeakMap() }
  }
  if (!('authority' in native && 'stream' in native)) return NONE
  const members = Object.create(native) as object
  return { members, end: IncomingMessage.prototype, prepare: completeRequest, faces: new WeakMap() }
}

function createFace(ground: Ground, prototype: object): object {
  const { members, end } = ground
  // The first object that has a member, as in a chain of prototypes.
  const holderOf = (name: PropertyKey): object => {
    for (let at: object | null = prototype; at !== null && at !== end; ) {
      if (Object.hasOwn(at, name)) return at
      at = Object.getPrototypeOf(at) as object | null
    }
    return members
  }
  const face = new Proxy(members, {
    get: (_members, name, message) => Reflect.get(holderOf(name), name, message),
    set: (_members, name, value, message) => Reflect.set(holderOf(name), name, value, message),
    has: (_members, name) => name in holderOf(name),
  })
  ground.faces.set(prototype, face)
  faces.set(face, { ground, prototype })
  return face
}
