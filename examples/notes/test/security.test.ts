import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { clientOf } from '../src/http/rate-limits.ts'
import { renderMarkdown } from '../src/notes/markdown.ts'
import { Client, newName, PASSWORD } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

let notes: TestNotes
let user: Client

beforeAll(async () => {
  notes = await openNotes()
  user = await Client.signUp(notes.app)
})

afterAll(() => notes?.close())

describe('requests of other sites', () => {
  it('are refused without the token of the session', async () => {
    const { id } = await user.addNote('Target')
    const tokens = ['', 'wrong', user.csrfToken.slice(1), `${user.csrfToken}x`]
    const other = await Client.signUp(notes.app)
    for (const token of [...tokens, other.csrfToken]) {
      const form = await user.post(`/notes/${id}/delete`, { _csrf: token })
      expect(form.statusCode).toBe(403)
      expect(form.headers['content-type']).toContain('text/html')
      const api = await user.api('DELETE', `/notes/${id}`, undefined, { 'X-CSRF-Token': token })
      expect(api.statusCode).toBe(403)
      expect(api.json()).toMatchObject({ code: 'csrf.token' })
    }
    expect((await user.post('/logout', { _csrf: '' })).statusCode).toBe(403)
    const twice = await user.send('POST', `/notes/${id}/delete`, {
      body: new URLSearchParams([
        ['_csrf', user.csrfToken],
        ['_csrf', 'x'],
      ]),
    })
    expect(twice.statusCode).toBe(403)
    expect((await user.api('GET', `/notes/${id}`)).statusCode).toBe(200)
  })

  it('are refused by their origin, also before a login', async () => {
    const login = { name: user.name, password: PASSWORD }
    const origins: Record<string, string>[] = [
      { Origin: 'https://evil.test' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    for (const headers of origins) {
      const response = await new Client(notes.app).api('POST', '/session', login, headers)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 'csrf.origin' })
    }
    const own = { Origin: 'http://notes.test', Host: 'notes.test' }
    expect((await new Client(notes.app).api('POST', '/session', login, own)).statusCode).toBe(201)
  })

  it('cannot log a visitor in to another account by a form', async () => {
    const visitor = new Client(notes.app)
    const response = await visitor.post('/login', { name: user.name, password: PASSWORD })
    expect(response.statusCode).toBe(403)
    expect((await visitor.get('/api/v1/session')).statusCode).toBe(401)
  })
})

describe('what people write', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    '</textarea><script>alert(1)</script>',
    '</title><script>alert(1)</script>',
    '<%= process.env %>',
  ]

  it.each(attacks)('never becomes markup of a page: %s', async (attack) => {
    const { id } = await user.addNote(attack, `${attack} findable`)
    const pages = ['/notes', `/notes/${id}`, `/notes/${id}/edit`, `/notes/${id}/share`, '/feed']
    const search = `/search?q=${encodeURIComponent(`findable ${attack}`)}`
    for (const page of [...pages, search, '/search?q=findable']) {
      const html = await user.visit(page)
      expect(
        tagsOf(html).filter((tag) => /^<(script|img|svg)\b/i.test(tag) && !isOurs(tag)),
      ).toEqual([])
      expect(tagsOf(html).filter((tag) => /\son\w+=/i.test(withoutValues(tag)))).toEqual([])
    }
    await user.api('DELETE', `/notes/${id}`)
  })

  it.each([
    ['[x](javascript:alert(1))', 'javascript:'],
    ['[x](JaVaScRiPt:alert(1))', 'javascript:'],
    ['[x](java\nscript:alert(1))', 'href="java'],
    ['[x](data:text/html,<script>alert(1)</script>)', 'href="data:'],
    ['[x](vbscript:x)', 'vbscript:'],
    ['<javascript:alert(1)>', 'href="javascript:'],
    ['![x](javascript:alert(1))', 'src="javascript:'],
    ['[x](https://a.test" onclick="alert(1))', ' onclick="'],
    ['<a href="x" onclick="alert(1)">x</a>', '<a href="x"'],
    ['```\n</code></pre><script>alert(1)</script>\n```', '<script'],
    ['```"><script>alert(1)</script>\nx\n```', '<script'],
  ])('becomes safe HTML: %j', (markdown, never) => {
    const html = renderMarkdown(markdown).toLowerCase()
    const attributes = html.match(/<[^>]*>/g)?.join('') ?? ''
    expect(attributes).not.toContain(never)
  })

  it('becomes links that reveal nothing, and headings below that of the page', () => {
    expect(renderMarkdown('https://a.test')).toBe(
      '<p><a href="https://a.test" rel="nofollow noopener noreferrer">https://a.test</a></p>\n',
    )
    expect(renderMarkdown('# a\n###### b')).toBe('<h2>a</h2>\n<h6>b</h6>\n')
  })
})

