import { api, contract, route } from 'webapp/contract'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { HttpError } from '../errors.ts'
import { Problem } from '../http/problem.ts'
import { hasNoNull, NO_NULL } from '../http/text.ts'
import type { Services } from '../services.ts'
import type { Note, NoteSummary } from './notes.ts'
import { NoteId, NoteInput, NotePage, NoteSchema, PageQuery } from './schemas.ts'
import { FOUND } from './search.ts'

const tags = ['notes']
const params = z.object({ id: NoteId })

/** Notes for programs. A note has an ETag of its version, for If-None-Match and If-Match. */
export function noteApi({ notes, search, attachments }: Services) {
  return api(
    route(
      'GET',
      '/notes',
      contract({
        summary: 'List notes, the last changed first',
        operationId: 'listNotes',
        tags,
        query: PageQuery,
        responses: { 200: NotePage, 401: Problem },
      }),
      async (req, res) => {
        const { items, next } = await notes.list(userOf(req), req.query)
        res.json({ notes: items.map(toSummary), next })
      },
    ),
    route(
      'POST',
      '/notes',
      contract({
        summary: 'Add a note',
        operationId: 'addNote',
        tags,
        body: NoteInput,
        responses: { 201: NoteSchema, 400: Problem, 401: Problem, 403: Problem },
      }),
      async (req, res) => {
        const note = await notes.add(userOf(req), req.body)
        res.set('ETag', tagOf(note)).location(`/api/v1/notes/${note.id}`)
        res.status(201).json(toJson(note))
      },
    ),
    route(
      'GET',
      '/notes/:id',
      contract({
        summary: 'Read a note',
        operationId: 'getNote',
        tags,
        params,
        responses: {
          200: NoteSchema,
          304: { description: 'Not modified' },
          401: Problem,
          404: Problem,
        },
      }),
      async (req, res) => {
        const note = await notes.get(userOf(req), req.params.id)
        // With an ETag, webapp compares it with If-None-Match and responds with 304 by itself.
        res.set('ETag', tagOf(note)).json(toJson(note))
      },
    ),
    route(
      'PUT',
      '/notes/:id',
      contract({
        summary: 'Change a note',
        description: 'With If-Match, only if the note still has this ETag; otherwise 412.',
        operationId: 'changeNote',
        tags,
        params,
        headers: z.object({ 'if-match': z.string().optional() }),
        body: NoteInput,
        responses: { 200: NoteSchema, 400: Problem, 403: Problem, 404: Problem, 412: Problem },
      }),
      async (req, res) => {
        const version = versionOf(req.params.id, req.valid.headers['if-match'])
        const note = await notes.update(userOf(req), req.params.id, { ...req.body, version })
        res.set('ETag', tagOf(note)).json(toJson(note))
      },
    ),
    route(
      'DELETE',
      '/notes/:id',
      contract({
        summary: 'Delete a note',
        operationId: 'deleteNote',
        tags,
        params,
        responses: { 204: { description: 'Deleted' }, 403: Problem, 404: Problem },
      }),
      async (req, res) => {
        await attachments.removeNote(userOf(req), req.params.id)
        res.status(204).end()
      },
    ),
    route(
      'GET',
      '/search',
      contract({
        summary: 'Search in notes',
        description: 'Words, "a phrase", -without, or. The best results come first.',
        operationId: 'searchNotes',
        tags,
        query: z.object({
          q: z.string().trim().min(1).max(200).refine(hasNoNull, NO_NULL),
          page: z.coerce.number().int().min(1).max(1000).default(1),
          limit: z.coerce.number().int().min(1).max(100).default(20),
        }),
        responses: {
          200: NotePage.omit({ next: true }).extend({ hasMore: z.boolean() }),
          401: Problem,
        },
      }),
      async (req, res) => {
        const { q: text, page, limit } = req.query
        const { items, hasMore } = await search.find(userOf(req), { text, page, limit })
        res.json({ notes: items.map(toSummary), hasMore })
      },
    ),
  )
}

/** The routes of notes, as the client of the pages sees them. */
export type NoteApi = ReturnType<typeof noteApi>

/** The JSON of a note depends on its version, and on what the user who asks may do. */
function tagOf({ id, version, access }: Note): string {
  return `"${id.slice(0, 8)}-${version}-${access}"`
}

/**
 * The version in If-Match; undefined for any version. A proxy that compresses a response makes its
 * ETag weak (nginx) or appends the encoding (Caddy). The version in it is exact nevertheless.
 */
function versionOf(id: string, header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const [, prefix, version] = /^(?:W\/)?"([\da-f]{8})-(\d{1,9})-[a-z-]+"$/.exec(header) ?? []
  if (prefix === id.slice(0, 8)) return Number(version)
  throw new HttpError(412, 'If-Match must be one ETag of the note', 'note.changed')
}

function toJson({ createdAt, updatedAt, ...note }: Note) {
  return { ...note, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

function toSummary({ id, title, excerpt, owner, access, version, updatedAt }: NoteSummary) {
  const plain = excerpt.replaceAll(FOUND.start, '').replaceAll(FOUND.end, '')
  return { id, title, excerpt: plain, owner, access, version, updatedAt: updatedAt.toISOString() }
}
