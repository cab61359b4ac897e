import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

type Middleware = (req: unknown, res: unknown, next: unknown) => void
type Factory = { limit(size: number): Middleware; json(): Middleware }

function chunked(body: string): string {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json'
  const size = body.length.toString(16)
  return `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`
}

describeDialects('webapp.limit(bytes) before a parser', ['3.x'], (t) => {
  it('refuses a larger body that declares no length, on a connection that was used before', async () => {
    const { limit, json } = t.webapp as unknown as Factory
    t.app.use(limit(5) as never)
    t.app.use(json() as never)
    t.app.use((req, res) => res.send(req.body))
    // A server learns the classes of an application with its first request.
    await t.request('/')
    const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const bytes = await t.raw(chunked('[1]') + chunked('[1,2,3]') + last)
    expect(bytes.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '413', '200'])
  })

  it('is that of the first limit, if there are several', async () => {
    const { limit, json } = t.webapp as unknown as Factory
    t.app.use(limit(10) as never)
    t.app.use(limit(5) as never)
    t.app.use(json() as never)
    t.app.use((req, res) => res.send(req.body))
    const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const bytes = await t.raw(chunked('[1,2,3]') + chunked('[1,2,3,4,5,6]') + last)
    expect(bytes.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '413', '200'])
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
    expect((await t.request('/', { ...post, body: '[1,2,3]' })).status).toBe(200)
    expect((await t.request('/', { ...post, body: '[1,2,3,4,5,6]' })).status).toBe(413)
  })
})
