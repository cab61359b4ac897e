import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Api, api, contract, problemDetails, route } from '../../src/contract.ts'
import { describe as describeApi } from '../../src/openapi.ts'
import type { RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

const Note = z.object({ id: z.number(), title: z.string() })
const params = z.object({ id: z.coerce.number() })
const info = { title: 'Notes', version: '1' }

const guard: RequestHandler = (req, res, next) => {
  if (req.get('authorization') === undefined) res.status(401).end()
  else next()
}

function createNotes() {
  return api(
    route('GET', '/', contract({ responses: { 200: z.array(Note) } }), (_req, res) => {
      res.json([{ id: 1, title: 'one' }])
    }),
    route('GET', '/:id', contract({ params, responses: { 200: Note } }), (req, res) => {
      res.json({ id: req.params.id + 1, title: 'next' })
    }),
    route(
      'DELETE',
      '/:id',
      [guard],
      contract({ params, summary: 'Remove a note', responses: { 204: {} } }),
      (_req, res) => res.status(204).end(),
    ),
  )
}

const admin = api(
  route('GET', '/health', (_req, res) => res.send('well')),
  route('/deeper', api(route('GET', '/', (req, res) => res.send(req.baseUrl)))),
)

describeDialects('api(…routes)', dialects, (t) => {
  const use = (path: string, set: Api) => t.app.use(path, set as never)

  it('is a router: its routes respond behind their contracts', async () => {
    use('/notes', createNotes())
    t.app.use(problemDetails({ always: true }) as never)
    expect((await t.request('/notes')).json()).toEqual([{ id: 1, title: 'one' }])
    expect((await t.request('/notes/7')).json()).toEqual({ id: 8, title: 'next' })
    expect((await t.request('/notes/x')).json()).toMatchObject({ code: 'contract.refused' })
    expect((await t.request('/notes/7', { method: 'DELETE' })).status).toBe(401)
    const headers = { authorization: 'a' }
    expect((await t.request('/notes/7', { method: 'DELETE', headers })).status).toBe(204)
    expect((await t.request('/notes/7', { method: 'PUT' })).status).toBe(404)
  })

  it('contains other sets under a prefix', async () => {
    use('/', api(route('/notes', createNotes()), route('/admin', admin)))
    expect((await t.request('/notes/7')).json()).toEqual({ id: 8, title: 'next' })
    expect((await t.request('/admin/health')).text).toBe('well')
    expect((await t.request('/admin/deeper')).text).toBe('/admin/deeper')
  })

  it('is listed and described like other routers', async () => {
    use('/api', api(route('/notes', createNotes()), route('/admin', admin)))
    const listed = t.webapp.routes(t.app).map(({ method, path }) => `${method} ${path}`)
    expect(listed).toEqual([
      'GET /api/notes',
      'GET /api/notes/:id',
      'DELETE /api/notes/:id',
      'GET /api/admin/health',
      'GET /api/admin/deeper',
    ])
    const { paths } = describeApi(t.app, { info, only: 'contracts' })
    expect(Object.keys(paths)).toEqual(['/api/notes', '/api/notes/{id}'])
    expect(paths['/api/notes/{id}']?.delete).toMatchObject({ summary: 'Remove a note' })
  })

  it('describes the items of streams', async () => {
    const Line = { items: Note, contentType: 'application/jsonl' }
    const end: RequestHandler = (_req, res) => res.end()
    use(
      '/',
      api(
        route('GET', '/events', contract({ responses: { 200: { items: Note } } }), end),
        route('GET', '/lines', contract({ responses: { 200: Line } }), end),
      ),
    )
    const { paths, components } = describeApi(t.app, { info, schemas: { Note } })
    const content = {
      schema: { type: 'string' },
      'x-itemSchema': { $ref: '#/components/schemas/Note' },
    }
    expect(paths['/events']?.get?.responses['200']?.content).toEqual({
      'text/event-stream': content,
    })
    expect(paths['/lines']?.get?.responses['200']?.content).toEqual({
      'application/jsonl': content,
    })
    expect(Object.keys(components?.schemas ?? {})).toEqual(['Note'])
  })

  it('keeps the parameters of its prefix with mergeParams', async () => {
    const show: RequestHandler = (req, res) => res.json(req.params)
    const users = (mergeParams: boolean) =>
      api({ mergeParams }, route('GET', '/', show), route('GET', '/:id', show))
    const orgs = api(route('/:org/users', users(true)), route('/:org/others', users(false)))
    use('/orgs', orgs)
    const deeper = api({ mergeParams: true }, route('/:org', users(true)))
    use('/', api(route('/:tenant/deep', deeper)))
    expect((await t.request('/orgs/7/users')).json()).toEqual({ org: '7' })
    expect((await t.request('/orgs/7/users/1')).json()).toEqual({ org: '7', id: '1' })
    expect((await t.request('/orgs/7/others/1')).json()).toEqual({ id: '1' })
    const deep = { tenant: 'a', org: '7', id: '1' }
    expect((await t.request('/a/deep/7/1')).json()).toEqual(deep)
  })

  it('validates the parameters of its prefix with mergeParams', async () => {
    const merged = z.object({ org: z.coerce.number().optional(), id: z.coerce.number() })
    const set = api(
      { mergeParams: true },
      route('GET', '/:id', contract({ params: merged }), (req, res) => {
        res.json([req.params.org, req.params.id])
      }),
    )
    use('/', api(route('/orgs/:org', set)))
    t.app.use(problemDetails({ always: true }) as never)
    expect((await t.request('/orgs/7/1')).json()).toEqual([7, 1])
    expect((await t.request('/orgs/x/1')).status).toBe(400)
    const { paths } = describeApi(t.app, { info })
    expect(paths['/orgs/{org}/{id}']?.get?.parameters?.map(({ name }) => name)).toEqual([
      'org',
      'id',
    ])
  })

  it('shows its handlers the members of 5.x', async () => {
    const set = api(route('GET', '/', (_req, res) => res.send(404 as never)))
    use('/', set)
    expect([(await t.request('/')).status, (await t.request('/')).text]).toEqual([200, '404'])
  })
})

describe('WEBAPP_ROUTE_LOCATIONS', () => {
  it('locates each route of a set where it is described', () => {
    process.env.WEBAPP_ROUTE_LOCATIONS = '1'
    onTestFinished(() => {
      delete process.env.WEBAPP_ROUTE_LOCATIONS
    })
    const handler: RequestHandler = (_req, res) => res.end()
    const first = route('GET', '/first', handler)
    const second = route('GET', '/second', handler)
    const set = api(second, first)
    set.get('/third', handler)
    const lines = factories['5.x'].routes(set).map(({ path, location }) => {
      const line = /api\.test\.ts:(\d+):\d+$/.exec(String(location))?.[1]
      return [path, Number(line)] as const
    })
    const [[, start = 0] = []] = lines
    expect(lines).toEqual([
      ['/second', start],
      ['/first', start - 1],
      ['/third', start + 2],
    ])
  })
})

describe('mistakes in a set', () => {
  const handler: RequestHandler = (_req, res) => res.end()
  // As from JavaScript: the compiler reports these, too.
  const [anyApi, anyRoute] = [api, route] as unknown as ((...args: unknown[]) => unknown)[]

  it.each([
    [['get', '/', handler], "route() takes a method such as 'GET', got 'get'"],
    [['GET', 'notes', handler], "route('GET', path): the path begins with '/'"],
    [['GET', /x/, handler], "route('GET', path): the path begins with '/'"],
    [['GET', '/notes'], "route('GET', '/notes') takes handlers behind the path, got none"],
    [['GET', '/', [handler, 1]], "route('GET', '/') takes handlers behind the path, got 1"],
    [['admin', admin], "route(prefix, set): the prefix begins with '/', such as '/admin'"],
  ])('route(%j) says what is wrong', (args, message) => {
    expect(() => anyRoute?.(...args)).toThrow(message)
  })

  it.each([
    [[{ mergeparams: true }]],
    [[{}]],
    [[route('GET', '/', handler), { mergeParams: true }]],
  ])('api(%j) takes no other options, and none behind a route', (args) => {
    expect(() => anyApi?.(...args)).toThrow('api() takes routes, such as route(')
  })

  it('api() names a value that is not a route', () => {
    expect(() => anyApi?.(handler)).toThrow(
      "api() takes routes, such as route('GET', '/notes', contract({ … }), handler), got",
    )
  })
})
