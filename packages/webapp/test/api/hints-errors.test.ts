import { beforeAll, describe, expect, it } from 'vitest'
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
})
