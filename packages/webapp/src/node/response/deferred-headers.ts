import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { showCaller } from '../../runtime/caller-stack.ts'
import { capabilities } from '../internals.ts'
import { holdContinue } from './expect-continue.ts'
import { kNative, type NativeResponse, nativeOf } from './native-members.ts'
import { hasPristineMembers, hasPristineSetter } from './pristine.ts'

type Value = OutgoingHttpHeader

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly Value[]

interface DeferringResponse extends ServerResponse {
  [kDeferred]?: HeaderList | undefined
  [kSent]?: HeaderList | undefined
}

/**
 * The list of headers that the engine added and Node does not hold yet: one `writeHead` with a list
 * costs less than one `setHeader` for each. The field is undefined once Node holds the headers: as
 * soon as the program sets a header, and from the start in responses that another server created.
 */
const kDeferred = Symbol('webapp.headers.deferred')

/** The list that was sent, because loggers read the headers of finished responses. */
const kSent = Symbol('webapp.headers.sent')

const NONE: HeaderList = []

/**
 * Node's members as they were at load. Headers are deferred only while `setHeader` is Node's own, so
 * a tool that replaces a member later must not see the calls of the engine that follow.
 */
export const nodesOwn = pickMembers(ServerResponse.prototype as NativeResponse)

function pickMembers(members: NativeResponse) {
  const { getHeader, getHeaderNames, getRawHeaderNames, hasHeader } = members
  const { removeHeader, setHeader, writeHead } = members
  return {
    getHeader,
    getHeaderNames,
    getRawHeaderNames,
    hasHeader,
    removeHeader,
    setHeader,
    writeHead,
  } as const
}

/** Called by the constructor of a response: no header is set yet. */
export function startDeferred(res: ServerResponse): void {
  const deferred = res as DeferringResponse
  deferred[kDeferred] = capabilities.deferredHeaders ? NONE : undefined
  deferred[kSent] = undefined
}

/**
 * Leaves the headers of a response to Node, from the start. `native` has the members of Node that stand
 * behind those of the dialect, for a response that is not one of HTTP/1.
 */
export function leaveHeadersToNode(res: object, native: object): void {
  const fields = res as Record<symbol, unknown>
  fields[kDeferred] = undefined
  fields[kSent] = undefined
  fields[kNative] = native
}

/** The deferred headers; undefined if Node holds the headers of this response, or sent them. */
export function deferredHeaders(res: ServerResponse): HeaderList | undefined {
  const deferred = (res as DeferringResponse)[kDeferred]
  // Another framework may give the response members of its own, which do not know this list.
  return deferred !== undefined && nodesOwn.getHeaderNames.call(res).length === 0
    ? deferred
    : undefined
}

/** Whether Node holds the headers of this response, and has not sent them. */
export function isInNode(res: ServerResponse): boolean {
  return (res as DeferringResponse)[kDeferred] === undefined && !res.headersSent
}

/**
 * Adds a header to the deferred ones, or sets it if none can be deferred. Express sets it on a
 * response of Node, which has the members of the application only later (`isNew`).
 */
export function deferHeader(
  res: ServerResponse,
  header: readonly [name: string, value: string],
  isNew: boolean,
): void {
  const deferred = (res as DeferringResponse)[kDeferred]
  if (deferred !== undefined && isAmong(deferred, header[0])) return
  if (deferred === undefined || !hasPristineSetter(res)) {
    if (isNew) setAsNode(res, header)
    else res.setHeader(...header)
  } else
    (res as DeferringResponse)[kDeferred] = deferred === NONE ? header : [...deferred, ...header]
}

function setAsNode(res: ServerResponse, header: readonly [name: string, value: string]): void {
  flushDeferred(res)
  const own = Object.hasOwn(res, 'setHeader') ? res : nativeOf(res)
  own.setHeader.call(res, ...header)
}

/** Records the headers that were sent, the deferred ones among them. */
export function recordSent(res: ServerResponse, headers: HeaderList): void {
  const deferred = res as DeferringResponse
  deferred[kDeferred] = undefined
  deferred[kSent] = headers
}

