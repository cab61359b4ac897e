import { beforeAll, describe, expect, it } from 'vitest'
import { settle } from '../../../../tools/sleep.ts'
import { exchange } from '../support/exchange.ts'
import {
  type Any,
  collectHints,
  dialects,
  factories,
  hints,
  hintWith,
  LOADING,
  loadPackage,
  nextLine,
  start,
} from '../support/hints.ts'

collectHints()

describe.each(dialects)('hints about errors that no handler took [%s]', (dialect) => {
  beforeAll(loadPackage, LOADING)

  it('name the fix of a known error, and its place', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    let twice = ''
    let view = ''
    app.get('/engine', (_req: Any, res: Any) => {
      view = nextLine()
      res.render('x')
    })
    app.get('/decoded/:name', (_req: Any, res: Any) => res.end())
    app.get('/twice', (_req: Any, res: Any) => {
      res.end('sent')
      twice = nextLine()
      res.setHeader('x', 'y')
    })
    app.post('/json', webapp.json(), (_req: Any, res: Any) => res.end())
    app.get('/own', () => {
      throw new Error('of the program')
    })
    const port = await start(app)
    for (const path of ['/own', '/engine', '/decoded/%E0%A4', '/twice']) await exchange(port, path)
    const json = { 'content-type': 'application/json' }
    await exchange(port, '/json?secret', { method: 'POST', headers: json, body: '{' })
    // Express 3 takes a value that it cannot decode as it is.
    if (dialect !== '3.x')
      await hintWith("GET /decoded/%E0%A4 failed with 'Failed to decode", 'encodeURIComponent')
    await hintWith('Fix: send one response: write return res.send(…)', twice)
    await hintWith("Fix: write app.set('view engine', 'ejs')", view)
    await hintWith('Fix: let the client send the result of JSON.stringify. (docs: errors.md#unex')
    expect(hints.join()).not.toMatch(/secret|of the program|json-prototypes/)
  })

  it('name the fix of a mistake in a call', async () => {
    const app = factories[dialect]()
    app.get('/file', (_req: Any, res: Any) => res.sendFile('x.html'))
    app.get('/cookie', (_req: Any, res: Any) => res.cookie('a', 'b', { signed: true }))
    app.get('/status', (_req: Any, res: Any) => res.status('200').send('x'))
    app.get('/query', (req: Any, res: Any) => {
      req.query = {}
      res.end()
    })
    app.get('/view', (_req: Any, res: Any) => res.render('missing.ejs'))
    app.engine('ejs', () => {})
    const port = await start(app)
    for (const path of ['/file', '/cookie', '/status', '/query', '/view'])
      await exchange(port, path)
    await hintWith('GET /view failed', 'Fix: check the name of the view', 'hints-errors.test.ts:')
    await hintWith(
      'GET /cookie failed',
      'Fix: write app.use(cookieParser(',
      'hints-errors.test.ts:',
    )
    if (dialect !== '3.x')
      await hintWith('GET /file failed', 'Fix: write res.sendFile(', 'hints-errors.test.ts:')
    if (dialect !== '5.x') return
    await hintWith('GET /status failed', 'Fix: pass an integer', 'hints-errors.test.ts:')
    await hintWith(
      'GET /query failed',
      'Fix: keep your own value elsewhere',
      'hints-errors.test.ts:',
    )
  })

  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const post = (port: number, path: string, headers: object, body: string) =>
    exchange(port, path, { method: 'POST', headers: { ...headers }, body })

  it('name a request whose body no parser read', async () => {
    const app = factories[dialect]()
    let place = ''
    app.post('/none', (req: Any, res: Any) => {
      place = nextLine()
      res.end(req.body.name)
    })
    app.post('/taken-apart', (req: Any, res: Any) => {
      const { name } = req.body
      res.end(name)
    })
    const port = await start(app)
    await post(port, '/none?secret', form, 'name=Ann')
    await post(port, '/none', { 'content-type': 'x/other' }, 'name=Ann')
    await post(port, '/taken-apart', { 'content-type': 'application/vnd.api+json' }, '{}')
    const hint = await hintWith('POST /none failed', 'req.body is undefined', place)
    expect(hint).toContain('no body parser ran before the handler')
    expect(hint).toContain('the type application/x-www-form-urlencoded.')
    expect(hint).toContain('app.use(webapp.urlencoded())')
    await hintWith('/taken-apart', "webapp.json({ type: 'application/vnd.api+json' })")
    expect(hints.filter((each) => each.includes('/none'))).toHaveLength(1)
  })

  it('name a parser that is registered after the route', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    app.post('/late', (req: Any, res: Any) => res.end(req.body.name))
    const place = nextLine()
    app.use(webapp.json())
    const port = await start(app)
    await post(port, '/late', json, '{"name":"Ann"}')
    await hintWith('POST /late failed', `webapp.json() is registered (`, place, 'after the route')
    await post(port, '/late', form, 'name=Ann')
    await hintWith('POST /late failed', 'no body parser ran', 'app.use(webapp.urlencoded())')
  })

  it('name a parser after the router of a route', async () => {
    if (dialect === '3.x') return
    const webapp = factories[dialect]
    const app = webapp()
    const router = webapp.Router()
    router.post('/within', (req: Any, res: Any) => res.end(req.body.name))
    app.use('/late', router)
    app.use('/other', webapp.json())
    const place = nextLine()
    app.use(webapp.json())
    await post(await start(app), '/late/within', json, '{"name":"Ann"}')
    await hintWith('POST /late/within failed', 'webapp.json() is registered', place)
  })

  it('name a body that no parser takes, and a request without a body', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    app.use(webapp.json())
    app.post('/type', (req: Any, res: Any) => res.end(req.body.name ?? 'none'))
    app.post('/empty', (req: Any, res: Any) => res.end(req.body.name ?? 'none'))
    const port = await start(app)
    // Before 5.x, a parser sets an empty object.
    const status = dialect === '5.x' ? 500 : 200
    expect((await post(port, '/type', form, 'name=Ann')).status).toBe(status)
    expect((await post(port, '/empty', {}, '')).status).toBe(status)
    if (dialect !== '5.x') return
    const hint = await hintWith('POST /type failed', 'no parser before the handler takes this')
    expect(hint).toContain('the type application/x-www-form-urlencoded. Add webapp.urlencoded()')
    await hintWith('POST /empty failed', 'the request has no body', 'req.body ?? {}')
  })

  it('name cookies and sessions without their middleware', async () => {
    const app = factories[dialect]()
    const place = nextLine()
    app.get('/cookies', (req: Any, res: Any) => res.end(req.cookies.theme))
    app.get('/session', (req: Any, res: Any) => res.end(req.session.user))
    const port = await start(app)
    await exchange(port, '/cookies')
    await exchange(port, '/session')
    await hintWith('req.cookies is undefined', 'Register cookieParser() before', place)
    await hintWith('req.session is undefined', 'express-session')
  })

  it('do not name a member that was not read', async () => {
    const app = factories[dialect]()
    const article: Any = {}
    app.post('/files', (req: Any, res: Any) => res.end(req.files.photo))
    app.post('/own', (_req: Any, res: Any) => res.end(article.body.title))
    app.post('/both', (req: Any, res: Any) => res.end(article.list.title + req.body.name))
    app.post('/called', (req: Any, res: Any) => res.end(req.nothing() + req.body.name))
    app.post('/filled', (req: Any, res: Any) => {
      req.body = { user: undefined }
      res.end(req.body.user.name)
    })
    const port = await start(app)
    for (const path of ['/files', '/own', '/both', '/called', '/filled']) {
      expect((await post(port, path, json, '{}')).status).toBe(500)
    }
    await settle(20)
    expect(hints).toEqual([])
  })
})
