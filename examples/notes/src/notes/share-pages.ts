import webapp, { type Response, type Router } from 'webapp'
import { userOf } from '../accounts/session.ts'
import type { User } from '../accounts/users.ts'
import { HttpError, notFound } from '../errors.ts'
import { checkId } from '../http/check-id.ts'
import { textsOf } from '../language/language.ts'
import type { Services } from '../services.ts'
import { ShareInput, ShareName } from './schemas.ts'

/** The page on which the owner of a note shares it. */
export function sharePages({ notes, shares }: Services): Router {
  const pages = webapp.Router()
  pages.param('id', checkId)

  const show = async (
    res: Response,
    user: User,
    id: string,
    form: { name?: string; problem?: string },
  ) => {
    const note = await notes.get(user, id)
    const list = await shares.list(user, id)
    res.render('share', { title: textsOf(res).shares.title, note, shares: list, name: '', ...form })
  }

  pages.get('/notes/:id/share', async (req, res) => {
    await show(res, userOf(req), req.params.id, {})
  })

  pages.post('/notes/:id/share', async (req, res) => {
    const user = userOf(req)
    const { id } = req.params
    const { unknown, yourself } = textsOf(res).shares
    const input = ShareInput.safeParse(req.body)
    if (!input.success) {
      res.status(422)
      return show(res, user, id, { problem: unknown })
    }
    try {
      await shares.set(user, id, input.data)
    } catch (error) {
      const problem = { 'user.unknown': unknown, 'share.owner': yourself }[typeOf(error)]
      if (problem === undefined) throw error
      res.status(422)
      return show(res, user, id, { name: input.data.name, problem })
    }
    res.redirect(303, `/notes/${id}/share`)
  })

  pages.post('/notes/:id/share/remove', async (req, res) => {
    const { id } = req.params
    const name = ShareName.safeParse(Object(req.body).name)
    if (!name.success) throw notFound('share')
    await shares.remove(userOf(req), id, name.data)
    res.redirect(303, `/notes/${id}/share`)
  })

  return pages
}

function typeOf(error: unknown): string {
  return error instanceof HttpError ? error.type : ''
}
