import { createServer as createSecureServer } from 'node:https'
import cookieParser from 'cookie-parser'
import session from 'express-session'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ClientDefaults, type InjectClient, inject } from '../../src/inject.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('inject.client', ['5.x', '4.x', '3.x'], (t) => {
  it('keeps the session of a visitor over several requests', async () => {
    t.app.use(session({ secret: 'a', resave: false, saveUninitialized: false }))
    t.app.use(t.webapp.json())
    // biome-ignore lint/suspicious/noExplicitAny: the session has no members of ours.
    t.app.post('/login', (req: any, res: any) => {
      req.session.user = req.body.name
      res.end()
    })
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    t.app.get('/me', (req: any, res: any) => res.end(req.session.user ?? 'nobody'))
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    t.app.post('/logout', (req: any, res: any) => {
      req.session.destroy(() => res.clearCookie('connect.sid').end())
    })
    const ann = inject.client(t.app)
    const ben = inject.client(t.app)
    await ann.post('/login', { body: { name: 'ann' } })
    await ben.post('/login', { body: { name: 'ben' } })
    expect((await ann.get('/me')).text()).toBe('ann')
    expect((await ben.get('/me')).text()).toBe('ben')
    expect(ann.cookies.list()).toMatchObject([{ name: 'connect.sid', httpOnly: true, path: '/' }])
    await ann.post('/logout')
    expect(ann.cookies.list()).toEqual([])
    expect((await ann.get('/me')).text()).toBe('nobody')
    expect((await ben.get('/me')).text()).toBe('ben')
  })

  it('shows and sets the values that handlers set and see', async () => {
    t.app.use(cookieParser())
    t.app.get('/set', (_req, res) => res.cookie('text', 'a b;ü', { path: '/' }).end())
    // biome-ignore lint/suspicious/noExplicitAny: cookie-parser adds the cookies.
    t.app.get('/see', (req: any, res: any) => res.json(req.cookies))
    const client = inject.client(t.app)
    await client.get('/set')
    expect(client.cookies.get('text')).toBe('a b;ü')
    client.cookies.set('own', 'c=d; é')
    expect((await client.get('/see')).json()).toEqual({ text: 'a b;ü', own: 'c=d; é' })
    expect([client.cookies.delete('own'), client.cookies.delete('own')]).toEqual([true, false])
    client.cookies.clear()
    expect((await client.get('/see')).json()).toEqual({})
  })

  it('sends the method, the body and the headers of a call, and those of the client', async () => {
    t.app.use(t.webapp.json())
    t.app.all('/echo', (req, res) => {
      const { authorization, 'x-a': a, 'x-b': b } = req.headers
      // biome-ignore lint/suspicious/noExplicitAny: not every dialect declares the body.
      const { body } = req as any
      res.json({ method: req.method, ip: req.ip, authorization, a, b, body, secure: req.secure })
    })
    const client = inject.client(t.app, {
      headers: { Authorization: 'Bearer t', 'X-A': '1' },
      origin: 'https://shop.test',
      remoteAddress: '10.0.0.1',
    })
    const { body, ...put } = (await client.put('/echo', { body: { c: 1 } })).json()
    expect(body).toEqual({ c: 1 })
    const common = { ip: '10.0.0.1', authorization: 'Bearer t', secure: true }
    expect(put).toEqual({ ...common, method: 'PUT', a: '1' })
    const own = await client.delete('/echo', {
      headers: { 'x-a': '2', authorization: undefined, 'x-b': '3' },
    })
    expect(own.json()).toMatchObject({ method: 'DELETE', a: '2', b: '3' })
    expect(own.json()).not.toHaveProperty('authorization')
    expect((await client('/echo')).json()).toMatchObject({ ...common, method: 'GET' })
    expect((await client({ method: 'post', url: 'http://a.test/echo' })).json()).toMatchObject({
      method: 'POST',
      secure: false,
    })
    expect((await client.head('/echo')).body).toHaveLength(0)
    const { body: stream } = await client.get('/echo', { stream: true })
    const chunks = await stream.toArray()
    expect(JSON.parse(String(Buffer.concat(chunks)))).toMatchObject(common)
  })
})

