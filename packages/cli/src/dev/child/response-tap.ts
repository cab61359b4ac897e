import type { ServerResponse } from 'node:http'
import { type Exchange, toBuffer } from './exchange.ts'
import { ReloadTag } from './reload-tag.ts'
import { isGone } from './streams.ts'

type Members = Record<'write' | 'end' | 'writeHead', (...args: unknown[]) => unknown>

export interface ResponseHooks {
  readonly reload: boolean
  /** The head was sent. */
  readonly onHead: () => void
  /** A policy of the page forbids the script that would reload it. */
  readonly onRefused: (directive: string) => void
}

/**
 * Watches a response through members of its own, as middleware does. The members behind them are
 * looked up at each call: webapp gives a response its prototype after this.
 */
export function tapResponse(
  exchange: Exchange,
  res: ServerResponse,
  { reload, onHead, onRefused }: ResponseHooks,
): void {
  const behind = () => Object.getPrototypeOf(res) as Members
  // With `Expect: 100-continue`, webapp has given the response a `writeHead` that sends the 100.
  const own = Object.getOwnPropertyDescriptor(res, 'writeHead')?.value as Members['end'] | undefined
  const writeHead: Members['end'] = (...args) => {
    const result = (own ?? behind().writeHead).apply(res, args)
    onHead()
    return result
  }
  const tag = new ReloadTag(exchange, res, onRefused)
  if (!reload) tag.leaveOut()

  define(res, 'writeHead', (...args) => {
    const last = args.at(-1)
    if (!tag.isUndecided) return writeHead(...args)
    // Headers as a list are not read: the page then does without the tag.
    if (Array.isArray(last)) tag.leaveOut()
    const hasHeaders = typeof last === 'object' && last !== null && !Array.isArray(last)
    if (typeof args[0] === 'number') res.statusCode = args[0]
    const headers = tag.decide(hasHeaders ? (last as Record<string, unknown>) : {})
    const changed = hasHeaders ? [...args.slice(0, -1), headers] : args
    return writeHead(...changed)
  })

  define(res, 'write', (...args) => {
    tag.read(args[0], args[1])
    keepPreview(exchange, args[0], args[1])
    return behind().write.apply(res, args)
  })

  define(res, 'end', (...args) => {
    const [chunk, encoding] = args
    // Many programs end a stream when its client has left.
    if (!isGone(res)) exchange.hasEnded = true
    if (hasContent(chunk)) {
      tag.read(chunk, encoding)
      keepPreview(exchange, chunk, encoding)
    }
    if (!res.headersSent && !res.writableEnded) tag.decide()
    const tail = res.writableEnded ? undefined : tag.takeTail()
    if (tail === undefined) return behind().end.apply(res, args)
    const body = hasContent(chunk) ? toBuffer(chunk, encoding) : Buffer.alloc(0)
    const callback = args.find((each) => typeof each === 'function')
    return behind().end.call(res, Buffer.concat([body, tail]), callback)
  })
}

/** Not enumerable: programs that list the members of a response see what they would see without. */
function define(res: ServerResponse, name: keyof Members, value: Members['end']): void {
  Object.defineProperty(res, name, { configurable: true, writable: true, value })
}

function keepPreview(exchange: Exchange, chunk: unknown, encoding: unknown): void {
  const { isRecorded, responseBody } = exchange
  if (isRecorded) responseBody.add(chunk, encoding)
  else responseBody.size += sizeOf(chunk, encoding)
}

function hasContent(chunk: unknown): boolean {
  return chunk !== undefined && chunk !== null && typeof chunk !== 'function'
}

function sizeOf(chunk: unknown, encoding: unknown): number {
  return typeof chunk === 'string' ? toBuffer(chunk, encoding).length : byteLengthOf(chunk)
}

function byteLengthOf(chunk: unknown): number {
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}
