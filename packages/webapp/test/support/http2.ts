import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerOptions,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const folder = join(import.meta.dirname, '..', 'fixtures', 'localhost-for-tests-only')

/** Known to everybody: for tests alone, and for no name but localhost. */
export const identity = {
  key: readFileSync(join(folder, 'key.pem')),
  cert: readFileSync(join(folder, 'certificate.pem')),
}

export interface StreamOptions {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

/** What the client saw of one stream. */
export interface StreamAnswer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly interim: IncomingHttpHeaders[]
  readonly trailers: IncomingHttpHeaders | undefined
  readonly body: Buffer
  readonly text: string
  /** Why the stream was reset; 0 when it ended as it should. */
  readonly reset: number
}

export interface Link {
  readonly port: number
  readonly session: ClientHttp2Session
  ask(path: string, options?: StreamOptions): Promise<StreamAnswer>
  /** A stream whose request goes on, where a method is given. */
  open(path: string, options?: StreamOptions): ClientHttp2Stream
}

interface StartOptions extends ServerOptions {
  readonly secure?: boolean
}

// The types of applications fit; what tests call with is wider.
type AnyHandler = (req: never, res: never) => unknown

/** Serves an application by HTTP/2 for the time of a test, and connects a client. */
export async function startHttp2(
  app: AnyHandler,
  { secure = false, ...options }: StartOptions = {},
): Promise<Link> {
  const handler = app as Parameters<typeof createServer>[1]
  const server = secure
    ? createSecureServer({ ...identity, allowHTTP1: true, ...options }, handler)
    : createServer(options, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // A TCP server that listens has one.
  const session = connect(`${secure ? 'https' : 'http'}://localhost:${port}`, {
    ca: identity.cert,
    lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  } as Parameters<typeof connect>[1])
  session.on('error', () => {}) // Streams tell it.
  onTestFinished(() => {
    session.destroy()
    server.close()
  })
  const begin = (path: string, options: StreamOptions, endStream: boolean) => {
    const { method = 'GET', headers } = options
    return session.request({ ...headers, ':method': method, ':path': path }, { endStream })
  }
  return {
    port,
    session,
    open: (path, options = {}) => begin(path, options, options.method === undefined),
    ask(path, options = {}) {
      const stream = begin(path, options, options.body === undefined)
      const answer = read(stream)
      if (options.body !== undefined) stream.end(options.body)
      return answer
    },
  }
}

/** All that comes on a stream, until it is closed. */
export function read(stream: ClientHttp2Stream): Promise<StreamAnswer> {
  const chunks: Buffer[] = []
  const interim: IncomingHttpHeaders[] = []
  let answer: Record<string, string | string[] | undefined> = {}
  let trailers: IncomingHttpHeaders | undefined
  stream.on('headers', (headers) => interim.push(headers))
  stream.on('response', (headers) => {
    answer = headers as typeof answer
  })
  stream.on('trailers', (headers) => {
    trailers = headers
  })
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('error', () => {}) // The reset tells it.
  return new Promise((resolve) => {
    stream.on('close', () => {
      const { ':status': status, ...headers } = answer
      const body = Buffer.concat(chunks)
      const text = body.toString()
      const reset = stream.rstCode ?? 0
      resolve({ status: Number(status), headers, interim, trailers, body, text, reset })
    })
  })
}
