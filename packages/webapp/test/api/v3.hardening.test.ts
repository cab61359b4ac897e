import { describe, expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

interface Reply {
  send(status: number, text: string): void
}

function tell(err: Error & { status?: number }, _req: unknown, res: Reply, _next: unknown): void {
  res.send(err.status ?? 500, `told ${err.message}`)
}

describeDialects('redirects of 3.x, hardened', ['3.x'], (t) => {
  it.each(['//evil.com', '//evil.com/', '//evil.com/%2e%2e', '/\\evil.com', '///evil.com/a/b'])(
    'relative to %s stay on this host',
    async (path) => {
      t.app.use((req, res) => res.redirect(String(req.query.to)))
      for (const to of ['./x', '../x', '..', '.', '../..', './/evil.com', '..//evil.com']) {
        const { location } = (await t.request(`${path}?to=${to}`)).headers
        expect(location, to).toMatch(/^\/(?![\\/])/)
      }
    },
  )

  it('of a directory stay on this host', async () => {
    t.app.use(t.webapp.static(import.meta.dirname))
    for (const path of ['//fixtures', '//evil.com/..%2f/fixtures', '/\\fixtures', '///fixtures']) {
      const { location } = (await t.request(path)).headers
      expect(location ?? '/', path).toMatch(/^\/(?![\\/])/)
    }
  })

  it('escape what they show', async () => {
    t.app.get('/', (_req, res) => res.redirect('/<script>"&\''))
    const page = await t.request('/', { headers: { Accept: 'text/html' } })
    expect(page.text).not.toMatch(/<script>|href="[^"]*"&/)
    const text = await t.request('/', { headers: { Accept: 'text/plain' } })
    expect(text.text).not.toContain('<script>')
  })
})

describeDialects('header injection in 3.x', ['3.x'], (t) => {
  const attempts: [string, (res: never) => unknown][] = [
    ['set', (res: Sink) => res.set('X-A', 'a\r\nX-Evil: 1')],
    ['type', (res: Sink) => res.type('text/html\r\nX-Evil: 1')],
    ['location', (res: Sink) => res.location('/a\r\nX-Evil: 1')],
    ['links', (res: Sink) => res.links({ next: '/a\r\nX-Evil: 1' })],
    ['attachment', (res: Sink) => res.attachment('a\r\nX-Evil: 1.txt')],
    ['cookie', (res: Sink) => res.cookie('a', '1', { path: '/\r\nX-Evil: 1' })],
    ['a wide character', (res: Sink) => res.set('X-A', '嘊X-Evil: 1')],
    ['charset', (res: Sink) => Object.assign(res, { charset: 'a\r\nX-Evil: 1' }).type('text/x')],
  ]

  it.each(attempts)('by %s is an error or has no effect', async (_name, attempt) => {
    t.app.get('/', (_req, res) => {
      attempt(res as never)
      res.send('sent')
    })
    t.app.get('/fine', (_req, res) => res.send('fine'))
    const answer = await t.request('/')
    expect(answer.headers).not.toHaveProperty('x-evil')
    expect((await t.request('/fine')).text).toBe('fine')
  })
})

interface Sink {
  set(name: string, value: string): unknown
  type(type: string): unknown
  location(url: string): unknown
  links(links: object): unknown
  attachment(name: string): unknown
  cookie(name: string, value: string, options?: object): unknown
}

describeDialects('cookies of 3.x, hardened', ['3.x'], (t) => {
  it.each([
    ['a;b', '1', {}],
    ['a=b', '1', {}],
    ['', '1', {}],
    ['a b', '1', {}],
    ['a', '1', { path: '/; Domain=evil.com' }],
    ['a', '1', { domain: 'a.com; Secure' }],
    ['a', '1', { domain: 'a.com\nX: y' }],
    ['a', '1', { expires: 'soon; HttpOnly' }],
    ['a', '1', { sameSite: 'lax; Domain=evil.com' }],
    ['a', '1', { priority: 'high; Domain=evil.com' }],
  ])('refuse name %j, value %j and options %j', async (name, value, options) => {
    t.app.get('/', (_req, res) => {
      res.cookie(name, value, options as never)
      res.send('sent')
    })
    const answer = await t.request('/')
    expect([answer.status, answer.headers['set-cookie']]).toEqual([500, undefined])
  })

  it('encode their values', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', 'x; Path=/evil\r\n')
      res.end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual([
      'a=x%3B%20Path%3D%2Fevil%0D%0A; Path=/',
    ])
  })
})

