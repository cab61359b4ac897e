import { once } from 'node:events'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface RequestOptions {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

/** What the client saw. */
export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, in the order and case of the wire. */
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  readonly text: string
  json(): unknown
}

/** One request on a connection of its own. */
export function exchange(
  port: number,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { method = 'GET', body } = options
  const headers = { ...lengthOf(body), ...options.headers }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host, port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => resolve(toAnswer(incoming, Buffer.concat(chunks))))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Bytes as they stand, and all that comes back until the server closes, as latin1. */
export function exchangeRaw(
  port: number,
  bytes: string | Uint8Array,
  stillOpenAfter = 30_000,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, host, () => socket.write(bytes))
    socket.setTimeout(stillOpenAfter, () => {
      const seen = JSON.stringify(Buffer.concat(chunks).toString('latin1'))
      socket.destroy(
        new Error(
          `The server kept the connection open (send 'Connection: close'); it said ${seen}`,
        ),
      )
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

const host = '127.0.0.1'

// Node gives GET, HEAD and DELETE no Content-Length of their own, and then the body would not be read.
function lengthOf(body: string | Uint8Array | undefined): OutgoingHttpHeaders {
  return body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
}

interface Incoming {
  readonly statusCode?: number | undefined
  readonly statusMessage?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
}

function toAnswer(incoming: Incoming, body: Buffer): Answer {
  const text = body.toString('utf8')
  return {
    status: incoming.statusCode ?? 0,
    statusText: incoming.statusMessage ?? '',
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    body,
    text,
    json: () => JSON.parse(text),
  }
}

/** Whether a server accepts connections on a port. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, host)
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return accepted
}
