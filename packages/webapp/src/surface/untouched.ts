import { ServerResponse } from 'node:http'

/** The members through which an answer goes out. */
interface Outgoing
  extends Pick<ServerResponse, 'writeHead' | 'setHeader' | 'getHeader' | 'write' | 'end'> {
  readonly get: unknown
  readonly set: unknown
  readonly status: unknown
  readonly send: unknown
  readonly json: unknown
  readonly [kOutlets]?: Outlets
}

/** The same, as a dialect made them. */
interface Outlets extends Omit<Outgoing, 'write' | 'end' | typeof kOutlets> {
  /** More that must hold in this dialect. */
  readonly isQuiet: ((res: ServerResponse) => boolean) | undefined
}

const kOutlets = Symbol('webapp.outlets')
const node = ServerResponse.prototype
const { end, write, writeHead, setHeader } = node

/** Remembers the members of the responses of a dialect, before anybody can replace one. */
export function rememberOutlets(
  response: object,
  isQuiet?: (res: ServerResponse) => boolean,
): void {
  const { writeHead, setHeader, getHeader, get, set, status, send, json } = response as Outgoing
  const outlets: Outlets = {
    writeHead,
    setHeader,
    getHeader,
    get,
    set,
    status,
    send,
    json,
    isQuiet,
  }
  Object.defineProperty(response, kOutlets, { value: outlets })
}

/**
 * Whether everything that an answer goes through is as it was made, on this response and on the
 * prototypes behind it. Only then may the engine take a shorter way: middleware that replaces
 * `end`, and tools that replace `setHeader` everywhere, must see each answer.
 */
export function isUntouched(message: ServerResponse): boolean {
  const res = message as ServerResponse & Outgoing
  const outlets = res[kOutlets]
  return (
    outlets !== undefined &&
    res.end === end &&
    res.write === write &&
    res.writeHead === outlets.writeHead &&
    res.setHeader === outlets.setHeader &&
    res.getHeader === outlets.getHeader &&
    res.get === outlets.get &&
    res.set === outlets.set &&
    res.status === outlets.status &&
    res.send === outlets.send &&
    res.json === outlets.json &&
    node.writeHead === writeHead &&
    node.setHeader === setHeader &&
    (outlets.isQuiet === undefined || outlets.isQuiet(res))
  )
}

/** Whether headers are set on this response as its dialect does. */
export function hasOwnSetter(res: ServerResponse): boolean {
  return res.setHeader === (res as ServerResponse & Outgoing)[kOutlets]?.setHeader
}