describeDialects('status values of 3.x', ['3.x'], (t) => {
  it.each([99, 1000, 'abc', Number.NaN, undefined, -1, {}, 100, 102, 103])(
    'that no response can have are errors: %s',
    async (code) => {
      t.app.get('/status', (_req, res) => void res.status(code as never).send('x'))
      t.app.get('/end', (_req, res) => void res.status(code as never).end())
      t.app.get('/send', (_req, res) => void res.send(code as never, 'x'))
      t.app.get('/json', (_req, res) => void res.json(code as never, {}))
      t.app.get('/', (_req, res) => res.send('fine'))
      for (const path of ['/status', '/end', '/send', '/json']) {
        expect((await t.request(path)).status, path).toBe(500)
      }
      expect((await t.request('/')).text).toBe('fine')
    },
  )

  it('reach the error handlers when they are impossible', async () => {
    t.app.get('/', (_req, res) => void res.status(1000).send('x'))
    t.app.use(tell)
    const answer = await t.request('/')
    expect([answer.status, answer.text.startsWith('told ')]).toEqual([500, true])
  })

  it('are 500 when they were set later, where nobody can catch them', async () => {
    t.app.get('/', (_req, res) => {
      setTimeout(() => {
        try {
          res.send(1000, 'x')
        } catch {
          res.send(500, 'caught')
        }
      }, 1)
    })
    expect((await t.request('/')).status).toBe(500)
  })

  it('may be texts of digits', async () => {
    t.app.get('/', (_req, res) => void res.status('404' as never).send('x'))
    expect((await t.request('/')).status).toBe(404)
  })
})

