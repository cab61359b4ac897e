import type { Application } from 'webapp'
import { type InjectClient, type InjectedResponse, inject } from 'webapp/inject'
import { createApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'

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

/** A browser of one person: keeps cookies and sends forms. */
export class Visitor {
  readonly client: InjectClient

  constructor(app: Application) {
    this.client = inject.client(app, { headers: { accept: 'text/html' } })
  }

  get(url: string): Promise<InjectedResponse> {
    return this.client.get(url)
  }

  /** Sends a form as it is. */
  post(url: string, fields: Fields, headers: Fields = {}): Promise<InjectedResponse> {
    return this.client.post(url, { body: new URLSearchParams(fields), headers })
  }

  /** Sends a form of the page with the notes, with its token. */
  async submit(url: string, fields: Fields = {}): Promise<InjectedResponse> {
    return this.post(url, { ...fields, csrf: await this.token() })
  }

  /** The token of the forms. */
  async token(): Promise<string> {
    const [, csrf = ''] =
      /name="csrf" value="([^"]+)"/.exec((await this.get('/notes')).text()) ?? []
    return csrf
  }

  signUp(name: string, password = PASSWORD): Promise<InjectedResponse> {
    return this.post('/signup', { name, password })
  }
}
