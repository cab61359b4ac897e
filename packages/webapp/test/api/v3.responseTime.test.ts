import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.responseTime(options)', ['3.x'], (t) => {
  const headerFor = async (name = 'x-response-time', path = '/') =>
    (await t.request(path)).headers[name]

  it('sets X-Response-Time in milliseconds with three decimals', async () => {
    t.app.use(t.webapp.responseTime())
    t.app.use((_req, res) => res.send('x'))
    expect(await headerFor()).toMatch(/^\d+\.\d{3}ms$/)
  })

  it('takes the number of digits, the name of the header and the suffix', async () => {
    t.app.use(t.webapp.responseTime({ digits: 0, header: 'X-Time', suffix: false }))
    t.app.use((_req, res) => res.send('x'))
    expect(await headerFor('x-time')).toMatch(/^\d+$/)
  })

  it('passes the time to a function', async () => {
    t.app.use(t.webapp.responseTime((_req, res, time) => res.setHeader('X-Type', typeof time)))
    t.app.use((_req, res) => res.send('x'))
    expect(await headerFor('x-type')).toBe('number')
  })

  it('keeps a header that the program set', async () => {
    t.app.use(t.webapp.responseTime())
    t.app.get('/set', (_req, res) => res.set('X-Response-Time', 'mine').send('x'))
    t.app.get('/head', (_req, res) => {
      res.writeHead(200, { 'X-Response-Time': 'of writeHead' })
      res.end()
    })
    expect(await headerFor('x-response-time', '/set')).toBe('mine')
    expect(await headerFor('x-response-time', '/head')).toBe('of writeHead')
  })

  it('rejects a number of digits that cannot be written', () => {
    expect(() => t.webapp.responseTime({ digits: -1 })).toThrow(RangeError)
  })

  it('sees all forms of headers that writeHead takes', async () => {
    t.app.use(t.webapp.responseTime())
    const forms: Record<string, unknown> = {
      '/object': { 'X-A': '1', 'Set-Cookie': ['a=1', 'b=2'] },
      '/flat': ['X-A', '1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
    }
    t.app.use((req, res) => {
      res.writeHead(202, 'Fine', forms[req.path] as never)
      res.end()
    })
    for (const path of Object.keys(forms)) {
      const answer = await t.request(path)
      expect([answer.status, answer.statusText]).toEqual([202, 'Fine'])
      expect(answer.headers).toMatchObject({ 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] })
      expect(answer.headers['x-response-time']).toMatch(/ms$/)
    }
  })
})
