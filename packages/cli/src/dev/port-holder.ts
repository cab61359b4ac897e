import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { openStream, refuse, sendEvent, sendScript } from './child/reload.ts'
import { PAGE_HEADERS, PLAIN_PAGE, renderErrorPage } from './errors/error-page.ts'
import { PROBLEM_HEADERS, renderProblem } from './errors/problem.ts'
import type { ErrorReport } from './errors/report.ts'
import { wantsHtml } from './errors/wants-html.ts'
import { groupHeaders, pairsOf } from './group-headers.ts'
import { isLocalRequest } from './local-request.ts'
import { DEV_PATH, HOLDING } from './settings.ts'

/** Together half a second: longer than a request, and shorter than a user waits for a restart. */
const ATTEMPTS = 11
const BETWEEN_ATTEMPTS = 50

/**
 * Requests that wait for the program. Each keeps a connection and up to 100 KB, and a browser opens
 * six connections.
 */
const MAX_WAITING = 500

/** An address of the program. */
export interface Address {
  readonly port: number
  /** `undefined`: all addresses of this machine. */
  readonly host: string | undefined
}

type Waiting = readonly [req: IncomingMessage, res: ServerResponse, port: number]

/**
 * Listens on the ports of the program while the program does not. Requests wait for the program, or
 * get the error that prevents its start.
 */
export class PortHolder {
  readonly #reload: boolean
  readonly #servers = new Map<number, Server>()
  /** Those that do not listen any more may still have connections. */
  readonly #unclosed = new Set<Server>()
  readonly #streams = new Set<ServerResponse>()
  readonly #waiting = new Set<Waiting>()
  /** Where the program listens. Connections of before may still send requests here. */
  readonly #running = new Map<number, Address>()
  #failure: ErrorReport | undefined
  #isClosed = false

  constructor(reload: boolean) {
    this.#reload = reload
  }

