import webapp, { type Request, type Response, type Router } from 'webapp'
import type { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { HttpError } from '../errors.ts'
import { checkId } from '../http/check-id.ts'
import { SqlInteger } from '../http/text.ts'
import { textsOf } from '../language/language.ts'
import type { Services } from '../services.ts'
import { excerptOf } from './excerpt.ts'
import { renderMarkdown } from './markdown.ts'
import type { Note } from './notes.ts'
import { NoteInput, PageQuery } from './schemas.ts'

const FormInput = NoteInput.extend({ version: SqlInteger.min(0).optional() })

/** The pages that list, show and change notes. */
export function notePages({ notes, attachments, config }: Services): Router {
  const pages = webapp.Router()
  pages.param('id', checkId)

  pages.get('/notes', async (req, res) => {
    const { data: query = { limit: 20 } } = PageQuery.safeParse(req.query)
    const page = await notes.list(userOf(req), query)
    const title = textsOf(res).notes.yours
    res.render('notes', { title, page, isLater: 'cursor' in req.query, excerptOf })
  })

  pages.get('/notes/new', (_req, res) => {
    showForm(res, { values: { title: '', body: '' } })
  })

  pages.post('/notes', async (req, res) => {
    const input = FormInput.safeParse(withLineFeeds(req))
    if (!input.success) return refuse(req, res, input.error)
    const note = await notes.add(userOf(req), input.data)
    redirectToSaved(req, res, note.id)
  })

  pages.get('/notes/:id', async (req, res) => {
    const note = await notes.get(userOf(req), req.params.id)
    res.render('note', {
      title: note.title,
      note,
      html: renderMarkdown(note.body),
      attachments: await attachments.list(note.id),
      isSaved: takeSaved(req, note.id),
      problem: 'nofile' in req.query ? textsOf(res).attachments.missing : undefined,
      maxUploadBytes: config.maxUploadBytes,
      scripts: ['presence.js'],
    })
  })

  pages.get('/notes/:id/edit', async (req, res) => {
    const note = await notes.get(userOf(req), req.params.id)
    if (note.access === 'read') return res.redirect(303, `/notes/${note.id}`)
    showForm(res, { noteId: note.id, values: note })
  })

  pages.post('/notes/:id', async (req, res) => {
    const { id } = req.params
    const input = FormInput.safeParse(withLineFeeds(req))
    if (!input.success) return refuse(req, res, input.error, id)
    try {
      await notes.update(userOf(req), id, input.data)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 412) throw error
      const saved = await notes.get(userOf(req), id)
      const values = { ...input.data, version: saved.version }
      res.status(409)
      return showForm(res, { noteId: id, values, saved, problem: textsOf(res).notes.conflict })
    }
    redirectToSaved(req, res, id)
  })

  pages.post('/notes/:id/delete', async (req, res) => {
    await attachments.removeNote(userOf(req), req.params.id)
    res.redirect(303, '/notes')
  })

  return pages
}

/** The next page says once that the note is saved. In its address, every later visit would say it. */
function redirectToSaved(req: Request, res: Response, id: string): void {
  req.session.savedNote = id
  res.redirect(303, `/notes/${id}`)
}

function takeSaved({ session }: Request, id: string): boolean {
  if (session.savedNote !== id) return false
  delete session.savedNote
  return true
}

interface Form {
  readonly noteId?: string | undefined
  readonly values: { title: string; body: string; version?: number | undefined }
  readonly saved?: Note
  readonly problem?: string
}

function showForm(res: Response, form: Form): void {
  const { notes } = textsOf(res)
  res.render('note-form', {
    title: form.noteId ? notes.editing : notes.new,
    action: form.noteId ? `/notes/${form.noteId}` : '/notes',
    scripts: form.noteId ? ['presence.js'] : [],
    ...form,
  })
}

function refuse(req: Request, res: Response, error: z.ZodError, noteId?: string): void {
  const { badTitle, badBody } = textsOf(res).notes
  const isTitle = error.issues.some(({ path }) => path[0] === 'title')
  const { title = '', body = '', version } = Object(req.body)
  const values = { title: String(title), body: String(body), version: Number(version) || undefined }
  res.status(422)
  showForm(res, { noteId, values, problem: isTitle ? badTitle : badBody })
}

/** Browsers send the lines of a textarea with CR LF. */
function withLineFeeds(req: Request): unknown {
  const { body, ...fields } = Object(req.body)
  return { ...fields, body: typeof body === 'string' ? body.replaceAll('\r\n', '\n') : body }
}
