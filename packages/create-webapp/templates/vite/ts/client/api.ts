import type { Note } from '../src/note.ts'

export async function listNotes(): Promise<Note[]> {
  const response = await send('GET', '/api/notes')
  return response.json()
}

export async function addNote(text: string): Promise<Note> {
  const response = await send('POST', '/api/notes', { text })
  return response.json()
}

export async function deleteNote(id: string): Promise<void> {
  await send('DELETE', `/api/notes/${encodeURIComponent(id)}`)
}

/** Sends a request to the API. A refusal becomes an error with the reason. */
async function send(method: string, url: string, body?: object): Promise<Response> {
  const headers = {
    Accept: 'application/json',
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const response = await fetch(url, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as { detail?: string }
  throw new Error(problem.detail ?? `The server responded with ${response.status}.`)
}
