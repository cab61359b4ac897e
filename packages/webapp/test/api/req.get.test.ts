import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.get(name)', ['5.x', '4.x', '3.x'], (t) => {
  it('reads headers with hostile names and pollutes nothing', async () => {
    t.app.get('/', (req, res) => {
      const names = ['constructor', 'hasOwnProperty', 'toString']
      res.json([names.map((name) => req.get(name)), Object.keys(req.headersDistinct).length > 0])
    })
    const bytes = await t.raw(
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n__proto__: p\r\nconstructor: c\r\n' +
        'hasOwnProperty: h\r\ntoString: s\r\n\r\n',
    )
    expect(bytes).toMatch(/^HTTP\/1\.1 200 /)
    expect(bytes).toContain('[["c","h","s"],true]')
    expect(({} as Record<string, unknown>).p).toBeUndefined()
  })
})
