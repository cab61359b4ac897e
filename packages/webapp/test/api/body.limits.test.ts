import { describe, expect, it } from 'vitest'
import type { Request, Response } from '../../src/types/v5/public.ts'
import { settle } from '../fixtures/garbage.ts'
import { parsers } from '../fixtures/parsers.ts'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const statuses = (bytes: string) => bytes.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(9))

describeDialects('a body that is refused', ['5.x', '4.x'], (t) => {
  describe.each(parsers)('by webapp.$name', ({ name, type }) => {
    const head = (framing: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`

    function prepare(): void {
      t.app.use(t.webapp[name]())
      t.app.all('/', (_req, res) => res.send('ok'))
    }

    it('with its length leaves the connection usable', async () => {
      prepare()
      const body = 'x'.repeat(300_000)
      const bytes = await t.raw(head(`Content-Length: ${body.length}`) + body + get)
      expect(statuses(bytes)).toEqual(['413', '200'])
    })

    it('without a length leaves the connection usable', async () => {
      prepare()
      const chunk = `${(30_000).toString(16)}\r\n${'x'.repeat(30_000)}\r\n`
      const bytes = await t.raw(
        `${head('Transfer-Encoding: chunked')}${chunk.repeat(10)}0\r\n\r\n${get}`,
      )
      expect(statuses(bytes)).toEqual(['413', '200'])
    })

    it('for its charset or coding leaves the connection usable', async () => {
      prepare()
      const refused = (headers: string) => `${head(`${headers}\r\nContent-Length: 5`)}{"a":`
      const bytes = await t.raw(`${refused('Content-Encoding: nulls')}${get}`)
      expect(statuses(bytes)).toEqual(['415', '200'])
    })
  })

  it('is answered before it has come', async () => {
    t.app.use(t.webapp.json({ limit: 10 }))
    t.app.use(tellError)
    const bytes = await t.raw(
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
    )
    expect(statuses(bytes)).toEqual(['413'])
  })

  it('is not kept: the rest of 20 MB passes unread', async () => {
    const size = 20_000_000
    const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n`
    const message = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(size, 'x'),
      Buffer.from('\r\n0\r\n\r\n'),
    ])
    const before = process.memoryUsage().arrayBuffers
    const bound = 5_000_000
    let kept = Number.NaN
    t.app.use(t.webapp.text())
    t.app.use((error: { status: number }, req: Request, res: Response, _next: unknown) => {
      req.on('end', async () => {
        kept = await settle(() => process.memoryUsage().arrayBuffers - before, bound)
        res.sendStatus(error.status)
      })
    })
    expect(statuses(await t.raw(message))).toEqual(['413'])
    expect(kept).toBeLessThan(bound)
  })

  it('is told apart from one that does not have the length it claims', async () => {
    t.app.use((req, _res, next) => {
      req.headers['content-length'] = '12'
      next()
    })
    t.app.use(t.webapp.text())
    t.app.use(tellError)
    const answer = await t.request('/', {
      method: 'POST',
      body: 'short',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({
      message: 'request size did not match content length',
      type: 'request.size.invalid',
      expected: 12,
      length: 12,
      received: 5,
      expose: true,
    })
  })

  it('because somebody decoded its bytes is an error of the program', async () => {
    t.app.use((req, _res, next) => {
      req.setEncoding('utf8')
      next()
    })
    t.app.use(t.webapp.text())
    t.app.use(tellError)
    const answer = await t.request('/', {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(500)
    expect(answer.json()).toMatchObject({
      message: 'stream encoding should not be set',
      type: 'stream.encoding.set',
      expose: false,
    })
  })

  it('does not stop the next request, many times over', async () => {
    t.app.use(t.webapp.json({ limit: 5 }))
    t.app.post('/', (req, res) => res.json(req.body))
    t.app.get('/', (_req, res) => res.send('ok'))
    const one = (body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const rounds = Array.from({ length: 50 }, () => one('[1]') + one('{') + one('[1,2,3,4]'))
    const bytes = await t.raw(rounds.join('') + get)
    const expected = Array.from({ length: 50 }, () => ['200', '400', '413']).flat()
    expect(statuses(bytes)).toEqual([...expected, '200'])
  })
})
