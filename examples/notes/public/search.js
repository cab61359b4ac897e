// Suggests the titles of notes while a person types. The results are a page of the server.

// biome-ignore lint/correctness/useImportExtensions: the file beside this one has only its types.
import { client } from './webapp-client.mjs'

const PAUSE_MS = 200

/** @type {import('webapp/client').Client<import('../src/notes/api.ts').NoteApi>} */
const api = client('/api/v1')

const field = document.querySelector('input[list]')
if (field instanceof HTMLInputElement && field.list) start(field, field.list)

/** @param {HTMLInputElement} field @param {HTMLElement} list */
function start(field, list) {
  let timer = 0
  let last = new AbortController()

  const suggestLater = () => {
    clearTimeout(timer)
    last.abort()
    timer = window.setTimeout(() => suggest().catch(() => {}), PAUSE_MS)
  }
  field.addEventListener('input', suggestLater)
  // A fast person types before this script is loaded.
  if (document.activeElement === field) suggestLater()

  /** Without suggestions, the search works nevertheless. */
  async function suggest() {
    const q = field.value.trim()
    if (q.length < 2) return list.replaceChildren()
    last = new AbortController()
    const response = await api.get('/search', { query: { q, limit: 5 }, signal: last.signal })
    if (response.status !== 200) return
    const titles = new Set(response.body.notes.map(({ title }) => title))
    list.replaceChildren(...[...titles].map((title) => new Option(title, title)))
  }
}
