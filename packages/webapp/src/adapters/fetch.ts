import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { isHopByHop } from '../http/hop-by-hop.ts'
import type { FetchOptions } from '../types/shared/fetch.ts'
import { frame } from './framing.ts'
import { HeaderList } from './headers.ts'
import type { Listener } from './listener.ts'
import { type Message, type Performed, perform } from './perform.ts'
import { readWebStream, toWebStream } from './web-streams.ts'

/** Answers a web Request with a web Response; both bodies are streams, and neither is held. */
export async function answerFetch(
  listener: Listener,
  request: Request,
  options: FetchOptions = {},
): Promise<Response> {
  return toResponse(request, await perform(listener, toMessage(request, options)))
}

function toMessage(request: Request, { remoteAddress }: FetchOptions): Message {
  if (typeof request?.url !== 'string' || typeof request.headers?.forEach !== 'function') {
    throw new TypeError(`fetch() needs a Request, not ${inspect(request, { depth: 0 })}`)
  }
  if (request.bodyUsed) throw new TypeError(`The body of ${request.url} was read before fetch()`)
  const { method, body, signal } = request
  const { pathname, search, host, protocol } = new URL(request.url)
  const content = body ? readWebStream(body) : undefined
  return {
    method,
    path: pathname + search,
    headers: readRequestHeaders(request, host, content),
    body: content,
    peer: { remoteAddress, encrypted: protocol === 'https:' },
    signal,
  }
}

function readRequestHeaders(request: Request, host: string, content: Message['body']): HeaderList {
  const headers = new HeaderList()
  headers.add('host', request.headers.get('host') ?? host)
  request.headers.forEach((value, name) => {
    // Whoever made the request of a connection has agreed on sending its body.
    if (name !== 'host' && name !== 'expect' && !isHopByHop(name)) headers.add(name, value)
  })
  frame(headers, request.method, content)
  headers.add('connection', 'close')
  return headers
}

function toResponse(request: Request, { incoming, explain }: Performed): Response {
  const { statusCode: status = 0, statusMessage = '' } = incoming
  if (status < 200 || status > 599) {
    incoming.destroy()
    throw new RangeError(
      `The status ${status} of ${request.method} ${request.url} fits no Response`,
    )
  }
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  // What carries no body ends by itself when it is read.
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : toWebStream(incoming, explain)
  return new Response(body, { status, statusText: statusMessage, headers: toHeaders(incoming) })
}

const WITHOUT_BODY = new Set([204, 205, 304])

/** All headers in their order; those that were sent several times stay apart where they must. */
function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!isHopByHop(name)) headers.append(name, value)
  }
  return headers
}
