import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('negotiation of 3.x', ['3.x'], (t) => {
  /** What a request with these headers tells. */
  async function told(headers: Record<string, string>, tell: (req: never) => unknown) {
    t.renew()
    t.app.get('/', (req, res) => res.send([tell(req as never)] as never))
    const [value] = (await t.request('/', { headers })).json() as unknown[]
    await t.close()
    return value
  }

  type Told = {
    accepted: { value: string; quality: number }[]
    acceptedLanguages: string[]
    acceptedCharsets: string[]
    acceptedEncodings: string[]
    accepts(...types: (string | string[])[]): string | undefined
    acceptsLanguage(name: string): boolean
    acceptsCharset(name: string): boolean
    acceptsEncoding(name: string): boolean
  }

  describe('req.accepted', () => {
    it('lists the media types, the best first', async () => {
      const Accept = 'text/*;q=.5, application/json, text/html;level=1;q=0.9'
      expect(await told({ Accept }, (req: Told) => req.accepted)).toEqual([
        {
          value: 'application/json',
          quality: 1,
          params: {},
          originalIndex: 1,
          type: 'application',
          subtype: 'json',
        },
        {
          value: 'text/html',
          quality: 0.9,
          params: { level: '1' },
          originalIndex: 2,
          type: 'text',
          subtype: 'html',
        },
        {
          value: 'text/*',
          quality: 0.5,
          params: {},
          originalIndex: 0,
          type: 'text',
          subtype: '*',
        },
      ])
    })

    it('keeps the order of equals, and leaves out what is refused', async () => {
      const Accept = 'f/f;q=-1, b/b, a/a, c/c;q=0, d/d;q=0.0, e/e;q=x'
      expect(await told({ Accept }, (req: Told) => req.accepted.map((a) => a.value))).toEqual([
        'b/b',
        'a/a',
        'f/f',
      ])
    })

    it('takes the last of parameters that are repeated', async () => {
      const Accept = 'a/a;level=1;level=2'
      const [entry] = (await told({ Accept }, (req: Told) => req.accepted)) as object[]
      expect(entry).toMatchObject({ value: 'a/a', params: { level: '2' } })
    })

    it('is empty without the header', async () => {
      expect(await told({}, (req: Told) => req.accepted)).toEqual([])
    })
  })

  it.each([
    ['acceptedLanguages', 'Accept-Language', 'en;q=.5, en-us, de;q=0.8', ['en-us', 'de', 'en']],
    ['acceptedCharsets', 'Accept-Charset', 'utf-8;q=.2, iso-8859-1', ['iso-8859-1', 'utf-8']],
    ['acceptedEncodings', 'Accept-Encoding', ' gzip, deflate', ['gzip', 'deflate']],
  ] as const)('req.%s lists what %s names', async (member, header, value, list) => {
    expect(await told({ [header]: value }, (req: Told) => req[member])).toEqual(list)
    expect(await told({}, (req: Told) => req[member])).toEqual([])
  })

  describe('req.accepts(types)', () => {
    it.each([
      [undefined, ['html', 'json'], 'html'],
      ['application/json', ['html', 'json'], 'json'],
      ['application/json', ['application/json'], 'application/json'],
      ['text/*;q=.5, application/json', ['html', 'json'], 'json'],
      ['text/*, application/json', ['html', 'json'], 'html'],
      ['*/*', ['json', 'html'], 'json'],
      ['text/html', ['json', 'html'], 'html'],
      ['text/*', ['image/png', 'text/plain'], 'text/plain'],
      ['text/html;level=1', ['text/html'], 'text/html'],
    ])('with Accept: %s takes of %j %s', async (accept, types, chosen) => {
      const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept }
      expect(await told(headers, (req: Told) => req.accepts(types))).toBe(chosen)
      expect(await told(headers, (req: Told) => req.accepts(types.join(', ')))).toBe(chosen)
    })

    it('takes several arguments', async () => {
      const Accept = 'application/json'
      expect(await told({ Accept }, (req: Told) => req.accepts('html', 'json'))).toBe('json')
    })

    it('tells of none with undefined', async () => {
      const Accept = 'application/json'
      expect(await told({ Accept }, (req: Told) => typeof req.accepts('html'))).toBe('undefined')
      expect(await told({ Accept }, (req: Told) => typeof req.accepts(['png', 'gif']))).toBe(
        'undefined',
      )
    })

    it('wants the parameters that a type names', async () => {
      const types = ['text/html;level=1']
      const accepts = (Accept: string) => told({ Accept }, (req: Told) => req.accepts(types) ?? '-')
      expect(await accepts('text/html;level=1')).toBe('text/html;level=1')
      expect(await accepts('text/html;level=2')).toBe('-')
      expect(await accepts('text/html')).toBe('-')
    })
  })

  it('req.acceptsLanguage and acceptsCharset take everything where nothing is named', async () => {
    expect(await told({}, (req: Told) => req.acceptsLanguage('de'))).toBe(true)
    expect(await told({}, (req: Told) => req.acceptsCharset('x'))).toBe(true)
    const named = { 'Accept-Language': 'de;q=.8, en', 'Accept-Charset': 'utf-8' }
    expect(
      await told(named, (req: Told) => [
        req.acceptsLanguage('de'),
        req.acceptsLanguage('fr'),
        req.acceptsCharset('utf-8'),
        req.acceptsCharset('x'),
      ]),
    ).toEqual([true, false, true, false])
  })

  it('req.acceptsEncoding takes only what is named', async () => {
    const tell = (req: Told) => [req.acceptsEncoding('gzip'), req.acceptsEncoding('br')]
    expect(await told({ 'Accept-Encoding': 'gzip, deflate' }, tell)).toEqual([true, false])
    expect(await told({}, tell)).toEqual([false, false])
  })
})

