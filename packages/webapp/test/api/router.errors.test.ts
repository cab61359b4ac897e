import { describe, expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

const thenable = (settle: (reject: (error: unknown) => void) => void) => ({
  // biome-ignore lint/suspicious/noThenProperty: a promise of another make is what is tested
  then(_resolve: unknown, reject: (error: unknown) => void) {
    settle(reject)
  },
})

function fail(error: unknown): never {
  throw error
}

describeDialects('errors', ['5.x', '4.x', '3.x'], (t) => {
  const ways: [string, (...args: [unknown, unknown, Next]) => unknown, string][] = [
    ['a throw', () => fail(new Error('boom')), 'boom'],
    ['an async throw', async () => fail(new Error('boom')), 'boom'],
    [
      'a later rejection',
      () => new Promise((_r, no) => setImmediate(no, new Error('boom'))),
      'boom',
    ],
    ['next(err)', (_q, _s, next) => next(new Error('boom')), 'boom'],
    ['next(text)', (_q, _s, next) => next('boom'), 'boom'],
    ['a thrown string', () => fail('boom'), 'boom'],
    ['a rejection with null', () => Promise.reject(null), 'Rejected promise'],
    ['a rejection with undefined', () => Promise.reject(), 'Rejected promise'],
    ['a rejection with 0', () => Promise.reject(0), 'Rejected promise'],
  ]

  describe.each(ways)('%s', (_what, handler, message) => {
    it('of middleware reaches the error handler', async () => {
      t.app.use(handler)
      report(t.app)
      expect((await t.request('/')).text).toBe(`caught ${message}`)
    })

    it('of a route reaches the error handler', async () => {
      t.app.get('/', handler, (_req: unknown, res: Reply) => res.send('never'))
      report(t.app)
      expect((await t.request('/')).text).toBe(`caught ${message}`)
    })

    it('of an error handler reaches the next error handler', async () => {
      t.app.use(() => fail(new Error('first')))
      t.app.use((_err: unknown, req: unknown, res: unknown, next: Next) => handler(req, res, next))
      report(t.app)
      expect((await t.request('/')).text).toBe(`caught ${message}`)
    })

    it('is answered with 500 when nobody handles it', async () => {
      t.app.use(handler)
      expect((await t.request('/')).status).toBe(500)
    })
  })

  it('ignores a falsy throw as the original does', async () => {
    t.app.use(() => fail(undefined))
    t.app.use((_req, res) => res.send('went on'))
    expect((await t.request('/')).text).toBe('went on')
  })

  it('skips everything but error handlers, and error handlers on other paths', async () => {
    t.app.use(() => fail(new Error('boom')))
    t.app.use((_req, res) => res.send('never'))
    t.app.get('/', (_req, res) => res.send('never'))
    t.app.use('/other', (_e: unknown, _q: unknown, res: Reply, _n: unknown) => res.send('never'))
    report(t.app)
    expect((await t.request('/')).text).toBe('caught boom')
  })

  it('are over when an error handler calls next without one', async () => {
    t.app.use(() => fail(new Error('boom')))
    t.app.use((_err: unknown, _req: unknown, _res: unknown, next: Next) => next())
    t.app.use((_req, res) => res.send('recovered'))
    expect((await t.request('/')).text).toBe('recovered')
  })

  it('do not see a function of three parameters as a handler', async () => {
    t.app.use(() => fail(new Error('boom')))
    t.app.use((_err: unknown, _req: unknown, res: Reply) => res.send('never'))
    expect((await t.request('/')).status).toBe(500)
  })

  it('do not see a function of five parameters as a handler, nor as middleware', async () => {
    const five = (_a: unknown, _b: unknown, _c: unknown, _d: unknown, _e: unknown) => fail('never')
    t.app.use(five as never)
    t.app.use('/error', () => fail(new Error('boom')))
    t.app.use(five as never)
    t.app.use((_req, res) => res.send('passed over'))
    expect((await t.request('/')).text).toBe('passed over')
    expect((await t.request('/error')).text).toContain('boom')
  })

  it('may be frozen, or without prototype', async () => {
    t.app.get('/frozen', () => fail(Object.freeze(new Error('frozen'))))
    t.app.get('/bare', () => fail(Object.assign(Object.create(null), { status: 418 })))
    expect((await t.request('/frozen')).status).toBe(500)
    expect((await t.request('/bare')).status).toBe(418)
  })

  describe('after the answer', () => {
    it.each([
      ['a throw', () => fail(new Error('late'))],
      ['a rejection', () => Promise.reject(new Error('late'))],
    ])('%s leaves it intact', async (_what, failing) => {
      t.app.get('/bad', (_req, res) => {
        res.send('answer')
        return failing()
      })
      t.app.get('/', (_req, res) => res.send('ok'))
      expect((await t.request('/bad')).text).toBe('answer')
      expect((await t.request('/')).text).toBe('ok')
    })
  })

  it('cut the connection when they come after the head', async () => {
    t.app.get('/bad', (_req, res) => {
      res.write('partial')
      throw new Error('late')
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    await expect(t.request('/bad')).rejects.toThrow(/aborted|hang up|reset/i)
    expect((await t.request('/')).text).toBe('ok')
  })
})

describeDialects('a thenable that a handler returns', ['5.x'], (t) => {
  it('reaches the error handler when it rejects', async () => {
    t.app.use(() => thenable((reject) => reject(new Error('boom'))))
    report(t.app)
    expect((await t.request('/')).text).toBe('caught boom')
  })

  it('tells once that promises should be native', async () => {
    const notices: string[] = []
    const listener = (notice: Error) => notices.push(notice.message)
    process.on('deprecation' as never, listener as never)
    t.app.use(() => thenable((reject) => reject(new Error('boom'))))
    await t.request('/')
    process.off('deprecation', listener)
    for (const notice of notices) expect(notice).toContain('use a native Promise instead')
  })
})

describeDialects('a thenable that a handler returns', ['4.x', '3.x'], (t) => {
  // Queries of mongoose run when `then` is called, and fail if they have a callback as well.
  it('is left alone, without a notice', async () => {
    const query = thenable((reject) => reject(new Error('Query was already executed')))
    t.app.get('/', (_req: unknown, res: Reply) => {
      setImmediate(() => res.send('from the callback'))
      return query
    })
    const notices = await noticesOf(async () => {
      expect((await t.request('/')).text).toBe('from the callback')
    })
    expect(notices).toEqual([])
  })
})

describeDialects('a thenable that a callback returns', ['5.x', '4.x'], (t) => {
  it('is left alone', async () => {
    const query = thenable((reject) => reject(new Error('Query was already executed')))
    t.app.get('/', (_req: unknown, res: Reply) => {
      res.sendFile('/no/such/file', () => {
        setImmediate(() => res.send('from the callback'))
        return query
      })
    })
    expect((await t.request('/')).text).toBe('from the callback')
  })
})

describeDialects("app.disable('catch rejections')", ['4.x'], (t) => {
  it('leaves rejected promises to the process', async () => {
    t.app.disable('catch rejections')
    const seen: unknown[] = []
    t.app.get('/', (_req, res) => {
      // A thenable of its own make, for a promise would reach the test runner as unhandled.
      const listener = (_resolve: unknown, reject: unknown) => seen.push(reject)
      setImmediate(() => res.send('still waiting'))
      // biome-ignore lint/suspicious/noThenProperty: a promise of another make is what is tested
      return { then: listener }
    })
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => res.send(err.message))
    expect((await t.request('/')).text).toBe('still waiting')
    expect(seen).toEqual([])
  })

  it('does not touch what is thrown, or passed to next', async () => {
    t.app.disable('catch rejections')
    t.app.get('/throw', () => fail(new Error('thrown')))
    t.app.get('/next', (_req, _res, next) => next(new Error('passed')))
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => res.send(err.message))
    expect((await t.request('/throw')).text).toBe('thrown')
    expect((await t.request('/next')).text).toBe('passed')
  })

  it('is for one application', async () => {
    const sub = t.webapp()
    sub.get('/', () => Promise.reject(new Error('rejected')))
    t.app.use('/sub', sub)
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => res.send(err.message))
    expect((await t.request('/sub')).text).toBe('rejected')
  })
})

