import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { framesOnStack, SMALL_STACK } from '../fixtures/frames.ts'
import { describeDialects, factories } from '../support/dialects.ts'

// The programs mount what the types do not name, such as `app._router`.
type Any = ReturnType<typeof JSON.parse>

const LIMIT = 10_000
const REFUSED = /was nested in 10000 routers\. A router is mounted in itself/

/** Sends the name and the text of an error, after the error has left every router. */
const report = (error: Error, _req: Any, res: Any, _next: Any) => {
  res.statusCode = 500
  res.end(`${error.name}: ${error.message}`)
}

describeDialects('a router that is mounted in itself', ['5.x', '4.x'], (t) => {
  const app = () => t.app as Any
  const router = () => t.webapp.Router() as Any

  const shapes: Record<string, () => Any> = {
    'router.use(router)': () => {
      const one = router()
      return one.use(one)
    },
    twice: () => {
      const one = router()
      return one.use(one, one)
    },
    'behind a route of another path': () => {
      const one = router()
      one.get('/other', (_req: Any, res: Any) => res.end())
      return one.use('/', one)
    },
    'two routers in each other': () => {
      const [one, other] = [router(), router()]
      one.use(other)
      return other.use(one)
    },
    'three routers in a circle': () => {
      const [one, other, third] = [router(), router(), router()]
      one.use(other)
      other.use(third)
      return third.use(one)
    },
    'as a handler of a route': () => {
      const one = router()
      one.all('/', one)
      return one
    },
    'as one of several handlers of a route': () => {
      const one = router()
      one.all('/', (_req: Any, _res: Any, next: Any) => next(), one)
      return one
    },
    'behind middleware that calls next later': () => {
      const one = router()
      one.use((_req: Any, _res: Any, next: Any) => setImmediate(next))
      return one.use(one)
    },
    'behind more middleware than runs at once': () => {
      const one = router()
      for (let at = 0; at < 120; at++) one.use((_req: Any, _res: Any, next: Any) => next())
      return one.use(one)
    },
    'behind a parameter': () => {
      const one = router()
      one.param('all', (_req: Any, _res: Any, next: Any) => next())
      one.all(t.dialect === '5.x' ? '/*all' : '/:all', one)
      return one
    },
    'through a function': () => {
      const one = router()
      return one.use((req: Any, res: Any, next: Any) => one(req, res, next))
    },
    'through its handle': () => {
      const one = router()
      return one.use((req: Any, res: Any, next: Any) => one.handle(req, res, next))
    },
  }

  it.each(Object.entries(shapes))('responds with 500: %s', async (name, create) => {
    app().use(create())
    app().use(report)
    const path = name === 'behind a parameter' ? '/all' : '/'
    const answer = await t.request(path)
    expect(answer.text).toMatch(REFUSED)
    expect([answer.status, answer.text.split(':', 1)]).toEqual([500, ['RangeError']])
  })

  it.each(['HEAD', 'OPTIONS', 'POST'])('responds to %s with 500', async (method) => {
    const one = router()
    one.get('/', (_req: Any, res: Any) => res.end('never'))
    if (method === 'HEAD') one.stack.length = 0
    app().use(one.use(one))
    expect((await t.request('/', { method })).status).toBe(500)
  })

  it('shows the mistake in app.inject and app.fetch', async () => {
    const one = router()
    app().use(one.use(one))
    app().use(report)
    expect((await app().inject('/')).text()).toMatch(REFUSED)
    expect(await (await app().fetch(new Request('http://localhost/'))).text()).toMatch(REFUSED)
  })

  it('serves the other requests of the router', async () => {
    const one = router()
    one.get('/page', (_req: Any, res: Any) => res.end('page'))
    app().use(one.use(one))
    expect((await t.request('/')).status).toBe(500)
    expect((await t.request('/page')).text).toBe('page')
  })

  it('ends a walk through a path with the path: /x/x/x', async () => {
    const one = router()
    one.get('/end', (req: Any, res: Any) => res.end(`${req.baseUrl.length}`))
    app().use(one.use('/x', one))
    for (const depth of [0, 1, 3, 300, 7000]) {
      expect((await t.request(`${'/x'.repeat(depth)}/end`)).text).toBe(`${depth * 2}`)
    }
    expect((await t.request('/x/x/x')).status).toBe(404)
  })

  describe('error handlers in it', () => {
    it('run at each level, on a call stack that stays small', async () => {
      let [runs, frames] = [0, 0]
      const one = router()
      one.use(one)
      one.use((error: Error, _req: Any, _res: Any, next: Any) => {
        runs++
        if (runs % 97 === 0) frames = Math.max(frames, framesOnStack())
        next(error)
      })
      app().use(one)
      app().use(report)
      expect((await t.request('/')).text).toMatch(REFUSED)
      expect(runs).toBe(LIMIT - 1)
      expect(frames).toBeLessThan(SMALL_STACK)
    })

    it('may respond', async () => {
      let runs = 0
      const one = router()
      one.use(one)
      one.use((_error: Error, _req: Any, res: Any, _next: Any) => {
        runs++
        res.end('inside')
      })
      app().use(one)
      expect((await t.request('/')).text).toBe('inside')
      expect(runs).toBe(1)
    })

    it('may throw errors of their own', async () => {
      let runs = 0
      const one = router()
      one.use(one)
      one.use((_error: Error, _req: Any, _res: Any, _next: Any) => {
        throw new Error(`error ${++runs}`)
      })
      app().use(one)
      app().use(report)
      expect((await t.request('/')).text).toBe(`Error: error ${LIMIT - 1}`)
    })

    it('may pass the request on', async () => {
      const one = router()
      one.use(one)
      one.use((_error: Error, _req: Any, _res: Any, next: Any) => next())
      app().use(one)
      app().use((_req: Any, res: Any) => res.end('behind'))
      expect((await t.request('/')).text).toBe('behind')
    })

    it('may pass the request on to the router again, without work that doubles', async () => {
      let runs = 0
      const one = router()
      one.use(one)
      one.use((_error: Error, _req: Any, _res: Any, next: Any) => {
        runs++
        next()
      })
      one.use(one)
      app().use(one)
      app().use(report)
      expect((await t.request('/')).text).toMatch(REFUSED)
      expect(runs).toBeLessThan(2 * LIMIT)
    })

    it('may pass the request on to other routers, in one another', async () => {
      const one = router()
      one.use(one)
      let page = router()
      page.use((_req: Any, res: Any) => res.end('error page'))
      for (let depth = 0; depth < 300; depth++) page = router().use(page)
      app().use(one)
      app().use((_error: Error, _req: Any, _res: Any, next: Any) => next())
      app().use(page)
      expect((await t.request('/')).text).toBe('error page')
    })
  })

  t.only('5.x', () => {
    it('is refused for app.use(app.router)', async () => {
      app().use((_req: Any, _res: Any, next: Any) => next())
      app().use(app().router)
      app().use(report)
      expect((await t.request('/')).text).toMatch(REFUSED)
    })
  })

  t.only('4.x', () => {
    it('is refused for app.use(app._router)', async () => {
      app().use((_req: Any, _res: Any, next: Any) => next())
      app().use(app()._router)
      app().use(report)
      expect((await t.request('/')).text).toMatch(REFUSED)
    })

    it('does not end the process if the router is the listener of a server', async () => {
      const one = router()
      one.use(one)
      one.use((error: Error, req: Any, res: Any, next: Any) => {
        if (req.listener === undefined) {
          req.listener = true
          report(error, req, res, next)
        }
      })
      expect(
        (await t.requestFrom(createServer(one).listeners('request')[0] as Any, '/')).text,
      ).toMatch(REFUSED)
    })
  })

  it('names the call that mounted it, in development', async () => {
    const { NODE_ENV, WEBAPP_HINTS } = process.env
    process.env.NODE_ENV = 'development'
    delete process.env.WEBAPP_HINTS
    try {
      const developed = t.webapp() as Any
      const one = router()
      developed.use(one)
      one.use(one)
      developed.use(report)
      const answer = await t.requestFrom(developed, '/')
      expect(answer.text).toMatch(
        /The innermost router was mounted at .*itself\.test\.ts:\d+:\d+\./,
      )
    } finally {
      process.env.NODE_ENV = NODE_ENV
      if (WEBAPP_HINTS !== undefined) process.env.WEBAPP_HINTS = WEBAPP_HINTS
      t.webapp() // Places are recorded as the last application says.
    }
  })
})

