import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Application } from 'webapp'

/** A page that a client receives part by part. */
export class Visit {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly #body: Readable
  readonly #parts: AsyncIterator<string>
  text = ''

  constructor(status: number, headers: IncomingHttpHeaders, body: Readable) {
    this.status = status
    this.headers = headers
    this.#body = body
    const decoded = headers['content-encoding'] === 'gzip' ? body.pipe(createGunzip()) : body
    // The test decides when a client leaves.
    for (const stream of [body, decoded]) stream.on('error', () => {})
    this.#parts = decoded.setEncoding('utf8')[Symbol.asyncIterator]()
  }

  /** What has arrived as soon as it contains a text. */
  async until(text: string): Promise<string> {
    while (!this.text.includes(text)) {
      if (!(await this.#readPart())) throw new Error(`The page has no '${text}': ${this.text}`)
    }
    return this.text
  }

  async end(): Promise<string> {
    while (await this.#readPart());
    return this.text
  }

  leave(): void {
    this.#body.destroy()
  }

  async #readPart(): Promise<boolean> {
    const { done, value } = await this.#parts.next()
    if (!done) this.text += value
    return !done
  }
}

export type Transport = 'a port' | 'app.inject' | 'app.fetch'

export async function visit(
  app: unknown,
  transport: Transport = 'a port',
  headers: Record<string, string> = {},
): Promise<Visit> {
  if (transport === 'a port') return visitPort(await listen(app), headers)
  const own = app as Application
  if (transport === 'app.inject') {
    const { statusCode, headers: received, body } = await own.inject({ headers, stream: true })
    return new Visit(statusCode, received as IncomingHttpHeaders, body)
  }
  const response = await own.fetch(new Request('http://localhost/', { headers }))
  const received = Object.fromEntries(response.headers)
  return new Visit(response.status, received, Readable.fromWeb(response.body as never))
}

export async function visitPort(port: number, headers = {}): Promise<Visit> {
  const sent = request({ port, host: '127.0.0.1', headers, agent: false }).end()
  const [response] = await once(sent, 'response')
  return new Visit(response.statusCode, response.headers, response)
}

const ports = new WeakMap<object, number>()

/** The port of an application, whose server ends with the test. */
export async function listen(app: unknown): Promise<number> {
  const known = ports.get(app as object)
  if (known !== undefined) return known
  const server = createServer(app as RequestListener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  ports.set(app as object, port)
  return port
}
