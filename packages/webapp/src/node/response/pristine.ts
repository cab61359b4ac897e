import { IncomingMessage, ServerResponse } from 'node:http'
import { capabilities } from '../internals.ts'
import { isAnnouncing } from './announced-head.ts'

/** The members through which a response is sent: those of a dialect, and those of Node alone. */
type DialectMember =
  | ('writeHead' | 'setHeader' | 'getHeader' | 'getHeaders' | 'removeHeader' | 'emit')
  | ('get' | 'set' | 'status' | 'send' | 'json' | 'type')
type NodesMember =
  | ('write' | 'end' | 'cork' | 'uncork' | 'assignSocket' | 'detachSocket')
  | ('_implicitHeader' | '_send' | '_storeHeader' | '_writeRaw' | '_flush' | '_flushOutput')

interface SendingMembers extends Readonly<Record<DialectMember | NodesMember, unknown>> {
  readonly [kPristine]?: PristineMembers
}

type SendingResponse = ServerResponse & SendingMembers

/** The members of a dialect as it defined them. */
interface PristineMembers extends Readonly<Record<DialectMember, unknown>> {
  /** A further condition of the dialect. */
  readonly isUnobserved: ((res: ServerResponse) => boolean) | undefined
}

const kPristine = Symbol('webapp.pristine')
const nodeResponse = ServerResponse.prototype as SendingResponse

const nodeRequest = IncomingMessage.prototype as { readonly _addHeaderLine?: unknown }

// As they were at load. `capabilities` tells whether a tool had replaced one of them before.
const { end, write, writeHead, setHeader, getHeader, getHeaders, removeHeader } = nodeResponse
const { emit, assignSocket, detachSocket, _flush } = nodeResponse
const { _implicitHeader, _send, _storeHeader, _writeRaw, _flushOutput } = nodeResponse
// Called by `end` of newer versions.
const { cork, uncork } = nodeResponse
const { _addHeaderLine } = nodeRequest

/** Records the response members of a dialect, before a program can replace one of them. */
export function recordPristineMembers(
  response: object,
  isUnobserved?: (res: ServerResponse) => boolean,
): void {
  const members = response as SendingMembers
  const { writeHead, setHeader, getHeader, getHeaders, removeHeader } = members
  const { get, set, status, send, json, type, emit } = members
  const recorded: PristineMembers = {
    writeHead,
    setHeader,
    getHeader,
    getHeaders,
    removeHeader,
    get,
    set,
    status,
    send,
    json,
    type,
    emit,
    isUnobserved,
  }
  Object.defineProperty(response, kPristine, { value: recorded })
}

/**
 * Whether no member that sends a response was replaced, on this response or on a prototype behind
 * it. Only then may the engine write to the socket itself: middleware that replaces `end`, and
 * tools that replace `setHeader` on a prototype, must see every response.
 */
export function isPristine(message: ServerResponse): boolean {
  const res = message as SendingResponse
  const recorded = res[kPristine]
  return (
    capabilities.singleWrite &&
    recorded !== undefined &&
    res.end === end &&
    res.write === write &&
    res._implicitHeader === _implicitHeader &&
    res._send === _send &&
    (res._storeHeader === _storeHeader || isAnnouncing(res._storeHeader)) &&
    res._writeRaw === _writeRaw &&
    res._flushOutput === _flushOutput &&
    res.cork === cork &&
    res.uncork === uncork &&
    res.writeHead === recorded.writeHead &&
    res.setHeader === recorded.setHeader &&
    res.getHeader === recorded.getHeader &&
    res.removeHeader === recorded.removeHeader &&
    res.get === recorded.get &&
    res.set === recorded.set &&
    res.status === recorded.status &&
    res.send === recorded.send &&
    res.json === recorded.json &&
    res.type === recorded.type &&
    nodeResponse.writeHead === writeHead &&
    nodeResponse.setHeader === setHeader &&
    nodeResponse.getHeader === getHeader &&
    nodeResponse.removeHeader === removeHeader &&
    (recorded.isUnobserved === undefined || recorded.isUnobserved(res))
  )
}

/** Whether a prototype of responses is one of ours, whose members know deferred headers. */
export function hasPristineMembers(response: object): boolean {
  return kPristine in response
}

/** Whether `setHeader` of this response is the one of its dialect, with Node's behind it. */
export function hasPristineSetter(res: ServerResponse): boolean {
  const recorded = (res as SendingResponse)[kPristine]
  return res.setHeader === recorded?.setHeader && nodeResponse.setHeader === setHeader
}

/**
 * Whether the member that reads the headers of this response is the one of its dialect, with Node's
 * behind it. Then no program sees whether the engine calls it. `get` calls `getHeader`.
 */
export function hasPristineReader(res: ServerResponse, member: 'get' | 'getHeaders'): boolean {
  const recorded = (res as SendingResponse)[kPristine]
  if (!capabilities.deferredHeaders) return false
  if (member === 'getHeaders') {
    return res.getHeaders === recorded?.getHeaders && nodeResponse.getHeaders === getHeaders
  }
  return (
    (res as { readonly get?: unknown }).get === recorded?.get &&
    res.getHeader === recorded?.getHeader &&
    nodeResponse.getHeader === getHeader
  )
}

/**
 * Whether no tool replaced a member of Node's prototypes that Node calls for each request or
 * response: the lane passes most of them by.
 */
export function isPreparedByNode(): boolean {
  return (
    nodeResponse.assignSocket === assignSocket &&
    nodeResponse.detachSocket === detachSocket &&
    nodeResponse._flush === _flush &&
    nodeResponse._flushOutput === _flushOutput &&
    nodeRequest._addHeaderLine === _addHeaderLine
  )
}

/** Whether `detachSocket` of this response is Node's own. */
export function isDetachedByNode(res: ServerResponse): boolean {
  return res.detachSocket === detachSocket
}

/** Whether `emit` of this response is the one of its dialect, with Node's behind it. */
export function hasNodesEvents(res: ServerResponse): boolean {
  const recorded = (res as SendingResponse)[kPristine]
  return res.emit === recorded?.emit && nodeResponse.emit === emit
}
