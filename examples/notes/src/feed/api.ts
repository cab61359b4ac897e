import { api, contract, route } from 'webapp/contract'
import { z } from 'zod'
import { userOf } from '../accounts/session.ts'
import { Problem } from '../http/problem.ts'
import { SqlInteger } from '../http/text.ts'
import type { Services } from '../services.ts'

const FeedItemSchema = z.object({
  seq: z.number().int(),
  kind: z.enum(['created', 'changed', 'deleted', 'shared', 'unshared', 'attached']),
  actor: z.string(),
  noteId: z.uuid(),
  title: z.string(),
  at: z.iso.datetime(),
})

export function feedApi({ feeds }: Services) {
  return api(
    route(
      'GET',
      '/feed',
      contract({
        summary: 'Read the feed, oldest first',
        description: 'GET /events sends the same items as they happen, as server-sent events.',
        operationId: 'readFeed',
        tags: ['feed'],
        query: z.object({
          after: SqlInteger.min(0).default(0).describe('The seq of the last known item'),
          limit: z.coerce.number().int().min(1).max(100).default(50),
        }),
        responses: { 200: z.object({ items: z.array(FeedItemSchema) }), 401: Problem },
      }),
      async (req, res) => {
        const { after, limit } = req.query
        const items = await feeds.after(userOf(req).id, after, limit)
        res.json({ items: items.map((item) => ({ ...item, at: item.at.toISOString() })) })
      },
    ),
  )
}
