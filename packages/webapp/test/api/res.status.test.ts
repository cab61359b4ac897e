import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.status(code)', ['5.x', '4.x', '3.x'], (t) => {
  it.each([200, 201, 404, 599, 999])('sends %i as the status of the answer', async (code) => {
    t.app.get('/', (_req, res) => res.status(code).end())
    expect((await t.request('/')).status).toBe(code)
  })

  it('gives the response back, for chaining', async () => {
    t.app.get('/', (_req, res) => res.send(res.status(200) === res))
    expect((await t.request('/')).text).toBe('true')
  })

  it('answers 500 when a refused status is not handled, and keeps serving', async () => {
    t.app.get('/bad', (_req, res) => res.status('abc' as never).end())
    t.app.get('/', (_req, res) => res.send('ok'))
    expect((await t.request('/bad')).status).toBe(500)
    expect((await t.request('/')).text).toBe('ok')
  })

  it('lets an answer switch protocols with 101', async () => {
    t.app.get('/', (_req, res) => {
      res.status(101).set({ Connection: 'Upgrade', Upgrade: 'echo' }).end()
      res.socket?.end()
    })
    const bytes = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(bytes).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
  })
})

describeDialects('res.status(code) of 5.x', ['5.x'], (t) => {
  it.each([
    ['a string', '200'],
    ['a fraction', 200.5],
    ['NaN', Number.NaN],
    ['null', null],
    ['undefined', undefined],
    ['an object', {}],
  ])('refuses %s with a TypeError', async (_what, code) => {
    t.app.get('/', (_req, res) => res.status(code as never).end())
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => {
      res.send(`${err.name}: ${err.message}`)
    })
    const answer = await t.request('/')
    expect(answer.text).toBe(
      `TypeError: Invalid status code: ${JSON.stringify(code)}. Status code must be an integer.`,
    )
  })

  it.each([99, 1000, 0, -200])('refuses %i with a RangeError', async (code) => {
    t.app.get('/', (_req, res) => res.status(code).end())
    t.app.use((err: Error, _req: unknown, res: Reply, _next: unknown) => {
      res.send(`${err.name}: ${err.message}`)
    })
    const answer = await t.request('/')
    expect(answer.text).toBe(
      `RangeError: Invalid status code: ${code}. ` +
        'Status code must be greater than 99 and less than 1000.',
    )
  })
})

describeDialects('res.status(code) of 4.x', ['4.x'], (t) => {
  it.each([
    ['a number as text', '404', 404],
    ['a fraction', 200.9, 200],
  ])('takes %s', async (_what, code, status) => {
    t.app.get('/', (_req, res) => res.status(code as never).send('x'))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([status, 'x'])
  })

  it('tells how to write what is no whole number, once for each place', async () => {
    t.app.get('/text', (_req, res) => res.status('404' as never).end())
    t.app.get('/fraction', (_req, res) => res.status(200.9).end())
    t.app.get('/any/:code', (req, res) => res.status(req.params.code as never).end())
    expect(await noticesOf(() => t.request('/text'))).toEqual([
      'res.status("404"): use res.status(404) instead',
    ])
    expect(await noticesOf(() => t.request('/fraction'))).toEqual([
      'res.status(200.9): use res.status(200) instead',
    ])
    const told = await noticesOf(async () => {
      for (const code of ['201', '202.5', '203']) await t.request(`/any/${code}`)
    })
    expect(told).toEqual(['res.status("201"): use res.status(201) instead'])
  })

  it.each([99, 1000, 0, -200, Number.NaN, 'abc', null, undefined, {}])(
    'takes %j, which fails when the head is written',
    async (code) => {
      let seen: unknown = 'not reached'
      t.app.get('/bad', (_req, res) => {
        seen = res.status(code as never).statusCode
        res.end()
      })
      t.app.get('/', (_req, res) => res.send('ok'))
      expect((await t.request('/bad')).status).toBe(500)
      expect(seen).toEqual(code)
      expect((await t.request('/')).text).toBe('ok')
    },
  )

  it('can be corrected before the head is written', async () => {
    t.app.get('/', (_req, res) => res.status(1000).status(201).end())
    expect((await t.request('/')).status).toBe(201)
  })
})

interface Reply {
  send(body: string): unknown
}