describeDialects('req.is(type) of 3.x', ['3.x'], (t) => {
  it.each([
    ['application/json', 'json', true],
    ['application/json', 'application/json', true],
    ['application/json; charset=utf-8', 'json', true],
    ['application/json', 'html', false],
    ['application/json', '*/json', true],
    ['application/json', 'application/*', true],
    ['application/json', 'text/*', false],
    ['text/html', '*/json', false],
    [undefined, 'json', false],
  ])('with Content-Type %s is %s: %s', async (type, wanted, is) => {
    t.app.post('/', (req, res) => res.json([req.is(wanted)]))
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type }
    expect((await t.request('/', { method: 'POST', headers, body: 'x' })).json()).toEqual([is])
  })

  it('needs no body', async () => {
    t.app.get('/', (req, res) => res.json([req.is('json')]))
    const headers = { 'Content-Type': 'application/json' }
    expect((await t.request('/', { headers })).json()).toEqual([true])
  })
})

describeDialects('req.get(name) of 3.x', ['3.x'], (t) => {
  it('reads headers in any case, and either spelling of Referer', async () => {
    t.app.get('/', (req, res) =>
      res.json([req.get('x-TEST'), req.header('X-Test'), req.get('Referrer'), req.get('Referer')]),
    )
    const headers = { 'X-Test': 'yes', Referer: '/there' }
    expect((await t.request('/', { headers })).json()).toEqual(['yes', 'yes', '/there', '/there'])
  })
})

describeDialects('req.host of 3.x', ['3.x'], (t) => {
  it.each([
    ['example.com', 'example.com'],
    ['example.com:3000', 'example.com'],
    ['[::1]', '[::1]'],
    ['[::1]:3000', '[::1]'],
  ])('of %s is %s', async (sent, host) => {
    t.app.get('/', (req, res) => res.json(req.host))
    expect((await t.request('/', { headers: { Host: sent } })).json()).toBe(host)
  })

  it('is forwarded by proxies that are trusted only', async () => {
    t.app.get('/', (req, res) => res.json(req.host))
    const headers = { Host: 'own.com', 'X-Forwarded-Host': 'far.com:8080' }
    expect((await t.request('/', { headers })).json()).toBe('own.com')
    t.app.enable('trust proxy')
    expect((await t.request('/', { headers })).json()).toBe('far.com')
  })

  it('is undefined without the header', async () => {
    t.app.get('/', (req, res) => res.send(String(req.host)))
    const answer = await t.raw('GET / HTTP/1.0\r\n\r\n')
    expect(answer.endsWith('undefined')).toBe(true)
  })
})

describeDialects('req.subdomains of 3.x', ['3.x'], (t) => {
  it.each([
    ['tobi.ferrets.example.com', ['ferrets', 'tobi']],
    ['example.com', []],
    ['localhost', []],
    ['127.0.0.1', []],
  ])('of %s are %j', async (host, subdomains) => {
    t.app.get('/', (req, res) => res.send(req.subdomains as never))
    expect((await t.request('/', { headers: { Host: host } })).json()).toEqual(subdomains)
  })

  it("begin at 'subdomain offset'", async () => {
    t.app.set('subdomain offset', 0)
    t.app.get('/', (req, res) => res.send(req.subdomains as never))
    const of = async (Host: string) => (await t.request('/', { headers: { Host } })).json()
    expect(await of('a.b.com')).toEqual(['com', 'b', 'a'])
    expect(await of('127.0.0.1')).toEqual(['127.0.0.1'])
    t.app.set('subdomain offset', 3)
    expect(await of('a.b.com')).toEqual([])
  })

  it('are none without a Host', async () => {
    t.app.set('subdomain offset', 0)
    t.app.get('/', (req, res) => res.send(JSON.stringify(req.subdomains)))
    expect((await t.raw('GET / HTTP/1.0\r\n\r\n')).endsWith('[]')).toBe(true)
  })
})

