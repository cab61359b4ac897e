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

describeDialects('req.params of 5.x', ['5.x'], (t) => {
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
})

describeDialects('req.params of 4.x', ['4.x'], (t) => {
  async function paramsOf(path: string | RegExp, target: string) {
    const app = t.webapp()
    app.get(path, (req, res) => res.json(req.params))
    return (await t.requestFrom(app, target)).json()
  }

  it('is an ordinary object', async () => {
    t.app.get('/:id', (req, res) => {
      res.json(Object.getPrototypeOf(req.params) === Object.prototype)
    })
    expect((await t.request('/7')).json()).toBe(true)
  })

  it('numbers what has no name, from 0', async () => {
    expect(await paramsOf('/a/*', '/a/b/c')).toEqual({ 0: 'b/c' })
    expect(await paramsOf('/*/x/*', '/1/x/2')).toEqual({ 0: '1', 1: '2' })
    expect(await paramsOf('/a-(\\d+)-(\\w+)', '/a-1-b')).toEqual({ 0: '1', 1: 'b' })
    expect(await paramsOf('/:id/*', '/7/a%20b')).toEqual({ id: '7', 0: 'a b' })
    expect(await paramsOf('*', '/any/where')).toEqual({ 0: '/any/where' })
    expect(await paramsOf(/^\/(\w+)\/(?<name>\w+)$/, '/a/b')).toEqual({ 0: 'a', name: 'b' })
  })

  it('has an own member for an optional parameter that is missing', async () => {
    t.app.get('/user/:id?', (req, res) => {
      res.json([Object.keys(req.params), req.params.id === undefined])
    })
    expect((await t.request('/user')).json()).toEqual([['id'], true])
    expect((await t.request('/user/7')).json()).toEqual([['id'], false])
  })

  it('keeps the first of two parameters of one name when the second is missing', async () => {
    expect(await paramsOf('/:id/:id?', '/1')).toEqual({ id: '1' })
    expect(await paramsOf('/:id/:id?', '/1/2')).toEqual({ id: '2' })
  })

  it('takes hostile names and values, and pollutes nothing', async () => {
    t.app.get('/a/:__proto__/:constructor/:toString', (req, res) => res.json(req.params))
    const answer = await t.request('/a/__proto__/x/y')
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ constructor: 'x', toString: 'y' })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('is not given to middleware that names nothing', async () => {
    t.app.use((req, res) => res.json(req.params))
    expect((await t.request('/x')).json()).toEqual({})
  })
})

interface Notes {
  seen: unknown[]
}

interface Reply {
  json(body: unknown): unknown
}
