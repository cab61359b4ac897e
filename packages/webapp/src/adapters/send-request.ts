import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { createConnection, type Peer } from './connection.ts'
import { wrongLength } from './framing.ts'
import type { RequestHeaders } from './headers.ts'
import { acceptorOf, failureAt, isSecure, type Listener } from './listener.ts'

export interface Message {
  readonly method: string
  readonly path: string
  readonly headers: RequestHeaders
  readonly body?: Uint8Array | Readable | undefined
  readonly peer: Peer
  readonly signal?: AbortSignal | undefined
  /** Called with the server's end of the connection, which is `req.socket`. */
  readonly onConnection?: (end: Duplex) => void
}

/**
 * Whether a method is spelled like `patch`. Methods are case-sensitive, and Node's parser refuses
 * these with 400. The client of node:http would send them in upper case.
 */
export function hasLowerCase(method: string): boolean {
  return /[a-z]/.test(method)
}

/** A response whose headers have arrived. */
export interface ReceivedResponse {
  readonly incoming: IncomingMessage
  /** Replaces the error of an incomplete response by its cause, such as the signal's reason. */
  readonly explain: (error: unknown) => unknown
}

/**
 * Sends a request to a listener over its own connection in memory. Node's parser and client are
 * used, so that framing, HEAD, Expect and early closes behave as over a socket.
 */
export async function sendRequest(listener: Listener, message: Message): Promise<ReceivedResponse> {
  try {
    return await connectAndSend(listener, message)
  } catch (error) {
    discardBody(message.body)
    throw error
  }
}

function connectAndSend(listener: Listener, message: Message): Promise<ReceivedResponse> {
  const { signal, peer } = message
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const accept = acceptorOf(listener)
    const ends = createConnection({ ...peer, encrypted: peer.encrypted || isSecure(listener) })
    const outgoing = createRequest(message, ends.client)
    message.onConnection?.(ends.server)
    accept(ends.server)
    const explain = createExplainer(message, ends.server)
    outgoing.on('error', (error) => reject(explain(error)))
    outgoing.on('response', (incoming) => {
      incoming.once('close', () => ends.client.destroy())
      resolve({ incoming, explain })
    })
    for (const event of ['upgrade', 'connect']) {
      outgoing.on(event, () => {
        ends.client.destroy()
        reject(
          new Error(`${describe(message)} switched protocols; use a real connection for upgrades`),
        )
      })
    }
    abortWith(signal, outgoing, ends.client)
    sendBody(outgoing, message)
  })
}

export async function readResponseBody({ incoming, explain }: ReceivedResponse): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
  } catch (error) {
    throw explain(error)
  }
  return Buffer.concat(chunks)
}

function createRequest(message: Message, client: Duplex): ClientRequest {
  const { method, path, headers } = message
  return request({ method, path, headers: headers.list, createConnection: () => client })
}

function sendBody(outgoing: ClientRequest, { headers, body }: Message): void {
  const isStream = body instanceof Readable
  const send = () => (isStream ? sendStream(body, outgoing, headers) : outgoing.end(body))
  const waitsForContinue = expectsContinue(headers)
  if (isStream) linkLifetimes(body, outgoing)
  if (isStream || waitsForContinue) outgoing.flushHeaders()
  if (waitsForContinue) outgoing.once('continue', send)
  else send()
}

function sendStream(body: Readable, outgoing: ClientRequest, headers: RequestHeaders): void {
  const length = headers.get('content-length')
  let sent = 0
  body.on('data', (chunk) => {
    sent += Buffer.byteLength(chunk)
  })
  // With a shorter body the server would wait; it would parse excess bytes as another request.
  body.once('end', () => {
    if (length !== undefined && sent !== Number(length)) outgoing.destroy(wrongLength(length, sent))
  })
  body.pipe(outgoing)
}

/** Destroys the body stream of a request that failed. */
export function discardBody(body: Message['body']): void {
  if (!(body instanceof Readable) || body.destroyed) return
  body.on('error', () => {}) // The caller already gets the error of the request.
  body.destroy()
}

/** Destroys the request if its body stream fails, and the stream if the request closes. */
function linkLifetimes(body: Readable, outgoing: ClientRequest): void {
  body.on('error', () => outgoing.destroy())
  body.once('close', () => {
    if (!body.readableEnded) outgoing.destroy()
  })
  outgoing.once('close', () => body.destroy())
}

function expectsContinue(headers: RequestHeaders): boolean {
  return /^100-continue$/i.test(headers.get('expect') ?? '')
}

function abortWith(signal: AbortSignal | undefined, outgoing: ClientRequest, client: Duplex): void {
  if (signal === undefined) return
  const abort = () => outgoing.destroy()
  signal.addEventListener('abort', abort, { once: true })
  client.once('close', () => signal.removeEventListener('abort', abort))
}

function createExplainer(message: Message, server: Duplex) {
  return (error: unknown): unknown => {
    if (message.signal?.aborted) return message.signal.reason
    if (message.body instanceof Readable && message.body.errored) return message.body.errored
    const failure = failureAt(server)
    if (failure !== undefined) return failure.error
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') return error
    const text = `The connection closed before the response to ${describe(message)} was complete`
    return Object.assign(new Error(text, { cause: error }), { code: 'ECONNRESET' })
  }
}

function describe({ method, path }: Message): string {
  return `${method} ${path}`
}