describeDialects('req.protocol, secure, ip and ips of 3.x', ['3.x'], (t) => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '6.6.6.6, 7.7.7.7' }

  async function network(sent: Record<string, string> = headers): Promise<unknown> {
    t.app.get('/', (req, res) => res.json([req.protocol, req.secure, req.ip, req.ips]))
    return (await t.request('/', { headers: sent })).json()
  }

  it('are those of the socket by default', async () => {
    expect(await network()).toEqual(['http', false, '127.0.0.1', []])
  })

  it('are those that were forwarded where proxies are trusted', async () => {
    t.app.enable('trust proxy')
    expect(await network()).toEqual(['https', true, '6.6.6.6', ['6.6.6.6', '7.7.7.7']])
  })

  it('count proxies', async () => {
    t.app.set('trust proxy', 1)
    expect(await network()).toEqual(['https', true, '7.7.7.7', ['7.7.7.7']])
  })

  it('know proxies by address', async () => {
    t.app.set('trust proxy', 'loopback, 7.7.7.7')
    expect(await network()).toEqual(['https', true, '6.6.6.6', ['6.6.6.6', '7.7.7.7']])
    t.app.set('trust proxy', '10.0.0.1')
    expect(await network()).toEqual(['http', false, '127.0.0.1', []])
  })

  it('ask a function', async () => {
    const asked: unknown[] = []
    t.app.set('trust proxy', (address: string, index: number) => {
      asked.push([address, index])
      return index === 0
    })
    expect(await network()).toEqual(['https', true, '7.7.7.7', ['7.7.7.7']])
    expect(asked).toContainEqual(['127.0.0.1', 0])
  })

  it('take the first of several protocols', async () => {
    t.app.enable('trust proxy')
    expect(await network({ 'X-Forwarded-Proto': 'https, http' })).toEqual([
      'https',
      true,
      '127.0.0.1',
      [],
    ])
  })
})

describeDialects('req.auth', ['3.x'], (t) => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  async function authOf(authorization?: string): Promise<unknown> {
    t.app.get('/', (req, res) => res.json({ auth: req.auth }))
    const headers: Record<string, string> = authorization ? { Authorization: authorization } : {}
    return ((await t.request('/', { headers })).json() as { auth?: unknown }).auth
  }

  it('has user and password of Basic authentication', async () => {
    expect(await authOf(basic('tobi:ferret'))).toEqual({ username: 'tobi', password: 'ferret' })
    expect(await authOf(basic('tobi:a:b'))).toEqual({ username: 'tobi', password: 'a:b' })
    expect(await authOf(basic(':'))).toEqual({ username: '', password: '' })
    expect(await authOf(basic('é:ü'))).toEqual({ username: 'é', password: 'ü' })
  })

  it('takes the scheme in any case', async () => {
    expect(await authOf(basic('a:b').replace('Basic', 'bAsIc'))).toEqual({
      username: 'a',
      password: 'b',
    })
  })

  it('is undefined otherwise', async () => {
    expect(await authOf()).toBeUndefined()
    expect(await authOf('Bearer dG9iaTpmZXJyZXQ=')).toBeUndefined()
    expect(await authOf(basic('no colon'))).toBeUndefined()
    expect(await authOf('Basic')).toBeUndefined()
    expect(await authOf('Basic ~~~')).toBeUndefined()
    expect(await authOf(`${basic('a:b')} more`)).toBeUndefined()
  })

  it('is deprecated', async () => {
    const notices = await noticesOf(() => authOf())
    expect(notices.join()).toContain('req.auth: Use basic-auth npm module instead')
  })
})

describeDialects('req.param(name) of 3.x', ['3.x'], (t) => {
  it('looks in the parameters, the body and the query, in that order', async () => {
    t.app.use((req, _res, next) => {
      req.body = { name: 'body', own: 'body' }
      next()
    })
    t.app.get('/', (req, res) => res.json([req.param('name'), req.param('q')]))
    t.app.get('/:name', (req, res) => res.json([req.param('name'), req.param('own')]))
    expect((await t.request('/?name=query&q=query')).json()).toEqual(['body', 'query'])
    expect((await t.request('/route?name=query')).json()).toEqual(['route', 'body'])
  })

  it('has a fallback', async () => {
    t.app.get('/', (req, res) => res.json([req.param('a', 'default'), req.param('b') ?? 'none']))
    expect((await t.request('/')).json()).toEqual(['default', 'none'])
  })

  it('works where no route and no parser has run, and never sees inherited things', async () => {
    t.app.use((req, res) => res.json([req.param('q'), req.param('length', 'none')]))
    expect((await t.request('/?q=1')).json()).toEqual(['1', 'none'])
  })
})

