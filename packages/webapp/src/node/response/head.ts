import type { OutgoingHttpHeader, ServerResponse } from 'node:http'
import { LARGE_TEXT } from '../../http/etag.ts'
import { isToHead } from '../server/connection.ts'
import { programHeaders } from './default-head.ts'
import { deferredHeaders, isInNode, nodesOwn } from './deferred-headers.ts'
import { encodeText } from './encode-buffer.ts'
import { hasHeader } from './framing.ts'
import { mayWriteWhole, writeWholeResponse } from './single-write.ts'

type Value = OutgoingHttpHeader
/** A body as `end` takes it. */
export type SentBody = string | Uint8Array | undefined

/**
 * The head of a response while the engine completes it, and the way out for its body. The same
 * code describes a response whether a program observes each header (`MemberHead`, `NodeHead`) or
 * nothing can (`ListHead`).
 */
export interface Head {
  /** Whether a program may see the headers before the response has left. */
  readonly isObserved: boolean
  get(name: string): Value | undefined
  /** Like `get`, but a program that replaced a member does not see the call. */
  has(name: string): boolean
  set(name: string, value: string | number): void
  remove(name: string): void
  /** The bytes of a text, valid until the next call; `undefined` if it is sent faster as text. */
  encode(text: string): Buffer | undefined
  /**
   * Ends the response with a body, which a response to HEAD leaves out. `bytes` are those of a text
   * that is to be sent as bytes. A list takes text only.
   */
  end(body: SentBody, encoding?: 'utf8', bytes?: Buffer): void
}

/** The headers as a list that Node gets with the body, in one write. */
class ListHead implements Head {
  readonly isObserved = false
  private readonly res: ServerResponse
  private readonly list: Value[]
  /** Whether Node holds headers of the list. */
  private readonly isInNode: boolean

  constructor(res: ServerResponse, list: Value[], inNode: boolean) {
    this.res = res
    this.list = list
    this.isInNode = inNode
  }

  get(name: string): Value | undefined {
    const at = this.find(name)
    return at === -1 ? undefined : this.list[at + 1]
  }

  has(name: string): boolean {
    return this.find(name) !== -1
  }

  set(name: string, value: string | number): void {
    const { list } = this
    const at = this.find(name)
    if (at === -1) {
      list.push(name, value)
      return
    }
    if (list[at] === name && list[at + 1] === value) return
    list[at] = name
    list[at + 1] = value
    if (this.isInNode) nodesOwn.setHeader.call(this.res, name, value)
  }

  remove(name: string): void {
    const at = this.find(name)
    if (at === -1) return
    this.list.splice(at, 2)
    if (this.isInNode) nodesOwn.removeHeader.call(this.res, name)
  }

  encode(text: string): Buffer | undefined {
    return text.length > LARGE_TEXT ? encodeText(text) : undefined
  }

  end(body: SentBody, _encoding?: 'utf8', bytes?: Buffer): void {
    writeWholeResponse(this.res, this.list, body as string, bytes)
  }

  private find(name: string): number {
    const { list } = this
    for (let at = 0; at < list.length; at += 2) {
      if (isSameName(list[at] as string, name)) return at
    }
    return -1
  }
}

function isSameName(one: string, other: string): boolean {
  if (one === other) return true
  // Length and first letter tell most names apart, and cost less than two lower-case copies.
  if (one.length !== other.length || (one.charCodeAt(0) | 32) !== (other.charCodeAt(0) | 32)) {
    return false
  }
  return one.toLowerCase() === other.toLowerCase()
}

/** The headers as Node holds them, set through the members of Node's responses. */
export class NodeHead implements Head {
  readonly isObserved = true
  protected readonly res: ServerResponse

  constructor(res: ServerResponse) {
    this.res = res
  }

  get(name: string): Value | undefined {
    return this.res.getHeader(name)
  }

  has(name: string): boolean {
    return hasHeader(this.res, name)
  }

  set(name: string, value: string | number): void {
    this.res.setHeader(name, value)
  }

  remove(name: string): void {
    this.res.removeHeader(name)
  }

  encode(text: string): Buffer {
    return Buffer.from(text)
  }

  end(body: SentBody, encoding?: 'utf8', bytes?: Buffer): void {
    if (isToHead(this.res)) this.res.end()
    else this.res.end(bytes ?? body, encoding as 'utf8')
  }
}

/**
 * A head that leaves with the body in one write; `undefined` if a program could observe that. With
 * 'without headers', the program must not have set a header. With 'with headers' it may have set some
 * that do not depend on the body.
 */
export function listHead(
  res: ServerResponse,
  ofProgram: 'with headers' | 'without headers',
): Head | undefined {
  const deferred = deferredHeaders(res)
  if (deferred !== undefined) {
    return mayWriteWhole(res) ? new ListHead(res, [...deferred], false) : undefined
  }
  if (ofProgram === 'without headers' || !isInNode(res) || !mayWriteWhole(res)) return undefined
  const list = programHeaders(res)
  return list === undefined ? undefined : new ListHead(res, [...list], true)
}
