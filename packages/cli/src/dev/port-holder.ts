import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { openStream, sendEvent, sendScript } from './child/reload.ts'
import { PAGE_HEADERS, renderErrorPage } from './errors/error-page.ts'
import { renderProblem } from './errors/problem.ts'
import type { ErrorReport } from './errors/report.ts'
import { wantsHtml } from './errors/wants-html.ts'
import { DEV_PATH } from './settings.ts'

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
  readonly #streams = new Set<ServerResponse>()
  #waiting: Waiting[] = []
  #failure: ErrorReport | undefined

  constructor(reload: boolean) {
    this.#reload = reload
  }

  get ports(): number[] {
    return [...this.#servers.keys()]
  }

  /** Listens on an address. Returns whether that was possible. */
  async hold({ port, host }: Address): Promise<boolean> {
    if (this.#servers.has(port)) return true
    const server = createServer((req, res) => this.#handle(req, res, port))
    server.on('upgrade', (_req, socket) => socket.destroy())
    try {
      server.listen(port, host)
      await once(server, 'listening')
    } catch {
      return false
    }
    server.on('error', () => undefined)
    this.#servers.set(port, server)
    return true
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
    const waiting = this.#waiting
    this.#waiting = []
    for (const [req, res, ownPort] of waiting) {
      const isSame = ownPort === port
      if (isSame || !this.#servers.has(ownPort)) forwardTo(address, req, res)
      else this.#waiting.push([req, res, ownPort])
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
  }

  /** The program cannot start: requests get the reason. */
  fail(report: ErrorReport): void {
    this.#failure = report
    const waiting = this.#waiting
    this.#waiting = []
    for (const [req, res] of waiting) respond(req, res, report)
  }

  close(): void {
    for (const [req] of this.#waiting) req.socket.destroy()
    for (const server of this.#servers.values()) {
      server.close()
      server.closeAllConnections()
    }
    this.#servers.clear()
  }

  #handle(req: IncomingMessage, res: ServerResponse, port: number): void {
    // A browser would use a kept connection again, and never reach the program.
    res.setHeader('Connection', 'close')
    if (this.#reload && req.url === `${DEV_PATH}reload.js`) sendScript(res)
    else if (this.#reload && req.url === `${DEV_PATH}events`) this.#open(res)
    else if (this.#failure !== undefined) respond(req, res, this.#failure)
    else this.#waiting.push([req, res, port])
  }

  #open(res: ServerResponse): void {
    openStream(res)
    sendEvent(res, { boot: HOLDING })
    this.#streams.add(res)
    res.on('close', () => this.#streams.delete(res))
  }
}

/** Stands for a start of the program in pages of the holder. */
export const HOLDING = 'holding'

function respond(req: IncomingMessage, res: ServerResponse, report: ErrorReport): void {
  const isPage = wantsHtml(req.headers.accept)
  const body = isPage ? renderErrorPage(report) : renderProblem(report)
  const type = { 'Content-Type': 'application/problem+json; charset=utf-8' }
  // The body of the request is not wanted.
  req.resume()
  res.writeHead(report.status, {
    ...(isPage ? PAGE_HEADERS : type),
    'Content-Length': Buffer.byteLength(body),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}

function forwardTo({ port, host }: Address, req: IncomingMessage, res: ServerResponse): void {
  const { method, url: path, rawHeaders } = req
  const options = { port, host: reachable(host), method, path, headers: headersOf(rawHeaders) }
  const forwarded = request({ ...options, setHost: false, agent: false }, (answer) => {
    const headers = { ...headersOf(answer.rawHeaders), connection: 'close' }
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
    answer.pipe(res)
    answer.on('error', () => res.destroy())
  })
  forwarded.on('error', () => res.destroy())
  res.on('close', () => forwarded.destroy())
  req.pipe(forwarded)
}

/** An address that a client can connect to. */
function reachable(host: string | undefined): string {
  return host === undefined || host === '::' || host === '0.0.0.0' ? 'localhost' : host
}

function headersOf(raw: readonly string[]): OutgoingHttpHeaders {
  const headers: Record<string, string[]> = {}
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    if (name === 'connection' || name === 'keep-alive') continue
    headers[name] = [...(headers[name] ?? []), raw[at + 1] ?? '']
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  )
}
