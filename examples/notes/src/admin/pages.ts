import webapp, { type Router } from 'webapp'
import { requireAdmin } from '../accounts/guards.ts'
import { notFound } from '../errors.ts'
import { SqlInteger } from '../http/text.ts'
import { textsOf } from '../language/language.ts'
import type { Services } from '../services.ts'

const LIMIT = 50
const Id = SqlInteger.positive()

interface Totals {
  readonly users: number
  readonly notes: number
  readonly attachments: number
  readonly bytes: number
}

export function adminPages({ database, users }: Services): Router {
  const pages = webapp.Router()
  pages.use('/admin', requireAdmin)

  pages.get('/admin', async (req, res) => {
    const after = Id.catch(0).parse(req.query.after)
    const rows = await users.list(after, LIMIT + 1)
    const [totals] = await database.query<Totals>(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM notes) AS notes,
         (SELECT count(*) FROM attachments) AS attachments,
         (SELECT coalesce(sum(size), 0)::bigint FROM attachments) AS bytes`,
    )
    const shown = rows.slice(0, LIMIT)
    res.render('admin', {
      title: textsOf(res).admin.title,
      totals,
      users: shown,
      next: rows.length > LIMIT ? shown.at(-1)?.id : undefined,
    })
  })

  pages.post('/admin/users/:user', async (req, res) => {
    const id = Id.safeParse(req.params.user)
    const isDisabled = Object(req.body).disabled === 'yes'
    if (!id.success || !(await users.setDisabled(id.data, isDisabled))) throw notFound('user')
    res.redirect(303, '/admin')
  })

  return pages
}
