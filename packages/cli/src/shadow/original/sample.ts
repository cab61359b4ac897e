import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerPlace } from '../protocol.ts'

type Member = (...args: unknown[]) => unknown
type Members = Record<'write' | 'end', Member>

/** The first bytes of a body. */
class KeptBody {
  readonly parts: Uint8Array[] = []
  size = 0
  #room: number

  constructor(limit: number) {
    this.#room = limit
  }

  /** Copies the chunk: a program may use its buffer again. */
  add(chunk: unknown, encoding: unknown): void {
    const bytes = toBytes(chunk, encoding)
    if (bytes === undefined) return
    this.size += bytes.length
    if (this.#room === 0) return
    const part = bytes.subarray(0, this.#room)
    this.parts.push(typeof chunk === 'string' ? part : Uint8Array.prototype.slice.call(part))
    this.#room -= part.length
  }
}

function toBytes(chunk: unknown, encoding: unknown): Uint8Array | undefined {
  if (chunk instanceof Uint8Array) return chunk
  if (typeof chunk !== 'string') return undefined
  const known = typeof encoding === 'string' && Buffer.isEncoding(encoding)
  return Buffer.from(chunk, known ? encoding : 'utf8')
}

/** A request that is recorded, with what its response writes. */
export class Sample {
  readonly method: string
  readonly url: string
  readonly headers: readonly string[]
  readonly requestBody: KeptBody
  readonly responseBody: KeptBody
  readonly place: ServerPlace

  constructor(req: IncomingMessage, res: ServerResponse, place: ServerPlace, limit: number) {
    this.method = req.method ?? 'GET'
    // Express changes `req.url` later.
    this.url = req.url ?? '/'
    this.headers = req.rawHeaders
    this.place = place
    this.requestBody = new KeptBody(limit)
    this.responseBody = new KeptBody(limit)
    if (this.method !== 'GET' && this.method !== 'HEAD') this.#tapRequest(req)
    this.#tapResponse(res)
  }

  /** Node pushes the chunks of a body into the stream of the request. */
  #tapRequest(req: IncomingMessage): void {
    define(req, 'push', (...args) => {
      this.requestBody.add(args[0], args[1])
      return (Object.getPrototypeOf(req) as { push: Member }).push.apply(req, args)
    })
  }

  /**
   * Members of the response itself, as middleware sets them. They exist before the program sees the
   * response, so members of middleware call these, with the bytes that are sent. Express changes the
   * prototype later, so it is read at each call.
   */
  #tapResponse(res: ServerResponse): void {
    const behind = () => Object.getPrototypeOf(res) as Members
    define(res, 'write', (...args) => {
      this.responseBody.add(args[0], args[1])
      return behind().write.apply(res, args)
    })
    define(res, 'end', (...args) => {
      if (!res.writableEnded) this.responseBody.add(args[0], args[1])
      return behind().end.apply(res, args)
    })
  }
}

/** Not enumerable, as the members of a prototype: programs list the members of a response. */
function define(target: object, name: string, value: Member): void {
  Object.defineProperty(target, name, { configurable: true, writable: true, value })
}