  get ports(): number[] {
    return [...this.#servers.keys()]
  }

  /** Listens on an address. Returns whether that was possible. */
  async hold(address: Address): Promise<boolean> {
    if (this.#servers.has(address.port)) return true
    for (let attempt = 1; !this.#isClosed; attempt++) {
      const code = await this.#listen(address)
      if (code === undefined) return true
      // A client of another program may have the port for a moment: the system chose it for the client.
      if (code !== 'EADDRINUSE' || attempt === ATTEMPTS) return false
      await delay(BETWEEN_ATTEMPTS)
    }
    return false
  }

  /** Resolves to the code of the error, or to `undefined` if it listens. */
  async #listen({ port, host }: Address): Promise<string | undefined> {
    const server = createServer((req, res) => this.#handle(req, res, port))
    // A forwarded head has all headers. Without those that Node drops, a body may lose its length.
    server.maxHeadersCount = 0
    // The response closes the connection, so requests behind the first one would run in vain.
    server.maxRequestsPerSocket = 1
    server.on('upgrade', (_req, socket) => socket.destroy())
    try {
      server.listen(port, host)
      await once(server, 'listening')
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown'
    }
    server.on('error', () => undefined)
    server.on('close', () => this.#unclosed.delete(server))
    this.#servers.set(port, server)
    this.#unclosed.add(server)
    return undefined
  }

  /** Stops listening on a port, before the program does. */
  release(port: number): void {
    const server = this.#servers.get(port)
    if (server === undefined) return
    this.#servers.delete(port)
    server.close()
    server.closeIdleConnections()
    for (const stream of this.#streams) stream.end()
  }

  /** The program listens: requests that waited go to it. */
  forward(address: Address): void {
    const { port } = address
    this.#failure = undefined
    this.#running.set(port, address)
    for (const each of this.#waiting) {
      const [req, res, ownPort] = each
      if (ownPort !== port && this.#servers.has(ownPort)) continue
      this.#waiting.delete(each)
      forwardTo(address, req, res)
    }
  }

  /** Opens pages that were shown on another port than the program's. */
  redirect(url: string): void {
    for (const stream of this.#streams) sendEvent(stream, { url })
    for (const port of this.ports) this.release(port)
  }

  /** The program is being started: requests wait. */
  wait(): void {
    this.#failure = undefined
    this.#running.clear()
  }

  /** The program cannot start: requests get the reason. */
  fail(report: ErrorReport): void {
    this.#failure = report
    this.#running.clear()
    for (const [req, res] of this.#waiting) respond(req, res, report)
    this.#waiting.clear()
  }

  close(): void {
    this.#isClosed = true
    for (const [req] of this.#waiting) req.socket.destroy()
    for (const server of this.#unclosed) {
      server.close()
      server.closeAllConnections()
    }
    this.#servers.clear()
  }

  #handle(req: IncomingMessage, res: ServerResponse, port: number): void {
    // A browser would use a kept connection again, and never reach the program.
    res.setHeader('Connection', 'close')
    const isScript = this.#reload && req.url === `${DEV_PATH}reload.js`
    const isStream = this.#reload && req.url === `${DEV_PATH}events`
    if ((isScript || isStream) && !isLocalRequest(req)) refuse(res)
    else if (isScript) sendScript(res)
    else if (isStream) this.#open(res)
    else if (this.#failure !== undefined) respond(req, res, this.#failure)
    else {
      const address = this.#running.get(port)
      if (address !== undefined) forwardTo(address, req, res)
      else if (this.#waiting.size < MAX_WAITING) this.#wait(req, res, port)
      else refuseToWait(req, res)
    }
  }

  #wait(...waiting: Waiting): void {
    this.#waiting.add(waiting)
    const [, res] = waiting
    res.on('close', () => this.#waiting.delete(waiting))
  }

  #open(res: ServerResponse): void {
    openStream(res)
    sendEvent(res, { boot: HOLDING })
    this.#streams.add(res)
    res.on('close', () => this.#streams.delete(res))
  }
}

function refuseToWait(req: IncomingMessage, res: ServerResponse): void {
  const text = `webapp dev: ${MAX_WAITING} requests wait for the program. Send this one again later.\n`
  req.resume()
  res.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': text.length,
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': 1,
  })
  res.end(text)
}

function respond(req: IncomingMessage, res: ServerResponse, report: ErrorReport): void {
  const isLocal = isLocalRequest(req)
  const isPage = !isLocal || wantsHtml(req.headers.accept)
  const details = isPage ? renderErrorPage : renderProblem
  const body = isLocal ? details(report) : PLAIN_PAGE
  // The body of the request is not wanted.
  req.resume()
  res.writeHead(report.status, {
    ...(isPage ? PAGE_HEADERS : PROBLEM_HEADERS),
    'Content-Length': Buffer.byteLength(body),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Sends a request that waited to the program. Nothing in it may end `webapp dev`. */
function forwardTo(address: Address, req: IncomingMessage, res: ServerResponse): void {
  // The client did not wait.
  if (req.destroyed || res.destroyed) return
  for (const stream of [req, res]) stream.on('error', () => undefined)
  try {
    const forwarded = requestFor(address, req)
    forwarded.on('response', (answer) => sendBack(answer, res))
    forwarded.on('error', () => res.destroy())
    // The program has taken the connection for another protocol, which was not asked for.
    forwarded.on('upgrade', () => res.destroy())
    res.on('close', () => forwarded.destroy())
    // Node's client checks the head when it sends it. That happens here, not at the end of the body.
    if (hasBody(req)) {
      forwarded.flushHeaders()
      req.pipe(forwarded)
    } else forwarded.end()
  } catch {
    // Node's client refuses some requests that its parser takes. The next time, the program gets it.
    req.resume()
    res.writeHead(503, { 'Content-Length': 0, 'Retry-After': 1 }).end()
  }
}

function requestFor({ port, host }: Address, req: IncomingMessage): ClientRequest {
  const { method, url: path, rawHeaders } = req
  const headers = headersOf(rawHeaders)
  // Node's client speaks HTTP/1.1, which requires a Host. A client of HTTP/1.0 may send none.
  if (req.headers.host === undefined) headers.host = ''
  const options = { port, host: reachable(host), method, path, headers }
  return request({ ...options, setHost: false, agent: false })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function sendBack(answer: IncomingMessage, res: ServerResponse): void {
  const isOld = res.req.httpVersion === '1.0'
  const headers = { ...headersOf(answer.rawHeaders, isOld), connection: 'close' }
  answer.on('error', () => res.destroy())
  try {
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
    answer.pipe(res)
  } catch {
    // Likewise for responses: a status such as 099, for example.
    res.destroy()
  }
}

const OF_CONNECTION = /^(?:connection|keep-alive|trailer)$/i

/**
 * The headers to pass on: not those of the connection, and not those of trailers, which end here.
 * A client of HTTP/1.0 cannot read chunks.
 */
function headersOf(raw: readonly string[], isOld = false): OutgoingHttpHeaders {
  return groupHeaders(
    pairsOf(raw).filter(
      ([name]) => !OF_CONNECTION.test(name) && !(isOld && /^transfer-encoding$/i.test(name)),
    ),
  )
}

/** An address that a client can connect to. */
function reachable(host: string | undefined): string {
  return host === undefined || host === '::' || host === '0.0.0.0' ? 'localhost' : host
}
