import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract.ts'
import { describe, openapi } from '../../src/openapi.ts'
import { describeDialects } from '../support/dialects.ts'

const info = { title: 'Users', version: '1.0.0' }

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
}

/** The parameters of each operation, such as `get /a: header x-key!`. */
function parametersOf(app: object): Record<string, string[]> {
  const { paths } = describe(app, { info })
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, { parameters?: Parameter[] }>).map(
        ([method, { parameters = [] }]) => [
          `${method} ${path}`,
          parameters.map((each) => `${each.in} ${each.name}${each.required ? '!' : ''}`),
        ],
      ),
    ),
  )
}

const key = contract({
  headers: z.object({ 'x-key': z.string() }),
  responses: { 401: z.object({ title: z.string() }) },
  tags: ['keyed'],
  security: [{ key: [] }],
})

describeDialects('documents: contracts of middleware', ['5.x', '4.x', '3.x'], (t) => {
  it('adds a contract in use() to the routes that follow it', () => {
    t.app.get('/open', (_req, res) => void res.end())
    // The routes of 3.x run where the first one was registered.
    const app = t.dialect === '3.x' ? (t.webapp() as typeof t.app) : t.app
    app.use(key)
    app.get('/closed', (_req, res) => void res.end())
    app.get(
      '/more',
      contract({ headers: z.object({ 'x-more': z.string().optional(), 'x-key': z.string() }) }),
      (_req, res) => void res.end(),
    )
    const { paths } = describe(app, { info })
    expect(parametersOf(t.app)['get /open']).toEqual([])
    expect(parametersOf(app)).toMatchObject({
      'get /closed': ['header x-key!'],
      'get /more': ['header x-more', 'header x-key!'],
    })
    expect(paths['/closed']).toMatchObject({
      get: { tags: ['keyed'], security: [{ key: [] }], responses: { 401: {} } },
    })
  })

  it('adds it below its path alone, and through mounts', () => {
    const create = () => t.webapp() as typeof t.app
    const outer = create()
    outer.use('/api', key)
    const inner = create()
    inner.use(contract({ query: z.object({ page: z.coerce.number() }) }))
    inner.get('/users', (_req, res) => void res.end())
    outer.use('/api', inner)
    outer.use('/apis', inner)
    outer.get('/', (_req, res) => void res.end())
    expect(parametersOf(outer)).toEqual({
      'get /api/users': ['query page!', 'header x-key!'],
      'get /apis/users': ['query page!'],
      'get /': [],
    })
    expect(Object.keys(describe(outer, { info, only: 'contracts' }).paths)).toEqual([
      '/api/users',
      '/apis/users',
    ])
  })

  it('lets the contract of the route decide, and hides what middleware hides', () => {
    t.app.use('/secret', contract({ hidden: true }))
    t.app.use(contract({ summary: 'Of the application', tags: ['all'] }))
    t.app.get('/own', contract({ summary: 'Own' }), (_req, res) => void res.end())
    t.app.get('/secret/door', (_req, res) => void res.end())
    const { paths } = describe(t.app, { info })
    expect(paths).toMatchObject({ '/own': { get: { summary: 'Own', tags: ['all'] } } })
    expect(Object.keys(paths)).toEqual(['/own'])
  })

  it('adds a contract of all() and of a route to every method of the path', () => {
    t.app.all('/items', key)
    t.app.get('/items', (_req, res) => void res.end())
    t.app.post('/items', (_req, res) => void res.end())
    if (t.dialect !== '3.x') {
      const route = t.app.route('/chain')
      route.all(key)
      route.get((_req, res) => void res.end())
      route.put(contract({ query: z.object({ q: z.string() }) }), (_req, res) => void res.end())
    }
    const { 'get /chain': get, 'put /chain': put, ...rest } = parametersOf(t.app)
    expect(rest).toEqual({
      'get /items': ['header x-key!'],
      'post /items': ['header x-key!'],
    })
    if (t.dialect === '3.x') return
    expect([get, put]).toEqual([['header x-key!'], ['query q!', 'header x-key!']])
  })

  it('writes the document again when middleware was added', async () => {
    t.app.get('/openapi.json', openapi(t.app, { info }))
    t.app.use('/late', key)
    const late = t.webapp() as typeof t.app
    late.get('/', (_req, res) => void res.end())
    const headersOf = async () => JSON.stringify((await t.request('/openapi.json')).json())
    t.app.use('/late', late)
    expect(await headersOf()).toContain('x-key')
    expect(await headersOf()).not.toContain('x-second')
    late.use(contract({ headers: z.object({ 'x-second': z.string() }) }))
    late.get('/more', (_req, res) => void res.end())
    expect(await headersOf()).toContain(t.dialect === '3.x' ? 'x-key' : 'x-second')
  })
})

describeDialects('documents: contracts in use() with a pattern', ['5.x', '4.x'], (t) => {
  it('compares patterns by their parameters, and names those that it cannot', () => {
    t.app.use('/orgs/:id', key)
    t.app.use(/^\/expression/, contract({ query: z.object({ q: z.string() }) }))
    t.app.get('/orgs/:org/users', (_req, res) => void res.end())
    t.app.get('/expression/x', (_req, res) => void res.end())
    expect(parametersOf(t.app)).toEqual({
      'get /orgs/{org}/users': ['path org!', 'header x-key!'],
      'get /expression/x': [],
    })
    expect(JSON.stringify(describe(t.app, { info }))).toContain('The contract in use(')
  })

  it('adds a contract to all paths that its path matches', () => {
    t.app.use('/users/:id', key)
    t.app.use('/API/', contract({ query: z.object({ q: z.string() }) }))
    const paths = [
      '/users',
      '/users/me',
      '/users/me/friends',
      '/groups/me',
      '/api',
      '/api/x',
      '/apis',
    ]
    for (const path of paths) t.app.get(path, (_req, res) => void res.end())
    expect(parametersOf(t.app)).toEqual({
      'get /users': [],
      'get /users/me': ['header x-key!'],
      'get /users/me/friends': ['header x-key!'],
      'get /groups/me': [],
      'get /api': ['query q!'],
      'get /api/x': ['query q!'],
      'get /apis': [],
    })
  })
})

describeDialects('documents: patterns in the path of middleware', ['4.x'], (t) => {
  it('compares them with the patterns and the text of routes', () => {
    t.app.use('/users/:id(\\d+)', key)
    for (const path of ['/users/7', '/users/me', '/users/:user(\\d+)/x', '/users/:user/y']) {
      t.app.get(path, (_req, res) => void res.end())
    }
    expect(parametersOf(t.app)).toEqual({
      'get /users/7': ['header x-key!'],
      'get /users/me': [],
      'get /users/{user}/x': ['path user!', 'header x-key!'],
      'get /users/{user}/y': ['path user!'],
    })
  })
})
