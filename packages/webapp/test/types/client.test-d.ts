// The types of a client follow from the type of a set of routes.
import * as v from 'valibot'
import { z } from 'zod'
import { type Client, client, type InferResponse } from '../../src/client.ts'
import { type ApiTypes, api, contract, file, form, route } from '../../src/contract.ts'
import type { RequestHandler } from '../../src/types/v5/public.ts'
import { exactly } from './equal.ts'

declare const handler: RequestHandler

const Note = z.object({ id: z.number(), title: z.string(), at: z.date() })
const Problem = z.object({ title: z.string() })
const id = z.object({ id: z.coerce.number() })
const query = z.object({
  limit: z.coerce.number().optional(),
  order: z.enum(['up', 'down']),
  tags: z.array(z.string()).optional(),
})
const Event = z.union([
  z.object({ event: z.literal('note'), data: Note }),
  z.object({ event: z.literal('gone'), data: z.number() }),
])

const notes = api(
  route('GET', '/', contract({ query, responses: { 200: z.array(Note) } }), handler),
  route(
    'POST',
    '/',
    contract({ body: Note.pick({ title: true }), responses: { 201: Note } }),
    handler,
  ),
  route('GET', '/:id', contract({ params: id, responses: { 200: Note, 404: Problem } }), handler),
  route('PATCH', '/:id', contract({ body: v.optional(v.object({ title: v.string() })) }), handler),
  route('DELETE', '/:id', contract({ responses: { 204: {}, '4XX': Problem } }), handler),
)
const others = api(
  route('GET', '/health', handler),
  route('GET', '/files{/:version}/*path', handler),
  route(
    'GET',
    '/csv',
    contract({ responses: { 200: { body: z.string(), contentType: 'text/csv' } } }),
    handler,
  ),
  route('GET', '/events', contract({ responses: { 200: { items: Event } } }), handler),
  route(
    'PUT',
    '/login',
    contract({ body: Problem, contentType: 'application/x-www-form-urlencoded' }),
    handler,
  ),
  route(
    'PUT',
    '/text',
    contract({ body: z.string(), contentType: ['text/plain', 'application/json'] }),
    handler,
  ),
  route(
    'GET',
    '/search',
    contract({
      query: z.object({
        one: z.string().nullable(),
        both: z.union([z.string(), z.array(z.string())]).optional(),
        filter: z.object({ a: z.number() }).optional(),
        filters: z.array(z.object({ a: z.number() })).optional(),
        when: z.date().optional(),
      }),
    }),
    handler,
  ),
  route(
    'PUT',
    '/headers',
    contract({ headers: z.object({ 'x-a': z.string(), 'x-b': z.enum(['c']) }) }),
    handler,
  ),
  route(
    'PUT',
    '/photos',
    contract({
      body: form({
        photo: file(),
        more: file({ maxCount: 3, optional: true }),
        name: z.string(),
        size: z.coerce.number().optional(),
      }),
    }),
    handler,
  ),
)
const all = api(route('/notes', notes), route('/others', api(route('/v1', others))))
const it = client<typeof all>('http://localhost/api')
exactly<Client<typeof all>>()(it)

// A name for the types, for large sets.
interface Named extends ApiTypes<typeof all> {}
const named = client<Named>('http://localhost/api')
exactly<keyof Client<typeof all>>()('get' as keyof typeof named)

type Sent = { id: number; title: string; at: string }

const one = await it.get('/notes/:id', { params: { id: 7 } })
if (one.status === 200) exactly<Sent>()(one.body)
else if (one.status === 404) exactly<{ title: string }>()(one.body)
else exactly<unknown>()(one.body)
exactly<Headers>()(one.headers)
exactly<typeof one>()({} as InferResponse<typeof it.get, '/notes/:id'>)