type Next = (error?: unknown) => void

interface Reply {
  send(body: string): unknown
  sendFile(path: string, callback: () => unknown): void
}

function report(app: Express): void {
  app.use((err: unknown, _req: unknown, res: Reply, _next: unknown) => {
    res.send(`caught ${err instanceof Error ? err.message : err}`)
  })
}

describeDialects(
  'a wrapper that passes the rejection of a handler to next itself',
  ['4.x', '3.x'],
  (t) => {
    /** As express-async-errors does it: the promise is returned all the same. */
    const wrap =
      (handle: (...args: [unknown, unknown, Next]) => Promise<unknown>) =>
      (...args: [unknown, unknown, Next]) => {
        const result = handle(...args)
        result.catch(args[2])
        return result
      }
    const seen: string[] = []
    const observe = () => {
      seen.length = 0
      t.app.use((error: Error, _req: unknown, _res: unknown, next: Next) => {
        seen.push(error.message)
        next(error)
      })
      t.app.use((error: Error, _req: unknown, res: Reply, _next: Next) => {
        seen.push('responded')
        res.send(error.message)
      })
      t.app.use((_error: Error, _req: unknown, _res: unknown, next: Next) => {
        seen.push('a second time')
        next()
      })
    }

    it('is the only one that passes it', async () => {
      t.app.get(
        '/route',
        wrap(async () => fail(new Error('in a route'))),
      )
      t.app.use(
        '/middleware',
        wrap(async () => fail(new Error('in middleware'))),
      )
      observe()
      expect((await t.request('/route')).text).toBe('in a route')
      expect(seen).toEqual(['in a route', 'responded'])
      expect((await t.request('/middleware')).text).toBe('in middleware')
      expect(seen.slice(2)).toEqual(['in middleware', 'responded'])
    })

    it('is the only one that passes that of a param callback', async () => {
      t.app.param('id', wrap(async () => fail(new Error('in a param'))) as never)
      t.app.get('/:id', (_req, res) => res.send('not reached'))
      observe()
      expect((await t.request('/1')).text).toBe('in a param')
      expect(seen).toEqual(['in a param', 'responded'])
    })

    it('does not hide an error that an error handler rejects with again', async () => {
      const shared = new Error('shared')
      t.app.get('/', async () => fail(shared))
      t.app.use(async (error: Error, _req: unknown, _res: unknown, _next: Next) => fail(error))
      observe()
      expect((await t.request('/')).text).toBe('shared')
      expect(seen).toEqual(['shared', 'responded'])
    })

    it('does not hide the same error of another request', async () => {
      const shared = new Error('shared')
      const arrived: (() => void)[] = []
      const both = new Promise<void>((resolve) => {
        t.app.get('/:id', async () => {
          await new Promise<void>((go) => {
            arrived.push(go)
            if (arrived.length === 2) resolve()
          })
          throw shared
        })
      })
      observe()
      const requests = [t.request('/1'), t.request('/2')]
      await both
      for (const go of arrived) go()
      const answers = await Promise.all(requests)
      expect(answers.map(({ text }) => text)).toEqual(['shared', 'shared'])
    })
  },
)
