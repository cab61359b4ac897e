import { PassThrough, type Writable } from 'node:stream'

/** What the client of a streamed response sees. */
export interface StreamedHead {
  readonly statusCode: number
  readonly headers?: Record<string, string>
  readonly multiValueHeaders?: Record<string, string[]>
  readonly cookies?: string[]
}

const DELIMITER = Buffer.alloc(8)

/**
 * The documented global of the Node.js runtime of AWS Lambda. The head goes before the first write.
 * `ecosystem/serverless` runs the same handlers in the runtime itself.
 */
export const awslambda = {
  streamifyResponse<Handler>(handler: Handler): Handler {
    return Object.assign(handler as object, { isStreaming: true }) as Handler
  },
  HttpResponseStream: {
    from(output: Writable, head: StreamedHead): Writable {
      const { write } = output
      output.write = ((...args: Parameters<Writable['write']>) => {
        output.write = write
        output.write(Buffer.concat([Buffer.from(JSON.stringify(head)), DELIMITER]))
        return output.write(...args)
      }) as Writable['write']
      return output
    },
  },
}

/** The stream that the runtime passes to a handler, and what has arrived at its other end. */
export class Output extends PassThrough {
  #received = Buffer.alloc(0)
  #isComplete = false

  constructor(options: { highWaterMark?: number; isRead?: boolean } = {}) {
    super(options)
    if (options.isRead === false) return
    this.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk])
    })
    this.on('end', () => {
      this.#isComplete = true
    })
  }

  get isComplete(): boolean {
    return this.#isComplete
  }

  get head(): StreamedHead | undefined {
    const end = this.#received.indexOf(DELIMITER)
    return end === -1 ? undefined : JSON.parse(this.#received.toString('utf8', 0, end))
  }

  get body(): Buffer {
    const end = this.#received.indexOf(DELIMITER)
    return end === -1 ? Buffer.alloc(0) : this.#received.subarray(end + DELIMITER.length)
  }
}
