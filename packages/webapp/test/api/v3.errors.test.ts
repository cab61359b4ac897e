import { afterEach, expect, it, vi } from 'vitest'
import { settle } from '../../../../tools/sleep.ts'
import { describeDialects } from '../support/dialects.ts'

/** A handler that throws. */
function failWith(error: unknown) {
  return () => {
    throw error
  }
}

interface Reply {
  send(status: number, text: string): void
}

function tell(err: unknown, _req: unknown, res: Reply, _next: unknown): void {
  res.send(500, `told ${err instanceof Error ? err.message : String(err)}`)
}

describeDialects('the last answer of 3.x', ['3.x'], (t) => {
  afterEach(() => void vi.restoreAllMocks())

  // Intended difference W-055.
  it('allows its page nothing', async () => {
    const { headers } = await t.request('/missing')
    expect(headers['content-security-policy']).toBe("default-src 'none'")
  })

  // Intended difference W-030.
  it.each(['x', '404', 600, 99])('has status 500 for the status %j of an error', async (status) => {
    t.app.get('/', failWith(Object.assign(new Error('boom'), { status })))
    expect((await t.request('/')).status).toBe(500)
  })

  // Intended difference W-032.
  it('follows the setting env: in tests nothing is logged, in production nothing is shown', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const logged = () => log.mock.calls.filter(([text]) => /Error: logged/.test(String(text)))
    t.app.get('/', failWith(new Error('logged')))
    expect((await t.request('/')).text).toMatch(/^Error: logged<br>/)
    await settle(20)
    expect(logged()).toHaveLength(0)
    t.app.set('env', 'production')
    expect((await t.request('/')).text).toBe('Internal Server Error\n')
    await expect.poll(logged).toHaveLength(1)
  })

  // Intended difference W-031.
  it('forgets what described another body', async () => {
    t.app.get('/', (_req, res) => {
      res.set('Content-Encoding', 'gzip').set('Content-Length', '3')
      throw new Error('boom')
    })
    const answer = await t.request('/')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.text).toContain('boom')
  })
})

// Intended difference W-021: the original leaves the client waiting and the rejection to the process.
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
