import { sign } from 'cookie-signature'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

type Session = Record<string, unknown> & { cookie: Record<string, unknown> }
type SessionRequest = { session: Session | null; query: Record<string, string> }

// Made by Express 3.21.2 with the secret 'keyboard'.
const OLD = 's%3Aj%3A%7B%22v%22%3A%221%22%7D.mGOJ8EMjcFsfB2e5h97W5MvfudoTSuLN%2BVHLJquRHnE'

describeDialects('webapp.cookieSession(options)', ['3.x'], (t) => {
  function serve(options?: object, secret?: string): void {
    t.app.use(t.webapp.cookieParser(secret))
    t.app.use(t.webapp.cookieSession(options))
    t.app.use((req, res) => {
      const given = req as unknown as SessionRequest
      const { set, age, remove, json } = given.query
      if (given.session !== null && set) given.session.v = set
      if (given.session !== null && age) given.session.cookie.maxAge = Number(age)
      if (json) given.session = JSON.parse(json) as Session
      if (remove) given.session = null
      res.send(given.session ?? 'none')
    })
  }
  const ask = async (path: string, cookie?: string, headers: object = {}) => {
    const sent = cookie === undefined ? {} : { Cookie: `connect.sess=${cookie}` }
    const answer = await t.request(path, { headers: { ...sent, ...headers } })
    const [line] = answer.headers['set-cookie'] ?? []
    return { answer, line, value: line?.match(/^connect\.sess=([^;]*)/)?.[1] }
  }

  it('reads and writes the cookies of Express 3', async () => {
    serve({ secret: 'keyboard' })
    expect((await ask('/', OLD)).answer.json()).toMatchObject({ v: '1' })
    expect((await ask('/?set=1')).line).toBe(`connect.sess=${OLD}; Path=/; HttpOnly`)
  })

  it('takes the secret of the cookie parser, and then sends the cookie each time', async () => {
    serve(undefined, 'keyboard')
    const { answer, value } = await ask('/', OLD)
    expect(answer.json()).toMatchObject({ v: '1' })
    expect(value).toBe(OLD)
  })

  it('sends no cookie for a session that did not change', async () => {
    serve({ secret: 'keyboard' })
    expect((await ask('/?set=1', OLD)).line).toBeUndefined()
    expect((await ask('/?set=2', OLD)).value).toContain('%222%22')
  })

  it('keeps the session if the cookie parser has a secret too', async () => {
    serve({ secret: 'keyboard' }, 'other')
    expect((await ask('/', OLD)).answer.json()).toMatchObject({ v: '1' })
  })

  it('removes the cookie with the session', async () => {
    serve({ secret: 'keyboard' })
    expect((await ask('/?remove=1', OLD)).line).toBe(
      'connect.sess=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly',
    )
  })

  it('begins anew with a cookie that it did not sign', async () => {
    serve({ secret: 'keyboard' })
    const forged = [
      'j:{"v":"1"}',
      'abc',
      's:abc',
      `${decodeURIComponent(OLD).slice(0, -1)}x`,
      `s:${sign('j:{"v":1}', 'other')}`,
      `s:${sign('j:{', 'keyboard')}`,
      `s:${sign('plain', 'keyboard')}`,
    ]
    for (const text of forged) {
      const { answer } = await ask('/', encodeURIComponent(text))
      expect([answer.status, Object.keys(answer.json() as object)]).toEqual([200, ['cookie']])
    }
  })

  it('does not let a session change prototypes', async () => {
    serve({ secret: 'keyboard' })
    const text = encodeURIComponent(`s:${sign('j:{"__proto__":{"admin":1}}', 'keyboard')}`)
    const { answer } = await ask('/', text)
    expect(answer.status).toBe(200)
    expect(({} as { admin?: number }).admin).toBeUndefined()
  })

  it('keeps sessions that are not objects', async () => {
    serve({ secret: 'keyboard' })
    const { value } = await ask('/?json="text"')
    expect((await ask('/', value)).answer.text).toBe('text')
  })

  it('writes the attributes of the cookie, which a request can change', async () => {
    const cookie = {
      path: '/in',
      httpOnly: false,
      domain: 'd.test',
      sameSite: 'lax',
      maxAge: 60_000,
    }
    serve({ secret: 's', key: 'k', cookie })
    const inside = await ask('/in?set=1')
    expect(inside.line).toMatch(
      /^k=s%3A[^;]+; Domain=d\.test; Path=\/in; Expires=[^;]+ GMT; SameSite=Lax$/,
    )
    expect(inside.answer.json()).toMatchObject({
      cookie: { originalMaxAge: 60_000, httpOnly: false, domain: 'd.test', path: '/in' },
    })
    expect((await ask('/in?set=1&age=5000')).answer.json()).toMatchObject({
      cookie: { originalMaxAge: 5000 },
    })
    expect((await ask('/out?set=1')).line).toBeUndefined()
  })

  it('sends a secure cookie over an encrypted connection only', async () => {
    serve({ secret: 's', proxy: true, cookie: { secure: true } })
    expect((await ask('/?set=1')).line).toBeUndefined()
    const forwarded = { 'X-Forwarded-Proto': 'HTTPS, http' }
    expect((await ask('/?set=1', undefined, forwarded)).line).toMatch(/; HttpOnly; Secure$/)
  })

  it('keeps other cookies of the response', async () => {
    t.app.use(t.webapp.cookieSession({ secret: 's' }))
    t.app.get('/set', (_req, res) => {
      res.cookie('a', 'b')
      res.send('x')
    })
    t.app.get('/head', (_req, res) => {
      res.writeHead(200, { 'Set-Cookie': 'a=b' })
      res.end()
    })
    for (const path of ['/set', '/head']) {
      const { headers } = await t.request(path)
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(/^a=b/),
        expect.stringMatching(/^connect\.sess=s/),
      ])
    }
  })

  it('needs a secret', async () => {
    serve()
    const { answer } = await ask('/')
    expect([answer.status, answer.text]).toEqual([
      500,
      expect.stringContaining('`secret` option required for cookie sessions'),
    ])
    expect(() => t.webapp.cookieSession({ secret: ['a'] as never })).toThrow(
      'cookieSession() secret must be a string',
    )
  })
})
