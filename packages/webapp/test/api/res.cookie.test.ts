import cookieParser from 'cookie-parser'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.cookie(name, value, options)', ['5.x', '4.x', '3.x'], (t) => {
  it('sets a session cookie for the whole site', async () => {
    t.app.get('/', (_req, res) => res.cookie('name', 'tobi').end())
    expect((await t.request('/')).headers['set-cookie']).toEqual(['name=tobi; Path=/'])
  })

  it('sets several cookies, also of one name', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', 1).cookie('b', 2).cookie('a', 3).end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual([
      'a=1; Path=/',
      'b=2; Path=/',
      'a=3; Path=/',
    ])
  })

  it('keeps cookies that middleware set before', async () => {
    t.app.get('/', (_req, res) => {
      res.setHeader('Set-Cookie', 'old=1')
      res.cookie('new', 2).end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual(['old=1', 'new=2; Path=/'])
  })

  it('encodes the value, and an object as JSON', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('text', 'a b;c').cookie('user', { name: 'tobi' }).cookie('none', undefined).end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual([
      'text=a%20b%3Bc; Path=/',
      'user=j%3A%7B%22name%22%3A%22tobi%22%7D; Path=/',
      'none=undefined; Path=/',
    ])
  })

  it('sends every attribute', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', '1', {
        domain: 'example.com',
        path: '/admin',
        expires: new Date(784111777000),
        httpOnly: true,
        secure: true,
        partitioned: true,
        priority: 'high',
        sameSite: 'strict',
      })
      res.end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual([
      'a=1; Domain=example.com; Path=/admin; Expires=Sun, 06 Nov 1994 08:49:37 GMT; HttpOnly; ' +
        'Secure; Partitioned; Priority=High; SameSite=Strict',
    ])
  })

  it.each([
    [true, 'SameSite=Strict'],
    ['lax', 'SameSite=Lax'],
    ['none', 'SameSite=None'],
  ])('sends sameSite %j as %s', async (sameSite, attribute) => {
    t.app.get('/', (_req, res) => res.cookie('a', '1', { sameSite } as never).end())
    expect((await t.request('/')).headers['set-cookie']).toEqual([`a=1; Path=/; ${attribute}`])
  })

  it('uses the encoder that is given', async () => {
    t.app.get('/', (_req, res) =>
      res.cookie('a', 'x y', { encode: (v) => v.replace(' ', '+') }).end(),
    )
    expect((await t.request('/')).headers['set-cookie']).toEqual(['a=x+y; Path=/'])
  })

  describe('maxAge', () => {
    it('is in milliseconds, and sets Max-Age in seconds and Expires', async () => {
      t.app.get('/', (_req, res) => res.cookie('a', '1', { maxAge: 3_600_500 }).end())
      const before = Math.floor(Date.now() / 1000)
      const [cookie = ''] = (await t.request('/')).headers['set-cookie'] ?? []
      expect(cookie).toMatch(/^a=1; Max-Age=3600; Path=\/; Expires=[^;]+ GMT$/)
      const expires = Date.parse(cookie.split('Expires=')[1] ?? '') / 1000
      expect(expires).toBeGreaterThanOrEqual(before + 3600)
    })

    it('expires at once when it is zero', async () => {
      t.app.get('/', (_req, res) => res.cookie('a', '1', { maxAge: 0 }).end())
      const [cookie = ''] = (await t.request('/')).headers['set-cookie'] ?? []
      expect(cookie).toContain('Max-Age=0')
    })

    it.each([null, undefined])('is left out when it is %s', async (maxAge) => {
      t.app.get('/', (_req, res) => res.cookie('a', '1', { maxAge: maxAge as never }).end())
      expect((await t.request('/')).headers['set-cookie']).toEqual(['a=1; Path=/'])
    })

    it('is refused when it is no number', async () => {
      t.app.get('/', (_req, res) => res.cookie('a', '1', { maxAge: 'soon' as never }).end())
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.text).toContain('option maxAge is invalid')
    })
  })

  it('does not change the options it is given', async () => {
    const options = Object.freeze({ maxAge: 1000, signed: false })
    t.app.get('/', (_req, res) => res.cookie('a', '1', options).end('ok'))
    expect((await t.request('/')).text).toBe('ok')
    expect(options).toEqual({ maxAge: 1000, signed: false })
  })

  describe('with the real cookie-parser', () => {
    it('is read back by the next request', async () => {
      t.app.use(cookieParser())
      t.app.get('/set', (_req, res) => res.cookie('user', { name: 'tobi' }).cookie('a', 'é;').end())
      t.app.get('/read', (req, res) => res.json(req.cookies))
      const set = (await t.request('/set')).headers['set-cookie'] ?? []
      const cookie = set.map((line) => line.split(';')[0]).join('; ')
      const answer = await t.request('/read', { headers: { Cookie: cookie } })
      expect(answer.json()).toEqual({ user: { name: 'tobi' }, a: 'é;' })
    })

    it('is signed with its secret, and read back from req.signedCookies', async () => {
      t.app.use(cookieParser('top secret'))
      t.app.get('/set', (_req, res) => res.cookie('user', { id: 7 }, { signed: true }).end())
      t.app.get('/read', (req, res) => res.json([req.cookies, req.signedCookies]))
      const [line = ''] = (await t.request('/set')).headers['set-cookie'] ?? []
      expect(line).toMatch(/^user=s%3Aj%3A%7B%22id%22%3A7%7D\.[\w%]+; Path=\/$/)
      const cookie = line.split(';')[0] ?? ''
      const good = await t.request('/read', { headers: { Cookie: cookie } })
      expect(good.json()).toEqual([{}, { user: { id: 7 } }])
      const tampered = await t.request('/read', {
        headers: { Cookie: cookie.replace('%3A7', '%3A8') },
      })
      expect(tampered.json()).toEqual([{}, { user: false }])
    })

    it('is signed with the first of several secrets, and read with any', async () => {
      const old = t.webapp()
      old.use(cookieParser('old'))
      old.get('/', (_req, res) => res.cookie('a', '1', { signed: true }).end())
      t.app.use(cookieParser(['new', 'old']))
      t.app.get('/', (req, res) => res.cookie('a', '1', { signed: true }).json(req.signedCookies))
      const [line = ''] = (await t.requestFrom(old, '/')).headers['set-cookie'] ?? []
      const answer = await t.request('/', { headers: { Cookie: line.split(';')[0] } })
      expect(answer.json()).toEqual({ a: '1' })
      expect(answer.headers['set-cookie']?.[0]).not.toBe(line)
    })

    it('cannot be signed without a secret', async () => {
      t.app.use(cookieParser())
      t.app.get('/', (_req, res) => res.cookie('a', '1', { signed: true }).end())
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.text).toContain('cookieParser(&quot;secret&quot;) required for signed cookies')
    })
  })

  describe('refuses what could forge another attribute or header', () => {
    it.each([
      ['a name with a semicolon', 'a;b', '1', {}],
      ['a name with an equals sign', 'a=b', '1', {}],
      ['an empty name', '', '1', {}],
      ['a name with a line break', 'a\r\nX-Evil: 1', '1', {}],
      ['a path', 'a', '1', { path: '/;Domain=evil.com' }],
      ['a domain', 'a', '1', { domain: 'x;Path=/' }],
      ['a sameSite', 'a', '1', { sameSite: 'x;Path=/' }],
      ['a priority', 'a', '1', { priority: 'x;Path=/' }],
      ['an expiry that is no date', 'a', '1', { expires: 'never' }],
      ['what an encoder returned', 'a', '1', { encode: () => 'x;Path=/' }],
    ])('%s', async (_what, name, value, options) => {
      t.app.get('/', (_req, res) => res.cookie(name, value, options as never).end())
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers['x-evil']).toBeUndefined()
    })
  })
})
