import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { inspect } from 'node:util'

/** Tells a web stream by what it can do, whichever library made it. */
export function isWebStream(value: unknown): value is WebStream<Uint8Array> {
  return typeof (value as { getReader?: unknown } | null)?.getReader === 'function'
}

/** A web stream as one of Node's; destroying it cancels the web stream. */
export function readWebStream(stream: WebStream<Uint8Array>): Readable {
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
      if (!isDone) reader.cancel(error ?? undefined).catch(() => {})
      callback(error)
    },
  })
}

// Text is common in the streams of programs, though the standard asks for bytes.
function toChunk(value: unknown): Uint8Array | string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(
    `A stream that is sent must give bytes or text, not ${inspect(value, { depth: 0 })}`,
  )
}

/** One of Node's streams as a web stream that reads no more than it is asked for. */
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
