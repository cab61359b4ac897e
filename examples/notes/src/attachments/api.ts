import webapp, { type Router } from 'webapp'
import { contract } from 'webapp/contract'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { requireToken } from '../http/csrf.ts'
import { Problem } from '../http/problem.ts'
import { NoteId } from '../notes/schemas.ts'
import { whileUploading } from '../operations/limits.ts'
import type { Services } from '../services.ts'
import type { Attachment } from './attachments.ts'
import { sendAttachment } from './download.ts'
import { receiveFiles } from './upload.ts'

const tags = ['attachments']
const params = z.object({ id: NoteId })
const one = z.object({ id: NoteId, file: z.uuid() })

const AttachmentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.string().describe('As the client declared it'),
  size: z.number().int(),
  createdAt: z.iso.datetime(),
})
const AttachmentList = z.object({ attachments: z.array(AttachmentSchema) })

/** Mounted before the check of the token: an upload may have it in the form, and checks it itself. */
export function attachmentApi(services: Services): Router {
  const { attachments, notes } = services
  const api = webapp.Router()

  api.get(
    '/notes/:id/attachments',
    contract({
      summary: 'List the attachments of a note',
      operationId: 'listAttachments',
      tags,
      params,
      responses: { 200: AttachmentList, 404: Problem },
    }),
    async (req, res) => {
      const { id } = await notes.get(userOf(req), req.params.id)
      res.json({ attachments: (await attachments.list(id)).map(toJson) })
    },
  )

  api.post(
    '/notes/:id/attachments',
    contract({
      summary: 'Add attachments',
      description:
        'A form (multipart/form-data) with one or more files, which are stored as they arrive.',
      operationId: 'addAttachments',
      tags,
      params,
      responses: {
        201: AttachmentList,
        403: Problem,
        404: Problem,
        413: Problem,
        415: Problem,
        507: Problem,
      },
    }),
    whileUploading,
    async (req, res) => {
      const added = await receiveFiles(req, services)
      res.status(201).json({ attachments: added.map(toJson) })
    },
  )

  api.get(
    '/notes/:id/attachments/:file',
    contract({
      summary: 'Download an attachment',
      operationId: 'getAttachment',
      tags,
      params: one,
      responses: {
        200: {
          description: 'The content',
          contentType: 'application/octet-stream',
          body: z.unknown(),
        },
        404: Problem,
      },
    }),
    async (req, res) => {
      await sendAttachment(res, await attachments.open(userOf(req), req.params.id, req.params.file))
    },
  )

  api.delete(
    '/notes/:id/attachments/:file',
    requireToken,
    contract({
      summary: 'Remove an attachment',
      operationId: 'deleteAttachment',
      tags,
      params: one,
      responses: { 204: { description: 'Removed' }, 403: Problem, 404: Problem },
    }),
    async (req, res) => {
      await attachments.remove(userOf(req), req.params.id, req.params.file)
      res.status(204).end()
    },
  )

  return api
}

function toJson({ id, name, type, size, createdAt }: Attachment) {
  return { id, name, type, size, createdAt: createdAt.toISOString() }
}
