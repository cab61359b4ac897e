import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('an object made with Object.create(res)', ['5.x', '4.x', '3.x'], (t) => {
  it('sets, changes and removes headers of the response', async () => {
    t.app.get('/', (_req, res) => {
      const derived = Object.create(res)
      derived.setHeader('X-Set', '1')
      derived.set('X-Other', '2')
      derived.removeHeader('X-Powered-By')
      derived.vary('Accept')
      res.send('text')
    })
    const { headers, text } = await t.request('/')
    expect(headers).toMatchObject({ 'x-set': '1', 'x-other': '2', vary: 'Accept' })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(text).toBe('text')
  })

  it('of another such object sets headers of the response', async () => {
    t.app.get('/', (_req, res) => {
      Object.create(Object.create(res)).setHeader('X-Set', '1')
      res.send('text')
    })
    expect((await t.request('/')).headers).toMatchObject({ 'x-set': '1', 'x-powered-by': 'webapp' })
  })
})

describeDialects('res._contentLength', ['5.x', '4.x', '3.x'], (t) => {
  it('is the length of the body, whatever the values of other headers are', async () => {
    const lengths: unknown[] = []
    t.app.get('/', (_req, res) => {
      res.set('X-Exposed', 'Content-Length')
      res.send('text')
      lengths.push((res as unknown as { _contentLength: unknown })._contentLength)
    })
    const kept = { headers: { connection: 'keep-alive' } }
    // The first response of a second shows which headers Node appends, the next has them at once.
    for (let count = 0; count < 5; count++) await t.request('/', kept)
    expect(lengths).toEqual([4, 4, 4, 4, 4])
  })
})

describeDialects('req.unshift(chunk)', ['5.x', '4.x', '3.x'], (t) => {
  it('behind a parser that has begun inserts bytes where the parser is', async () => {
    t.app.use((req, _res, next) => {
      next() // The parser begins here.
      req.unshift(Buffer.from('{"first":1,'))
    })
    t.app.use(t.webapp.json())
    t.app.post('/', (req, res) => {
      res.send(req.body)
    })
    const client = connect(await t.port(), '127.0.0.1')
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n'
    client.write(
      `${head}Content-Type: application/json\r\n\r\na\r\n"second":2\r\n1\r\n}\r\n0\r\n\r\n`,
    )
    expect(await text(client)).toMatch(/\r\n\r\n\{"first":1,"second":2\}$/)
  })
})
