import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { toBody } from './body.ts'
import { frame } from './framing.ts'
import { readHeaders } from './headers.ts'
import type { InjectedResponse, InjectedStream, InjectOptions } from './inject-types.ts'
import type { Listener } from './listener.ts'
import type { Message } from './message.ts'
import { type ReceivedResponse, readResponseBody, sendRequest } from './send-request.ts'
import { toTarget } from './target.ts'

/** Sends a request to a listener in memory. Resolves to the response that a client would get. */
export async function inject(
  listener: Listener,
  given: string | URL | InjectOptions<boolean>,
): Promise<InjectedResponse | InjectedStream> {
  const options = readOptions(given)
  const received = await sendRequest(listener, toMessage(options))
  return options.stream
    ? describeResponse(received.incoming, received.incoming)
    : bufferResponse(received)
}

function readOptions(given: unknown): InjectOptions<boolean> {
  if (typeof given === 'string' || given instanceof URL) return { url: given }
  if (typeof given === 'object' && given !== null) return given as InjectOptions<boolean>
  throw new TypeError(`inject() needs a path or options, not ${inspect(given)}`)
}

function toMessage(options: InjectOptions<boolean>): Message {
  const { method = 'GET', url = '/', remoteAddress = '127.0.0.1', signal } = options
  if (typeof method !== 'string') {
    throw new TypeError(`method must be a string, not ${inspect(method)}`)
  }
  if (typeof remoteAddress !== 'string') {
    throw new TypeError(`remoteAddress must be a string, not ${inspect(remoteAddress)}`)
  }
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError(`signal must be an AbortSignal, not ${inspect(signal, { depth: 0 })}`)
  }
  const { path, host, encrypted } = toTarget(url, options.query)
  const { content, type } = toBody(options.body)
  const headers = readHeaders(options.headers)
  if (!headers.has('host')) headers.list.unshift('Host', host)
  if (type !== undefined) headers.addDefault('Content-Type', type)
  frame(headers, method.toUpperCase(), content)
  // Each connection carries one request.
  headers.addDefault('Connection', 'close')
  return { method, path, headers, body: content, peer: { remoteAddress, encrypted }, signal }
}

function isSignal(signal: unknown): signal is AbortSignal {
  return typeof (signal as AbortSignal | null)?.throwIfAborted === 'function'
}

async function bufferResponse(received: ReceivedResponse): Promise<InjectedResponse> {
  const body = await readResponseBody(received)
  return {
    ...describeResponse(received.incoming, body),
    text: () => body.toString('utf8'),
    json: () => JSON.parse(body.toString('utf8')),
  }
}

function describeResponse<Body>(incoming: IncomingMessage, body: Body) {
  const { statusCode = 0, statusMessage = '', headers, rawHeaders } = incoming
  return {
    statusCode,
    statusMessage,
    headers,
    rawHeaders,
    // A getter, because trailers arrive after the body.
    get trailers() {
      return incoming.trailers
    },
    body,
  }
}