/** A client of a handler that sets the cookies in `?set=…`, and responds with those that it gets. */
function createClient(defaults?: ClientDefaults): InjectClient {
  return inject.client((req, res) => {
    const cookies = new URL(req.url ?? '', 'http://a').searchParams.getAll('set')
    if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
    res.end(req.headers.cookie ?? '')
  }, defaults)
}

async function sentTo(client: InjectClient, url: string): Promise<string> {
  return (await client.get(url)).text()
}

describe('the cookies of a client', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    // The cookie, where it is set, where it is sent, and where it is not.
    ['a=1', '/', ['/', '/x/y', 'https://shop.test/'], ['http://api.shop.test/', 'http://b.test/']],
    ['a=1', '/x/y', ['/x', '/x/', '/x/z', '/x?b=/y'], ['/', '/xy', '/X']],
    ['a=1; Path=/x', '/', ['/x', '/x/y', '/x?b'], ['/', '/xy']],
    ['a=1; path=/x/', '/', ['/x/', '/x/y'], ['/x', '/']],
    ['a=1; Path=x', '/y/z', ['/y'], ['/']],
    ['a=1; Path=/y; Path=/x', '/', ['/x'], ['/y']],
    ['a=1; Domain=shop.test', '/', ['/', 'http://api.shop.test/'], ['http://myshop.test/']],
    ['a=1; Domain=.SHOP.test', '/', ['http://api.shop.test:81/', 'http://Shop.Test/'], []],
    ['a=1; Domain=', '/', ['/'], ['http://api.shop.test/']],
    ['a=1; Domain=api.shop.test', 'http://x.api.shop.test/', ['http://api.shop.test/'], ['/']],
    ['a=1; Secure', '/', ['https://shop.test/'], ['/']],
    ['a=1; HttpOnly; SameSite=Strict; Priority=High', '/', ['/'], []],
    ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', '/', ['/'], []],
    ['a=1; Max-Age=9999999999999999', '/', ['/'], []],
    ['a=1; Max-Age=soon; Expires=never', '/', ['/'], []],
    ['a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT', '/', ['/'], []],
    ['a=1; Expires=Wednesday, 09-Jun-68 10:18:14 GMT', '/', ['/'], []],
    ['a=1; Expires=Wed Jun  9 10:18:14 2100', '/', ['/'], []],
    ['a=1; Expires=9 June 2100 25:00:00', '/', ['/'], []],
    [' a = 1 ; Path=/', '/', ['/'], []],
  ])('are sent where RFC 6265 says: %s, set by %s', async (cookie, from, to, notTo) => {
    const client = createClient({ origin: 'http://shop.test' })
    const url = new URL(from, 'http://shop.test')
    url.searchParams.set('set', cookie)
    await client.get(url)
    expect(await Promise.all(to.map((each) => sentTo(client, each)))).toEqual(to.map(() => 'a=1'))
    expect(await Promise.all(notTo.map((each) => sentTo(client, each)))).toEqual(
      notTo.map(() => ''),
    )
  })

  it.each([
    ['without a name', '=1'],
    ['without a value', 'a'],
    ['of another domain', 'a=1; Domain=other.test'],
    ['of a subdomain', 'a=1; Domain=api.shop.test'],
    ['of a whole top level', 'a=1; Domain=test'],
    ['of the past', 'a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
    ['of an old year with two digits', 'a=1; Expires=Thu, 01-Jan-70 00:00:00 GMT'],
    ['that is over at once', 'a=1; Max-Age=0'],
    ['that was over before', 'a=1; Max-Age=-1; Expires=Wed, 09 Jun 2100 10:18:14 GMT'],
  ])('do not include one %s', async (_what, cookie) => {
    const client = createClient({ origin: 'http://shop.test' })
    await client.get('/', { query: { set: cookie } })
    expect(client.cookies.list()).toEqual([])
  })

  it('belong to one host if it is an address or has one label', async () => {
    const client = createClient({ origin: 'http://127.0.0.1:3000' })
    await client.get('/', { query: { set: ['a=1; Domain=0.0.1', 'b=2; Domain=127.0.0.1'] } })
    expect(await sentTo(client, '/')).toBe('b=2')
    const local = createClient()
    await local.get('/', { query: { set: 'a=1; Domain=localhost' } })
    expect(await sentTo(local, '/')).toBe('a=1')
    expect(await sentTo(local, 'http://a.localhost/')).toBe('')
  })

  it('are replaced and removed by domain, path and name', async () => {
    const client = createClient()
    await client.get('/x/y', { query: { set: ['a=1; Path=/', 'a=2; Path=/x', 'b=3; Path=/'] } })
    await client.get('/', { query: { set: ['a=4; Path=/', 'c=5'] } })
    // Longer paths first, then in the order of their creation.
    expect(await sentTo(client, '/x')).toBe('a=2; a=4; b=3; c=5')
    expect(client.cookies.get('a')).toBe('2')
    await client.get('/', { query: { set: 'a=; Path=/x; Max-Age=0' } })
    expect(await sentTo(client, '/x')).toBe('a=4; b=3; c=5')
  })

  it('end at their time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
    const client = createClient()
    const expires = 'Expires=Tue, 01 Jan 2030 00:02:00 GMT'
    await client.get('/', { query: { set: ['a=1; Max-Age=60', `b=2; ${expires}`, 'c=3'] } })
    client.cookies.set('d', '4', { maxAge: 30_000 })
    expect(await sentTo(client, '/')).toBe('a=1; b=2; c=3; d=4')
    vi.setSystemTime(Date.UTC(2030, 0, 1, 0, 0, 59))
    expect(await sentTo(client, '/')).toBe('a=1; b=2; c=3')
    vi.setSystemTime(Date.UTC(2030, 0, 1, 0, 1, 0))
    expect(await sentTo(client, '/')).toBe('b=2; c=3')
    vi.setSystemTime(Date.UTC(2030, 0, 1, 0, 2, 0))
    expect(client.cookies.list().map(({ name }) => name)).toEqual(['c'])
  })

  it('can be set with their attributes', async () => {
    const client = createClient({ origin: 'http://shop.test' })
    const expires = new Date(Date.now() + 60_000)
    client.cookies.set('a', '1', { domain: '.shop.test', path: '/x', secure: true, expires })
    client.cookies.set('gone', '1', { expires: new Date(0) })
    expect(await sentTo(client, 'https://api.shop.test/x')).toBe('a=1')
    expect(await sentTo(client, 'http://api.shop.test/x')).toBe('')
    expect(client.cookies.list()).toEqual([
      {
        name: 'a',
        value: '1',
        domain: 'shop.test',
        hostOnly: false,
        path: '/x',
        expires,
        secure: true,
        httpOnly: false,
        sameSite: undefined,
      },
    ])
    expect(() => client.cookies.set('a b', '1')).toThrow("must be a token, not 'a b'")
  })

  it('come after those in the Cookie header of a request, which replace them', async () => {
    const client = createClient({ headers: { cookie: 'of=client' } })
    await client.get('/', { query: { set: ['a=1', 'b=2'] } })
    expect(await sentTo(client, '/')).toBe('of=client; a=1; b=2')
    expect((await client.get('/', { headers: { Cookie: 'a=own' } })).text()).toBe('a=own; b=2')
  })

  it('belong to the host in the Host header', async () => {
    const client = createClient()
    await client.get('/', { headers: { Host: 'shop.test:81' }, query: { set: 'a=1' } })
    expect(await sentTo(client, '/')).toBe('')
    expect(await sentTo(client, 'http://shop.test/')).toBe('a=1')
  })

  it('with Secure are sent to a server of https', async () => {
    const client = inject.client(
      createSecureServer((req, res) => {
        res.setHeader('Set-Cookie', 'a=1; Secure')
        res.end(req.headers.cookie ?? '')
      }),
    )
    expect((await client.get('/')).text()).toBe('')
    expect((await client.get('/')).text()).toBe('a=1')
  })

  it('refuses options that it does not have', () => {
    expect(() => createClient({ header: {} } as never)).toThrow('the option header is unknown')
    expect(() => createClient({ origin: 'shop.test' })).toThrow('such as https://shop.test')
    expect(() => createClient({ origin: 'http://shop.test/x' })).toThrow('a URL without a path')
  })
})
