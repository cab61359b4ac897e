import { expect, it } from 'vitest'
import { offersUpgrade } from '../../src/live/find-upgrades.ts'
import { describe as describeApi } from '../../src/openapi.ts'
import type {
  Express,
  NextFunction,
  Request,
  RequestHandler,
  Response,
} from '../../src/types/v5/public.ts'
import { upgrade } from '../../src/ws.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

function sendText(text: string): RequestHandler {
  return (_req, res) => {
    res.end(text)
  }
}

/** A handler that waits until the test lets it go on. */
function createGate() {
  const waiting: (() => void)[] = []
  let enter: () => void
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  const handler: RequestHandler = (_req, _res, next) => {
    waiting.push(() => next())
    enter()
  }
  const open = () => {
    for (const goOn of waiting) goOn()
  }
  return { handler, entered, open }
}

describeDialects('app.remove(target)', ['5.x', '4.x', '3.x'], (t) => {
  const appOf = () => t.app as unknown as Express
  const subOf = () => t.webapp() as unknown as Express

  /** Registers a named route for GET. */
  function nameRoute(holder: Express, path: string, name: string, handler: RequestHandler): object {
    const { route, namedRoute } = holder as unknown as Record<
      string,
      (...args: unknown[]) => Express
    >
    const created = (t.dialect === '3.x' ? namedRoute : route)?.call(holder, path, {
      name,
    }) as never
    ;(created as { get(handler: RequestHandler): void }).get(handler)
    return created
  }

  const statusOf = async (path: string) => (await t.request(path)).status

  it('removes a route', async () => {
    const app = appOf()
    const route = nameRoute(app, '/a', 'a', sendText('a'))
    nameRoute(app, '/b', 'b', sendText('b'))
    expect(await statusOf('/a')).toBe(200)
    expect(app.remove(route)).toBe(1)
    expect(app.remove(route)).toBe(0)
    expect([await statusOf('/a'), await statusOf('/b')]).toEqual([404, 200])
    expect(t.webapp.routes(app)).toMatchObject([{ path: '/b' }])
    expect(() => (route as { url(): string }).url()).toThrow('removed')
    expect(() => app.url('a')).toThrow("no route has this name. Known are 'b'")
  })

  it('removes routes by name, also from what is mounted', async () => {
    const [app, sub] = [appOf(), subOf()]
    nameRoute(app, '/a', 'a', sendText('a'))
    nameRoute(sub, '/x', 'a', sendText('x'))
    nameRoute(sub, '/y', 'y', sendText('y'))
    app.use('/sub', sub)
    expect(app.remove('none')).toBe(0)
    expect(app.remove('toString')).toBe(0)
    expect(app.remove('a')).toBe(2)
    expect([await statusOf('/a'), await statusOf('/sub/x')]).toEqual([404, 404])
    expect(await statusOf('/sub/y')).toBe(200)
    expect(app.remove('a')).toBe(0)
    nameRoute(app, '/a', 'a', sendText('again'))
    expect((await t.request(app.url('a'))).text).toBe('again')
  })

  it('removes a function wherever it was mounted, also inside arrays', async () => {
    const app = appOf()
    const seen: string[] = []
    const guard: RequestHandler = (req, _res, next) => {
      seen.push(req.path)
      next()
    }
    const handlers = t.dialect === '3.x' ? [guard] : [[guard, [guard]]]
    app.use(...(handlers as [RequestHandler]))
    app.use('/in', guard)
    app.get('/in/x', [guard, sendText('x')] as never)
    await t.request('/in/x')
    const count = t.dialect === '3.x' ? 3 : 4
    expect(seen).toHaveLength(count)
    expect(app.remove(guard)).toBe(count)
    expect((await t.request('/in/x')).text).toBe('x')
    expect(seen).toHaveLength(count)
  })

  it('removes a route that has lost its last handler', async () => {
    const app = appOf()
    const handler = sendText('x')
    app.get('/x', handler)
    app.post('/x', handler)
    expect(app.remove(handler)).toBe(2)
    expect(await statusOf('/x')).toBe(404)
    expect(t.webapp.routes(app)).toEqual([])
    app.get('/x', handler)
    expect(await statusOf('/x')).toBe(200)
  })

  it('removes an application, which can be mounted again', async () => {
    const [app, sub] = [appOf(), subOf()]
    nameRoute(sub, '/x', 'x', sendText('x'))
    app.use('/one', sub)
    app.use('/two', sub)
    expect(app.remove(sub)).toBe(2)
    expect([await statusOf('/one/x'), await statusOf('/two/x')]).toEqual([404, 404])
    expect(() => app.url('x')).toThrow('no route has this name')
    app.use('/three', sub)
    expect((await t.request(app.url('x'))).text).toBe('x')
    expect(app.url('x')).toBe('/three/x')
  })

  it('leaves a function in what is mounted', async () => {
    const [app, sub] = [appOf(), subOf()]
    const guard: RequestHandler = (_req, res) => {
      res.status(401).end()
    }
    app.use('/in', sub)
    sub.use(guard)
    app.use('/out', guard)
    expect(app.remove(guard)).toBe(1)
    expect([await statusOf('/in'), await statusOf('/out')]).toEqual([401, 404])
    expect(sub.remove(guard)).toBe(1)
    expect(await statusOf('/in')).toBe(404)
  })

  it('lets requests finish with what they began with', async () => {
    const [app, gate] = [appOf(), createGate()]
    const first: RequestHandler = (_req, _res, next) => next()
    const tail = sendText('tail')
    app.get('/x', first, gate.handler as never)
    app.get('/x', tail)
    const waiting = t.request('/x')
    await gate.entered
    expect(app.remove(first)).toBe(1)
    expect(app.remove(tail)).toBe(1)
    expect(app.remove(gate.handler)).toBe(1)
    expect(await statusOf('/x')).toBe(404)
    gate.open()
    expect((await waiting).text).toBe('tail')
  })

  it('skips no layer for a request that waits while earlier ones are removed', async () => {
    const [app, gate] = [appOf(), createGate()]
    const early: RequestHandler[] = Array.from({ length: 20 }, () => (_req, _res, next) => next())
    for (const each of early) app.use(each)
    app.use(gate.handler)
    app.use((_req: Request, res: Response) => {
      res.status(403).end('guarded')
    })
    app.use(sendText('behind the guard'))
    const waiting = t.request('/x')
    await gate.entered
    for (const each of early) expect(app.remove(each)).toBe(1)
    gate.open()
    expect((await waiting).text).toBe('guarded')
  })

  it('can be called in a handler, for itself and for the next one', async () => {
    const app = appOf()
    const once: RequestHandler = (_req, res, next) => {
      res.setHeader('X-Once', String(app.remove(once) + app.remove(last)))
      next()
    }
    const last = sendText('last')
    app.get('/x', once, last)
    const first = await t.request('/x')
    expect([first.headers['x-once'], first.text]).toEqual(['2', 'last'])
    expect(await statusOf('/x')).toBe(404)
  })

  it('is followed by 405, OPTIONS and documents', async () => {
    const app = appOf()
    app.enable('method not allowed')
    app.set('env', 'test')
    const put = sendText('put')
    app.get('/x', sendText('get'))
    app.put('/x', put)
    const allowOf = async (method: string) => {
      const { headers } = await t.request('/x', { method })
      return headers.allow?.split(/, ?/).sort().join()
    }
    const documented = () => {
      const { paths } = describeApi(app, { info: { title: 'A', version: '1' } })
      return Object.keys(paths['/x'] ?? {})
    }
    expect([await allowOf('DELETE'), await allowOf('OPTIONS')]).toEqual([
      'GET,HEAD,PUT',
      'GET,HEAD,PUT',
    ])
    expect(documented()).toEqual(['get', 'put'])
    expect(app.remove(put)).toBe(1)
    expect([await allowOf('PUT'), await allowOf('OPTIONS')]).toEqual(['GET,HEAD', 'GET,HEAD'])
    expect(documented()).toEqual(['get'])
  })

  it('keeps the handlers of a route that has several', async () => {
    const app = appOf()
    const [one, two] = [sendText('one'), sendText('two')]
    app.get('/x', (_req: Request, _res: Response, next: NextFunction) => next(), one, two)
    expect((await t.request('/x')).text).toBe('one')
    expect(app.remove(one)).toBe(1)
    expect((await t.request('/x')).text).toBe('two')
  })

  it('is followed by WebSocket routes', () => {
    const app = appOf()
    const chat = upgrade(() => undefined)
    app.get('/chat', chat as never)
    expect(offersUpgrade(app, '/chat')).toBe(true)
    expect(app.remove(chat)).toBe(1)
    expect(offersUpgrade(app, '/chat')).toBe(false)
  })

  it('is followed by the index of many routes', async () => {
    const app = appOf()
    for (let at = 0; at < 50; at++) nameRoute(app, `/r${at}`, `r${at}`, sendText(`r${at}`))
    expect((await t.request('/r49')).text).toBe('r49')
    for (let at = 0; at < 49; at++) expect(app.remove(`r${at}`)).toBe(1)
    expect([await statusOf('/r48'), await statusOf('/r49')]).toEqual([404, 200])
    nameRoute(app, '/r48', 'r48', sendText('new'))
    expect((await t.request('/r48')).text).toBe('new')
  })

  it('refuses what stands for nothing', () => {
    const app = appOf()
    for (const target of [undefined, null, 7, Symbol('s'), {}, [], true]) {
      expect(() => app.remove(target as never)).toThrow(
        /^remove takes a route, a function or the name of a route, got /,
      )
    }
    expect(app.remove(() => undefined)).toBe(0)
  })

  it('applies over HTTP/2', async () => {
    const app = appOf()
    const route = nameRoute(app, '/x', 'x', sendText('x'))
    const link = await startHttp2(app)
    expect((await link.ask('/x')).status).toBe(200)
    expect(app.remove(route)).toBe(1)
    expect((await link.ask('/x')).status).toBe(404)
    expect((await app.inject('/x')).statusCode).toBe(404)
  })
})