describe('headers', () => {
  it('allow nothing but files of this site', async () => {
    const { headers } = await notes.app.inject('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('keep pages of users out of shared caches', async () => {
    expect((await user.get('/notes')).headers['cache-control']).toBe('private, no-cache')
    expect((await user.api('GET', '/notes')).headers['cache-control']).toBe('private, no-cache')
  })

  it('let a page that has not changed be 304', async () => {
    const { id } = await user.addNote('Still')
    const { etag } = (await user.get(`/notes/${id}`)).headers
    const again = await user.get(`/notes/${id}`, { 'If-None-Match': String(etag) })
    expect(again.statusCode).toBe(304)
  })

  it('mark the cookie of a session that came by TLS', async () => {
    const proxied = await openNotes({ trustProxy: 'loopback', isProduction: true })
    try {
      const response = await new Client(proxied.app).api(
        'POST',
        '/users',
        { name: newName(), password: PASSWORD },
        { 'X-Forwarded-Proto': 'https' },
      )
      expect(String(response.headers['set-cookie'])).toContain('; Secure;')
      expect(response.headers['strict-transport-security']).toContain('max-age=')
    } finally {
      await proxied.close()
    }
  })
})

describe('sessions', () => {
  it('of visitors begin with a form, and are short', async () => {
    expect((await notes.app.inject('/')).headers['set-cookie']).toBeUndefined()
    const lifetimeOf = (cookies: unknown) => {
      const expires = /Expires=([^;]+)/.exec(String(cookies))?.[1] ?? ''
      return (Date.parse(expires) - Date.now()) / 3_600_000
    }
    const visitor = new Client(notes.app)
    const form = await visitor.get('/login')
    expect(lifetimeOf(form.headers['set-cookie'])).toBeLessThan(1.1)
    const login = await visitor.api('POST', '/session', { name: user.name, password: PASSWORD })
    expect(lifetimeOf(login.headers['set-cookie'])).toBeGreaterThan(24)
  })
})

describe('rate limits', () => {
  it('refuse further attempts to log in, but not other requests', async () => {
    const limited = await openNotes({ loginsPerQuarter: 3 })
    try {
      const client = new Client(limited.app)
      const login = () => client.api('POST', '/session', { name: 'nobody', password: 'wrong' })
      const statuses = []
      for (let attempt = 0; attempt < 4; attempt++) statuses.push((await login()).statusCode)
      expect(statuses).toEqual([401, 401, 401, 429])
      const refused = await login()
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.json()).toMatchObject({ status: 429, code: 'rate-limit' })
      expect((await client.get('/')).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })

  it('count the addresses of one network of IPv6 together', () => {
    expect(clientOf('2001:db8::1')).toBe(clientOf('2001:db8:0:0:ffff:ffff:ffff:ffff'))
    expect(clientOf('2001:DB8:0:00::2')).toBe('2001:db8:0:0::/64')
    expect(clientOf('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64')
    expect(clientOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(clientOf('::1')).toBe('0:0:0:0::/64')
    expect(clientOf('1:2:3:4:5:6:7:8')).toBe('1:2:3:4::/64')
    expect(clientOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(clientOf('10.0.0.1')).toBe('10.0.0.1')
  })

  it('count each client, and never health checks', async () => {
    const limited = await openNotes({ requestsPerMinute: 2 })
    try {
      const from = (remoteAddress: string, url = '/') => limited.app.inject({ url, remoteAddress })
      expect((await from('10.0.0.1')).headers['ratelimit-remaining']).toBe('1')
      await from('10.0.0.1')
      const refused = await from('10.0.0.1')
      expect(refused.statusCode).toBe(429)
      expect(refused.text()).toContain('Too many requests')
      expect((await from('10.0.0.2')).statusCode).toBe(200)
      expect((await from('10.0.0.1', '/health/live')).statusCode).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('settings', () => {
  it('must have a secret in production', () => {
    const production = { NODE_ENV: 'production' }
    expect(() => readConfig(production)).toThrow(/SESSION_SECRET is not set/)
    expect(() => readConfig({ ...production, SESSION_SECRET: '' })).toThrow(
      /SESSION_SECRET is not set/,
    )
    expect(() => readConfig({ ...production, SESSION_SECRET: 'short' })).toThrow(
      /SESSION_SECRET: must have/,
    )
    expect(readConfig({ ...production, SESSION_SECRET: 'x'.repeat(32) }).isProduction).toBe(true)
  })

  it('name the variable that is wrong', () => {
    expect(() => readConfig({ PORT: 'x' })).toThrow(/^Environment variable PORT: /)
    expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow(/DATABASE_URL/)
    expect(() => readConfig({ REDIS_URL: 'http://x' })).toThrow(/REDIS_URL/)
    expect(() => readConfig({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow(/S3_BUCKET/)
    for (const TRUST_PROXY of ['nginx', 'true', '10.0.0.0/33', '::1/129', 'loopback, x', '1/2/3']) {
      expect(() => readConfig({ TRUST_PROXY })).toThrow(/^Environment variable TRUST_PROXY: "/)
    }
    const networks = 'loopback, 10.0.0.0/8,fd00::/8'
    expect(readConfig({ TRUST_PROXY: networks }).trustProxy).toBe(networks)
    expect(() => readConfig({ S3_BUCKET: 'notes' })).toThrow(
      'Environment variable S3_ENDPOINT: S3_BUCKET needs it',
    )
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
    expect(readConfig({ TRUST_PROXY: 'loopback' }).trustProxy).toBe('loopback')
  })
})

function tagsOf(html: string): string[] {
  return html.match(/<[a-z](?:"[^"]*"|[^">])*>/gi) ?? []
}

function withoutValues(tag: string): string {
  return tag.replace(/"[^"]*"/g, '""')
}

function isOurs(tag: string): boolean {
  return (
    tag.startsWith('<svg viewBox="0 0 24 24"') ||
    tag.startsWith('<script type="module" src="/assets/')
  )
}
