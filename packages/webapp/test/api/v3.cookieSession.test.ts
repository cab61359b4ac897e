import { sign } from 'cookie-signature'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

type SessionRequest = { session: Record<string, unknown>; query: Record<string, string> }

// Made by Express 3.21.2 with the secret 'keyboard'.
const OLD = 's%3Aj%3A%7B%22v%22%3A%221%22%7D.mGOJ8EMjcFsfB2e5h97W5MvfudoTSuLN%2BVHLJquRHnE'

describeDialects('webapp.cookieSession(options)', ['3.x'], (t) => {
  function serve(options?: object, secret?: string): void {
    t.app.use(t.webapp.cookieParser(secret))
    t.app.use(t.webapp.cookieSession(options))
    t.app.use((req, res) => {
      const given = req as unknown as SessionRequest
      if (given.query.set) given.session.v = given.query.set
      res.send(given.session)
    })
  }
  const ask = async (path: string, cookie?: string) => {
    const headers = cookie === undefined ? {} : { Cookie: `connect.sess=${cookie}` }
    const answer = await t.request(path, { headers })
    return { answer, line: answer.headers['set-cookie']?.[0] }
  }

  // Intended difference W-054.
  it('keeps the session if the cookie parser has a secret too', async () => {
    serve({ secret: 'keyboard' }, 'other')
    expect((await ask('/', OLD)).answer.json()).toMatchObject({ v: '1' })
  })

  // Intended difference W-054.
  it('begins anew with a cookie that has no signature', async () => {
    serve({ secret: 'keyboard' })
    const { answer } = await ask('/', encodeURIComponent('j:{"v":"1"}'))
    expect([answer.status, Object.keys(answer.json() as object)]).toEqual([200, ['cookie']])
  })

  it('does not let a session change prototypes', async () => {
    serve({ secret: 'keyboard' })
    const text = encodeURIComponent(`s:${sign('j:{"__proto__":{"admin":1}}', 'keyboard')}`)
    const { answer } = await ask('/', text)
    expect(answer.status).toBe(200)
    expect(({} as { admin?: number }).admin).toBeUndefined()
  })

  it('writes SameSite, which Express 3 does not know', async () => {
    serve({ secret: 's', cookie: { sameSite: 'lax' } })
    expect((await ask('/?set=1')).line).toMatch(/; HttpOnly; SameSite=Lax$/)
  })

  it('believes proxies in the header that the application reads', async () => {
    serve({ secret: 's', cookie: { secure: true }, proxy: true })
    const isSent = async (headers: Record<string, string>) =>
      (await t.request('/?set=1', { headers })).headers['set-cookie'] !== undefined
    const old = { 'X-Forwarded-Proto': 'HTTPS, http' }
    const standard = { Forwarded: 'for=203.0.113.7;proto=HTTPS, for=_inner;proto=http' }
    expect([await isSent(old), await isSent(standard)]).toEqual([true, false])
    t.app.set('forwarded header', 'Forwarded')
    expect([await isSent(old), await isSent(standard)]).toEqual([false, true])
    expect(await isSent({ Forwarded: 'for=203.0.113.7;proto=http', ...old })).toBe(false)
    expect(await isSent({ Forwarded: 'proto=https' })).toBe(true)
    expect(await isSent({})).toBe(false)
  })

  it('refuses a secret that is not a string', () => {
    expect(() => t.webapp.cookieSession({ secret: ['a'] as never })).toThrow(
      'cookieSession() secret must be a string',
    )
  })
})
