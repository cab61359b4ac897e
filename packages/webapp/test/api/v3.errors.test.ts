import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

/** A handler that throws. */
function failWith(error: unknown) {
  return () => {
    throw error
  }
}

/** Whatever rejects, with the given fields. */
function errorWith(fields: object, message = 'boom'): Error {
  return Object.assign(new Error(message), fields)
}

interface Reply {
  send(status: number, text: string): void
}

function tell(err: unknown, _req: unknown, res: Reply, _next: unknown): void {
  res.send(500, `told ${err instanceof Error ? err.message : String(err)}`)
}

describeDialects('the last answer of 3.x', ['3.x'], (t) => {
  afterEach(() => void vi.restoreAllMocks())

  /** An application that hides its errors. */
  function production(): void {
    t.app.set('env', 'production')
    vi.spyOn(console, 'error').mockImplementation(() => {})
  }

  describe('without an error', () => {
    it('is a plain 404 that names method and URL', async () => {
      const answer = await t.request('/missing?a=1', { method: 'POST' })
      expect([answer.status, answer.text]).toEqual([404, 'Cannot POST /missing?a=1\n'])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'",
        'content-length': String(answer.body.length),
      })
    })

    it('escapes what the client sent', async () => {
      const answer = await t.request('/\'<b>"&', { method: 'GET' })
      expect(answer.text).toMatch(/^Cannot GET \/&#39;(&lt;b&gt;&quot;|%3Cb%3E%22)&amp;\n$/)
    })

    it('names the whole URL from within a mount', async () => {
      const sub = t.webapp()
      t.app.use('/a', sub)
      expect((await t.request('/a/b')).text).toBe('Cannot GET /a/b\n')
    })

    it('has no body for HEAD', async () => {
      const answer = await t.request('/x', { method: 'HEAD' })
      expect([answer.status, answer.text]).toEqual([404, ''])
    })
  })

  describe('with an error', () => {
    it('is a 500 with the stack, escaped', async () => {
      t.app.get('/', failWith(new Error('<boom>')))
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.text).toMatch(/^Error: &lt;boom&gt;<br>/)
      expect(answer.text).toContain('v3.errors.test')
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    })

    it.each([
      [{ status: 404 }, 404],
      [{ status: 503 }, 503],
      [{ statusCode: 418 }, 418],
      [{ status: 200 }, 500],
      [{ status: 302 }, 500],
      [{ status: 99 }, 500],
      [{ status: 'x' }, 500],
      [{ status: 600 }, 500],
      [{}, 500],
    ])('takes the status of %j: %i', async (fields, status) => {
      t.app.get('/', failWith(errorWith(fields)))
      expect((await t.request('/')).status).toBe(status)
    })

    it('takes the status of the response, where the error has none', async () => {
      t.app.get('/', (_req, res) => {
        res.status(403)
        throw new Error('forbidden')
      })
      expect((await t.request('/')).status).toBe(403)
    })

    it('tells what is no Error', async () => {
      t.app.get('/text', failWith('just text'))
      t.app.get('/object', (_req, _res, next) => next({ toString: () => 'an object' }))
      expect((await t.request('/text')).text).toBe('just text\n')
      expect((await t.request('/object')).text).toBe('an object\n')
    })

    it('hides the stack in production', async () => {
      production()
      t.app.get('/', failWith(new Error('secret')))
      t.app.get('/teapot', failWith(errorWith({ status: 418 }, 'secret')))
      const answer = await t.request('/')
      expect([answer.status, answer.text]).toEqual([500, 'Internal Server Error\n'])
      const teapot = await t.request('/teapot')
      expect([teapot.status, teapot.text]).toEqual([418, 'I&#39;m a Teapot\n'])
    })

    it('is logged, but not in tests', async () => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const logged = () => log.mock.calls.filter(([text]) => /Error: logged/.test(String(text)))
      t.app.get('/', failWith(new Error('logged')))
      await t.request('/')
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(logged()).toHaveLength(0)
      t.app.set('env', 'production')
      await t.request('/')
      await expect.poll(logged).toHaveLength(1)
    })

    it('forgets what described another body', async () => {
      t.app.get('/', (_req, res) => {
        res.set('Content-Encoding', 'gzip').set('Content-Length', '3')
        throw new Error('boom')
      })
      const answer = await t.request('/')
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.text).toContain('boom')
    })

    it('cuts the connection when the head has gone out', async () => {
      t.app.get('/bad', (_req, res) => {
        res.write('partial')
        throw new Error('late')
      })
      t.app.get('/', (_req, res) => res.send('fine'))
      await expect(t.request('/bad')).rejects.toThrow(/aborted|hang up|reset/i)
      expect((await t.request('/')).text).toBe('fine')
    })
  })
})

