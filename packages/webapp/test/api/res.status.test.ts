import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('res.status(code)', ['5.x', '4.x', '3.x'], (t) => {
  it('lets an answer switch protocols with 101', async () => {
    t.app.get('/', (_req, res) => {
      res.status(101).set({ Connection: 'Upgrade', Upgrade: 'echo' }).end()
      res.socket?.end()
    })
    const bytes = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(bytes).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
  })
})

describeDialects('res.status(code) of 4.x', ['4.x'], (t) => {
  it.each([Number.NaN])('takes %j, which fails when the head is written', async (code) => {
    let seen: unknown = 'not reached'
    t.app.get('/bad', (_req, res) => {
      seen = res.status(code as never).statusCode
      res.end()
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    expect((await t.request('/bad')).status).toBe(500)
    expect(seen).toEqual(code)
    expect((await t.request('/')).text).toBe('ok')
  })
})
