import type { ReadableStream, ReadableStreamDefaultReader } from 'node:stream/web'
import type { Next, Res } from '../http/exchange.ts'
import { isHopByHop } from '../http/hop-by-hop.ts'

/** A Response of the platform or of a library: what is read of it. */
export interface WebResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Iterable<[name: string, value: string]>
  readonly body: ReadableStream<Uint8Array> | null
  readonly bodyUsed: boolean
  /** Where it was fetched; empty for one that a program made. */
  readonly url: string
}

/** Sends a Response as it is: status, headers and body, no faster than the client reads. */
export function sendWebResponse(response: WebResponse, res: Res, next: Next): void {
  const { body } = response
  // The client is gone: nobody waits for an answer.
  if (res.destroyed && !res.writableEnded) {
    cancel(body)
    return
  }
  try {
    check(response, res)
    writeHead(response, res)
  } catch (error) {
    cancel(body)
    next(error)
    return
  }
  if (body === null || res.req.method === 'HEAD') {
    cancel(body)
    res.end()
    return
  }
  new Sending(body.getReader(), res).run().catch((error) => {
    // An end would make a part of the body look like all of it.
    if (res.headersSent) res.destroy()
    next(error)
  })
}

function check({ status, body, bodyUsed }: WebResponse, res: Res): void {
  if (res.headersSent) {
    throw Object.assign(new Error('A handler returned a Response after an answer was sent'), {
      code: 'ERR_HTTP_HEADERS_SENT',
    })
  }
  if (bodyUsed || body?.locked) {
    throw new TypeError('A handler returned a Response whose body was read already')
  }
  if (status < 200) throw new RangeError(`A handler returned a Response with the status ${status}`)
}

function writeHead(response: WebResponse, res: Res): void {
  res.statusCode = response.status
  if (response.statusText !== '') res.statusMessage = response.statusText
  const isDecoded = wasDecoded(response)
  for (const [name, value] of response.headers) {
    if (isHopByHop(name) || (isDecoded && DESCRIBES_CODED.has(name))) continue
    // Cookies that middleware has set stay beside those of the Response.
    if (name === 'set-cookie') res.append(name, value)
    else res.setHeader(name, value)
  }
}

const DESCRIBES_CODED = new Set(['content-encoding', 'content-length'])

/** `fetch` decodes a body, and still shows the headers of what came over the network. */
function wasDecoded({ url, headers, body }: WebResponse): boolean {
  if (!url || body === null) return false
  const [, coding = ''] = [...headers].find(([name]) => name === 'content-encoding') ?? []
  return /^\s*(x-gzip|gzip|deflate|br)\s*$/i.test(coding)
}

function cancel(body: ReadableStream | null): void {
  // One that is being read belongs to whoever reads it.
  if (body !== null && !body.locked) body.cancel().catch(() => {})
}

/** The way of a body from a web stream to the client. */
class Sending {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #res: Res
  /** A first chunk waits for the next turn: when it is all, the answer tells its length. */
  #held: Uint8Array | undefined = undefined
  #isBegun = false
  #isOver = false
  #resume = () => {}

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>, res: Res) {
    this.#reader = reader
    this.#res = res
  }

  /** Settled when the body was sent, the client has gone, or the body failed. */
  async run(): Promise<void> {
    const res = this.#res
    const resume = () => this.#resume()
    const stop = () => this.#stop()
    res.on('drain', resume)
    res.once('close', stop)
    try {
      await Promise.race([this.#pump(), this.#beginSoon()])
    } finally {
      res.off('drain', resume)
      res.off('close', stop)
      this.#stop()
    }
  }

  async #pump(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      // Somebody else may have ended the answer.
      if (this.#isOver || this.#res.writableEnded) return
      if (done) {
        this.#res.end(this.#held)
        return
      }
      if (!this.#isBegun && this.#held === undefined) this.#held = value
      else await this.#write(value)
    }
  }

  /** Begins in the next turn, whatever there is: the client must not wait for the end. */
  #beginSoon(): Promise<never> {
    return new Promise((_resolve, reject) => {
      setImmediate(() => {
        try {
          if (!this.#isOver) this.#begin()
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #begin(): void {
    if (this.#isBegun) return
    this.#isBegun = true
    const held = this.#held
    this.#held = undefined
    if (held === undefined) this.#res.flushHeaders()
    else this.#res.write(held)
  }

  #write(chunk: Uint8Array): Promise<void> | undefined {
    this.#begin()
    if (this.#res.write(chunk) !== false) return undefined
    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  #stop(): void {
    this.#isOver = true
    this.#reader.cancel().catch(() => {})
    this.#resume()
  }
}
