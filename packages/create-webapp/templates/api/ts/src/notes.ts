import webapp, { Router } from 'webapp'
import { contract } from 'webapp/contract'
import { z } from 'zod'
import { httpError } from './errors.ts'

const NewNote = z.object({ text: z.string().trim().min(1).max(1000) })
const Note = z.object({ id: z.string(), text: z.string() })
const Problem = z.object({ title: z.string(), status: z.number(), detail: z.string().optional() })

/** The schemas that the description of the API shows by name. */
export const schemas = { NewNote, Note, Problem }

/** Notes in memory. Replace this map with your database. */
const notes = new Map<string, z.infer<typeof Note>>()
let lastId = 0

const params = z.object({ id: z.string() })
const tags = ['notes']

export const api = Router()

api.use(webapp.json({ limit: '100kb' }))

api.get(
  '/notes',
  contract({
    summary: 'List the notes',
    operationId: 'listNotes',
    tags,
    responses: { 200: z.array(Note) },
  }),
  (_req, res) => {
    res.json([...notes.values()])
  },
)

api.get(
  '/notes/:id',
  contract({
    summary: 'Read a note',
    operationId: 'readNote',
    tags,
    params,
    responses: { 200: Note, 404: Problem },
  }),
  (req, res) => {
    res.json(findNote(req.params.id))
  },
)

api.post(
  '/notes',
  contract({
    summary: 'Add a note',
    operationId: 'addNote',
    tags,
    body: NewNote,
    responses: { 201: Note, 400: Problem },
  }),
  (req, res) => {
    const note = { id: String(++lastId), text: req.body.text }
    notes.set(note.id, note)
    res.status(201).location(`${req.baseUrl}/notes/${note.id}`).json(note)
  },
)

api.delete(
  '/notes/:id',
  contract({
    summary: 'Delete a note',
    operationId: 'deleteNote',
    tags,
    params,
    responses: { 204: { description: 'Deleted' }, 404: Problem },
  }),
  (req, res) => {
    notes.delete(findNote(req.params.id).id)
    res.status(204).end()
  },
)

function findNote(id: string): z.infer<typeof Note> {
  const note = notes.get(id)
  if (note === undefined) throw httpError(404, `There is no note ${id}.`)
  return note
}
