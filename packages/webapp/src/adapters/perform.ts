import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { createConnection, type Peer } from './connection.ts'
import { wrongLength } from './framing.ts'
import type { HeaderList } from './headers.ts'
import { acceptorOf, failureAt, isSecure, type Listener } from './listener.ts'

/** A request as it goes over a connection. */
export interface Message {
  readonly method: string
  readonly path: string
  readonly headers: HeaderList
  readonly body?: Uint8Array | Readable | undefined
  readonly peer: Peer
  readonly signal?: AbortSignal | undefined
}

/** An answer that has begun. */
export interface Performed {
  readonly incoming: IncomingMessage
  /** Why the answer ended before it was complete. */
  readonly explain: (error: unknown) => unknown
}

/**
 * Asks a listener over a connection of its own, without a network. Node's own parser and its own
 * client run, so that framing, HEAD, Expect and early ends are what they are over a socket.
 */
export async function perform(listener: Listener, message: Message): Promise<Performed> {
  try {
    return await ask(listener, message)
  } catch (error) {
    giveUp(message.body)
    throw error
  }
}

function ask(listener: Listener, message: Message): Promise<Performed> {
  const { signal, peer } = message
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const accept = acceptorOf(listener)
    const ends = createConnection({ ...peer, encrypted: peer.encrypted || isSecure(listener) })
    const outgoing = createRequest(message, ends.client)
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
        reject(new Error(`${describe(message)} switched protocols, which gives no answer`))
      })
    }
    abortWith(signal, outgoing, ends.client)
    sendBody(outgoing, message)
  })
}

/** The whole body of an answer. */
export async function readAll({ incoming, explain }: Performed): Promise<Buffer> {
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
  const waits = expectsContinue(headers)
  if (isStream) endTogether(body, outgoing)
  if (isStream || waits) outgoing.flushHeaders()
  if (waits) outgoing.once('continue', send)
  else send()
}

function sendStream(body: Readable, outgoing: ClientRequest, headers: HeaderList): void {
  const length = headers.get('content-length')
  let sent = 0
  body.on('data', (chunk) => {
    sent += Buffer.byteLength(chunk)
  })
  // The server would wait for the rest, or take it for another request.
  body.once('end', () => {
    if (length !== undefined && sent !== Number(length)) outgoing.destroy(wrongLength(length, sent))
  })
  body.pipe(outgoing)
}

/** Nobody will read the body of a request that could not be made. */
function giveUp(body: Message['body']): void {
  if (!(body instanceof Readable) || body.destroyed) return
  body.on('error', () => {}) // Its end is no news to whoever hears of the request.
  body.destroy()
}

/** A request ends with the stream that is its body, and the stream with its request. */
function endTogether(body: Readable, outgoing: ClientRequest): void {
  body.on('error', () => outgoing.destroy())
  body.once('close', () => {
    if (!body.readableEnded) outgoing.destroy()
  })
  outgoing.once('close', () => body.destroy())
}

function expectsContinue(headers: HeaderList): boolean {
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
    const text = `The connection was closed before the answer to ${describe(message)} was complete`
    return Object.assign(new Error(text, { cause: error }), { code: 'ECONNRESET' })
  }
}

function describe({ method, path }: Message): string {
  return `${method} ${path}`
}
