import { api, contract, route } from 'webapp/contract'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { Problem } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { NoteId, ShareName, ShareSchema } from './schemas.ts'

const tags = ['sharing']
const params = z.object({ id: NoteId })
const one = z.object({ id: NoteId, name: ShareName })

export function shareApi({ shares }: Services) {
  return api(
    route(
      'GET',
      '/notes/:id/shares',
      contract({
        summary: 'List with whom a note is shared',
        operationId: 'listShares',
        tags,
        params,
        responses: { 200: z.object({ shares: z.array(ShareSchema) }), 403: Problem, 404: Problem },
      }),
      async (req, res) => {
        res.json({ shares: await shares.list(userOf(req), req.params.id) })
      },
    ),
    route(
      'PUT',
      '/notes/:id/shares/:name',
      contract({
        summary: 'Share a note with a user',
        operationId: 'shareNote',
        tags,
        params: one,
        body: ShareSchema.pick({ access: true }),
        responses: { 200: ShareSchema, 403: Problem, 404: Problem, 409: Problem },
      }),
      async (req, res) => {
        const { id, name } = req.params
        res.json(await shares.set(userOf(req), id, { name, access: req.body.access }))
      },
    ),
    route(
      'DELETE',
      '/notes/:id/shares/:name',
      contract({
        summary: 'Stop sharing a note with a user',
        operationId: 'unshareNote',
        tags,
        params: one,
        responses: { 204: { description: 'Not shared any more' }, 403: Problem, 404: Problem },
      }),
      async (req, res) => {
        await shares.remove(userOf(req), req.params.id, req.params.name)
        res.status(204).end()
      },
    ),
  )
}
