import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.get(name)', ['5.x', '4.x', '3.x'], (t) => {
  it('is the same function as req.header', () => {
    expect(t.webapp.request.header).toBe(t.webapp.request.get)
  })

  it('reads a header in any case of its name', async () => {
    t.app.get('/', (req, res) =>
      res.json([req.get('X-Foo'), req.header('x-foo'), req.get('X-FOO')]),
    )
    const answer = await t.request('/', { headers: { 'x-FOO': 'bar' } })
    expect(answer.json()).toEqual(['bar', 'bar', 'bar'])
  })

  it('is undefined for a header that was not sent', async () => {
    t.app.get('/', (req, res) => res.send(String(req.get('X-Nothing'))))
    expect((await t.request('/')).text).toBe('undefined')
  })

  it.each(['Referer', 'Referrer'])('reads %s under both spellings', async (name) => {
    t.app.get('/', (req, res) => res.json([req.get('Referer'), req.get('referrer')]))
    const answer = await t.request('/', { headers: { [name]: 'http://foobar.com' } })
    expect(answer.json()).toEqual(['http://foobar.com', 'http://foobar.com'])
  })

  it.each([
    ['no name', undefined, 'name argument is required to req.get'],
    ['an empty name', '', 'name argument is required to req.get'],
    ['a number', 42, 'name must be a string to req.get'],
  ])('refuses %s', async (_what, name, message) => {
    t.app.get('/', (req, res) => res.send(req.get(name as never)))
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain(`TypeError: ${message}`)
  })

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
