import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.params', ['5.x', '4.x'], (t) => {
  it('is an empty object where the path names nothing', async () => {
    t.app.get('/', (req, res) => res.json([req.params, typeof req.params]))
    expect((await t.request('/')).json()).toEqual([{}, 'object'])
  })

  it('holds decoded values by name', async () => {
    t.app.get('/:a/:b', (req, res) => res.json(req.params))
    expect((await t.request('/x%2Fy/%C3%A9+%20')).json()).toEqual({ a: 'x/y', b: 'é+ ' })
  })

  it('has no prototype, and takes hostile names and values', async () => {
    t.app.get('/a/:__proto__/:constructor', (req, res) => {
      res.json([Object.entries(req.params), Object.getPrototypeOf(req.params)])
    })
    expect((await t.request('/a/__proto__/x')).json()).toEqual([
      [
        ['__proto__', '__proto__'],
        ['constructor', 'x'],
      ],
      null,
    ])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('is that of the layer that runs, and is reset after it', async () => {
    t.app.use('/:one', (req, _res, next) => {
      ;(req as unknown as Notes).seen = [{ ...req.params }]
      req.params.one = 'changed'
      next()
    })
    t.app.use((req, _res, next) => {
      ;(req as unknown as Notes).seen.push({ ...req.params })
      next()
    })
    t.app.get('/:two', (req, res) => res.json([...(req as unknown as Notes).seen, req.params]))
    expect((await t.request('/x')).json()).toEqual([{ one: 'x' }, {}, { two: 'x' }])
  })

  it('is that of the parent again when a mounted router lets go', async () => {
    const router = t.webapp.Router()
    router.get('/:inner', (_req, _res, next) => next())
    t.app.use('/:outer', router, (req, res) => res.json(req.params))
    expect((await t.request('/a/b')).json()).toEqual({ outer: 'a' })
  })

  it('is kept by the request after the answer', async () => {
    let logged: unknown
    t.app.use((req, res, next) => {
      res.on('finish', () => {
        logged = [req.baseUrl, req.route.path, { ...req.params }]
      })
      next()
    })
    t.app.get('/user/:id', (_req, res) => res.send('x'))
    await t.request('/user/7')
    expect(logged).toEqual(['', '/user/:id', { id: '7' }])
  })

  describe('what cannot be decoded', () => {
    it.each(['/u/%E0%A4%A', '/u/%', '/u/%zz'])('%s is answered with 400', async (target) => {
      t.app.get('/u/:id', (_req, res) => res.send('never'))
      expect((await t.request(target)).status).toBe(400)
    })

    it('reaches the error handler with its status and message', async () => {
      t.app.get('/u/:id', (_req, res) => res.send('never'))
      t.app.use(
        (err: { status: number; message: string }, _q: unknown, res: Reply, _n: unknown) => {
          res.json([err.status, err.message, err instanceof URIError])
        },
      )
      expect((await t.request('/u/%zz')).json()).toEqual([
        400,
        "Failed to decode param '%zz'",
        true,
      ])
    })

    it('does not hide an earlier error', async () => {
      t.app.use(() => {
        throw new Error('first')
      })
      t.app.get('/u/:id', (_req, res) => res.send('never'))
      expect((await t.request('/u/%zz')).text).toContain('first')
    })

    it('does not matter to middleware that names nothing', async () => {
      t.app.use((_req, res) => res.send('fine'))
      t.app.get('/u/:id', (_req, res) => res.send('never'))
      expect((await t.request('/u/%zz')).text).toBe('fine')
    })
  })
})

interface Notes {
  seen: unknown[]
}

interface Reply {
  json(body: unknown): unknown
}