/**
 * Sets the deferred headers on Node's response, so that others can be set beside them. `next` is the
 * prototype that the response is about to get: if its members know deferred headers, they stay.
 */
export function flushDeferred(res: ServerResponse, next?: object): void {
  const { [kDeferred]: deferred } = res as DeferringResponse
  if (deferred === undefined || (next !== undefined && hasPristineMembers(next))) return
  const owner = ownerOf(res)
  owner[kDeferred] = undefined
  setOnNode(owner, deferred)
}

/** The response behind an object that a program made with `Object.create(res)`. */
function ownerOf(res: DeferringResponse): DeferringResponse {
  if (Object.hasOwn(res, kDeferred)) return res
  return ownerOf(Object.getPrototypeOf(res))
}

/** Sets the headers of a list that Node does not hold yet. */
export function setOnNode(res: ServerResponse, headers: HeaderList): void {
  eachHeader(headers, (name, value) => {
    if (!nodesOwn.hasHeader.call(res, name)) nodesOwn.setHeader.call(res, name, value)
  })
}

/**
 * Node's members that read and change headers, for responses with deferred headers, and the one with
 * which Node answers `Expect: 100-continue`.
 */
export const headerMembers = {
  writeContinue(this: DeferringResponse, callback?: () => void): void {
    if (!holdContinue(this)) nativeOf(this).writeContinue.call(this, callback)
  },

  setHeader(this: DeferringResponse, name: string, value: Value) {
    flushDeferred(this)
    try {
      return nativeOf(this).setHeader.call(this, name, value as string)
    } catch (error) {
      throw showCaller(error)
    }
  },

  appendHeader(this: DeferringResponse, name: string, value: string | readonly string[]) {
    flushDeferred(this)
    try {
      return nativeOf(this).appendHeader.call(this, name, value)
    } catch (error) {
      throw showCaller(error)
    }
  },

  removeHeader(this: DeferringResponse, name: string): void {
    flushDeferred(this)
    try {
      nativeOf(this).removeHeader.call(this, name)
    } catch (error) {
      throw showCaller(error)
    }
  },

  getHeader(this: DeferringResponse, name: string): Value | undefined {
    return nativeOf(this).getHeader.call(this, name) ?? findDeferred(this, name)
  },

  hasHeader(this: DeferringResponse, name: string): boolean {
    return nativeOf(this).hasHeader.call(this, name) || findDeferred(this, name) !== undefined
  },

  getHeaders(this: DeferringResponse): OutgoingHttpHeaders {
    const headers = nativeOf(this).getHeaders.call(this)
    eachHeader(listOf(this), (name, value) => {
      headers[name.toLowerCase()] ??= value
    })
    return headers
  },

  getHeaderNames(this: DeferringResponse): string[] {
    return addDeferredNames(nativeOf(this).getHeaderNames.call(this), this, (name) =>
      name.toLowerCase(),
    )
  },

  getRawHeaderNames(this: DeferringResponse): string[] {
    return addDeferredNames(nativeOf(this).getRawHeaderNames.call(this), this, (name) => name)
  },
}

function findDeferred(res: DeferringResponse, name: unknown): Value | undefined {
  const deferred = listOf(res)
  if (deferred === NONE || typeof name !== 'string') return undefined
  const key = name.toLowerCase()
  for (let at = 0; at < deferred.length; at += 2) {
    if (String(deferred[at]).toLowerCase() === key) return deferred[at + 1]
  }
  return undefined
}

function listOf(res: DeferringResponse): HeaderList {
  return res[kDeferred] ?? res[kSent] ?? NONE
}

function isAmong(list: HeaderList, name: string): boolean {
  for (let at = 0; at < list.length; at += 2) if (list[at] === name) return true
  return false
}

function addDeferredNames(
  names: string[],
  res: DeferringResponse,
  spell: (name: string) => string,
): string[] {
  eachHeader(listOf(res), (name) => {
    if (!nativeOf(res).hasHeader.call(res, name)) names.push(spell(name))
  })
  return names
}

function eachHeader(list: HeaderList, visit: (name: string, value: string) => void): void {
  for (let at = 0; at < list.length; at += 2) visit(list[at] as string, list[at + 1] as string)
}