describeDialects('error handlers of 3.x', ['3.x'], (t) => {
  it('have four parameters, and are skipped without an error', async () => {
    t.app.use(tell)
    t.app.get('/', (_req, res) => res.send('fine'))
    expect((await t.request('/')).text).toBe('fine')
  })

  it('get what middleware throws and what it passes to next', async () => {
    t.app.use('/throw', failWith(new Error('thrown')))
    t.app.use('/next', (_req, _res, next) => next(new Error('passed')))
    t.app.use('/text', (_req, _res, next) => next('text'))
    t.app.use(tell)
    expect((await t.request('/throw')).text).toBe('told thrown')
    expect((await t.request('/next')).text).toBe('told passed')
    expect((await t.request('/text')).text).toBe('told text')
  })

  it('are only those that stand behind the failure', async () => {
    t.app.use(tell)
    t.app.use(failWith(new Error('boom')))
    expect((await t.request('/')).text).toContain('Error: boom')
  })

  it('may hand on another error, or recover', async () => {
    t.app.use('/a', failWith(new Error('first')))
    t.app.use((err: Error, req: { url: string }, _res: unknown, next: (err?: Error) => void) => {
      next(req.url.startsWith('/a/recover') ? undefined : new Error(`${err.message}, second`))
    })
    t.app.use('/a/recover', (_req, res) => res.send('recovered'))
    t.app.use(tell)
    expect((await t.request('/a')).text).toBe('told first, second')
    expect((await t.request('/a/recover')).text).toBe('recovered')
  })

  it('may fail themselves, and the next one is asked', async () => {
    t.app.use(failWith(new Error('first')))
    t.app.use((_err: unknown, _req: unknown, _res: unknown, _next: unknown) => {
      throw new Error('second')
    })
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told second')
  })

  it('have a path', async () => {
    t.app.use(failWith(new Error('boom')))
    t.app.use('/api', tell)
    expect((await t.request('/api/x')).text).toBe('told boom')
    expect((await t.request('/other')).text).toContain('Error: boom')
  })

  it('are not shown the errors of an application that answered them', async () => {
    const sub = t.webapp()
    sub.get('/', failWith(new Error('inner')))
    sub.use(tell)
    t.app.use('/sub', sub)
    t.app.use((_err: unknown, _req: unknown, res: Reply, _next: unknown) => res.send(500, 'outer'))
    expect((await t.request('/sub')).text).toBe('told inner')
  })
})

// The original leaves the client waiting and the rejection to the process.
describeDialects('rejections in 3.x', ['3.x'], (t) => {
  const reject = (reason: unknown) => () => Promise.reject(reason)

  it('of middleware, routes, parameters and error handlers are errors', async () => {
    t.app.param('id', reject(new Error('of a parameter')))
    t.app.use('/use', reject(new Error('of middleware')))
    t.app.get('/route', reject(new Error('of a route')))
    t.app.get('/param/:id', (_req, res) => res.send('not run'))
    t.app.use('/handler', failWith(new Error('first')))
    t.app.use('/handler', async (_e: unknown, _q: unknown, _s: unknown, _n: unknown) => {
      throw new Error('of an error handler')
    })
    t.app.use(tell)
    expect((await t.request('/use')).text).toBe('told of middleware')
    expect((await t.request('/route')).text).toBe('told of a route')
    expect((await t.request('/param/1')).text).toBe('told of a parameter')
    expect((await t.request('/handler')).text).toBe('told of an error handler')
  })

  it('reach the error handlers of their route', async () => {
    t.app.get('/', reject(new Error('rejected')), tell as never)
    expect((await t.request('/')).text).toBe('told rejected')
  })

  it('without a reason are errors too', async () => {
    t.app.get('/null', reject(null))
    t.app.get('/undefined', reject(undefined))
    expect((await t.request('/null')).status).toBe(500)
    expect((await t.request('/undefined')).status).toBe(500)
  })

  it('after the answer change nothing', async () => {
    t.app.get('/', async (_req, res) => {
      res.send('fine')
      throw new Error('late')
    })
    expect((await t.request('/')).text).toBe('fine')
    expect((await t.request('/')).text).toBe('fine')
  })
})
