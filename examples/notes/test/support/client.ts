import type { Application } from 'webapp'
import type { InjectedResponse, InjectOptions } from 'webapp/inject'

type Options = Omit<InjectOptions, 'headers' | 'stream'> & { headers?: Record<string, string> }

export const PASSWORD = 'correct horse battery'

let names = 0

/** A name that no other account of this process has. */
export function newName(prefix = 'user'): string {
  names++
  return `${prefix}${names}`
}

/** A client that keeps cookies, as a browser or a program does, over `app.inject`. */
export class Client {
  readonly #app: Application
  readonly #cookies = new Map<string, string>()
  name = ''
  csrfToken = ''

  constructor(app: Application) {
    this.#app = app
  }

  /** A client with an account of its own, made through the API. */
  static async signUp(app: Application, name = newName()): Promise<Client> {
    const client = new Client(app)
    const response = await client.send('POST', '/api/v1/users', {
      body: { name, password: PASSWORD },
    })
    if (response.statusCode !== 201) throw new Error(`Sign-up failed: ${response.text()}`)
    client.name = name
    client.csrfToken = response.json<{ csrfToken: string }>().csrfToken
    return client
  }

  async send(method: string, url: string, options: Options = {}): Promise<InjectedResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { Cookie: cookie }), ...options.headers }
    const response = await this.#app.inject({ ...options, method, url, headers })
    for (const line of response.headers['set-cookie'] ?? []) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get(url: string, headers: Record<string, string> = {}): Promise<InjectedResponse> {
    return this.send('GET', url, { headers })
  }

  /** A request of a program, with the token of its session. */
  api(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const token = { 'X-CSRF-Token': this.csrfToken }
    return this.send(method, `/api/v1${path}`, { body, headers: { ...token, ...headers } })
  }

  /** A form, with the token of the page that has it. */
  post(url: string, fields: Record<string, string>): Promise<InjectedResponse> {
    const body = new URLSearchParams({ _csrf: this.csrfToken, ...fields })
    return this.send('POST', url, { body })
  }

  /** Reads a page, and keeps the token of its forms. */
  async visit(url: string): Promise<string> {
    const response = await this.get(url)
    const html = response.text()
    this.csrfToken = /name="_csrf" value="([^"]+)"/.exec(html)?.[1] ?? this.csrfToken
    return html
  }

  async addNote(title: string, body = ''): Promise<NoteJson> {
    const response = await this.api('POST', '/notes', { title, body })
    if (response.statusCode !== 201) throw new Error(`No note: ${response.text()}`)
    return response.json<NoteJson>()
  }
}

export interface NoteJson {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly owner: string
  readonly access: string
  readonly version: number
}
