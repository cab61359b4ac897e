import { readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import WebSocket from 'ws'

const certificate = readFileSync(
  new URL('../../../http2/localhost-for-tests-only/certificate.pem', import.meta.url),
)

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface RequestInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const PATIENCE = 60_000

/** A person with an account, as a program: it keeps the session's cookie and its token. */
export class Client {
  readonly name: string
  readonly #options: RequestOptions
  readonly #kept = new Agent({ keepAlive: true, maxSockets: 4 })
  #cookie = ''
  #token = ''

  constructor(port: number, name: string) {
    this.name = name
    this.#options = { host: '127.0.0.1', port, servername: 'localhost', ca: certificate }
  }

  async signUp(): Promise<void> {
    await this.#enter('/api/v1/users', 201)
  }

  async logIn(): Promise<void> {
    await this.#enter('/api/v1/session', 201)
  }

  async #enter(path: string, expected: number): Promise<void> {
    const response = await this.post(path, { name: this.name, password: `${this.name}'s password` })
    if (response.status !== expected) {
      throw new Error(`POST ${path}: ${response.status} ${response.body}`)
    }
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
    this.#token = JSON.parse(response.body).csrfToken
  }

  /**
   * A GET on a connection that may have been used before. If the server closed that connection at
   * the same moment, the client sends the request again, as RFC 9112, section 9.3.1 has it.
   */
  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    for (;;) {
      const result = await this.#send({ agent: this.#kept, path, method: 'GET', headers })
      if (result !== 'closed before') return result
    }
  }

  /** A POST on a new connection: no client may send it twice. */
  async post(path: string, body: unknown): Promise<Response> {
    const headers = { 'Content-Type': 'application/json' }
    return this.send(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /** A request on a new connection. */
  async send(path: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const result = await this.#send({ agent: false, path, method, headers: { ...headers } }, body)
    if (result === 'closed before') throw new Error('a new connection was used before')
    return result
  }

  /** An event stream or a socket needs the cookie alone. */
  get connection(): RequestOptions {
    return { ...this.#options, headers: { Cookie: this.#cookie } }
  }

  /** The headers that a request of this person needs. */
  get credentials(): Record<string, string> {
    return { Cookie: this.#cookie, 'X-CSRF-Token': this.#token }
  }

  openSocket(path: string): WebSocket {
    const host = `127.0.0.1:${this.#options.port}`
    return new WebSocket(`wss://${host}${path}`, { ...this.connection, origin: `https://${host}` })
  }

  close(): void {
    this.#kept.destroy()
  }

  #send(options: RequestOptions, body?: string | Buffer): Promise<Response | 'closed before'> {
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (this.#cookie) headers.Cookie = this.#cookie
    if (this.#token && options.method !== 'GET') headers['X-CSRF-Token'] = this.#token
    if (body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(body))
    return new Promise((resolve, reject) => {
      const sent = request({
        ...this.#options,
        ...options,
        headers: { ...headers, ...(options.headers as object) },
        signal: AbortSignal.timeout(PATIENCE),
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = sent.reusedSocket && /ECONNRESET|EPIPE/.test(error.code ?? '')
        if (wasClosed) resolve('closed before')
        else reject(error)
      })
      sent.on('response', (res) => {
        const { statusCode: status = 0, headers } = res
        text(res).then((body) => resolve({ status, headers, body }), reject)
      })
      sent.end(body)
    })
  }
}
