import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.query', ['5.x', '4.x'], (t) => {
  async function queryOf(target: string) {
    t.app.get('/', (req, res) => res.json(req.query))
    return (await t.request(target)).json()
  }

  it('is empty without a query string', async () => {
    expect(await queryOf('/')).toEqual({})
    expect(await queryOf('/?')).toEqual({})
  })

  it('survives percent signs that encode nothing', async () => {
    expect(await queryOf('/?a=%zz&b=%')).toEqual({ a: '%zz', b: '%' })
  })

  it('can be replaced on one request with Object.defineProperty', async () => {
    t.app.use((req, _res, next) => {
      Object.defineProperty(req, 'query', { value: { mine: true } })
      next()
    })
    expect(await queryOf('/?a=1')).toEqual({ mine: true })
  })

  it('can be awaited and returned, whatever its names', async () => {
    t.app.get('/awaited', async (req, res) => res.json(await req.query))
    t.app.get('/returned', (req, res) => {
      res.json(req.query)
      return req.query
    })
    const query = '?hasOwnProperty=x&toString=y&length=9&then=1'
    const text = '{"hasOwnProperty":"x","toString":"y","length":"9","then":"1"}'
    expect((await t.request(`/awaited${query}`)).text).toBe(text)
    expect((await t.request(`/returned${query}`)).text).toBe(text)
  })

  describe("'query parser'", () => {
    it("'extended' reads nested objects and lists", async () => {
      t.app.set('query parser', 'extended')
      expect(await queryOf('/?user[name]=tj&a[]=1&a[]=2&b.c=3&toString=x')).toEqual({
        user: { name: 'tj' },
        a: ['1', '2'],
        'b.c': '3',
        toString: 'x',
      })
    })

    it("'extended' pollutes nothing", async () => {
      t.app.set('query parser', 'extended')
      await queryOf('/?__proto__[p]=1&a[__proto__][p]=1&constructor[prototype][p]=1')
      expect(({} as { p?: unknown }).p).toBeUndefined()
    })

    it("'simple' and true are the simple one", async () => {
      t.app.set('query parser', 'simple')
      expect(await queryOf('/?a[b]=1')).toEqual({ 'a[b]': '1' })
      t.app.set('query parser', true)
      expect(await queryOf('/?a[b]=1')).toEqual({ 'a[b]': '1' })
    })

    it('false makes it empty', async () => {
      t.app.disable('query parser')
      expect(await queryOf('/?a=1')).toEqual({})
    })

    it('may be a function of the query string', async () => {
      t.app.set('query parser', (text: string) => ({ length: (text || '').length }))
      expect(await queryOf('/?a=1&b=2')).toEqual({ length: 7 })
    })

    it('refuses other values', () => {
      expect(() => t.app.set('query parser', 'bogus')).toThrow(
        new TypeError('unknown value for query parser function: bogus'),
      )
    })
  })
})

