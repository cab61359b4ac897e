import type { Application } from 'webapp'
import type { InjectedResponse } from 'webapp/inject'
import { createApp } from '../../src/app.js'
import { type Config, readConfig } from '../../src/config.js'
import { type Database, openDatabase } from '../../src/database/database.js'

export const PASSWORD = 'correct horse battery'

/** The application with a database in memory. Hashing is cheap, so that tests are fast. */
export async function openApp(
  settings: Partial<Config> = {},
): Promise<{ app: Application; database: Database }> {
  const database = await openDatabase(undefined)
  const config = { ...readConfig({}), passwordCost: 4, loginLimit: 1000, ...settings }
  return { app: createApp(config, database), database }
}

type Fields = Record<string, string>

/** Keeps cookies and sends forms, as a browser does. */
export class Visitor {
  readonly #app: Application
  cookie = ''

  constructor(app: Application) {
    this.#app = app
  }

  get(url: string): Promise<InjectedResponse> {
    return this.#send({ method: 'GET', url })
  }

  /** Sends a form as it is. */
  post(url: string, fields: Fields, headers: Fields = {}): Promise<InjectedResponse> {
    return this.#send({ method: 'POST', url, body: new URLSearchParams(fields) }, headers)
  }

  /** Sends a form of the page with the notes, with its token. */
  async submit(url: string, fields: Fields = {}): Promise<InjectedResponse> {
    const page = (await this.get('/notes')).text()
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page) ?? []
    return this.post(url, { ...fields, csrf })
  }

  signUp(name: string, password = PASSWORD): Promise<InjectedResponse> {
    return this.post('/signup', { name, password })
  }

  async #send(
    request: { method: string; url: string; body?: URLSearchParams },
    headers: Fields = {},
  ): Promise<InjectedResponse> {
    const own = { accept: 'text/html', cookie: this.cookie }
    const response = await this.#app.inject({ ...request, headers: { ...own, ...headers } })
    for (const line of response.headers['set-cookie'] ?? []) this.cookie = line.split(';')[0] ?? ''
    return response
  }
}
