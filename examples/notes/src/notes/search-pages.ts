import webapp, { type Router } from 'webapp'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { textsOf } from '../language/language.ts'
import type { Services } from '../services.ts'
import { excerptOf } from './excerpt.ts'

const LIMIT = 20
const Query = z.object({
  q: z.string().trim().max(200).catch(''),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
})

export function searchPages({ search }: Services): Router {
  const pages = webapp.Router()
  pages.get('/search', async (req, res) => {
    const { q, page } = Query.parse({ q: '', ...req.query })
    const request = { text: q.replaceAll('\0', ''), page, limit: LIMIT }
    const result = q === '' ? undefined : await search.find(userOf(req), request)
    const { title } = textsOf(res).search
    res.render('search', { title, q, page, result, excerptOf, scripts: ['search.js'] })
  })
  return pages
}