describeDialects('req.query of 5.x', ['5.x'], (t) => {
  async function queryOf(target: string) {
    t.app.get('/', (req, res) => res.json(req.query))
    return (await t.request(target)).json()
  }

  it('has no prototype', async () => {
    t.app.get('/', (req, res) => res.json(Object.getPrototypeOf(req.query) === null))
    expect((await t.request('/?a=1')).json()).toBe(true)
    expect((await t.request('/')).json()).toBe(true)
  })

  it('is parsed simply by default: strings and lists', async () => {
    expect(t.app.get('query parser')).toBe('simple')
    expect(await queryOf('/?user[name]=tj&a=1&a=2&b=%20x+y&c')).toEqual({
      'user[name]': 'tj',
      a: ['1', '2'],
      b: ' x y',
      c: '',
    })
  })

  it('cannot be assigned to, in a module', async () => {
    t.app.get('/', (req, res) => {
      Object.assign(req, { query: {} })
      res.end()
    })
    expect((await t.request('/')).status).toBe(500)
  })

  it('follows a change of req.url', async () => {
    t.app.use((req, _res, next) => {
      req.url = '/?changed=1'
      next()
    })
    expect(await queryOf('/?a=1')).toEqual({ changed: '1' })
  })

  it('is read anew each time', async () => {
    t.app.get('/', (req, res) => {
      const first = req.query
      res.json(first === req.query)
    })
    expect((await t.request('/?a=1')).json()).toBe(false)
  })

  it('keeps hostile names as own members, and pollutes nothing', async () => {
    const target = '/?__proto__=x&constructor=y&hasOwnProperty=z'
    t.app.get('/', (req, res) => res.json(Object.entries(req.query)))
    expect((await t.request(target)).json()).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['hasOwnProperty', 'z'],
    ])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

describeDialects('req.query of 4.x', ['4.x'], (t) => {
  async function queryOf(target: string) {
    t.app.get('/', (req, res) => res.json(req.query))
    return (await t.request(target)).json()
  }

  it('is parsed in the extended way by default', async () => {
    expect(t.app.get('query parser')).toBe('extended')
    expect(await queryOf('/?user[name]=tj&a[]=1&a[]=2&b=1&b=2&c=%20x+y&d&e.f=1')).toEqual({
      user: { name: 'tj' },
      a: ['1', '2'],
      b: ['1', '2'],
      c: ' x y',
      d: '',
      'e.f': '1',
    })
  })

  it('is an ordinary object', async () => {
    t.app.get('/', (req, res) => res.json(Object.getPrototypeOf(req.query) === Object.prototype))
    expect((await t.request('/?a=1')).json()).toBe(true)
  })

  it('can be assigned to', async () => {
    t.app.use((req, _res, next) => {
      req.query = { mine: 'yes' }
      next()
    })
    expect(await queryOf('/?a=1')).toEqual({ mine: 'yes' })
  })

  it('is the same object each time, which keeps what is written into it', async () => {
    t.app.use((req, _res, next) => {
      req.query.added = '1'
      next()
    })
    t.app.get('/', (req, res) => {
      const { query } = req
      res.json([query, req.query === query])
    })
    expect((await t.request('/?a=1')).json()).toEqual([{ a: '1', added: '1' }, true])
  })

  it('does not follow a change of req.url', async () => {
    t.app.use((req, _res, next) => {
      req.url = '/?changed=1'
      next()
    })
    expect(await queryOf('/?a=1')).toEqual({ a: '1' })
  })

  it('is kept when a middleware cuts it off the URL', async () => {
    t.app.use((req, _res, next) => {
      req.url = req.path
      next()
    })
    expect(await queryOf('/?a=1')).toEqual({ a: '1' })
  })

  it('keeps what someone set before the application was called', async () => {
    t.app.get('/', (req, res) => res.json(req.query))
    const answer = await t.requestFrom((req, res) => {
      Object.assign(req, { query: { before: '1' } })
      t.app(req, res)
    }, '/?a=1')
    expect(answer.json()).toEqual({ before: '1' })
  })

  it('is the one object in a mounted application too', async () => {
    const sub = t.webapp()
    sub.set('query parser', 'simple')
    sub.use((req, _res, next) => {
      req.query.sub = '1'
      next()
    })
    t.app.use('/sub', sub)
    t.app.use((req, res) => res.json(req.query))
    expect((await t.request('/sub?a[b]=1')).json()).toEqual({ a: { b: '1' }, sub: '1' })
  })

  it.each([undefined, null, false])('is extended if the parser function is %s', async (parser) => {
    t.app.set('query parser fn', parser)
    expect(await queryOf('/?a[b]=1')).toEqual({ a: { b: '1' } })
  })

  it('is parsed with the options that stand in place of the parser function', async () => {
    t.app.set('query parser fn', { depth: 0 })
    expect(await queryOf('/?a[b]=1')).toEqual({ 'a[b]': '1' })
  })

  it('is parsed as was set when the router was first used', async () => {
    t.app.use((_req, _res, next) => next())
    t.app.set('query parser', 'simple')
    expect(await queryOf('/?a[b]=1')).toEqual({ a: { b: '1' } })
  })

  it('pollutes nothing', async () => {
    const target = '/?__proto__[p]=1&a[__proto__][p]=1&constructor[prototype][p]=1&__proto__=x'
    t.app.get('/', (req, res) => res.json(Object.keys(req.query)))
    expect((await t.request(target)).status).toBe(200)
    expect(({} as { p?: unknown }).p).toBeUndefined()
  })

  it.each([
    ['an index beyond all bounds', '/?a[999999999]=x'],
    ['3000 levels', `/?a${'[b]'.repeat(3000)}=x`],
    ['5000 pairs', `/?${'a=1&'.repeat(3000)}`],
  ])('survives %s', async (_what, target) => {
    t.app.get('/', (req, res) => res.json(Object.keys(req.query)))
    expect((await t.request(target)).json()).toEqual(['a'])
  })
})
