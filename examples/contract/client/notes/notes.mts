import createClient from 'openapi-fetch'
import { Api } from './api.ts'
import type { paths } from './schema.d.ts'

// Two generated clients of examples/notes: they sign up, add a note, and read it.

const PASSWORD = 'correct horse battery'
const NO_NOTE = '00000000-0000-4000-8000-000000000000'

/** What a client has seen: the titles of all notes, and the status and title of a problem. */
interface Seen {
  readonly titles: readonly string[]
  readonly problem: readonly [status: number, title: string | undefined]
}

/** A program keeps the session, which a browser would do by itself. */
function headersOf(response: Response, csrfToken: string): Record<string, string> {
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';', 1)
  return { Cookie: cookie, 'X-CSRF-Token': csrfToken }
}

export async function useOpenapiFetch(baseUrl: string, name: string): Promise<Seen> {
  const client = createClient<paths>({ baseUrl })
  const account = await client.POST('/api/v1/users', { body: { name, password: PASSWORD } })
  if (account.data === undefined) throw new Error(`Not signed up: ${account.response.status}`)
  const headers = headersOf(account.response, account.data.csrfToken)
  await client.POST('/api/v1/notes', { headers, body: { title: 'Buy tea', body: '' } })
  const { data } = await client.GET('/api/v1/notes', { headers, params: { query: { limit: 5 } } })
  const path = { id: NO_NOTE }
  const missing = await client.GET('/api/v1/notes/{id}', { headers, params: { path } })
  return {
    titles: data?.notes.map(({ title }) => title) ?? [],
    problem: [missing.response.status, missing.error?.title],
  }
}

export async function useClass(baseUrl: string, name: string): Promise<Seen> {
  const { api } = new Api({ baseUrl })
  const account = await api.signUp({ name, password: PASSWORD })
  const headers = headersOf(account, account.data.csrfToken)
  await api.addNote({ title: 'Buy tea', body: '' }, { headers })
  const { data } = await api.listNotes({ limit: 5 }, { headers })
  // The class throws its response if the status is not a success.
  const missing = await api.getNote(NO_NOTE, { headers }).catch((response) => response)
  return {
    titles: data.notes.map(({ title }) => title),
    problem: [missing.status, missing.error?.title],
  }
}
