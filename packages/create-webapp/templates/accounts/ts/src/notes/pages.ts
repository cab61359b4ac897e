import { type Request, type Response, Router } from 'webapp'
import { z } from 'zod'
import type { User } from '../accounts/users.ts'
import { httpError } from '../errors.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import type { Notes } from './notes.ts'

// PostgreSQL keeps no text with a null character.
const NewNote = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .regex(/^[^\0]*$/),
})
const Id = z.coerce.number().int().positive().max(2_147_483_647)

/** The pages that list and change the notes of a user. */
export function notePages(notes: Notes): Router {
  const pages = Router()

  pages.use('/notes', (req, res, next) => {
    if (req.user !== undefined) return next()
    if (req.method === 'GET') return res.redirect(303, '/login')
    throw httpError(401, 'Log in first.')
  })

  pages.get('/notes', (req, res) => showNotes(req, res, notes))

  pages.post('/notes', async (req, res) => {
    const note = NewNote.safeParse(req.body)
    if (!note.success) {
      return showNotes(
        req,
        res.status(422),
        notes,
        'A note needs a text of at most 1000 characters.',
      )
    }
    await notes.add(userOf(req), note.data.text)
    res.redirect(303, '/notes')
  })

  pages.post('/notes/:id/delete', async (req, res) => {
    const id = Id.safeParse(req.params.id)
    if (!id.success || !(await notes.remove(userOf(req), id.data))) {
      throw httpError(404, 'You have no such note.')
    }
    res.redirect(303, '/notes')
  })

  return pages
}

/** Takes the requests of all routes, also those behind a contract. */
function userOf(req: Pick<Request, 'user'>): User {
  if (req.user === undefined) throw httpError(401, 'Log in first.')
  return req.user
}

async function showNotes(
  req: Request,
  res: Response,
  notes: Notes,
  problem?: string,
): Promise<void> {
  const user = userOf(req)
  const { csrf } = req.session
  const token = html`<input type="hidden" name="csrf" value="${csrf}">`
  const items = (await notes.list(user)).map(
    ({ id, text }) => html`<li><span>${text}</span>
<form method="post" action="/notes/${id}/delete">${token}<button class="quiet" aria-label="Delete “${text}”">Delete</button></form></li>
`,
  )
  const list = html`<ul class="list">
${items}</ul>`
  const content = html`${problem && html`<p class="problem" role="alert">${problem}</p>`}
<form class="row" method="post" action="/notes">${token}
<div class="field"><label for="text">New note</label>
<input id="text" name="text" autocomplete="off" required maxlength="1000"></div>
<button>Add</button>
</form>
${items.length > 0 ? list : html`<p class="hint">You have no notes yet.</p>`}`
  res.send(page('Your notes', content, { user, csrf }))
}
