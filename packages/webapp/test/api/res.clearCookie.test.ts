import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const LONG_AGO = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'

describeDialects('res.clearCookie(name, options)', ['5.x', '4.x'], (t) => {
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

  it('ignores maxAge and expires', async () => {
    const options = Object.freeze({ maxAge: 9000, expires: new Date() })
    t.app.get('/', (_req, res) => res.clearCookie('sid', options).end())
    expect((await t.request('/')).headers['set-cookie']).toEqual([`sid=; Path=/; ${LONG_AGO}`])
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
