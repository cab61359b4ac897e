import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.send of 3.x', ['3.x'], (t) => {
  it.each([
    ['text', ['hey'], 200, 'hey', 'text/html; charset=utf-8'],
    ['an empty text', [''], 200, '', 'text/html; charset=utf-8'],
    ['bytes', [Buffer.from('hey')], 200, 'hey', 'application/octet-stream'],
    ['an object', [{ a: 1 }], 200, '{"a":1}', 'application/json; charset=utf-8'],
    ['a list', [['a']], 200, '["a"]', 'application/json; charset=utf-8'],
    ['true', [true], 200, 'true', 'application/json; charset=utf-8'],
    ['null', [null], 200, '', undefined],
    ['undefined', [undefined], 200, '', undefined],
    ['nothing', [], 200, '', undefined],
    ['a status', [404], 404, 'Not Found', 'text/plain; charset=utf-8'],
    ['a status and text', [201, 'Created!'], 201, 'Created!', 'text/html; charset=utf-8'],
    ['text and a status', ['Oh', 400], 400, 'Oh', 'text/html; charset=utf-8'],
    ['a status and an object', [422, { a: 1 }], 422, '{"a":1}', 'application/json; charset=utf-8'],
    ['an object and a status', [{ a: 1 }, 422], 422, '{"a":1}', 'application/json; charset=utf-8'],
    ['a status and a number', [200, 42], 200, '42', 'application/json; charset=utf-8'],
    ['a status and bytes', [202, Buffer.from('x')], 202, 'x', 'application/octet-stream'],
    ['a status and null', [202, null], 202, '', undefined],
    ['a status and undefined', [202, undefined], 202, '', undefined],
  ])('answers %s', async (_title, args, status, text, type) => {
    t.app.get('/', (_req, res) => {
      const { send } = res as unknown as { send(...args: unknown[]): void }
      send.apply(res, args)
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      status,
      text,
      type,
    ])
  })

  it('gives the response back', async () => {
    let returned: unknown
    t.app.get('/', (_req, res) => {
      returned = res.send('x') === res
    })
    await t.request('/')
    expect(returned).toBe(true)
  })

  it('keeps a type that was set, and its parameters but the charset', async () => {
    t.app.get('/plain', (_req, res) => res.type('text').send('x'))
    t.app.get('/latin', (_req, res) => res.set('Content-Type', 'text/x; charset=latin1').send('é'))
    t.app.get('/status', (_req, res) => res.type('html').send(404))
    t.app.get('/bytes', (_req, res) => res.type('png').send(Buffer.from('x')))
    const type = async (path: string) => (await t.request(path)).headers['content-type']
    expect(await type('/plain')).toBe('text/plain; charset=utf-8')
    expect(await type('/latin')).toBe('text/x; charset=utf-8')
    expect(await type('/status')).toBe('text/html; charset=utf-8')
    expect(await type('/bytes')).toBe('image/png')
    expect((await t.request('/latin')).text).toBe('é')
  })

  it('strips the body and what describes it from 204 and 304', async () => {
    t.app.get('/:status', (req, res) => {
      res.set('Transfer-Encoding', 'chunked')
      res.send(Number(req.params.status), 'body')
    })
    for (const status of [204, 304]) {
      const answer = await t.request(`/${status}`)
      expect([answer.status, answer.text]).toEqual([status, ''])
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) {
        expect(answer.headers).not.toHaveProperty(name)
      }
    }
  })

  it('tells the length to HEAD', async () => {
    t.app.get('/', (_req, res) => res.send('héllo'))
    const answer = await t.request('/', { method: 'HEAD' })
    expect([answer.text, answer.headers['content-length']]).toEqual(['', '6'])
  })

  it('calls json, which calls send, which calls end', async () => {
    const words: string[] = []
    t.app.use((_req, res, next) => {
      for (const name of ['json', 'send', 'end'] as const) {
        const original = res[name] as (...args: unknown[]) => never
        res[name] = ((...args: unknown[]) => {
          words.push(name)
          return original.apply(res, args)
        }) as never
      }
      next()
    })
    t.app.get('/', (_req, res) => res.send({ a: 1 } as never))
    await t.request('/')
    expect(words).toEqual(['send', 'json', 'send', 'end'])
  })
})

