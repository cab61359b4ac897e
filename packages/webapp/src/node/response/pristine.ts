import { ServerResponse } from 'node:http'
import { isWrittenWith } from '../internals.ts'

/** The members through which an answer goes out. */
interface Outgoing
  extends Pick<ServerResponse, 'writeHead' | 'setHeader' | 'getHeader' | 'write' | 'end'> {
  readonly get: unknown
  readonly set: unknown
  readonly status: unknown
  readonly send: unknown
  readonly json: unknown
  readonly type: unknown
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

/** Tracing tools load before us and replace Node's members too: then all answers go the long way. */
const areNodesOwn =
  isWrittenWith(end, 'kCorked') &&
  isWrittenWith(writeHead, '_storeHeader') &&
  isWrittenWith(setHeader, 'kOutHeaders')

/** Remembers the members of the responses of a dialect, before anybody can replace one. */
export function rememberOutlets(
  response: object,
  isQuiet?: (res: ServerResponse) => boolean,
): void {
  const members = response as Outgoing
  const { writeHead, setHeader, getHeader, get, set, status, send, json, type } = members
  const outlets: Outlets = {
    writeHead,
    setHeader,
    getHeader,
    get,
    set,
    status,
    send,
    json,
    type,
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
    areNodesOwn &&
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
    res.type === outlets.type &&
    node.writeHead === writeHead &&
    node.setHeader === setHeader &&
    (outlets.isQuiet === undefined || outlets.isQuiet(res))
  )
}

/** Whether a prototype of responses is one of ours, which know of headers that wait. */
export function hasOutlets(response: object): boolean {
  return kOutlets in response
}

/** Whether headers are set on this response as its dialect does. */
export function hasOwnSetter(res: ServerResponse): boolean {
  return res.setHeader === (res as ServerResponse & Outgoing)[kOutlets]?.setHeader
}
