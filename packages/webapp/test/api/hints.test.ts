import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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
  servers,
  start,
} from '../support/hints.ts'

collectHints()

/** Lets the inspection of an application run, which every application gets, and the ticks. */
async function inspection(webapp: Any, name: string): Promise<void> {
  const marker = webapp()
  marker.set(`view_engine${name}`, 'x')
  marker.get(`marker-${name}`, () => {})
  await start(marker)
  await hintWith(`'marker-${name}'`)
  await settle(20)
}

describe.each(dialects)('hints in development [%s]', (dialect) => {
  // Once for each dialect, because a process gives a limited number of hints.
  beforeAll(loadPackage, LOADING)

  it('name a setting with a typo', async () => {
    const app = factories[dialect]()
    const place = nextLine()
    app.set('veiw engine', 'pug')
    app.enable('trustProxy')
    app.set('title', 'mine').set('port', 3000).set('views dir', 'x')
    await start(app)
    expect(await hintWith("'veiw engine'", "'view engine'")).toContain(place)
    await hintWith("'trustProxy'", "'trust proxy'")
    expect(hints.join()).not.toMatch(/'title'|'port'|'views dir'/)
  })

  it('name a member that was passed uncalled', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    const place = nextLine()
    app.use(webapp.json)
    app.post(`/${dialect}/form`, webapp.urlencoded, (_req: Any, res: Any) => res.end())
    await start(app)
    const hint = await hintWith('webapp.json was passed', place)
    expect(hint).toContain('Call it: webapp.json()')
    await hintWith('webapp.urlencoded was passed')
  })

  it('name a path without a leading slash', async () => {
    const app = factories[dialect]()
    const place = nextLine()
    app.get(`users-${dialect}`, (_req: Any, res: Any) => res.end())
    app.use(`api-${dialect}`, (_req: Any, _res: Any, next: Any) => next())
    await start(app)
    expect(await hintWith(`a route at 'users-${dialect}'`)).toContain(place)
    await hintWith(`middleware at 'api-${dialect}'`, `Write '/api-${dialect}'`)
  })

  it('name a route that an earlier one hides', async () => {
    const app = factories[dialect]()
    const earlier = nextLine()
    app.get('/users/:id', (_req: Any, res: Any) => res.end())
    const later = nextLine()
    app.get('/users/new', (_req: Any, res: Any) => res.end())
    app.get('/users/:name', (_req: Any, res: Any) => res.end())
    await start(app)
    const hint = await hintWith('the route GET /users/new never runs', later)
    expect(hint).toContain(earlier)
    expect(hint).toContain('/users/:id')
    await hintWith('the route GET /users/:name never runs')
  })

  it('do not name a route that can be reached', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    const end = (_req: Any, res: Any) => res.end()
    const pass = (_req: Any, _res: Any, next: Any) => next()
    app.param('guarded', (_req: Any, _res: Any, next: Any) => next('route'))
    app.get('/passed/:id', pass)
    app.get('/passed/new', end)
    app.get('/guarded/:guarded', end)
    app.get('/guarded/new', end)
    app.post('/method/:id', end)
    app.get('/method/new', end)
    app.get('/skipped/:id', (_req: Any, _res: Any, next: Any) => next('route'), end)
    app.get('/skipped/new', end)
    app.get('/old/:id', (...args: Any[]) => args[2]())
    app.get('/old/new', end)
    app.get(/^\/digits\/\d+$/, end)
    app.get('/digits/:name', end)
    app.get('/literal/one', end)
    app.get('/literal/:id', end)
    app.all('/all/*x', pass)
    app.get('/all/new', end)
    await start(app)
    await inspection(webapp, `reached-${dialect}`)
    expect(hints.filter((hint) => hint.includes('never runs'))).toEqual([])
  })

  it('name an error handler with three parameters', async () => {
    const app = factories[dialect]()
    app.use((_err: Any, _req: Any, _res: Any, next: Any) => next())
    const place = nextLine()
    app.use(function onError(_err: Any, _req: Any, res: Any) {
      res.end()
    })
    await start(app)
    expect(await hintWith('the error handler "onError" has three parameters', place)).toContain(
      '(_err, _req, res)',
    )
  })

  it('name a handler that is not a function, with method, path and position', async () => {
    const app = factories[dialect]()
    const handler = () => {}
    const place = nextLine()
    expect(() => app.get('/undefined', handler, undefined)).toThrow()
    expect(await hintWith("handler 2 of .get('/undefined', …) is undefined")).toContain(place)
    expect(() => app.all('/all', [handler, null])).toThrow()
    await hintWith("handler 2 of .all('/all', …) is null")
    expect(() => app.put('/module', { default: handler })).toThrow()
    await hintWith("handler 1 of .put('/module', …)", 'use its `default`')
    for (const value of [5, 'text', {}]) {
      if (dialect === '3.x') app.use('/odd', value)
      else expect(() => app.use('/odd', value)).toThrow()
    }
    await hintWith("handler 1 of .use('/odd', …) is 5")
    const promise = Promise.resolve(handler)
    const used = nextLine()
    const use = () => app.use(promise)
    if (dialect === '3.x') use()
    else expect(use).toThrow('app.use() requires a middleware function')
    await hintWith('handler 1 of .use(', 'is Promise', used, 'Await it')
    expect(() => app.get('/promise', promise)).toThrow()
    await hintWith("handler 1 of .get('/promise', …) is Promise", 'Await it')
    if (dialect === '3.x') return
    expect(() => app.use('/path')).toThrow()
    expect(() => app.use(['/path'])).toThrow()
    expect(() => factories[dialect].Router().use(promise)).toThrow()
    expect(hints.filter((hint) => hint.includes('.use(…) is Promise'))).toHaveLength(2)
    expect(() => app.use(undefined)).toThrow()
    await hintWith('handler 1 of .use(…) is undefined')
    expect(hints.join()).not.toContain('/path')
  })

  it('name a redirect to nowhere', async () => {
    const app = factories[dialect]()
    let place = ''
    app.get('/', (_req: Any, res: Any) => {
      place = nextLine()
      res.redirect(undefined)
    })
    await exchange(await start(app), '/')
    await hintWith('res.redirect(undefined) has no address', place)
  })

  it('take the place of the notices about a redirect to nowhere', async () => {
    const app = factories[dialect]()
    app.get('/hinted', (_req: Any, res: Any) => res.redirect(undefined))
    app.get('/heard', (_req: Any, res: Any) => res.redirect(undefined))
    app.get('/empty', (_req: Any, res: Any) => res.redirect(''))
    const port = await start(app)
    const lines: string[] = []
    vi.stubEnv('NO_DEPRECATION', '')
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      lines.push(String(line))
      return true
    })
    try {
      await exchange(port, '/hinted')
      expect(lines.join()).not.toContain('deprecated')
      await exchange(port, '/empty')
      if (dialect === '5.x') expect(lines.join()).toContain('Provide a url argument')
    } finally {
      write.mockRestore()
      vi.unstubAllEnvs()
    }
    const notices: string[] = []
    const listen = (notice: Error) => void notices.push(notice.message)
    process.on('deprecation' as never, listen as never)
    await exchange(port, '/heard')
    process.off('deprecation' as never, listen as never)
    const both = ['Provide a url argument', 'Url must be a string']
    expect(notices).toEqual(dialect === '5.x' ? both : [])
  })

  it('name a value that was thrown and is not an error', async () => {
    const app = factories[dialect]()
    const place = nextLine()
    app.get('/thrown', function throwing() {
      throw undefined
    })
    app.use(function failing(_req: Any, _res: Any, next: Any) {
      next(new Error('x'))
    })
    app.use((_err: Any, _req: Any, _res: Any, _next: Any) => {
      throw null
    })
    expect((await exchange(await start(app), '/thrown')).status).toBe(404)
    await hintWith('the handler "throwing" of GET /thrown threw undefined', place)
    await hintWith('GET /thrown threw null')
  })

  it('name a template engine that is not installed', async () => {
    const app = factories[dialect]()
    let place = ''
    app.set('view engine', 'nope')
    app.get('/default', (_req: Any, res: Any) => {
      place = nextLine()
      res.render(`default${dialect[0]}`)
    })
    app.get('/html', (_req: Any, res: Any) => res.render(`page-${dialect}.html`))
    const port = await start(app)
    expect((await exchange(port, '/default')).status).toBe(500)
    await hintWith(`the view 'default${dialect[0]}' needs the template engine 'nope'`, place)
    await hintWith('Run: npm install nope')
    await exchange(port, '/html')
    await hintWith(`'page-${dialect}.html'`, "app.engine('html'")
  })

  it('name a handler that ended without a response, after 10 s', async () => {
    const app = factories[dialect]()
    const router = factories['5.x'].Router()
    const mounted = dialect === '3.x' ? app : router
    const place = nextLine()
    app.get('/value/:id', function valued() {
      return { secret: 1 }
    })
    app.get('/promise', async function promised() {})
    app.get('/function', () => function inner() {})
    mounted.get('/mounted', async () => 'text')
    if (mounted === router) app.use('/below', router)
    const port = await start(app)
    const below = mounted === router ? '/below' : ''
    const paths = ['/value/1?token=x', '/promise', '/function', `${below}/mounted`]
    for (const path of paths) exchange(port, path).catch(() => {})
    const hint = await hintWith('GET /value/:id: the handler "valued" returned [Object]')
    expect(hint).toContain(place)
    await hintWith('GET /promise: the handler "promised"', 'fulfilled with undefined')
    await hintWith('GET /function', 'returned the function "inner"')
    await hintWith(`GET ${below}/mounted`, "fulfilled with 'text'")
    expect(hints.join()).not.toMatch(/secret|token/)
  })

  it('name a handler that is traced, too', async () => {
    const outcomes: unknown[] = []
    const onEnd = (event: Any) => outcomes.push(event.outcome)
    // A tracer, such as the one of `webapp dev`, has subscribed before the request.
    subscribe('tracing:webapp.layer:asyncEnd', onEnd)
    try {
      const app = factories[dialect]()
      app.use(async function passes(_req: Any, _res: Any, next: Any) {
        next()
      })
      const place = nextLine()
      app.get(`/traced-${dialect}`, async function traced() {})
      app.get('/fails', () => {
        throw new Error('x')
      })
      app.use(async function handles(_error: Any, _req: Any, _res: Any, _next: Any) {})
      const port = await start(app)
      exchange(port, `/traced-${dialect}`).catch(() => {})
      exchange(port, '/fails').catch(() => {})
      const hint = await hintWith(`GET /traced-${dialect}: the handler "traced"`, place)
      expect(hint).toContain('a promise that was fulfilled with undefined')
      await hintWith('the handler "handles" returned a promise')
      expect(hints.join()).not.toContain('"passes"')
      expect(outcomes).toContain('next')
    } finally {
      unsubscribe('tracing:webapp.layer:asyncEnd', onEnd)
    }
  })

  it('do not name a handler that answered, passed on or rejected', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    const release: (() => void)[] = []
    const later = () => new Promise<void>((resolve) => release.push(resolve))
    app.use(async (_req: Any, _res: Any, next: Any) => next())
    app.get('/sent', (_req: Any, res: Any) => res.send('sent'))
    app.get('/awaited', async (_req: Any, res: Any) => {
      await null
      res.send('awaited')
    })
    app.get('/rejected', async () => {
      throw new Error('rejected')
    })
    app.get('/streamed', (_req: Any, res: Any) => res.write('first'))
    app.get('/nothing', () => {})
    app.get('/pending', () => later())
    app.get('/passed', async (_req: Any, _res: Any, next: Any) => {
      await null
      next()
    })
    app.get('/passed', () => {})
    const port = await start(app)
    for (const path of ['/sent', '/awaited', '/rejected']) await exchange(port, path)
    const paths = ['/streamed', '/nothing', '/pending', '/passed']
    for (const path of paths) exchange(port, path).catch(() => {})
    await inspection(webapp, `answered-${dialect}`)
    app.get(`/waits-${dialect}`, () => 1)
    exchange(port, `/waits-${dialect}`).catch(() => {})
    await hintWith(`/waits-${dialect}`)
    expect(hints.filter((hint) => hint.includes('without a response'))).toHaveLength(1)
    for (const resolve of release) resolve()
  })

  it('are given once', async () => {
    const app = factories[dialect]()
    app.get('/', (_req: Any, res: Any) => res.redirect(null))
    const port = await start(app)
    for (let run = 0; run < 3; run++) await exchange(port, '/')
    expect(hints.filter((hint) => hint.includes('res.redirect(null)'))).toHaveLength(1)
  })

  it('are given to an application on any server', async () => {
    const app = factories[dialect]()
    app.get(`any-${dialect}`, () => {})
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    await exchange((server.address() as AddressInfo).port, '/')
    await hintWith(`'any-${dialect}'`)
  })

  it('are given to an application on an HTTP/2 server', async () => {
    const app = factories[dialect]()
    app.get(`http2-${dialect}`, () => {})
    const server = createHttp2Server(app).listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const stream = session.request({ ':path': '/' })
    stream.resume()
    await new Promise((resolve) => stream.once('close', resolve))
    session.destroy()
    await hintWith(`'http2-${dialect}'`)
  })

  it('look into mounted applications and routers', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    const sub = webapp()
    sub.set('etag-', 'weak')
    sub.get(`sub-${dialect}`, () => {})
    app.use('/sub', sub)
    // A router that is mounted in itself.
    const router = factories['5.x'].Router()
    router.use('/again', router)
    router.get(`router-${dialect}`, () => {})
    app.use('/router', router)
    await start(app)
    await hintWith(`'sub-${dialect}'`)
    await hintWith(`'router-${dialect}'`)
    await hintWith("'etag-'")
  })

  it.each([
    ['in production', { NODE_ENV: 'production' }],
    ['in tests', { NODE_ENV: 'test' }],
    ['in another environment', { NODE_ENV: 'staging' }],
    ['if WEBAPP_HINTS is off', { WEBAPP_HINTS: 'off' }],
  ])('are not given %s', async (_name, env) => {
    const webapp = factories[dialect]
    Object.assign(process.env, env)
    const app = webapp()
    app.set('json_spaces', 2)
    app.get('silent', () => {})
    expect(() => app.get('/silent', undefined)).toThrow()
    app.get('/', (_req: Any, res: Any) => res.redirect(undefined))
    app.get('/thrown', () => {
      throw undefined
    })
    const port = await start(app)
    await exchange(port, '/')
    await exchange(port, '/thrown')
    process.env.NODE_ENV = 'development'
    delete process.env.WEBAPP_HINTS
    await inspection(webapp, `silent-${_name}-${dialect}`)
    expect(hints.join()).not.toMatch(/'silent'|'\/silent'|json_spaces|redirect|threw/)
  })

  it('follow the setting env of the application', async () => {
    const webapp = factories[dialect]
    const app = webapp()
    app.set('env', 'production')
    app.get('produced', () => {})
    app.get('/produced', () => 1)
    exchange(await start(app), '/produced').catch(() => {})
    const other = webapp()
    other.get(`/other-${dialect}`, () => 1)
    exchange(await start(other), `/other-${dialect}`).catch(() => {})
    await hintWith(`/other-${dialect}`)
    await inspection(webapp, `produced-${dialect}`)
    expect(hints.join()).not.toMatch(/'produced'|\/produced/)
  })

  it('never stop a program, even if the console throws', async () => {
    const app = factories[dialect]()
    let calls = 0
    console.warn = () => {
      calls++
      throw new Error('the console is closed')
    }
    app.get(`closed-${dialect}`, () => {})
    app.get('/', (_req: Any, res: Any) => {
      if (dialect === '3.x') res.redirect('/')
      else res.redirect(undefined)
    })
    expect((await exchange(await start(app), '/')).status).toBe(302)
    await expect.poll(() => calls).toBe(dialect === '3.x' ? 1 : 2)
  })
})

