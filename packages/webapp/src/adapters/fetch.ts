import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { isHopByHop } from '../http/hop-by-hop.ts'
import type { FetchOptions } from './fetch-types.ts'
import { frame } from './framing.ts'
import { RequestHeaders } from './headers.ts'
import type { Listener } from './listener.ts'
import {
  discardBody,
  hasLowerCase,
  type Message,
  type ReceivedResponse,
  sendRequest,
} from './send-request.ts'
import { readWebStream, toWebStream } from './web-streams.ts'

/** `app.fetch`: a web Request in, a web Response out. Both bodies are streamed, not buffered. */
export async function handleFetch(
  listener: Listener,
  request: Request,
  options: FetchOptions = {},
): Promise<Response> {
  const message = toMessage(request, options)
  if (hasLowerCase(message.method)) {
    discardBody(message.body)
    return new Response(null, { status: 400, statusText: 'Bad Request' })
  }
  return toResponse(request, await sendRequest(listener, message))
}

function toMessage(request: Request, { remoteAddress }: FetchOptions): Message {
  if (typeof request?.url !== 'string' || typeof request.headers?.forEach !== 'function') {
    throw new TypeError(`fetch() needs a Request, not ${inspect(request, { depth: 0 })}`)
  }
  if (request.bodyUsed) {
    throw new TypeError(`The body of the Request for ${request.url} was read before fetch()`)
  }
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

function readRequestHeaders(
  request: Request,
  host: string,
  content: Message['body'],
): RequestHeaders {
  const headers = new RequestHeaders()
  headers.add('host', request.headers.get('host') ?? host)
  request.headers.forEach((value, name) => {
    // `Expect` was already handled on the connection that the Request came from.
    if (name !== 'host' && name !== 'expect' && !isHopByHop(name)) headers.add(name, value)
  })
  frame(headers, request.method, content)
  headers.add('connection', 'close')
  return headers
}

function toResponse(request: Request, { incoming, explain }: ReceivedResponse): Response {
  const { statusCode: status = 0, statusMessage = '' } = incoming
  if (status < 200 || status > 599) {
    incoming.destroy()
    throw new RangeError(
      `The status ${status} of ${request.method} ${request.url} is not valid for a Response; it must be 200 to 599`,
    )
  }
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  // Reading to the end releases the connection.
  if (isEmpty) incoming.resume()
  const body = isEmpty ? null : toWebStream(incoming, explain)
  return new Response(body, { status, statusText: statusMessage, headers: toHeaders(incoming) })
}

const WITHOUT_BODY = new Set([204, 205, 304])

/** The headers in their order. `Headers.append` keeps repeated Set-Cookie headers separate. */
function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!isHopByHop(name)) headers.append(name, value)
  }
  return headers
}