describeDialects('entity tags of 3.x', ['3.x'], (t) => {
  const md5 = (text: string | Buffer) =>
    createHash('md5').update(text).digest('base64').replace(/=+$/, '')

  it('are weak, of the length and the MD5 of the body', async () => {
    t.app.get('/', (_req, res) => res.send('hello, wörld'))
    t.app.get('/bytes', (_req, res) => res.send(Buffer.from('bytes')))
    t.app.get('/json', (_req, res) => res.json({ a: 1 }))
    const tag = async (path: string) => (await t.request(path)).headers.etag
    expect(await tag('/')).toBe(`W/"d-${md5('hello, wörld')}"`)
    expect(await tag('/bytes')).toBe(`W/"5-${md5('bytes')}"`)
    expect(await tag('/json')).toBe(`W/"7-${md5('{"a":1}')}"`)
  })

  it('are there for an empty body', async () => {
    t.app.get('/', (_req, res) => res.send(''))
    expect((await t.request('/')).headers.etag).toBe(`W/"0-${md5('')}"`)
  })

  it('are strong when they shall be', async () => {
    t.app.set('etag', 'strong')
    t.app.get('/', (_req, res) => res.send('x'))
    expect((await t.request('/')).headers.etag).toBe(`"1-${md5('x')}"`)
  })

  it('are made by a function, or not at all', async () => {
    t.app.get('/', (_req, res) => res.send('x'))
    t.app.set('etag', (body: string, encoding: string) => `"${body}-${encoding}"`)
    expect((await t.request('/')).headers.etag).toBe('"x-utf8"')
    t.app.disable('etag')
    expect((await t.request('/')).headers.etag).toBeUndefined()
  })

  it('are there for every method and status', async () => {
    t.app.post('/', (_req, res) => res.send(201, 'x'))
    expect((await t.request('/', { method: 'POST' })).headers.etag).toBe(`W/"1-${md5('x')}"`)
  })

  it('are not made where a tag or a length was set', async () => {
    t.app.get('/tag', (_req, res) => res.set('ETag', '"mine"').send('x'))
    t.app.get('/length', (_req, res) => res.set('Content-Length', '1').send('x'))
    expect((await t.request('/tag')).headers.etag).toBe('"mine"')
    expect((await t.request('/length')).headers.etag).toBeUndefined()
  })

  it('answer 304 to a client that has the body', async () => {
    t.app.get('/', (_req, res) => res.send('x'))
    const { etag } = (await t.request('/')).headers
    const answer = await t.request('/', { headers: { 'If-None-Match': String(etag) } })
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag])
  })
})

describeDialects('res.json of 3.x', ['3.x'], (t) => {
  it.each([
    ['a value', [{ a: 1 }], 200, '{"a":1}'],
    ['text', ['x'], 200, '"x"'],
    ['a number', [404], 200, '404'],
    ['null', [null], 200, 'null'],
    ['a status and a value', [201, { a: 1 }], 201, '{"a":1}'],
    ['a value and a status', [{ a: 1 }, 201], 201, '{"a":1}'],
    ['a number and a status', [42, 201], 201, '42'],
    ['a status and null', [201, null], 201, 'null'],
  ])('answers %s', async (_title, args, status, text) => {
    t.app.get('/', (_req, res) => {
      const { json } = res as unknown as { json(...args: unknown[]): void }
      json.apply(res, args)
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      status,
      text,
      'application/json; charset=utf-8',
    ])
  })

  it('is laid out by the settings', async () => {
    t.app.set('json spaces', 2)
    t.app.set('json replacer', (key: string, value: unknown) =>
      key.startsWith('_') ? undefined : value,
    )
    t.app.get('/', (_req, res) => res.json({ a: 1, _b: 2 }))
    expect((await t.request('/')).text).toBe('{\n  "a": 1\n}')
  })

  it('keeps a type that was set, with the charset', async () => {
    t.app.get('/', (_req, res) => res.set('Content-Type', 'application/hal+json').json({}))
    expect((await t.request('/')).headers['content-type']).toBe(
      'application/hal+json; charset=utf-8',
    )
  })

  it('says that a status in the end is deprecated', async () => {
    t.app.get('/', (_req, res) => res.json({ a: 1 }, 201))
    expect((await noticesOf(() => t.request('/'))).join()).toContain('res.json(')
  })
})

