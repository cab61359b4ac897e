import { type ClientRequest, type IncomingMessage, request, type Server } from 'node:http'
import { type Duplex, Readable } from 'node:stream'
import { takesDirectRequests } from '../node/index.ts'
import { nextTick, throwLater } from '../runtime/timers.ts'
import { createConnection } from './connection.ts'
import { DirectResponse } from './direct-response.ts'
import { wrongLength } from './framing.ts'
import type { RequestHeaders } from './headers.ts'
import { acceptorOf, failureAt, isSecure, type Listener, serverOf } from './listener.ts'
import type { Message } from './message.ts'
import { isPlainMessage } from './plain-message.ts'
import type { ResponseHead } from './response-head.ts'

/**
 * Whether a method is spelled like `patch`. Methods are case-sensitive, and Node's parser refuses
 * these with 400. The client of node:http would send them in upper case.
 */
export function hasLowerCase(method: string): boolean {
  return /[a-z]/.test(method)
}

/** A response whose headers have arrived. */
export interface ReceivedResponse {
  readonly head: ResponseHead
  /** The response with its body as a stream. */
  readonly incoming: IncomingMessage
  /** The body, if all of it has arrived and it has no stream. */
  takeBody(): Buffer | undefined
  /** Replaces the error of an incomplete response by its cause, such as the signal's reason. */
  readonly explain: (error: unknown) => unknown
}

/**
 * Sends a request to a listener in memory. A plain request to a function goes to the handlers directly.
 * All others have a connection in memory: Node's parser and client are used, so that upgrades, `Expect`
 * and what Node refuses behave as over a socket.
 */
export async function sendRequest(listener: Listener, message: Message): Promise<ReceivedResponse> {
  try {
    message.signal?.throwIfAborted()
    if (typeof listener === 'function' && isPlainMessage(message)) {
      const server = serverOf(listener)
      if (takesDirectRequests(server)) return await sendDirectly(server, message)
    }
    return await connectAndSend(listener, message)
  } catch (error) {
    discardBody(message.body)
    throw error
  }
}

/**
 * The handlers run in a tick of their own. Its ticks come before the promise is settled: a program that
 * sends one request after the other gets the events of each, and keeps none of them.
 */
function sendDirectly(server: Server, message: Message): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => nextTick(dispatch, server, message, resolve, reject))
}

function dispatch(
  server: Server,
  message: Message,
  resolve: (response: ReceivedResponse) => void,
  reject: (error: unknown) => void,
): void {
  const { onConnection, signal } = message
  const response = new DirectResponse(server, message, createExplainer)
  const { explain, socket } = response
  let isSettled = false
  response.onHead = (error) => {
    isSettled = true
    if (error === undefined) resolve(response)
    else reject(explain(error))
  }
  onConnection?.(socket)
  try {
    response.dispatch(server)
  } catch (error) {
    socket.destroy()
    // The caller has its response already, so only the process can report the error.
    if (isSettled) throwLater(error)
    else reject(error)
  }
  if (signal?.aborted) socket.destroy()
  else if (signal && !response.isComplete) abortWith(signal, socket, socket)
}

function connectAndSend(listener: Listener, message: Message): Promise<ReceivedResponse> {
  const { signal, peer } = message
  if (isWorker()) throw new Error(NOT_IN_WORKERS)
  return new Promise((resolve, reject) => {
    const accept = acceptorOf(listener)
    const ends = createConnection({ ...peer, encrypted: peer.encrypted || isSecure(listener) })
    const outgoing = createRequest(message, ends.client)
    message.onConnection?.(ends.server)
    accept(ends.server)
    const explain = createExplainer(message, ends.server)
    outgoing.on('error', (error) => reject(explain(error)))
    outgoing.on('response', (incoming) => {
      incoming.once('close', () => ends.client.destroy())
      resolve({ head: incoming as ResponseHead, incoming, takeBody: () => undefined, explain })
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

/** Workers of Cloudflare have servers of `node:http` without a parser: nothing would ever respond. */
function isWorker(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: unknown } }
  return navigator?.userAgent === 'Cloudflare-Workers'
}

const NOT_IN_WORKERS =
  'Requests in memory need the HTTP parser of Node, which workers of Cloudflare lack; ' +
  'export httpServerHandler(app.listen(8080)) of cloudflare:node, and call its fetch'

export async function readResponseBody(received: ReceivedResponse): Promise<Buffer> {
  const whole = received.takeBody()
  if (whole !== undefined) return whole
  const { incoming, explain } = received
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
  // The server would parse excess bytes as another request.
  body.on('data', (chunk) => {
    sent += Buffer.byteLength(chunk)
    if (length === undefined || sent <= Number(length)) return
    outgoing.destroy(wrongLength(length, sent))
    // At once: an iterator that never waits would leave no turn for the events of the connection.
    body.destroy()
  })
  // With a shorter body the server would wait.
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

function abortWith(
  signal: AbortSignal | undefined,
  aborted: { destroy(): void },
  connection: Duplex,
): void {
  if (signal === undefined) return
  const abort = () => void aborted.destroy()
  signal.addEventListener('abort', abort, { once: true })
  connection.once('close', () => signal.removeEventListener('abort', abort))
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