describeDialects('patterns of 3.x, under load', ['3.x'], (t) => {
  // Paths so long come from middleware that rewrites them. An expression of V8 that tries every way
  // to share them out would be busy for longer than a test may take, by far.
  it.each([
    ['/ab/:a-:b', `/ab/a${'-a'.repeat(100_000)}/a`],
    ['/abc/:a-:b-:c(-:d)', `/abc/${'-'.repeat(200_000)}/a`],
    ['/x/:a-:b-:c-:d', `/x/${'-'.repeat(20_000)}/a`],
    ['/x/:a.:b.:c', `/x/${'.'.repeat(20_000)}/a`],
    ['/f/*a*b*c', `/f/${'ab'.repeat(10_000)}`],
    ['/:a*:b*', `/${'/'.repeat(200_000)}`],
    ['/g/(a+)+$', `/g${'a'.repeat(20_000)}b`],
  ])('%s come to an end', async (path, url) => {
    t.app.use((req, _res, next) => {
      if (req.url === '/long') req.url = url
      next()
    })
    t.app.get(path as never, (_req, res) => res.send('matched'))
    t.app.get('/', (_req, res) => res.send('fine'))
    expect((await t.request('/long')).status).toBe(404)
    expect((await t.request('/')).text).toBe('fine')
  })

  it('with hostile names pollute nothing', async () => {
    t.app.get('/a/:__proto__', (req, res) => res.json([Array.isArray(req.params)]))
    t.app.get('/b/:constructor/:hasOwnProperty', (req, res) =>
      res.json([req.param('length', 'no')]),
    )
    t.app.param('toString', (_req, _res, next) => next())
    t.app.get('/c/:toString', (_req, res) => res.send('c'))
    expect((await t.request('/a/x')).status).toBe(200)
    expect((await t.request('/b/1/2')).status).toBe(200)
    expect((await t.request('/c/1')).status).toBe(200)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describeDialects('long ways in 3.x', ['3.x'], (t) => {
  const pass = (_req: unknown, _res: unknown, next: () => void) => next()

  it('go through 20,000 handlers of one route', async () => {
    const handlers = Array.from({ length: 20_000 }, () => pass)
    t.app.get('/', handlers as never, (_req, res) => res.send('end'))
    expect((await t.request('/')).text).toBe('end')
  })

  it('go through 20,000 routes and 20,000 middleware', async () => {
    for (let count = 0; count < 20_000; count++) t.app.use(pass)
    for (let count = 0; count < 20_000; count++) t.app.get('/', pass)
    t.app.get('/', (_req, res) => res.send('end'))
    expect((await t.request('/')).text).toBe('end')
  })

  it('go through 20,000 handlers that do not take an error', async () => {
    t.app.get('/', (_req, _res, next) => next(new Error('boom')))
    const handlers = Array.from({ length: 20_000 }, () => pass)
    t.app.get('/', handlers as never)
    for (let count = 0; count < 20_000; count++) t.app.use(pass)
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told boom')
  })

  it('go through 20,000 routes that do not match, and 5,000 param callbacks', async () => {
    for (let count = 0; count < 20_000; count++) t.app.get(`/other/${count}`, pass)
    for (let count = 0; count < 5_000; count++) t.app.param('id', pass as never)
    t.app.get('/:id', (_req, res) => res.send('end'))
    expect((await t.request('/x')).text).toBe('end')
  })

  it('go through 3,000 nested applications, in and out', async () => {
    let inner = t.webapp()
    inner.get('/', (_req, res) => res.send('deep'))
    for (let level = 0; level < 3_000; level++) {
      const outer = t.webapp()
      outer.use(inner)
      inner = outer
    }
    t.app.use(inner)
    t.app.get('/out', (req, res) => res.json([req.app === t.app, req.url]))
    expect((await t.request('/')).text).toBe('deep')
    expect((await t.request('/out')).json()).toEqual([true, '/out'])
  }, 120_000)
})

describeDialects('negotiation of 3.x, under load', ['3.x'], (t) => {
  // Longer than any server takes, so that time that grows with the square of it would be felt.
  it.each([
    ['spaces', ' '.repeat(300_000)],
    ['spaces before a comma', `a${' '.repeat(300_000)},b`],
    ['entries', 'a/b,'.repeat(50_000)],
    ['empty parameters', ';;q=;'.repeat(60_000)],
    ['equals signs', `a/b;${'= '.repeat(150_000)}`],
    ['hostile parameters', 'text/html;__proto__=1;constructor=2;q=0.5, */*;__proto__=x'],
  ])('comes to an end with headers full of %s', async (_title, value) => {
    t.app.use((req, _res, next) => {
      Object.assign(req.headers, { accept: `x${value}`, 'accept-language': `x${value}` })
      next()
    })
    t.app.get('/', (req, res) => {
      req.accepts('html', 'json')
      res.format({ 'text/html': () => {}, default: () => {} })
      res.json([
        req.accepted.length,
        req.acceptedLanguages.length,
        req.acceptedCharsets.length,
        req.acceptedEncodings.length,
        req.acceptsLanguage('de'),
      ])
    })
    expect((await t.request('/')).status).toBe(200)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describeDialects('the wire in 3.x', ['3.x'], (t) => {
  it('answers odd targets without a crash', async () => {
    t.app.use((req, _res, next) => {
      void [req.path, req.query, req.host, req.ip, req.subdomains]
      next()
    })
    t.app.get('/', (_req, res) => res.send('fine'))
    for (const target of ['*', '//', '/%', '/?%', '//admin', '/a?__proto__[x]=1']) {
      const bytes = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
      expect(await t.raw(bytes)).toMatch(/^HTTP\/1\.1 (200|400|404) /)
    }
    expect((await t.request('/')).text).toBe('fine')
  })

  it('keeps forwarded values of untrusted peers out', async () => {
    t.app.get('/', (req, res) => res.json([req.ip, req.ips, req.protocol, req.host]))
    const headers = {
      Host: 'own.com',
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'evil.com',
    }
    expect((await t.request('/', { headers })).json()).toEqual(['127.0.0.1', [], 'http', 'own.com'])
  })

  it('takes only http and https for a protocol', async () => {
    t.app.enable('trust proxy')
    t.app.get('/', (req, res) => res.json([req.protocol, req.secure]))
    const protocol = async (value: string) =>
      (await t.request('/', { headers: { 'X-Forwarded-Proto': value } })).json()
    expect(await protocol('javascript')).toEqual(['http', false])
    expect(await protocol('https')).toEqual(['https', true])
  })

  it('has queries that pollute nothing', async () => {
    t.app.get('/', (req, res) => res.json(req.query))
    for (const query of [
      '__proto__[p]=1',
      'a[__proto__][p]=1',
      'constructor[prototype][p]=1',
      'a[999999999]=1',
      `a${'[b]'.repeat(3000)}=1`,
      'a=1&'.repeat(3000),
      'hasOwnProperty=x&toString=y&length=9&then=1',
    ]) {
      expect((await t.request(`/?${query}`)).status).toBe(200)
    }
    expect(({} as Record<string, unknown>).p).toBeUndefined()
  })
})

describeDialects('next in 3.x', ['3.x'], (t) => {
  it('may be called twice, without a second answer', async () => {
    t.app.use((_req, _res, next) => {
      next()
      next()
    })
    const answer = vi.fn((_req: unknown, res: { end(text: string): void }) => res.end('once'))
    t.app.use(answer)
    expect((await t.request('/')).text).toBe('once')
    expect((await t.request('/')).text).toBe('once')
  })

  it('may be called after the answer', async () => {
    t.app.get('/', (_req, res, next) => {
      res.send('sent')
      next()
    })
    t.app.get('/late', (_req, res, next) => {
      res.send('sent')
      setTimeout(() => next(new Error('late')), 5)
    })
    expect((await t.request('/')).text).toBe('sent')
    expect((await t.request('/late')).text).toBe('sent')
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await t.request('/')).text).toBe('sent')
  })
})

describeDialects('bodies of answers of 3.x', ['3.x'], (t) => {
  describe('that cannot be serialised', () => {
    const circular: Record<string, unknown> = {}
    circular.self = circular

    it.each([
      ['a cycle', circular],
      ['a BigInt', { a: 1n }],
      [
        'toJSON that throws',
        {
          toJSON() {
            throw new Error('no')
          },
        },
      ],
    ])('are errors: %s', async (_name, value) => {
      t.app.get('/send', (_req, res) => void res.send(value as never))
      t.app.get('/json', (_req, res) => void res.json(value as never))
      t.app.get('/jsonp', (_req, res) => void res.jsonp(value as never))
      t.app.use(tell)
      for (const path of ['/send', '/json', '/jsonp?callback=a']) {
        const answer = await t.request(path)
        expect([answer.status, answer.text.startsWith('told ')]).toEqual([500, true])
      }
    })
  })

  it('are not framed twice', async () => {
    t.app.get('/chunked', (_req, res) => {
      res.set('Transfer-Encoding', 'chunked')
      res.send('hello')
    })
    const answer = await t.request('/chunked')
    expect(answer.text).toBe('hello')
    const { headers } = answer
    expect('content-length' in headers && 'transfer-encoding' in headers).toBe(false)
  })

  it('cannot be sent twice', async () => {
    const failed: unknown[] = []
    t.app.get('/', (_req, res) => {
      res.send('first')
      try {
        res.send('second')
      } catch (error) {
        failed.push((error as { code?: string }).code)
      }
    })
    expect((await t.request('/')).text).toBe('first')
    expect(failed).toEqual(['ERR_HTTP_HEADERS_SENT'])
  })
})