describe('a hint about app.listen', () => {
  beforeAll(loadPackage, LOADING)

  let occupied: number

  beforeEach(async () => {
    const server = createNetServer().listen(0, '127.0.0.1')
    servers.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    occupied = (server.address() as AddressInfo).port
  })

  const listen = (callback: (...args: Any[]) => void) =>
    new Promise<void>((resolve) => {
      const app = factories['5.x']()
      app.listen(occupied, '127.0.0.1', callback).once('error', () => setImmediate(resolve))
    })

  it('is given if the port is in use and the callback takes no error', async () => {
    await listen(() => {})
    const hint = await hintWith('the server does not listen', 'EADDRINUSE', `${occupied}`)
    expect(hint).toContain('hints.test.ts:')
    expect(hint).toContain('(error) => { if (error) throw error')
  })

  it('is not given to a callback that can read the error', async () => {
    await listen((error) => expect(error).toBeInstanceOf(Error))
    await listen((...args) => expect(args[0]).toBeInstanceOf(Error))
    expect(hints.join()).not.toContain('does not listen')
  })

  it('reaches the console of a program without NODE_ENV, which behaves as before', () => {
    const { NODE_ENV: _env, WEBAPP_HINTS: _hints, ...env } = process.env
    const program = `
      const app = require('webapp/v5')()
      app.listen(${occupied}, '127.0.0.1', () => console.log('listening'))
    `
    const run = (more: object) =>
      spawnSync(process.execPath, ['-e', program], {
        cwd: import.meta.dirname,
        env: { ...env, ...more },
        encoding: 'utf8',
      })
    const { stderr, ...rest } = run({})
    expect(rest).toMatchObject({ status: 0, stdout: 'listening\n' })
    expect(stderr).toMatch(/^webapp hint: .*EADDRINUSE.*\(WEBAPP_HINTS=off silences hints/)
    const silent = { status: 0, stdout: 'listening\n', stderr: '' }
    expect(run({ NODE_ENV: 'production' })).toMatchObject(silent)
  })
})
