import webapp, { type Router } from 'webapp'
import { userOf } from '../accounts/session.ts'
import { checkId } from '../http/check-id.ts'
import { whileUploading } from '../operations/limits.ts'
import type { Services } from '../services.ts'
import { sendAttachment } from './download.ts'
import { receiveFiles } from './upload.ts'

/** The upload of a form. Its token is in the stream, so `receiveFiles` checks it. */
export function uploadPages(services: Services): Router {
  const pages = webapp.Router()
  pages.param('id', checkId)
  pages.post('/notes/:id/attachments', whileUploading, async (req, res) => {
    const added = await receiveFiles(req, services)
    res.redirect(303, `/notes/${req.params.id}${added.length === 0 ? '?nofile' : ''}#attachments`)
  })
  return pages
}

export function attachmentPages({ attachments }: Services): Router {
  const pages = webapp.Router()
  pages.param('id', checkId)
  pages.param('file', checkId)

  pages.get('/notes/:id/attachments/:file', async (req, res) => {
    await sendAttachment(res, await attachments.open(userOf(req), req.params.id, req.params.file))
  })

  pages.post('/notes/:id/attachments/:file/delete', async (req, res) => {
    await attachments.remove(userOf(req), req.params.id, req.params.file)
    res.redirect(303, `/notes/${req.params.id}#attachments`)
  })

  return pages
}
