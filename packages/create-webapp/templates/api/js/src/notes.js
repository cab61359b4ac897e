import webapp, { Router } from 'webapp'

/** Notes in memory. Replace this map with your database. */
const notes = new Map()
let lastId = 0

export const api = Router()

api.use(webapp.json({ limit: '100kb' }))

api.get('/notes', (_req, res) => {
  res.json([...notes.values()])
})

api.get('/notes/:id', (req, res) => {
  res.json(findNote(req.params.id))
})

api.post('/notes', (req, res) => {
  const text = readText(req.body)
  const note = { id: String(++lastId), text }
  notes.set(note.id, note)
  res.status(201).location(`${req.baseUrl}/notes/${note.id}`).json(note)
})

api.delete('/notes/:id', (req, res) => {
  notes.delete(findNote(req.params.id).id)
  res.status(204).end()
})

function findNote(id) {
  const note = notes.get(id)
  if (note === undefined) throw httpError(404, `There is no note ${id}.`)
  return note
}

function readText(body) {
  const text = body?.text
  if (typeof text === 'string' && text.trim() !== '') return text.trim()
  throw httpError(400, 'A note needs a text.')
}

/** The error handler sends the status and the message. */
function httpError(status, message) {
  return Object.assign(new Error(message), { status })
}
