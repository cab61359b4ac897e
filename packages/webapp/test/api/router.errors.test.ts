import { describe, expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

function fail(error: unknown): never {
  throw error
}

// Intended difference W-021: Express leaves a rejected promise to the process.
describeDialects('a rejected promise that a handler returns', ['4.x', '3.x'], (t) => {
  const ways: [string, () => Promise<unknown>, string][] = [
    ['an async throw', async () => fail(new Error('boom')), 'boom'],
    [
      'a later rejection',
      () => new Promise((_r, no) => setImmediate(no, new Error('boom'))),
      'boom',
    ],
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
      t.app.use((_err: unknown, _req: unknown, _res: unknown, _next: Next) => handler())
      report(t.app)
      expect((await t.request('/')).text).toBe(`caught ${message}`)
    })

    it('is answered with 500 when nobody handles it', async () => {
      t.app.use(handler)
      expect((await t.request('/')).status).toBe(500)
    })
  })

  it('leaves a response intact that was sent before', async () => {
    t.app.get('/bad', (_req, res) => {
      res.send('answer')
      return Promise.reject(new Error('late'))
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    expect((await t.request('/bad')).text).toBe('answer')
    expect((await t.request('/')).text).toBe('ok')
  })
})

// The final handler of Express 3 throws at such an object.
describeDialects('an error without prototype', ['3.x'], (t) => {
  it('is answered with its status', async () => {
    t.app.get('/', () => fail(Object.assign(Object.create(null), { status: 418 })))
    expect((await t.request('/')).status).toBe(418)
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