const list = await it.get('/notes', { query: { order: 'up', limit: 3, tags: ['a'] } })
if (list.status === 200) exactly<Sent[]>()(list.body)
const added = await it.post('/notes', { body: { title: 'Tea' } })
if (added.status === 201) exactly<Sent>()(added.body)
await it.patch('/notes/:id', { params: { id: '7' } })
await it.patch('/notes/:id', { params: { id: 7n }, body: { title: 'Tea' } })
const removed = await it.delete('/notes/:id', { params: { id: 7 }, signal: AbortSignal.timeout(1) })
if (removed.status === 204) exactly<undefined>()(removed.body)
else if (removed.status === 403) exactly<{ title: string }>()(removed.body)
else exactly<unknown>()(removed.body)

exactly<unknown>()((await it.get('/others/v1/health')).body)
exactly<undefined>()((await it.head('/others/v1/health')).body)
const head = await it.head('/notes/:id', { params: { id: 7 } })
exactly<undefined>()(head.body)
if (head.status === 200) {
  // @ts-expect-error a response to HEAD has no body
  head.body.title
}
await it.get('/others/v1/files{/:version}/*path', { params: { path: ['a', 'b'] } })
await it.get('/others/v1/files{/:version}/*path', { params: { path: ['a'], version: 1 } })
const csv = await it.get('/others/v1/csv')
if (csv.status === 200) exactly<string>()(csv.body)
const events = await it.get('/others/v1/events')
if (events.status === 200) {
  for await (const event of events.body) {
    if (event.event === 'note') exactly<Sent>()(event.data)
    else exactly<number>()(event.data)
  }
}
await it.put('/others/v1/login', { urlencoded: { title: 'a' } })
await it.put('/others/v1/text', { body: 'a', contentType: 'text/plain' })
await it.put('/others/v1/text', { body: 'a' })
await it.put('/others/v1/headers', { headers: { 'x-a': 1, 'x-b': 'c', accept: 'a/b' } })
await it.put('/others/v1/headers')
await it.get('/others/v1/search', { query: { one: 'a', both: 'a', when: new Date() } })
await it.get('/others/v1/search', { query: { one: 1, both: ['a', 'b'] } })
const photo = new Blob([])
await it.put('/others/v1/photos', { form: { photo, name: 'a' } })
await it.put('/others/v1/photos', { form: { photo, name: 'a', more: [photo], size: 1 } })

const same = await named.get('/notes/:id', { params: { id: 7 } })
exactly<typeof one>()(same)
// @ts-expect-error null is no text
it.get('/others/v1/search', { query: { one: null } })
// @ts-expect-error a query has no objects
it.get('/others/v1/search', { query: { one: 'a', filter: { a: 1 } } })
// @ts-expect-error a query has no lists of objects
it.get('/others/v1/search', { query: { one: 'a', filters: [{ a: 1 }] } })
// @ts-expect-error a form has no objects
it.put('/others/v1/login', { urlencoded: { title: { a: 1 } } })
// @ts-expect-error one path, not a union of paths
it.patch('/notes/:id' as '/notes/:id' | '/notes', { params: { id: 7 } })
// @ts-expect-error no such option
it.get('/notes/:id', { params: { id: 7 }, parms: {} })

// @ts-expect-error there is no such path
it.get('/note')
// @ts-expect-error no PUT for this path
it.put('/notes', {})
// @ts-expect-error the parameter is missing
it.get('/notes/:id')
// @ts-expect-error the parameter has another name
it.get('/notes/:id', { params: { note: 7 } })
// @ts-expect-error order is required
it.get('/notes', { query: { limit: 3 } })
// @ts-expect-error up or down
it.get('/notes', { query: { order: 'left' } })
// @ts-expect-error no such query parameter
it.get('/notes', { query: { order: 'up', page: 1 } })
// @ts-expect-error the body is missing
it.post('/notes')
// @ts-expect-error the title is text
it.post('/notes', { body: { title: 1 } })
// @ts-expect-error the route has no body
it.get('/others/v1/health', { body: {} })
// @ts-expect-error the file is missing
it.put('/others/v1/photos', { form: { name: 'a' } })
// @ts-expect-error the type of the body is missing
it.put('/others/v1/text', { body: photo })
// @ts-expect-error not one of its values
it.put('/others/v1/headers', { headers: { 'x-b': 'd' } })
// @ts-expect-error not a set of routes
client<{ get(): void }>('http://localhost')
