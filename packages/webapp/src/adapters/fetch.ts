import { inspect } from 'node:util'
import { isHopByHop } from '../http/hop-by-hop.ts'
import type { FetchOptions } from './fetch-types.ts'
import { frame } from './framing.ts'
import { RequestHeaders } from './headers.ts'
import type { Listener } from './listener.ts'
import type { Message } from './message.ts'
import type { ResponseHead } from './response-head.ts'
import { discardBody, hasLowerCase, type ReceivedResponse, sendRequest } from './send-request.ts'
import { readWebStream, toWebStream, webStreamOf } from './web-streams.ts'

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

function toResponse(request: Request, received: ReceivedResponse): Response {
  const { head, explain } = received
  const { statusCode: status, statusMessage: statusText } = head
  if (status < 200 || status > 599) {
    received.incoming.destroy()
    throw new RangeError(
      `The status ${status} of ${request.method} ${request.url} is not valid for a Response; it must be 200 to 599`,
    )
  }
  const isEmpty = request.method === 'HEAD' || WITHOUT_BODY.has(status)
  const whole = received.takeBody()
  // Reading to the end releases the connection.
  if (isEmpty && whole === undefined) received.incoming.resume()
  const body = isEmpty ? null : whole ? webStreamOf(whole) : toWebStream(received.incoming, explain)
  const response = new Response(body, { status, statusText })
  addHeaders(response.headers, head)
  return response
}

const WITHOUT_BODY = new Set([204, 205, 304])

/** Adds the headers in their order. `append` keeps repeated Set-Cookie headers separate. */
function addHeaders(headers: Headers, { rawHeaders }: ResponseHead): void {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (!isHopByHop(name)) headers.append(name, rawHeaders[at + 1] as string)
  }
}
