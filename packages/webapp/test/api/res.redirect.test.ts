import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

const TEXT = { headers: { Accept: 'text/plain' } }
const HTML = { headers: { Accept: 'text/html' } }

describeDialects('res.redirect(status, url)', ['5.x', '4.x'], (t) => {
  it('sends 302 by default', async () => {
    t.app.get('/', (_req, res) => res.redirect('http://google.com'))
    const answer = await t.request('/')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('http://google.com')
    expect(answer.headers.vary).toBe('Accept')
  })

  it('sends the status it is given', async () => {
    t.app.get('/', (_req, res) => res.redirect(303, '/there'))
    const answer = await t.request('/', TEXT)
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toBe('/there')
    expect(answer.text).toBe('See Other. Redirecting to /there')
  })

  it('describes itself in text', async () => {
    t.app.get('/', (_req, res) => res.redirect('/?param=<script>'))
    const answer = await t.request('/', TEXT)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.text).toBe('Found. Redirecting to /?param=%3Cscript%3E')
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
  })

  it('describes itself in HTML', async () => {
    t.app.get('/', (_req, res) => res.redirect('http://google.com'))
    const answer = await t.request('/', HTML)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    const sentence = '<p>Found. Redirecting to http://google.com</p>'
    const page = {
      '5.x': `<!DOCTYPE html><head><title>Found</title></head><body>${sentence}</body>`,
      '4.x': sentence,
    }
    expect(answer.text).toBe(page[t.dialect])
  })

  it('says nothing when neither is accepted', async () => {
    t.app.get('/', (_req, res) => res.redirect('http://google.com'))
    const answer = await t.request('/', { headers: { Accept: 'application/octet-stream' } })
    expect(answer.status).toBe(302)
    expect(answer.headers['content-length']).toBe('0')
    expect(answer.headers['content-type']).toBeUndefined()
    expect(answer.text).toBe('')
  })

  it('sends the headers alone for HEAD', async () => {
    t.app.get('/', (_req, res) => res.redirect('http://google.com'))
    const answer = await t.request('/', { method: 'HEAD', ...TEXT })
    expect(answer.headers.location).toBe('http://google.com')
    expect(answer.headers['content-length']).toBe('39')
    expect(answer.text).toBe('')
  })

  it.each([
    ['/<script>alert(1)</script>', '/%3Cscript%3Ealert(1)%3C/script%3E'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['/"onx=\'a', "/%22onx='a"],
    ['/?a=1&b=2', '/?a=1&b=2'],
  ])('puts no markup of the address %j into the page', async (url, location) => {
    t.app.get('/', (_req, res) => res.redirect(url))
    const answer = await t.request('/', HTML)
    expect(answer.headers.location).toBe(location)
    const shown = /Redirecting to (.*)<\/p>/.exec(answer.text)?.[1] ?? ''
    expect(shown).not.toMatch(/[<>"']/)
    expect(shown).not.toMatch(/&(?!amp;|#39;)/)
  })

  it('goes through res.location and res.end', async () => {
    const calls: string[] = []
    t.app.use((_req, res, next) => {
      for (const name of ['location', 'end'] as const) {
        const original = res[name] as (...args: unknown[]) => never
        res[name] = function (this: typeof res, ...args: unknown[]) {
          calls.push(name)
          return original.apply(this, args)
        } as never
      }
      next()
    })
    t.app.get('/', (_req, res) => res.redirect('/x'))
    await t.request('/')
    expect(calls).toEqual(['location', 'end'])
  })

  it('refuses a status that is none', async () => {
    t.app.get('/', (_req, res) => res.redirect(99, '/x'))
    expect((await t.request('/')).status).toBe(500)
  })

  it('refuses a missing address without an uncaught error', async () => {
    t.app.get('/', (_req, res) => res.redirect(undefined as never))
    const answer = await t.request('/')
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe('undefined')
  })
})

describeDialects('the deprecation notices of res.redirect', ['5.x'], (t) => {
  it('tell of a missing address', async () => {
    t.app.get('/', (_req, res) => res.redirect(undefined as never))
    const notices = await noticesOf(() => t.request('/'))
    expect(notices).toEqual(['Provide a url argument', 'Url must be a string'])
  })

  it('tell of an address that is no string, once for each place', async () => {
    t.app.get('/', (_req, res) => res.redirect(new URL('http://a/') as never))
    expect(await noticesOf(() => t.request('/'))).toEqual(['Url must be a string'])
    expect(await noticesOf(() => t.request('/'))).toEqual([])
  })

  it('tell of a status that is no number', async () => {
    t.app.get('/', (_req, res) => res.redirect('302' as never, '/'))
    expect(await noticesOf(() => t.request('/'))).toEqual(['Status must be a number'])
  })
})

describeDialects('res.redirect(url, status)', ['4.x'], (t) => {
  it('takes the status last too, and is deprecated', async () => {
    t.app.get('/', (_req, res) => res.redirect('/there', 301))
    const notices = await noticesOf(async () => {
      const answer = await t.request('/', TEXT)
      expect([answer.status, answer.headers.location]).toEqual([301, '/there'])
      expect(answer.text).toBe('Moved Permanently. Redirecting to /there')
    })
    expect(notices).toEqual(['res.redirect(url, status): Use res.redirect(status, url) instead'])
  })

  it('says nothing of an address that is no string', async () => {
    t.app.get('/', (_req, res) => res.redirect(new URL('http://a/') as never))
    const notices = await noticesOf(async () => {
      expect((await t.request('/')).headers.location).toBe('http://a/')
    })
    expect(notices).toEqual([])
  })

  it('takes a status as text for an address', async () => {
    t.app.get('/', (_req, res) => res.redirect('302' as never, '/'))
    expect((await t.request('/')).status).toBe(500)
  })
})

describeDialects("res.redirect('back')", ['4.x'], (t) => {
  it.each([
    ['Referrer', { Referrer: '/there' }, '/there'],
    ['Referer', { Referer: '/there?a=b' }, '/there?a=b'],
    ['nothing', {}, '/'],
  ])('goes where %s says', async (_what, headers, location) => {
    t.app.get('/', (_req, res) => res.redirect('back'))
    t.app.get('/303', (_req, res) => res.redirect(303, 'back'))
    const options = { headers: { Accept: 'text/plain', ...headers } }
    const answer = await t.request('/', options)
    expect([answer.status, answer.headers.location]).toEqual([302, location])
    expect(answer.text).toBe(`Found. Redirecting to ${location}`)
    expect((await t.request('/303', options)).status).toBe(303)
  })

  it('escapes the referrer in the page', async () => {
    t.app.get('/', (_req, res) => res.redirect('back'))
    const headers = { Accept: 'text/html', Referer: '/<script>"&\'' }
    const answer = await t.request('/', { headers })
    expect(answer.text).not.toMatch(/<script>/)
    expect(answer.headers.location).toBe("/%3Cscript%3E%22&'")
  })
})

describeDialects('the setting "strict redirects"', ['5.x', '4.x', '3.x'], (t) => {
  it.each(['//evil.com', '/\\evil.com', '//', '/\\/evil.com'])('refuses %s', async (url) => {
    t.app.enable('strict redirects')
    t.app.get('/', (_req, res) => res.redirect(url))
    const answer = await t.request('/')
    expect([answer.status, answer.headers.location]).toEqual([500, undefined])
    expect(answer.text).toContain('leads to another host')
  })

  it.each(['/a', '/a//b', 'http://other.com/', '/?//'])('lets %s pass', async (url) => {
    t.app.enable('strict redirects')
    t.app.get('/', (_req, res) => res.redirect(url))
    expect((await t.request('/')).headers.location).toBe(url)
  })

  it('is inherited by mounted applications', async () => {
    const sub = t.webapp()
    sub.get('/', (_req: unknown, res: { redirect(url: string): void }) =>
      res.redirect('//evil.com'),
    )
    t.app.enable('strict redirects')
    t.app.use('/sub', sub as never)
    expect((await t.request('/sub')).status).toBe(500)
  })
})