describeDialects('an application that is mounted in itself', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as Any

  it('is refused at once, and serves requests with 500 if the program goes on', async () => {
    expect(() => app().use(app())).toThrow('Cyclic __proto__ value')
    expect(app().closing).toBe(false)
    app().use(report)
    expect((await t.request('/')).text).toMatch(REFUSED)
  })

  it('is refused at once in an application that is mounted in it', () => {
    const other = t.webapp() as Any
    app().use(other)
    expect(() => other.use(app())).toThrow('Cyclic __proto__ value')
  })
})

describeDialects('a handler that dispatches a request again', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as Any

  const ways: Record<string, (req: Any, res: Any, next: Any) => unknown> = {
    'app(req, res, next)': (req, res, next) => app()(req, res, next),
    'app.handle(req, res, next)': (req, res, next) => app().handle(req, res, next),
    'app.handle(req, res)': (req, res) => app().handle(req, res),
    'app.handle(req, res, callback)': (req, res, next) =>
      app().handle(req, res, (error: unknown) => next(error)),
    'an async function': async (req, res, next) => app().handle(req, res, next),
    try: (req, res, next) => {
      try {
        app().handle(req, res, next)
      } catch (error) {
        next(error)
      }
    },
    'the router of the application': (req, res, next) => {
      if (t.dialect === '3.x') app()._router._dispatch(req, res, next)
      else (t.dialect === '5.x' ? app().router : app()._router).handle(req, res, next)
    },
  }

  it.each(Object.entries(ways))('reaches another route: %s', async (_, again) => {
    app().get('/a/:count', (req: Any, res: Any, next: Any) => {
      const count = Number(req.params.count) - 1
      req.url = count === 0 ? '/b' : `/a/${count}`
      again(req, res, next)
    })
    app().get('/b', (_req: Any, res: Any) => res.end('b'))
    expect((await t.request('/a/50')).text).toBe('b')
    expect((await t.request('/a/1500')).text).toBe('b')
  })

  it.each(Object.entries(ways))('responds with 500 if it never stops: %s', async (_, again) => {
    let runs = 0
    app().get('/', (req: Any, res: Any, next: Any) => {
      runs++
      return again(req, res, next)
    })
    app().use(report)
    expect((await t.request('/')).text).toMatch(REFUSED)
    expect(runs).toBeLessThanOrEqual(LIMIT)
  })

  it.each(Object.entries(ways))('responds with 500 behind other handlers: %s', async (_, again) => {
    app().param('id', (_req: Any, _res: Any, next: Any) => next())
    const pass = (_req: Any, _res: Any, next: Any) => next()
    app().use(pass)
    app().get('/:id', pass, pass, again)
    app().use(report)
    expect((await t.request('/a')).text).toMatch(REFUSED)
  })

  it('responds with 500 if a param callback never stops', async () => {
    app().param('id', (req: Any, res: Any) => app().handle(req, res))
    app().get('/:id', (_req: Any, res: Any) => res.end('never'))
    app().use(report)
    expect((await t.request('/a')).text).toMatch(REFUSED)
  })

  it('responds with 500 if a route dispatches to itself', async () => {
    const pass = (_req: Any, _res: Any, next: Any) => next()
    if (t.dialect === '3.x') {
      const router = new (t.webapp.Router as Any)() as Any
      router.get('/', pass, (req: Any, res: Any, next: Any) => router.middleware(req, res, next))
      app().use(router.middleware)
    } else {
      const route = app().route('/')
      route.get(pass, (req: Any, res: Any, next: Any) => route.dispatch(req, res, next), pass)
    }
    app().use(report)
    expect((await t.request('/')).text).toMatch(REFUSED)
  })

  it('serves a request that comes back later, as often as it wants to', async () => {
    let runs = 0
    app().get('/', (req: Any, res: Any, next: Any) => {
      if (++runs > 2 * LIMIT) res.end('end')
      else if (runs % 2 === 0) setImmediate(() => app().handle(req, res, next))
      else void Promise.resolve().then(() => app().handle(req, res, next))
    })
    expect((await t.request('/')).text).toBe('end')
  })

  it('may dispatch one request many times, one after the other', async () => {
    let runs = 0
    app().get('/inner', () => runs++)
    app().get('/', (req: Any, res: Any) => {
      req.url = '/inner'
      for (let at = 0; at < 2 * LIMIT; at++) app().handle(req, res, () => {})
      res.end('end')
    })
    expect((await t.request('/')).text).toBe('end')
    expect(runs).toBe(2 * LIMIT)
  })

  /** Routers that call back on another call stack than the one on which they were entered. */
  const laters: Record<string, (router: Any) => void> = {
    'middleware with setImmediate': (router) => {
      router.use((_req: Any, _res: Any, next: Any) => setImmediate(next))
    },
    'middleware with nextTick': (router) => {
      router.use((_req: Any, _res: Any, next: Any) => process.nextTick(next))
    },
    'middleware with a promise': (router) => {
      router.use((_req: Any, _res: Any, next: Any) => void Promise.resolve().then(() => next()))
    },
    'middleware that fails later': (router) => {
      router.use((_req: Any, _res: Any, next: Any) => setImmediate(next, new Error('later')))
    },
    'middleware behind it': (router) => {
      router.use((_req: Any, _res: Any, next: Any) => setImmediate(next))
      router.use((_req: Any, _res: Any, next: Any) => next())
    },
    'a route': (router) => {
      const pass = (_req: Any, _res: Any, next: Any) => next()
      router.all('/:id', (_req: Any, _res: Any, next: Any) => setImmediate(next), pass, pass)
    },
    'a param callback': (router) => {
      router.param('id', (_req: Any, _res: Any, next: Any) => setImmediate(next))
      router.all('/:id', (_req: Any, _res: Any, next: Any) => next())
    },
    'a router in it': (router) => {
      const inner = t.webapp.Router() as Any
      inner.use((_req: Any, _res: Any, next: Any) => setImmediate(next))
      inner.all('/other', (_req: Any, res: Any) => res.end())
      router.use(inner)
    },
  }

  it.each(Object.entries(laters))(
    'may dispatch again whenever the router has called back: %s',
    async (_, arrange) => {
      if (t.dialect === '3.x') return // It has no routers of this kind.
      const router = t.webapp.Router() as Any
      arrange(router)
      router.all('/other', (_req: Any, res: Any) => res.end())
      let runs = 0
      app().get('/start', (req: Any, res: Any) => {
        const again = () => {
          if (++runs > LIMIT + 100) res.end('end')
          else router.handle(req, res, again)
        }
        again()
      })
      expect((await t.request('/start')).text).toBe('end')
    },
  )

  it('may dispatch again whenever the routes of 3.x have called back', async () => {
    if (t.dialect !== '3.x') return
    let runs = 0
    app().get(
      '/inner',
      (_req: Any, _res: Any, next: Any) => setImmediate(next),
      (_req: Any, _res: Any, next: Any) => next(),
    )
    app().get('/', (req: Any, res: Any) => {
      req.url = '/inner'
      const again = () => {
        if (++runs > LIMIT + 100) res.end('end')
        else app().router(req, res, again)
      }
      again()
    })
    expect((await t.request('/')).text).toBe('end')
  })

  it('gets an error for a callback that starts the router again', async () => {
    if (t.dialect === '3.x') return // The router of 3.x calls back later, and so forever.
    const router = t.webapp.Router() as Any
    router.get('/other', (_req: Any, res: Any) => res.end())
    app().get('/', (req: Any, res: Any) => {
      const again = () => router.handle(req, res, again)
      again()
    })
    app().use(report)
    expect((await t.request('/')).text).toMatch(REFUSED)
  })
})

