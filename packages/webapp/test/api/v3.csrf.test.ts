import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

interface CsrfRequest {
  csrfToken(): string
  session?: Record<string, unknown> | undefined
}

describeDialects('webapp.csrf(options)', ['3.x'], (t) => {
  const sessions: Record<string, unknown>[] = []

  function serve(options?: object): void {
    const session: Record<string, unknown> = {}
    sessions.push(session)
    t.app.use(t.webapp.cookieParser('secret'))
    t.app.use(t.webapp.urlencoded())
    t.app.use((req, _res, next) => {
      Object.assign(req, { session, other: session })
      next()
    })
    t.app.use(t.webapp.csrf(options))
    t.app.use((req, res) => res.send((req as unknown as CsrfRequest).csrfToken()))
    t.app.use(
      (err: Error, _req: unknown, res: { send: (...args: unknown[]) => void }, _next: unknown) => {
        const { status, code, message } = err as Error & Record<string, unknown>
        res.send(Number(status) || 500, { status, code, message })
      },
    )
  }
  const token = async () => (await t.request('/')).text
  const post = async (headers: object = {}, path = '/', body = '') =>
    (await t.request(path, { method: 'POST', headers: { ...headers }, body })).status
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

  it('accepts its token in the body, the query and the headers', async () => {
    serve()
    const given = await token()
    expect(await post(form, '/', `_csrf=${given}`)).toBe(200)
    expect(await post({}, `/?_csrf=${given}`)).toBe(200)
    for (const name of ['CSRF-Token', 'XSRF-Token', 'X-CSRF-Token', 'X-XSRF-Token']) {
      expect(await post({ [name]: given })).toBe(200)
    }
  })

  it('responds with 403 without a right token', async () => {
    serve()
    const given = await token()
    for (const wrong of ['', 'x', '-', `${given}x`, given.slice(1), `a${given}`]) {
      expect(await post({ 'X-CSRF-Token': wrong })).toBe(403)
    }
    expect(await post(form, '/', `_csrf[]=${given}`)).toBe(403)
    const answer = await t.request('/', { method: 'DELETE' })
    expect(answer.json()).toEqual({
      status: 403,
      code: 'EBADCSRFTOKEN',
      message: 'invalid csrf token',
    })
  })

  it('makes the tokens of Express 3, from a secret in the session', async () => {
    serve()
    const given = await token()
    const secret = String(sessions.at(-1)?.csrfSecret)
    expect(secret).toMatch(/^[\w-]{24}$/)
    const [salt] = given.split('-')
    const digest = createHash('sha1').update(`${salt}-${secret}`).digest('base64url')
    expect(given).toBe(`${salt}-${digest}`)
    const own = createHash('sha1').update(`salt-${secret}`).digest('base64url')
    expect(await post({ 'X-CSRF-Token': `salt-${own}` })).toBe(200)
  })

  it('lets GET, HEAD and OPTIONS pass, or other methods', async () => {
    serve({ ignoreMethods: ['post'] })
    expect(await post()).toBe(200)
    expect((await t.request('/')).status).toBe(403)
    expect(() => t.webapp.csrf({ ignoreMethods: 'POST' as never })).toThrow(
      'option ignoreMethods must be an array',
    )
  })

  it('reads the token with a function', async () => {
    serve({ value: (req: { headers: Record<string, string> }) => req.headers['x-mine'] })
    const given = await token()
    expect(await post({ 'X-Mine': given })).toBe(200)
    expect(await post({ 'X-CSRF-Token': given })).toBe(403)
  })

  it('keeps the secret in a cookie, plain or signed', async () => {
    for (const signed of [false, true]) {
      t.renew()
      serve({ cookie: { key: 'c', signed, path: '/', httpOnly: true } })
      const first = await t.request('/')
      const [line = ''] = first.headers['set-cookie'] ?? []
      expect(line).toMatch(signed ? /^c=s%3A[^;]+; Path=\/; HttpOnly$/ : /^c=[\w-]{24}; Path/)
      const Cookie = line.split(';')[0]
      expect(await post({ Cookie, 'X-CSRF-Token': first.text })).toBe(200)
      expect(await post({ Cookie: 'c=other', 'X-CSRF-Token': first.text })).toBe(403)
      expect(await post({ Cookie: 'c=j%3A%7B%7D', 'X-CSRF-Token': first.text })).toBe(403)
      const second = await t.request('/', { headers: { Cookie } })
      expect(second.headers['set-cookie']).toBeUndefined()
    }
  })

  it('makes a new token when the secret changes', async () => {
    t.app.use((req, _res, next) => {
      Object.assign(req, { session: {} })
      next()
    })
    t.app.use(t.webapp.csrf())
    t.app.use((req, res) => {
      const given = req as unknown as CsrfRequest
      const first = given.csrfToken()
      const again = given.csrfToken()
      given.session = {}
      res.send([first === again, first === given.csrfToken(), 'csrfSecret' in given.session])
    })
    expect((await t.request('/')).json()).toEqual([true, false, true])
  })

  it('needs a session', async () => {
    t.app.use(t.webapp.csrf())
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([
      500,
      expect.stringContaining('misconfigured csrf'),
    ])
  })
})
