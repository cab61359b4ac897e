import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import type { RequestOptions } from '../support/exchange.ts'

const here = fileURLToPath(import.meta.url)

type Case = [path: string, options?: RequestOptions]

const large = Buffer.alloc(100_000, 'x')

const cases: Case[] = [
  ['/text'],
  ['/text', { method: 'HEAD' }],
  ['/text', { headers: { 'If-None-Match': '*' } }],
  ['/text', { method: 'OPTIONS' }],
  ['/text', { method: 'POST' }],
  ['/text?a=1&a=2&b[c]=d'],
  ['/none/of/these'],
  ['//double//slashes/%2F'],
  ['/json'],
  ['/empty'],
  ['/redirect'],
  ['/cookies'],
  ['/pieces'],
  ['/pieces', { method: 'HEAD' }],
  ['/file'],
  ['/file', { headers: { Range: 'bytes=2-5' } }],
  ['/file', { headers: { Range: 'bytes=999999-' } }],
  ['/stream'],
  ['/unread', { method: 'POST', body: large }],
  ['/echo', { method: 'POST', body: '{"a":"é"}', headers: { 'Content-Type': 'application/json' } }],
  ['/echo', { method: 'POST', body: '{"a":', headers: { 'Content-Type': 'application/json' } }],
  ['/echo', { method: 'PUT', body: '{}', headers: { 'Content-Type': 'text/plain' } }],
  ['/echo', { method: 'POST', headers: { Expect: '100-continue' } }],
  ['/broken'],
  ['/headers', { headers: { 'X-Many': ['a', 'b'], Cookie: ['a=1', 'b=2'] } }],
]

describeDialects('answers without a network', ['5.x', '4.x', '3.x'], (t) => {
  function build(): void {
    const { app } = t
    app.set('env', 'test')
    app.use(t.webapp.json() as never)
    app.get('/text', (req, res) => res.send(`Hello ${JSON.stringify(req.query)}`))
    app.get('/json', (_req, res) => res.json({ a: [1, 'é'] }))
    app.get('/empty', (_req, res) => res.status(204).end())
    app.get('/redirect', (_req, res) => res.redirect('/text'))
    app.get('/cookies', (_req, res) => {
      res.cookie('a', '1')
      res.cookie('b', '2', { httpOnly: true })
      res.end()
    })
    app.get('/pieces', (_req, res) => {
      res.write('one')
      setImmediate(() => res.end('two'))
    })
    app.get('/file', (_req, res) => {
      // 3.x has it by another name.
      const { sendFile, sendfile = sendFile } = res as { sendFile: Send; sendfile?: Send }
      sendfile.call(res, here)
    })
    app.get('/stream', (_req, res) => {
      createReadStream(here).pipe(res.type('ts'))
    })
    app.post('/unread', (_req, res) => res.send('not read'))
    app.all('/echo', (req, res) => res.send({ body: req.body, method: req.method }))
    app.get('/broken', () => {
      throw Object.assign(new Error('Broken'), { status: 503, headers: { 'Retry-After': '5' } })
    })
    app.get('/headers', (req, res) => {
      const { host, connection, ...others } = req.headers
      // A Request sorts its headers.
      res.json(Object.entries(others).sort())
    })
    app.use((error: Error, _req: unknown, _res: unknown, next: (error: Error) => void) => {
      // The page shows it, and a body comes by another way from a socket.
      error.stack = String(error)
      next(error)
    })
  }

  it.each(cases)('are those of a socket: %s %o', async (path, options = {}) => {
    build()
    const expected = await t.request(path, options)
    const { method, headers, body } = options
    const answer = await t.app.inject({ url: path, method, headers, body })
    expect([answer.statusCode, answer.statusMessage]).toEqual([
      expected.status,
      expected.statusText,
    ])
    expect(lasting(answer.rawHeaders)).toEqual(lasting(expected.rawHeaders))
    expect(answer.text()).toBe(expected.text)
  })

  it.each(cases)('are those of a socket, by fetch: %s %o', async (path, options = {}) => {
    build()
    const expected = await t.request(path, options)
    const response = await t.app.fetch(toRequest(path, options))
    expect([response.status, response.statusText]).toEqual([expected.status, expected.statusText])
    expect([...response.headers].filter(([name]) => name !== 'date')).toEqual(
      sorted(lasting(expected.rawHeaders)),
    )
    expect(await response.text()).toBe(expected.text)
  })
})

function toRequest(path: string, { method, headers, body }: RequestOptions): Request {
  const pairs = Object.entries(headers ?? {}).map(([name, value]) => {
    return [name, [value].flat().join(name === 'Cookie' ? '; ' : ', ')] as [string, string]
  })
  return new Request(`http://localhost${path}`, { method, headers: pairs, body } as RequestInit)
}

type Send = (this: unknown, path: string) => void
type Pair = [name: string, value: string]

/** Headers that do not belong to the connection, with a date that may be another one. */
function lasting(rawHeaders: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!/^(connection|keep-alive|date|transfer-encoding)$/i.test(name)) pairs.push([name, value])
  }
  return pairs
}

/** As Headers lists them: by name, and repeated ones joined unless they are cookies. */
function sorted(pairs: readonly Pair[]): Pair[] {
  const headers = new Headers()
  for (const [name, value] of pairs) headers.append(name, value)
  return [...headers]
}