describeDialects('res.jsonp of 3.x', ['3.x'], (t) => {
  it('is JSON without a callback, that nobody sniffs', async () => {
    t.app.get('/', (_req, res) => res.jsonp({ a: 1 }))
    const answer = await t.request('/')
    expect(answer.text).toBe('{"a":1}')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('calls the callback', async () => {
    t.app.get('/', (_req, res) => res.jsonp({ a: 1 }))
    const answer = await t.request('/?callback=cb')
    expect(answer.text).toBe(`/**/ typeof cb === 'function' && cb({"a":1});`)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('takes a status on either side', async () => {
    t.app.get('/first', (_req, res) => res.jsonp(201, { a: 1 }))
    t.app.get('/second', (_req, res) => res.jsonp({ a: 1 }, 202))
    expect((await t.request('/first?callback=cb')).status).toBe(201)
    expect((await t.request('/second?callback=cb')).status).toBe(202)
  })

  it('is told the name of the parameter', async () => {
    t.app.set('jsonp callback name', 'clb')
    t.app.get('/', (_req, res) => res.jsonp(1))
    expect((await t.request('/?clb=f')).text).toBe(`/**/ typeof f === 'function' && f(1);`)
    expect((await t.request('/?callback=f')).text).toBe('1')
  })

  it('lets nothing but a name through', async () => {
    t.app.get('/', (_req, res) => res.jsonp('\u2028<'))
    const text = async (callback: string) => (await t.request(`/?callback=${callback}`)).text
    expect(await text('a%3Balert(1)%2F%2F')).toBe(
      `/**/ typeof aalert1 === 'function' && aalert1("\\u2028<");`,
    )
    expect(await text('a&callback=b')).toContain('typeof a ===')
    expect(await text('')).toBe('"\u2028<"')
    expect(await text('a%5B0%5D.b_$')).toContain('a[0].b_$(')
  })
})

describeDialects('res.charset', ['3.x'], (t) => {
  it('goes into a Content-Type that is set after it', async () => {
    t.app.get('/', (_req, res) => {
      res.charset = 'iso-8859-1'
      res.set('Content-Type', 'text/html')
      res.end('x')
    })
    expect((await t.request('/')).headers['content-type']).toBe('text/html; charset=iso-8859-1')
  })

  it('leaves a charset alone that is there', async () => {
    t.app.get('/', (_req, res) => {
      res.charset = 'iso-8859-1'
      res.setHeader('Content-Type', 'text/html; charset=utf-16')
      res.end('x')
    })
    expect((await t.request('/')).headers['content-type']).toBe('text/html; charset=utf-16')
  })

  it('gives way to utf-8 where text is sent', async () => {
    t.app.get('/', (_req, res) => {
      res.charset = 'iso-8859-1'
      res.send('é')
    })
    const answer = await t.request('/')
    expect([answer.headers['content-type'], answer.text]).toEqual(['text/html; charset=utf-8', 'é'])
  })

  it('is undefined before, and utf-8 after text or JSON was sent', async () => {
    const seen: unknown[] = []
    t.app.get('/:kind', (req, res) => {
      seen.push(res.charset)
      if (req.params.kind === 'json') res.json(1)
      else res.send('x')
      seen.push(res.charset)
    })
    await t.request('/json')
    await t.request('/text')
    expect(seen).toEqual([undefined, 'utf-8', undefined, 'utf-8'])
  })
})

describeDialects('res.headerSent', ['3.x'], (t) => {
  it('tells whether the head has gone out, and is deprecated', async () => {
    const seen: boolean[] = []
    t.app.get('/', (_req, res) => {
      seen.push(res.headerSent)
      res.send('x')
      seen.push(res.headerSent, res.headersSent)
    })
    const notices = await noticesOf(() => t.request('/'))
    expect(seen).toEqual([false, true, true])
    expect(notices.join()).toContain('res.headerSent: use standard res.headersSent')
  })
})

describeDialects("the 'header' event", ['3.x'], (t) => {
  it('is deprecated where it is listened for', async () => {
    t.app.get('/', (_req, res) => {
      res.on('header', () => {})
      res.on('finish', () => {})
      res.end()
    })
    const notices = await noticesOf(() => t.request('/'))
    expect(notices).toEqual(['res.on("header"): use on-headers npm module instead'])
  })

  it('is the last moment to set a header', async () => {
    t.app.use((_req, res, next) => {
      res.on('header', () => res.setHeader('X-Late', String(res.statusCode)))
      next()
    })
    t.app.get('/send', (_req, res) => res.send(201, 'x'))
    t.app.get('/write', (_req, res) => {
      res.write('a')
      res.end('b')
    })
    t.app.get('/head', (_req, res) => {
      res.writeHead(202, { 'X-Own': 'yes' })
      res.end()
    })
    expect((await t.request('/send')).headers['x-late']).toBe('201')
    expect((await t.request('/write')).headers['x-late']).toBe('200')
    const head = await t.request('/head')
    expect([head.headers['x-late'], head.headers['x-own']]).toEqual(['202', 'yes'])
  })

  it.each([[null], [undefined], [{ 'X-B': 'b' }]])(
    'comes with the headers of writeHead(202, %j, headers)',
    async (reason) => {
      t.app.get('/', (_req, res) => {
        res.writeHead(202, reason as never, { 'X-A': 'a' })
        res.end()
      })
      const { status, headers } = await t.request('/')
      expect([status, headers['x-a'], headers['x-b']]).toEqual([202, 'a', undefined])
    },
  )

  it('comes once', async () => {
    let count = 0
    t.app.use((_req, res, next) => {
      res.on('header', () => count++)
      next()
    })
    t.app.get('/', (_req, res) => {
      res.write('a')
      res.write('b')
      res.end()
    })
    await t.request('/')
    expect(count).toBe(1)
  })

  it('reaches several listeners, which may still take headers away', async () => {
    t.app.use((_req, res, next) => {
      res.on('header', () => res.removeHeader('X-Powered-By'))
      res.on('header', () => res.setHeader('X-Both', 'yes'))
      next()
    })
    const { headers } = await t.request('/')
    expect([headers['x-powered-by'], headers['x-both']]).toEqual([undefined, 'yes'])
  })
})

describeDialects('headers of responses of 3.x', ['3.x'], (t) => {
  it('res.set makes text of values, and takes an object', async () => {
    t.app.get('/', (_req, res) => {
      res.set('X-Number', 123 as never).set({ 'X-A': '1', 'X-B': 2 as never })
      res.header('X-List', ['a', 3] as never)
      res.json([res.get('x-number'), res.get('X-A'), res.get('X-B'), res.get('X-List')])
    })
    expect((await t.request('/')).json()).toEqual(['123', '1', '2', ['a', '3']])
  })

  it('Set-Cookie adds up with res.set, setHeader and cookie', async () => {
    t.app.get('/', (_req, res) => {
      res.set('Set-Cookie', 'a=1')
      res.setHeader('Set-Cookie', 'b=2')
      res.cookie('c', '3')
      res.set('Set-Cookie', ['d=4', 'e=5'])
      res.end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual([
      'a=1',
      'b=2',
      'c=3; Path=/',
      'd=4',
      'e=5',
    ])
  })

  it('Set-Cookie knows code that reads the list, adds to it and writes it back', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie('a', '1')
      const before = [res.get('Set-Cookie') ?? []].flat() as string[]
      res.setHeader('Set-Cookie', [...before, 'b=2'])
      res.end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2'])
  })

  it('Set-Cookie can be sent twice', async () => {
    t.app.get('/', (_req, res) => {
      res.set('Set-Cookie', 'a=1')
      res.set('Set-Cookie', 'a=1')
      res.end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual(['a=1', 'a=1'])
  })

  it('other headers replace each other', async () => {
    t.app.get('/', (_req, res) => {
      res.set('X-A', '1').set('X-A', '2')
      res.end()
    })
    expect((await t.request('/')).headers['x-a']).toBe('2')
  })

  it('res.type and contentType take types, extensions and names', async () => {
    t.app.get('/', (req, res) => {
      res.contentType(String(req.query.type))
      res.end()
    })
    const type = async (name: string) => (await t.request(`/?type=${name}`)).headers['content-type']
    expect(await type('json')).toBe('application/json')
    expect(await type('.html')).toBe('text/html')
    expect(await type('a.png')).toBe('image/png')
    expect(await type('image/x-own')).toBe('image/x-own')
    expect(await type('unknown-thing')).toBe('application/octet-stream')
  })

  it('res.links adds up', async () => {
    t.app.get('/', (_req, res) => {
      res.links({ next: '/2', last: '/5' }).links({ prev: '/1' })
      res.end()
    })
    expect((await t.request('/')).headers.link).toBe(
      '</2>; rel="next", </5>; rel="last", </1>; rel="prev"',
    )
  })

  it('res.vary adds fields once, and takes nothing for nothing', async () => {
    t.app.get('/', (_req, res) => {
      res.vary('Accept').vary('accept').vary(['Origin', 'User-Agent']).vary().vary([]).vary('')
      res.end()
    })
    expect((await t.request('/')).headers.vary).toBe('Accept, Origin, User-Agent')
  })

  it('res.status sets the status and gives the response back', async () => {
    t.app.get('/', (_req, res) => res.status(418).end())
    expect((await t.request('/')).status).toBe(418)
  })

  it('res.attachment names a file and its type', async () => {
    t.app.get('/', (_req, res) => {
      res.attachment()
      res.end()
    })
    t.app.get('/named', (_req, res) => {
      res.attachment('/path/to/image.png')
      res.end()
    })
    t.app.get('/wide', (_req, res) => {
      res.attachment('locale/日本.html')
      res.end()
    })
    expect((await t.request('/')).headers['content-disposition']).toBe('attachment')
    const named = await t.request('/named')
    expect(named.headers['content-disposition']).toBe('attachment; filename="image.png"')
    expect(named.headers['content-type']).toBe('image/png')
    const wide = await t.request('/wide')
    expect(wide.headers['content-disposition']).toContain("filename*=UTF-8''%E6%97%A5")
    expect(wide.headers['content-type']).toBe('text/html')
  })
})

describeDialects('cookies of 3.x', ['3.x'], (t) => {
  interface Cookies {
    cookie(name: string, value: unknown, options?: object): Cookies
    clearCookie(name: string, options?: object): Cookies
    end(): void
  }

  async function cookiesOf(set: (res: Cookies) => void): Promise<string[] | undefined> {
    t.app.get('/', (_req, res) => {
      set(res as unknown as Cookies)
      res.end()
    })
    return (await t.request('/')).headers['set-cookie']
  }

  it('have the path / unless told otherwise', async () => {
    const cookies = await cookiesOf((res) =>
      res.cookie('a', 'x y').cookie('b', '1', { path: '/b' }),
    )
    expect(cookies).toEqual(['a=x%20y; Path=/', 'b=1; Path=/b'])
  })

  it('hold JSON for objects, and text for everything else', async () => {
    const cookies = await cookiesOf((res) =>
      res
        .cookie('a', { b: [1] })
        .cookie('n', 7)
        .cookie('t', true)
        .cookie('u', undefined),
    )
    expect(cookies).toEqual([
      'a=j%3A%7B%22b%22%3A%5B1%5D%7D; Path=/',
      'n=7; Path=/',
      't=true; Path=/',
      'u=undefined; Path=/',
    ])
  })

  it('have options', async () => {
    const expires = new Date(1e12)
    const cookies = await cookiesOf((res) =>
      res.cookie('a', '1', { expires, httpOnly: true, secure: true, domain: 'a.com' }),
    )
    expect(cookies).toEqual([
      `a=1; Domain=a.com; Path=/; Expires=${expires.toUTCString()}; HttpOnly; Secure`,
    ])
  })

  it('live for maxAge milliseconds', async () => {
    const options = { maxAge: 5000 }
    const [cookie] = (await cookiesOf((res) => res.cookie('a', '1', options))) ?? []
    expect(cookie).toMatch(/^a=1; Max-Age=5; Path=\/; Expires=/)
    expect(options).toEqual({ maxAge: 5000 })
  })

  it('are cleared by a date in the past', async () => {
    const cookies = await cookiesOf((res) => res.clearCookie('a').clearCookie('b', { path: '/b' }))
    expect(cookies).toEqual([
      'a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      'b=; Path=/b; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ])
  })

  it('are signed with the secret of the request', async () => {
    t.app.use((req, _res, next) => {
      Object.assign(req, { secret: 'keyboard cat' })
      next()
    })
    const cookies = await cookiesOf((res) => res.cookie('a', 'tobi', { signed: true }))
    const signed = `s:tobi.${signature('tobi', 'keyboard cat')}`
    expect(cookies).toEqual([`a=${encodeURIComponent(signed)}; Path=/`])
  })

  it('cannot be signed without a secret', async () => {
    t.app.use((req, _res, next) => {
      Object.assign(req, { secret: undefined })
      next()
    })
    t.app.get('/', (_req, res) => {
      res.cookie('a', '1', { signed: true })
      res.end()
    })
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('connect.cookieParser(&quot;secret&quot;) required for signed')
  })
})

function signature(value: string, secret: string): string {
  return createHmac('sha256', secret).update(value).digest('base64').replace(/=+$/, '')
}

describeDialects('res.location and res.redirect of 3.x', ['3.x'], (t) => {
  async function locationOf(url: string, from = '/', headers = {}): Promise<string | undefined> {
    t.renew()
    t.app.use((_req, res) => {
      res.location(url)
      res.end()
    })
    const { location } = (await t.request(from, { headers })).headers
    await t.close()
    return location
  }

  it.each([
    ['http://google.com', '/', 'http://google.com'],
    ['//host/path', '/', '//host/path'],
    ['/login', '/blog/post', '/login'],
    ['login', '/blog/post', '/login'],
    ['./', '/blog/post', '/blog/post/'],
    ['./edit', '/blog/post', '/blog/post/edit'],
    ['./edit', '/blog/post/', '/blog/post/edit'],
    ['./edit', '/blog/post?a=/b', '/blog/post/edit'],
    ['..', '/blog/post', '/blog/'],
    ['../new', '/blog/post', '/blog/new'],
    ['../../x', '/blog/post', '/x'],
    ['../../../x', '/blog/post', '/x'],
    ['?a=1', '/blog', '/?a=1'],
    ['/a?b=http://c', '/', '/a?b=http://c'],
    ['back', '/', '/'],
  ])('of %j from %s is %s', async (url, from, location) => {
    expect(await locationOf(url, from)).toBe(location)
  })

  it("'back' is where the client came from", async () => {
    expect(await locationOf('back', '/', { Referer: 'http://a.com/x' })).toBe('http://a.com/x')
    expect(await locationOf('back', '/', { Referrer: '/there' })).toBe('/there')
  })

  it('of a plain name are relative to the mount', async () => {
    const [blog, admin] = [t.webapp(), t.webapp()]
    blog.get('/in', (_req, res) => res.redirect('login'))
    blog.get('/root', (_req, res) => res.redirect('/login'))
    blog.get('/dots/', (_req, res) => res.redirect('../x'))
    admin.get('/', (_req, res) => res.redirect('login'))
    t.app.use('/blog', blog)
    blog.use('/admin', admin)
    const location = async (path: string) => (await t.request(path)).headers.location
    expect(await location('/blog/in')).toBe('/blog/login')
    expect(await location('/blog/root')).toBe('/login')
    expect(await location('/blog/dots/')).toBe('/blog/x')
    expect(await location('/blog/admin')).toBe('/blog/admin/login')
  })

  it('answer with text or a page, by what the client accepts', async () => {
    t.app.get('/', (_req, res) => res.redirect('http://a.com/?q=<b>&c'))
    const text = await t.request('/', { headers: { Accept: 'text/plain' } })
    expect([text.status, text.headers['content-type'], text.text]).toEqual([
      302,
      'text/plain; charset=UTF-8',
      'Found. Redirecting to http://a.com/?q=%3Cb%3E&c',
    ])
    const page = await t.request('/', { headers: { Accept: 'text/html' } })
    const shown = 'http://a.com/?q=&lt;b&gt;&amp;c'
    expect([page.headers['content-type'], page.text]).toEqual([
      'text/html; charset=UTF-8',
      `<p>Found. Redirecting to <a href="${shown}">${shown}</a></p>`,
    ])
    const other = await t.request('/', { headers: { Accept: 'image/png' } })
    expect([other.status, other.text, other.headers['content-length']]).toEqual([302, '', '0'])
    expect(other.headers.vary).toBe('Accept')
  })

  it('take a status on either side, in the end with a notice', async () => {
    t.app.get('/first', (_req, res) => res.redirect(301, '/x'))
    t.app.get('/last', (_req, res) => res.redirect('/x', 303))
    const first = await t.request('/first')
    expect([first.status, first.headers.location, first.text]).toEqual([
      301,
      '/x',
      'Moved Permanently. Redirecting to /x',
    ])
    const notices = await noticesOf(async () => {
      expect((await t.request('/last')).status).toBe(303)
    })
    expect(notices.join()).toContain('res.redirect(url, status)')
  })

  it('have no body for HEAD, but its length', async () => {
    t.app.get('/', (_req, res) => res.redirect('/x'))
    const answer = await t.request('/', { method: 'HEAD' })
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([302, '', '24'])
  })
})

describeDialects('res.format of 3.x', ['3.x'], (t) => {
  function register(fallback?: () => unknown) {
    t.app.get('/', (_req, res) => {
      res.format({
        text: () => res.send('text'),
        html: () => res.send('html'),
        json: () => res.send({ a: 1 } as never),
        ...(fallback && { default: () => res.send(String(fallback())) }),
      })
    })
  }

  const accepting = (Accept: string) => t.request('/', { headers: { Accept } })

  it('runs what the client likes best', async () => {
    register()
    const answer = await accepting('application/json, text/html;q=.5')
    expect([answer.text, answer.headers['content-type'], answer.headers.vary]).toEqual([
      '{"a":1}',
      'application/json; charset=utf-8',
      'Accept',
    ])
    expect((await accepting('text/html')).text).toBe('html')
    expect((await t.request('/')).text).toBe('text')
  })

  it('falls back to default', async () => {
    register(() => 'default')
    expect((await accepting('image/png')).text).toBe('default')
  })

  it('is an error of 406 where nothing fits, that tells the types', async () => {
    register()
    t.app.use(
      (
        err: { status: number; message: string; types: string[] },
        _req: unknown,
        res: { json(status: number, body: unknown): void },
        _next: unknown,
      ) => res.json(err.status, [err.message, err.types]),
    )
    const answer = await accepting('image/png')
    expect([answer.status, answer.json()]).toEqual([
      406,
      ['Not Acceptable', ['text/plain', 'text/html', 'application/json']],
    ])
  })

  it('takes full types as well', async () => {
    t.app.get('/', (_req, res) => {
      res.format({ 'application/vnd.a+json': () => res.end('own'), 'text/*': () => res.end('any') })
    })
    expect((await accepting('application/vnd.a+json')).text).toBe('own')
  })
})

describeDialects('res.render and res.locals of 3.x', ['3.x'], (t) => {
  type Done = (err: unknown, text?: string) => void

  function useEngine() {
    t.app.set('views', `${import.meta.dirname}/fixtures/views/first`)
    t.app.engine('tpl', ((_path: string, options: Record<string, unknown>, done: Done) =>
      done(null, `${options.title} ${options.who}`)) as never)
    t.app.set('view engine', 'tpl')
  }

  it('has variables of the application, of the response and of the call, in that order', async () => {
    useEngine()
    t.app.locals({ title: 'app', who: 'app' })
    t.app.get('/app', (_req, res) => res.render('both'))
    t.app.get('/response', (_req, res) => {
      res.locals({ title: 'response' })
      res.render('both')
    })
    t.app.get('/call', (_req, res) => {
      res.locals.title = 'response'
      res.render('both', { title: 'call' } as never)
    })
    expect((await t.request('/app')).text).toBe('app app')
    expect((await t.request('/response')).text).toBe('response app')
    expect((await t.request('/call')).text).toBe('call app')
  })

  it('renders variables that are frozen', async () => {
    useEngine()
    t.app.get('/', (_req, res) =>
      res.render('both', Object.freeze({ title: 'a', who: 'b' }) as never),
    )
    expect((await t.request('/')).text).toBe('a b')
  })

  it('hands text or an error to a callback', async () => {
    useEngine()
    t.app.get('/', (_req, res) => {
      res.render('both', { title: 'a', who: 'b' } as never, (_err: unknown, text?: string) =>
        res.send(201, `<${text}>`),
      )
    })
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([201, '<a b>'])
  })

  it('fails in the error handlers where a view is missing', async () => {
    useEngine()
    t.app.get('/', (_req, res) => res.render('missing'))
    t.app.use((err: Error, _req: unknown, res: { send(t: string): void }, _next: unknown) =>
      res.send(err.message),
    )
    expect((await t.request('/')).text).toMatch(
      /^Failed to lookup view "missing" in views directory/,
    )
  })

  it('res.locals is callable, and new for each request', async () => {
    t.app.use((_req, res) => {
      const before = Object.keys(res.locals)
      const values = { a: 1 }
      res.json([before, typeof res.locals, res.locals(values) === values, res.locals.a])
    })
    expect((await t.request('/')).json()).toEqual([[], 'function', true, 1])
    expect((await t.request('/')).json()).toEqual([[], 'function', true, 1])
  })
})

describeDialects('responses of 3.x', ['3.x'], (t) => {
  it('have no members of later versions', async () => {
    t.app.get('/', (_req, res) => {
      const members = ['sendStatus', 'sendFile', 'headersSent', 'sendfile']
      res.json(members.filter((name) => name in res))
    })
    expect((await t.request('/')).json()).toEqual(['headersSent', 'sendfile'])
  })
})
