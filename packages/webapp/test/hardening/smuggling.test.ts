import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { createNginx, nginxFile } from '../../../../tools/nginx.ts'
import type { Program } from '../../../../tools/program.ts'
import { factories } from '../support/dialects.ts'
import { get, smuggled } from '../support/smuggled.ts'

// Behind a proxy, requests of different clients share a connection. What reaches the application must
// be what Node alone would hand over, or a client could hide a request in the body of another.

/** An application behind nginx, and what reached it. */
class Site {
  readonly seen: string[] = []
  readonly #server: Server
  readonly #folder = mkdtempSync(join(tmpdir(), 'webapp-smuggling-'))
  #nginx: Program | undefined
  #front = 0

  constructor(start: (app: RequestListener) => Server) {
    const app = factories['5.x']().disable('x-powered-by')
    app.use((req, res) => {
      this.seen.push(`${req.method} ${req.url} ${req.headers.host}`)
      // The body is read by half of the requests, because a server may end with one that is not.
      if (req.url === '/any') req.resume().on('end', () => void res.send('read'))
      else res.send('sent')
    })
    this.#server = start(app as unknown as RequestListener)
  }

  async start(): Promise<void> {
    if (!this.#server.listening) await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    ;[this.#front = 0] = await freePorts(1)
    this.#nginx = createNginx(configFor(this.#front, port), this.#folder, this.#front)
    await this.#nginx.start()
  }

  async end(): Promise<void> {
    await this.#nginx?.stop()
    this.#server.close().closeAllConnections()
    rmSync(this.#folder, { recursive: true })
  }

  /** What a client and the application see of these bytes, with requests of others around them. */
  async ask(bytes: string): Promise<{ text: string; seen: string[] }> {
    await this.#send(get('/first', 'Connection: close\r\n'))
    this.seen.length = 0
    const text = await this.#send(bytes + get('/second', 'Connection: close\r\n'))
    await this.#send(get('/third', 'Connection: close\r\n'))
    return { text: text.replaceAll(/^Date: .*$/gm, 'Date'), seen: [...this.seen] }
  }

  async #send(bytes: string): Promise<string> {
    const socket = connect({ port: this.#front, host: '127.0.0.1' }).setEncoding('latin1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    // The client ends its side: nginx would wait for the rest of a request that is not whole.
    socket.end(bytes, 'latin1')
    await new Promise((resolve) => socket.on('close', resolve))
    return text
  }
}

/** One worker and one connection to the application, which all requests share. */
function configFor(front: number, port: number): string {
  return `worker_processes 1; events {} http {
    upstream app { server 127.0.0.1:${port}; keepalive 1; }
    ignore_invalid_headers off; underscores_in_headers on;
    server {
      listen 127.0.0.1:${front};
      location / {
        proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection '';
        proxy_set_header Host $http_host; proxy_request_buffering off; proxy_ignore_client_abort on;
      }
    }
  }`
}

describe.skipIf(!nginxFile)('behind nginx, a request that may be smuggled (needs nginx)', () => {
  const host = '127.0.0.1'
  // A listener that is another function than the application leaves the server to Node.
  const node = new Site((app) => createServer((req, res) => app(req, res)).listen(0, host))
  const ours = new Site(
    (app) => (app as unknown as ReturnType<(typeof factories)['5.x']>).listen(0, host) as Server,
  )

  beforeAll(() => Promise.all([node.start(), ours.start()]))
  afterAll(() => Promise.all([node.end(), ours.end()]))

  it.each(Object.entries(smuggled))('is what Node alone makes of it: %s', async (_what, bytes) => {
    const expected = await node.ask(bytes)
    expect(await ours.ask(bytes)).toEqual(expected)
    // The next client gets the response to its own request.
    expect(expected.seen.at(-1)).toBe('GET /third a')
  })
})
