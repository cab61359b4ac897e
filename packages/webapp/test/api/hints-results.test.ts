import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

describe.each(dialects)('hints about results that are silently wrong [%s]', (dialect) => {
  beforeAll(loadPackage, LOADING)

  /** Lets the inspection of another application run, which starts later. */
  async function inspection(): Promise<void> {
    const marker = factories[dialect]()
    marker.get(`marker-${hints.length}-${dialect}`, () => {})
    await start(marker)
    await hintWith("a route at 'marker-")
    await settle(20)
  }

  it('name a promise that is sent as JSON', async () => {
    const app = factories[dialect]()
    const places: string[] = []
    app.get('/json', (_req: Any, res: Any) => {
      places.push(nextLine())
      res.json(Promise.resolve({ id: 7 }))
    })
    app.get('/send', (_req: Any, res: Any) => {
      places.push(nextLine())
      res.send(Promise.resolve({ id: 7 }))
    })
    app.get('/empty', (_req: Any, res: Any) => res.json({}))
    const port = await start(app)
    expect((await exchange(port, '/json')).text).toBe('{}')
    expect((await exchange(port, '/send')).text).toBe('{}')
    await exchange(port, '/empty')
    for (const place of places) await hintWith('a promise was passed to res.json', place, 'Await')
    expect(hints).toHaveLength(2)
  })

  it('name a status in place of a body', async () => {
    const app = factories[dialect]()
    app.get('/send', (_req: Any, res: Any) => res.send(404))
    app.get('/lost', (_req: Any, res: Any) => res.send(201, 'made'))
    app.get('/json', (_req: Any, res: Any) => res.json(202, { id: 7 }))
    app.get('/count', (_req: Any, res: Any) => res.json(404))
    app.get('/large', (_req: Any, res: Any) => res.status(201).send(600))
    app.get('/chosen', (_req: Any, res: Any) => res.status(201).send(203))
    const port = await start(app)
    for (const path of ['/count', '/large', '/chosen']) await exchange(port, path)
    expect(hints).toEqual([])
    for (const path of ['/send', '/lost', '/json']) await exchange(port, path)
    if (dialect !== '5.x') {
      expect(hints).toEqual([])
      return
    }
    const place = 'hints-results.test.ts:'
    await hintWith('res.send(404) sends the number 404', place, 'Write res.sendStatus(404)')
    await hintWith('res.send(201, …) sends the number', place, 'res.status(201).send(…)')
    await hintWith('res.json(202, …) sends the number', place, 'res.status(202).json(…)')
  })

  it("name a redirect to 'back'", async () => {
    const app = factories[dialect]()
    app.get('/', (_req: Any, res: Any) => res.redirect('back'))
    const { headers } = await exchange(await start(app), '/', { headers: { referer: '/before' } })
    expect(headers.location).toBe(dialect === '5.x' ? 'back' : '/before')
    if (dialect === '5.x')
      await hintWith("res.redirect('back') leads", "req.get('Referrer') || '/'")
    else expect(hints).toEqual([])
  })

  it('name a folder of static files that does not exist', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    const folder = mkdtempSync(join(tmpdir(), 'hints-'))
    app.use(webapp.static(folder))
    const place = nextLine()
    app.use('/files', webapp.static('pubic'))
    await start(app)
    await hintWith("webapp.static('pubic')", join(process.cwd(), 'pubic'), place)
    await settle(20)
    rmSync(folder, { recursive: true })
    expect(hints.filter((hint) => hint.includes('webapp.static'))).toHaveLength(1)
  })

  it('name a router that was passed to a method', async () => {
    if (dialect === '3.x') return
    const webapp = factories[dialect]
    const app = webapp()
    const router = webapp.Router()
    router.use((_req: Any, _res: Any, next: Any) => next())
    router.get('/', (_req: Any, res: Any) => res.end())
    router.get('/list', (_req: Any, res: Any) => res.end())
    app.use('/used', router)
    app.all('/all', router)
    const place = nextLine()
    app.get('/users', router)
    const port = await start(app)
    expect((await exchange(port, '/users')).status).toBe(404)
    await hintWith("a router was passed to .get('/users', …)", place, "Write .use('/users', …)")
    expect(hints.filter((hint) => hint.includes('a router was passed'))).toHaveLength(1)
  })

  it('do not name a router that matches the whole path', async () => {
    if (dialect === '3.x') return
    const webapp = factories[dialect]
    const app = webapp()
    const end = (_req: Any, res: Any) => res.end()
    const router = webapp.Router().get('/list', end)
    app.get('/list', router)
    app.get(/list/, router)
    app.get('/:name', router)
    app.get('/any', webapp.Router().use(end))
    app.get('/empty', webapp.Router())
    app.get('/within', webapp.Router().use('/within', router))
    await start(app)
    await inspection()
    expect(hints.join()).not.toContain('a router')
  })

  it('name values that JSON cannot have, and a member that is gone', async () => {
    const app = factories[dialect]()
    const circle: Any = {}
    circle.self = circle
    app.get('/circle', (_req: Any, res: Any) => res.json(circle))
    app.get('/large', (_req: Any, res: Any) => res.json({ id: 7n }))
    app.get('/param', (req: Any, res: Any) => res.end(req.param('id')))
    const port = await start(app)
    for (const path of ['/circle', '/large', '/param']) await exchange(port, path)
    const hint = await hintWith("'Converting circular structure to JSON' (", 'hints-results.test')
    expect(hint).toContain('Fix: send only the members')
    await hintWith("'Do not know how to serialize a BigInt' (", 'Fix: send text')
    if (dialect === '5.x') await hintWith("'req.param is not a function' (", 'req.params.name')
  })
})
