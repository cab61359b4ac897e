import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { inspect } from 'node:util'

/** Feature detection, because libraries bring their own web streams. */
export function isWebStream(value: unknown): value is WebStream<Uint8Array> {
  return typeof (value as { getReader?: unknown } | null)?.getReader === 'function'
}

/**
 * Converts a web stream to a Node stream. Destroying the Node stream cancels the web stream, unless
 * `cancel` is false.
 */
export function readWebStream(
  stream: WebStream<Uint8Array>,
  { cancel = true }: { readonly cancel?: boolean } = {},
): Readable {
  const reader = stream.getReader()
  let isDone = false
  return new Readable({
    read() {
      reader
        .read()
        .then(({ done, value }) => {
          isDone = done
          this.push(done ? null : toChunk(value))
        })
        .catch((error) => this.destroy(error))
    },
    destroy(error, callback) {
      if (cancel && !isDone) reader.cancel(error ?? undefined).catch(() => {})
      callback(error)
    },
  })
}

/** The fetch standard requires bytes, but many programs send strings. Throws for other values. */
export function toChunk(value: unknown): Uint8Array | string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(
    `body must be a stream of bytes or strings; it yielded ${inspect(value, { depth: 0 })}`,
  )
}

/** Converts a Node stream to a web stream that reads only on demand. */
export function toWebStream(
  readable: Readable,
  explain: (error: unknown) => unknown,
): WebStream<Uint8Array> {
  const chunks = readable[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.length))
        } catch (error) {
          throw explain(error)
        }
      },
      cancel() {
        readable.destroy()
      },
    },
    { highWaterMark: 0 },
  ) as WebStream<Uint8Array>
}

/** A web stream of bytes that are in memory. It is cheaper than a `Response` of the bytes themselves. */
export function webStreamOf(bytes: Buffer): WebStream<Uint8Array> {
  return new ReadableStream(new WholeBody(bytes), { highWaterMark: 0 }) as WebStream<Uint8Array>
}

class WholeBody {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  pull(controller: ReadableStreamDefaultController): void {
    // A copy, because the reader may transfer its memory, which a small buffer shares with others.
    if (this.#bytes.length > 0) controller.enqueue(new Uint8Array(this.#bytes))
    controller.close()
  }
}