describeDialects('req.query of 3.x', ['3.x'], (t) => {
  it('is parsed before the first middleware, with nested keys', async () => {
    t.app.use((req, res) => res.json(req.query))
    expect((await t.request('/?a[b][c]=1&d[]=2&d[]=3&e=f%20g')).json()).toEqual({
      a: { b: { c: '1' } },
      d: ['2', '3'],
      e: 'f g',
    })
    expect((await t.request('/')).json()).toEqual({})
  })

  it('can be changed and replaced', async () => {
    t.app.use('/change', (req, _res, next) => {
      req.query.added = 'yes'
      next()
    })
    t.app.use('/replace', (req, _res, next) => {
      req.query = { only: 'this' }
      next()
    })
    t.app.use((req, res) => res.json(req.query))
    expect((await t.request('/change?a=1')).json()).toEqual({ a: '1', added: 'yes' })
    expect((await t.request('/replace?a=1')).json()).toEqual({ only: 'this' })
  })

  it('is parsed once: a URL that is rewritten later does not change it', async () => {
    t.app.use((req, _res, next) => {
      req.url = '/other?b=2'
      next()
    })
    t.app.get('/other', (req, res) => res.json(req.query))
    expect((await t.request('/?a=1')).json()).toEqual({ a: '1' })
  })

  it('is shared with mounted applications', async () => {
    const sub = t.webapp()
    sub.get('/', (req, res) => res.json(req.query))
    t.app.use((req, _res, next) => {
      req.query.added = 'yes'
      next()
    })
    t.app.use('/sub', sub)
    expect((await t.request('/sub?a=1')).json()).toEqual({ a: '1', added: 'yes' })
  })
})

describeDialects('further members of requests of 3.x', ['3.x'], (t) => {
  it('req.path is the path of the current URL', async () => {
    t.app.use('/mount', (req, res) => res.json(req.path))
    t.app.get('/a/b', (req, res) => res.json(req.path))
    expect((await t.request('/a/b?c=d')).json()).toBe('/a/b')
    expect((await t.request('/mount/x?y')).json()).toBe('/x')
  })

  it('req.xhr knows the requests of scripts', async () => {
    t.app.get('/', (req, res) => res.json([req.xhr]))
    const headers = { 'X-Requested-With': 'XMLHttpRequest' }
    expect((await t.request('/', { headers })).json()).toEqual([true])
    expect((await t.request('/')).json()).toEqual([false])
  })

  it('req.fresh and req.stale compare with what the client has', async () => {
    t.app.get('/', (req, res) => {
      res.set('ETag', '"1"')
      res.set('X-Fresh', `${req.fresh} ${req.stale}`)
      res.end()
    })
    const freshness = async (tag: string) =>
      (await t.request('/', { headers: { 'If-None-Match': tag } })).headers['x-fresh']
    expect(await freshness('"1"')).toBe('true false')
    expect(await freshness('"2"')).toBe('false true')
  })

  it('req.range(size) reads the ranges', async () => {
    t.app.get('/', (req, res) => res.json({ range: req.range(100) }))
    const range = async (Range?: string) => {
      const headers: Record<string, string> = Range === undefined ? {} : { Range }
      return ((await t.request('/', { headers })).json() as { range?: unknown }).range
    }
    expect(await range('bytes=0-49')).toEqual([{ start: 0, end: 49 }])
    expect(await range('bytes=90-')).toEqual([{ start: 90, end: 99 }])
    expect(await range('bytes=200-300')).toBe(-1)
    expect(await range('broken')).toBe(-2)
    expect(await range()).toBeUndefined()
  })

  it('has no members of later versions', async () => {
    t.app.get('/', (req, res) => {
      const later = ['hostname', 'acceptsCharsets', 'acceptsEncodings', 'acceptsLanguages']
      res.json(later.filter((name) => name in req))
    })
    expect((await t.request('/')).json()).toEqual([])
  })

  it('is called with an absolute URL', async () => {
    t.app.get('/echo', (req, res) => res.json([req.path, req.query, req.host, req.originalUrl]))
    const port = await t.port()
    const text = await new Promise<string>((resolve, reject) => {
      const path = 'http://evil.com/echo?a=1'
      const options = { port, host: '127.0.0.1', path, headers: { Host: 'ex.com' }, agent: false }
      const sent = httpRequest(options, (answer) => {
        answer.setEncoding('utf8').on('data', resolve)
      })
      sent.on('error', reject).end()
    })
    expect(JSON.parse(text)).toEqual(['/echo', { a: '1' }, 'ex.com', 'http://evil.com/echo?a=1'])
  })
})
