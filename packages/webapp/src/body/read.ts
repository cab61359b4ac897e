import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { httpError } from '../errors/http-error.ts'
import { type BodyTap, refuseBody, stopTap, tapBody } from '../node/index.ts'
import { ChunkList } from './chunk-list.ts'
import type { Decoded } from './inflate.ts'

export type ReadCallback = (error: Error | null, body?: Buffer) => void

/**
 * Reads a body to its end. The limit applies to the decoded bytes, which prevents decompression
 * bombs; a larger declared length is refused before reading.
 */
export function readBody(
  req: IncomingMessage,
  decoded: Decoded,
  limit: number,
  callback: ReadCallback,
): void {
  const { stream, length } = decoded
  const refusal = refuseAtOnce(stream, length, limit)
  if (refusal !== undefined) {
    discard(req, stream)
    callback(refusal)
    return
  }
  new BodyReader(req, stream, length, limit, callback)
}

function refuseAtOnce(stream: Readable, length: number | null, limit: number): Error | undefined {
  if (length !== null && length > limit) {
    return httpError(413, 'request entity too large', {
      expected: length,
      length,
      limit,
      type: 'entity.too.large',
    })
  }
  if (stream.readableEncoding) {
    return httpError(500, 'stream encoding should not be set', { type: 'stream.encoding.set' })
  }
  if (!stream.readable) {
    return httpError(500, 'stream is not readable', { type: 'stream.not.readable' })
  }
  return undefined
}

/** Reads the pieces of a body as they come: from Node where it can, else from the stream. */
class BodyReader implements BodyTap {
  private readonly req: IncomingMessage
  private readonly stream: Readable
  private readonly length: number | null
  private readonly limit: number
  private readonly callback: ReadCallback
  private readonly chunks = new ChunkList()
  private received = 0
  private removeListeners: (() => void) | undefined = undefined

  constructor(
    req: IncomingMessage,
    stream: Readable,
    length: number | null,
    limit: number,
    callback: ReadCallback,
  ) {
    this.req = req
    this.stream = stream
    this.length = length
    this.limit = limit
    this.callback = callback
    if (stream !== req || !tapBody(req, this)) this.listen()
  }

  // Separate closures for each reader: several readers may listen to the same stream.
  listen(): void {
    const { req, stream } = this
    const onData = (chunk: Buffer | string) => this.take(chunk)
    const onEnd = () => this.end()
    const onError = (error: Error) => this.fail(error)
    const onClose = () => this.close()
    // If the client disconnects, 'aborted' comes before the response closes. If the application
    // destroys the request, the socket is still open here; then 'close' reports it.
    const onAborted = () => {
      if (req.socket?.destroyed) this.abort()
    }
    // In the order of Express, for tools that replace `on` and `removeListener`.
    req.on('aborted', onAborted)
    req.on('close', onClose)
    stream.on('data', onData)
    stream.on('end', onEnd)
    req.on('error', onError)
    if (stream !== req) stream.on('error', onError)
    this.removeListeners = () => {
      req.removeListener('aborted', onAborted)
      stream.removeListener('data', onData)
      stream.removeListener('end', onEnd)
      req.removeListener('error', onError)
      req.removeListener('close', onClose)
      if (stream !== req) stream.removeListener('error', onError)
    }
  }

  take(chunk: Buffer | string): void {
    this.received += chunk.length
    if (this.received <= this.limit) {
      // A program may call `setEncoding` while the body arrives.
      this.chunks.add(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    } else {
      const { limit, received } = this
      this.finish(
        httpError(413, 'request entity too large', { limit, received, type: 'entity.too.large' }),
      )
    }
  }

  end(): void {
    const { length, received, chunks } = this
    if (this.req.aborted) {
      this.abort()
      return
    }
    if (length !== null && received !== length) {
      this.finish(
        httpError(400, 'request size did not match content length', {
          expected: length,
          length,
          received,
          type: 'request.size.invalid',
        }),
      )
      return
    }
    this.finish(null, chunks.join())
  }

  fail(error: Error): void {
    const isReset = (error as NodeJS.ErrnoException).code === 'ECONNRESET'
    // As in Express, the error of `req.destroy(error)` is not that of the body.
    if (isReset || this.req.aborted) this.abort()
    else this.finish(httpError(400, error))
  }

  // A complete request may close while its compressed body is still being decoded.
  close(): void {
    if (isTruncated(this.req)) this.abort()
  }

  private abort(): void {
    const { length, received } = this
    this.finish(
      httpError(400, 'request aborted', {
        code: 'ECONNABORTED',
        expected: length,
        length,
        received,
        type: 'request.aborted',
      }),
    )
  }

  private finish(error: Error | null, body?: Buffer): void {
    if (this.removeListeners === undefined) stopTap(this.req)
    else this.removeListeners()
    if (error !== null) discard(this.req, this.stream)
    this.callback(error, body)
  }
}

/**
 * Whether the client disconnected before the end of its request. In HTTP/2 Node ends such a request
 * normally with `complete` set, so `aborted` has to be checked too.
 */
export function isTruncated(req: IncomingMessage): boolean {
  return req.aborted || !req.complete
}

/** Discards the rest of a rejected body, so that the connection can be reused. */
export function discard(req: IncomingMessage, stream: Readable): void {
  refuseBody(req)
  // A later error of the decoder or of the request must not crash the process.
  req.on('error', ignore)
  if (stream !== req) {
    stream.on('error', ignore)
    req.unpipe()
    stream.destroy()
  }
  req.resume()
}

function ignore(): void {}
