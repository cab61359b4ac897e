import webapp, { type Router } from 'webapp'
import { accountApi } from './accounts/api.ts'
import { requireLogin } from './accounts/guards.ts'
import { attachmentApi } from './attachments/api.ts'
import { notFound } from './errors.ts'
import { feedApi } from './feed/api.ts'
import { requireToken } from './http/csrf.ts'
import { noteApi } from './notes/api.ts'
import { shareApi } from './notes/share-api.ts'
import type { Services } from './services.ts'

/** The interface for programs, /api/v1: JSON, with contracts. Errors are problem details. */
export function createApi(services: Services): Router {
  const api = webapp.Router()
  api.use((_req, res, next) => {
    res.set('Cache-Control', 'private, no-cache')
    next()
  })
  api.use(webapp.json({ limit: '1mb' }))
  api.use(accountApi(services))
  api.use(requireLogin)
  api.use(attachmentApi(services))
  api.use(requireToken)
  api.use(noteApi(services), shareApi(services), feedApi(services))
  api.use(() => {
    throw notFound('resource')
  })
  return api
}
