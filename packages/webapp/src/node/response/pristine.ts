import { ServerResponse } from 'node:http'
import { capabilities } from '../internals.ts'

/** The members through which a response is sent. */
interface SendingMembers
  extends Pick<ServerResponse, 'writeHead' | 'setHeader' | 'getHeader' | 'write' | 'end'> {
  readonly get: unknown
  readonly set: unknown
  readonly status: unknown
  readonly send: unknown
  readonly json: unknown
  readonly type: unknown
  readonly [kPristine]?: PristineMembers
}

/** The same members as the dialect defined them. */
interface PristineMembers extends Omit<SendingMembers, 'write' | 'end' | typeof kPristine> {
  /** A further condition of the dialect. */
  readonly isUnobserved: ((res: ServerResponse) => boolean) | undefined
}

const kPristine = Symbol('webapp.pristine')
const nodeResponse = ServerResponse.prototype
const { end, write, writeHead, setHeader } = nodeResponse

/** Records the response members of a dialect, before a program can replace one of them. */
export function recordPristineMembers(
  response: object,
  isUnobserved?: (res: ServerResponse) => boolean,
): void {
  const members = response as SendingMembers
  const { writeHead, setHeader, getHeader, get, set, status, send, json, type } = members
  const recorded: PristineMembers = {
    writeHead,
    setHeader,
    getHeader,
    get,
    set,
    status,
    send,
    json,
    type,
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
  const res = message as ServerResponse & SendingMembers
  const recorded = res[kPristine]
  return (
    capabilities.singleWrite &&
    recorded !== undefined &&
    res.end === end &&
    res.write === write &&
    res.writeHead === recorded.writeHead &&
    res.setHeader === recorded.setHeader &&
    res.getHeader === recorded.getHeader &&
    res.get === recorded.get &&
    res.set === recorded.set &&
    res.status === recorded.status &&
    res.send === recorded.send &&
    res.json === recorded.json &&
    res.type === recorded.type &&
    nodeResponse.writeHead === writeHead &&
    nodeResponse.setHeader === setHeader &&
    (recorded.isUnobserved === undefined || recorded.isUnobserved(res))
  )
}

/** Whether a prototype of responses is one of ours, whose members know deferred headers. */
export function hasPristineMembers(response: object): boolean {
  return kPristine in response
}

/** Whether `setHeader` of this response is the one that its dialect defined. */
export function hasPristineSetter(res: ServerResponse): boolean {
  return res.setHeader === (res as ServerResponse & SendingMembers)[kPristine]?.setHeader
}
