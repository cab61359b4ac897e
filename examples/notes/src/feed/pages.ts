import webapp, { type Router } from 'webapp'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { SqlInteger } from '../http/text.ts'
import { textsOf } from '../language/language.ts'
import type { Services } from '../services.ts'

const LIMIT = 30
const Query = z.object({ before: SqlInteger.positive().optional().catch(undefined) })

export function feedPages(services: Services): Router {
  const { feeds } = services
  const pages = webapp.Router()

  pages.get('/feed', async (req, res) => {
    const { before } = Query.parse(req.query)
    const rows = await feeds.before(userOf(req).id, before, LIMIT + 1)
    const items = rows.slice(0, LIMIT)
    res.render('feed', {
      title: textsOf(res).feed.title,
      items,
      isFirst: before === undefined,
      last: items[0]?.seq ?? 0,
      older: rows.length > LIMIT ? items.at(-1)?.seq : undefined,
      scripts: ['feed.js'],
    })
  })

  /** An item as the page shows it, so that the script of the page needs no second template. */
  pages.get('/feed/items', async (req, res) => {
    const after = SqlInteger.min(0).catch(0).parse(req.query.after)
    const items = await feeds.after(userOf(req).id, after, LIMIT)
    res.render('feed-items', { items: items.reverse() })
  })

  return pages
}
