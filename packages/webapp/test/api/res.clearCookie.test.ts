import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

const LONG_AGO = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'

describeDialects('res.clearCookie(name, options)', ['5.x', '4.x', '3.x'], (t) => {
  it('sends an empty cookie that has expired', async () => {
    t.app.get('/', (_req, res) => res.clearCookie('sid').end())
    expect((await t.request('/')).headers['set-cookie']).toEqual([`sid=; Path=/; ${LONG_AGO}`])
  })

  it('repeats the options that name the cookie', async () => {
    t.app.get('/', (_req, res) => {
      res.clearCookie('sid', { path: '/admin', domain: 'example.com', secure: true }).end()
    })
    expect((await t.request('/')).headers['set-cookie']).toEqual([
      `sid=; Domain=example.com; Path=/admin; ${LONG_AGO}; Secure`,
    ])
  })

  it('sets the cookie through res.cookie', async () => {
    t.app.get('/', (_req, res) => {
      res.cookie = ((name: string, value: string) => {
        res.end(`cookie(${name}, ${JSON.stringify(value)})`)
      }) as never
      res.clearCookie('sid')
    })
    expect((await t.request('/')).text).toBe('cookie(sid, "")')
  })
})

describeDialects('res.clearCookie(name, options) of 5.x', ['5.x'], (t) => {
  it('ignores maxAge and expires', async () => {
    const options = Object.freeze({ maxAge: 9000, expires: new Date() })
    t.app.get('/', (_req, res) => res.clearCookie('sid', options).end())
    expect((await t.request('/')).headers['set-cookie']).toEqual([`sid=; Path=/; ${LONG_AGO}`])
  })
})

describeDialects('res.clearCookie(name, options) of 4.x', ['4.x'], (t) => {
  it('lets maxAge and expires win, and tells that they should not be given', async () => {
    const options = Object.freeze({ maxAge: 9000, expires: new Date(86_400_000) })
    t.app.get('/expires', (_req, res) => res.clearCookie('sid', { expires: options.expires }).end())
    t.app.get('/both', (_req, res) => res.clearCookie('sid', options).end())
    const notices = await noticesOf(async () => {
      expect((await t.request('/expires')).headers['set-cookie']).toEqual([
        'sid=; Path=/; Expires=Fri, 02 Jan 1970 00:00:00 GMT',
      ])
      expect((await t.request('/both')).headers['set-cookie']?.[0]).toMatch(
        /^sid=; Max-Age=9; Path=\/; Expires=/,
      )
    })
    expect(notices.map((notice) => notice.slice(0, 62))).toEqual([
      'res.clearCookie: Passing "options.expires" is deprecated. In v',
      'res.clearCookie: Passing "options.maxAge" is deprecated. In v5',
      'res.clearCookie: Passing "options.expires" is deprecated. In v',
    ])
  })
})