describe('routers of several dialects that are mounted in each other', () => {
  const names = ['5.x', '4.x', '3.x'] as const
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const))

  it.each(pairs.filter(([one, other]) => one !== '3.x' && other !== '3.x'))(
    'respond with 500, with the members of the outer application: %s in %s',
    async (inner, outer) => {
      const app = factories[outer]() as Any
      const [one, other] = [outer, inner].map((name) => (factories[name] as Any).Router())
      one.use(other)
      other.use(one)
      app.use(one)
      app.use((error: Error, req: Any, res: Any, _next: Any) => {
        const isOwn = Object.getPrototypeOf(req) === app.request
        res.status(500).json([req.app === app, isOwn, error.message])
      })
      const [isApp, isOwn, message] = (await app.inject('/')).json()
      expect([isApp, isOwn]).toEqual([true, true])
      expect(message).toMatch(REFUSED)
    },
  )

  it.each(pairs)('respond with 500 if handlers connect applications: %s and %s', async (a, b) => {
    const [one, other] = [factories[a]() as Any, factories[b]() as Any]
    one.use((req: Any, res: Any, next: Any) => other(req, res, next))
    other.use((req: Any, res: Any, next: Any) => one(req, res, next))
    one.use(report)
    expect((await one.inject('/')).text()).toMatch(REFUSED)
  })
})

describeDialects('app.use(app.router)', ['3.x'], (t) => {
  const app = () => t.app as Any

  it('serves the routes where it stands, once and twice', async () => {
    app().use(app().router)
    app().use((_req: Any, _res: Any, next: Any) => next())
    app().use(app().router)
    app().get('/', (_req: Any, res: Any) => res.end('page'))
    app().get('/next', (_req: Any, _res: Any, next: Any) => next())
    expect((await t.request('/')).text).toBe('page')
    expect((await t.request('/next')).status).toBe(404)
  })
})