describeDialects('router.remove(target)', ['5.x', '4.x'], (t) => {
  it('removes routes, also from nested routers, and functions from itself', async () => {
    const [outer, inner] = [t.webapp.Router(), t.webapp.Router()]
    const handler = sendText('x')
    const route = inner.route('/x').get(handler)
    inner.get('/y', handler)
    outer.use('/in', inner)
    outer.get('/x', handler)
    t.app.use(outer)
    expect(outer.remove(route)).toBe(1)
    expect((await t.request('/in/x')).status).toBe(404)
    expect(outer.remove(handler)).toBe(1)
    expect((await t.request('/in/y')).status).toBe(200)
    expect(outer.remove(inner)).toBe(1)
    expect((await t.request('/in/y')).status).toBe(404)
    outer.use('/again', inner)
    expect((await t.request('/again/y')).status).toBe(200)
  })

  it('finds a route in routers that are mounted in each other', () => {
    const [one, two] = [t.webapp.Router(), t.webapp.Router()]
    one.use(two)
    two.use(one)
    const route = two.route('/x').get(sendText('x'))
    expect(one.remove(route)).toBe(1)
  })

  it('counts each layer of a function in a route', () => {
    const handler = sendText('x')
    t.app.route('/x').get(handler).put(handler, handler).post(sendText('other'))
    expect(t.app.remove(handler)).toBe(3)
    expect(t.webapp.routes(t.app)).toMatchObject([{ method: 'POST', path: '/x' }])
  })

  it('works on stacks that the program has replaced or changed', async () => {
    const router = t.webapp.Router()
    const handler = sendText('x')
    router.get('/a', handler)
    router.get('/b', sendText('b'))
    router.stack = [...router.stack]
    t.app.use(router)
    expect(router.remove(handler)).toBe(1)
    expect([(await t.request('/a')).status, (await t.request('/b')).status]).toEqual([404, 200])
  })
})

describeDialects('app.remove of 3.x', ['3.x'], (t) => {
  it('takes routers, and keeps app.routes', async () => {
    const router = new t.webapp.Router()
    router.get('/x', sendText('x') as never)
    t.app.use(router.middleware)
    t.app.get('/y', sendText('y') as never)
    const { routes } = t.app
    expect((await t.request('/x')).status).toBe(200)
    expect(t.app.remove(router)).toBe(1)
    expect((await t.request('/x')).status).toBe(404)
    expect(t.app.remove(routes.get?.[0] ?? 'none')).toBe(1)
    expect((await t.request('/y')).status).toBe(404)
    expect(t.app.routes).toBe(routes)
    expect(routes.get).toHaveLength(0)
  })
})
