import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { nativeOf } from './native-members.ts'
import { hasOwnSetter } from './pristine.ts'

type Value = OutgoingHttpHeader

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly Value[]

interface LateResponse extends ServerResponse {
  [kLate]?: HeaderList | undefined
  [kSent]?: HeaderList | undefined
}

/**
 * Headers that the engine adds itself wait in a list, until they are sent or somebody changes the
 * headers of the response: one `writeHead` with a list costs less than setting each by itself. It
 * is undefined where Node holds the headers: in responses that somebody else made, and in ours once
 * a header was set.
 */
const kLate = Symbol('webapp.headers.late')

/** A list that was sent is kept, for loggers read the headers of finished answers. */
const kSent = Symbol('webapp.headers.sent')

const NONE: HeaderList = []

/** Read at the time of each call: tracing tools replace its members. */
export const node = ServerResponse.prototype

/** For responses that are being made: nothing is set yet. */
export function startLate(res: ServerResponse): void {
  const late = res as LateResponse
  late[kLate] = NONE
  late[kSent] = undefined
}

/** For responses that somebody else made: Node holds their headers. */
export function startSettled(res: object): void {
  const settled: Pick<LateResponse, typeof kLate | typeof kSent> = res
  settled[kLate] = undefined
  settled[kSent] = undefined
}

/** The headers that wait; undefined when Node holds those of this response, or they were sent. */
export function lateHeaders(res: ServerResponse): HeaderList | undefined {
  const late = (res as LateResponse)[kLate]
  // A foreign framework gives a response members of its own, which know nothing of this list.
  return late !== undefined && node.getHeaderNames.call(res).length === 0 ? late : undefined
}

/** Whether Node holds the headers of a response that is still to be sent. */
export function isSettled(res: ServerResponse): boolean {
  return (res as LateResponse)[kLate] === undefined && !res.headersSent
}

/** Adds a header to those that wait, or sets it where none can wait. */
export function addLate(res: ServerResponse, header: readonly [name: string, value: string]): void {
  const late = (res as LateResponse)[kLate]
  if (late !== undefined && isAmong(late, header[0])) return
  if (late === undefined || !hasOwnSetter(res)) res.setHeader(...header)
  else (res as LateResponse)[kLate] = late === NONE ? header : [...late, ...header]
}

/** Notes that these headers were sent, with those that waited among them. */
export function markSent(res: ServerResponse, headers: HeaderList): void {
  const late = res as LateResponse
  late[kLate] = undefined
  late[kSent] = headers
}

/** Gives the headers that wait to Node, so that more can be set beside them. */
export function settleLate(res: ServerResponse): void {
  const { [kLate]: late } = res as LateResponse
  if (late === undefined) return
  ;(res as LateResponse)[kLate] = undefined
  giveToNode(res, late)
}

/** Sets those of these headers that Node does not hold yet. */
export function giveToNode(res: ServerResponse, headers: HeaderList): void {
  eachHeader(headers, (name, value) => {
    if (!node.hasHeader.call(res, name)) node.setHeader.call(res, name, value)
  })
}

/** Node's members that read and change headers, on responses whose headers may wait. */
export const lateMembers = {
  setHeader(this: LateResponse, name: string, value: Value) {
    settleLate(this)
    return nativeOf(this).setHeader.call(this, name, value as string)
  },

  appendHeader(this: LateResponse, name: string, value: string | readonly string[]) {
    settleLate(this)
    return nativeOf(this).appendHeader.call(this, name, value)
  },

  removeHeader(this: LateResponse, name: string): void {
    settleLate(this)
    nativeOf(this).removeHeader.call(this, name)
  },

  getHeader(this: LateResponse, name: string): Value | undefined {
    return nativeOf(this).getHeader.call(this, name) ?? findLate(this, name)
  },

  hasHeader(this: LateResponse, name: string): boolean {
    return nativeOf(this).hasHeader.call(this, name) || findLate(this, name) !== undefined
  },

  getHeaders(this: LateResponse): OutgoingHttpHeaders {
    const headers = nativeOf(this).getHeaders.call(this)
    eachHeader(listOf(this), (name, value) => {
      headers[name.toLowerCase()] ??= value
    })
    return headers
  },

  getHeaderNames(this: LateResponse): string[] {
    return addLateNames(nativeOf(this).getHeaderNames.call(this), this, (name) =>
      name.toLowerCase(),
    )
  },

  getRawHeaderNames(this: LateResponse): string[] {
    return addLateNames(nativeOf(this).getRawHeaderNames.call(this), this, (name) => name)
  },
}

function findLate(res: LateResponse, name: unknown): Value | undefined {
  const late = listOf(res)
  if (late === NONE || typeof name !== 'string') return undefined
  const key = name.toLowerCase()
  for (let at = 0; at < late.length; at += 2) {
    if (String(late[at]).toLowerCase() === key) return late[at + 1]
  }
  return undefined
}

function listOf(res: LateResponse): HeaderList {
  return res[kLate] ?? res[kSent] ?? NONE
}

function isAmong(list: HeaderList, name: string): boolean {
  for (let at = 0; at < list.length; at += 2) if (list[at] === name) return true
  return false
}

function addLateNames(
  names: string[],
  res: LateResponse,
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
