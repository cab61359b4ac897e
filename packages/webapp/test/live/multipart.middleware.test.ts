import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { multipart } from '../../src/multipart.ts'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const BOUNDARY = 'X-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const END = `--${BOUNDARY}--\r\n`
const headers = { 'content-type': TYPE }

function part(disposition: string, content: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}

const form = `${part('name="a"', '1')}${part('name="f"; filename="f.txt"', 'content')}${END}`

interface Form {
  readonly body: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, { filename: string; size: number }[]>>
}

describeDialects('multipart() among other middleware', ['5.x', '4.x', '3.x'], (t) => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webapp-uploads-'))
    t.app.set('env', 'test')
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  it('reads a form once, if the application and the route have a parser', async () => {
    t.app.use(multipart())
    t.app.post('/', multipart({ files: {} }), (req, res) => {
      const { body, files } = req as unknown as Form
      res.json([body.a, files.f?.[0]?.size])
    })
    const answer = await t.request('/', { method: 'POST', headers, body: form })
    expect(answer.json()).toEqual(['1', 7])
  })

  it('reads the form of a request that a handler has paused', async () => {
    t.app.use((req, _res, next) => {
      req.pause()
      next()
    })
    for (const storage of ['memory', 'disk'] as const) {
      t.app.post(`/${storage}`, multipart({ storage, directory }), (req, res) => {
        res.json((req as unknown as Form).body.a)
      })
      const answer = await t.request(`/${storage}`, { method: 'POST', headers, body: form })
      expect(answer.json()).toBe('1')
    }
  })

  it('names the cause if a handler sets an encoding while the form arrives', async () => {
    t.app.use((req, _res, next) => {
      next()
      req.setEncoding('utf8')
    })
    for (const storage of ['memory', 'disk'] as const) {
      t.app.post(`/${storage}`, multipart({ storage, directory }), (_req, res) => {
        res.send('read')
      })
      const answer = await t.request(`/${storage}`, { method: 'POST', headers, body: form })
      expect(answer.status).toBe(500)
      expect(answer.text).toContain('stream encoding should not be set')
    }
  })

  it('lets a request without a body pass', async () => {
    t.app.use(multipart())
    t.app.get('/', (req, res) => void res.json({ files: 'files' in req }))
    expect((await t.request('/', { headers })).json()).toEqual({ files: false })
  })

  it('reads names with a line separator, and parameters without a value', async () => {
    t.app.post('/', multipart(), (req, res) => {
      const { body, files } = req as unknown as Form
      res.json([body, files.f?.[0]?.filename])
    })
    const body = [
      part('flag; name="a\u2028b"', '1'),
      part('name=plain;', '2'),
      part('Name="c" ; x', '3'),
      part('name="f"; filename="x=1;y.txt"', '4'),
      END,
    ].join('')
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.json()).toEqual([{ 'a\u2028b': '1', plain: '2', c: '3' }, 'x=1;y.txt'])
  })

  it('cleans a name of many dots in time', async () => {
    t.app.post('/', multipart({ limits: { files: 2000, parts: 2000 } }), (_req, res) => {
      res.send('read')
    })
    // With a quadratic expression, this takes minutes.
    const hostile = part(`name="f"; filename="x${'. '.repeat(7000)}x"`, '')
    const answer = await t.request('/', {
      method: 'POST',
      headers,
      body: hostile.repeat(400) + END,
    })
    expect(answer.text).toBe('read')
  })

  it('goes on with the connection after it has refused a form', async () => {
    t.app.post('/', multipart({ limits: { fileSize: 3 } }), (_req, res) => void res.send('taken'))
    t.app.use(((error: { status: number }, _req: never, res: never, _next: never) => {
      ;(res as { status(code: number): { send(text: string): void } })
        .status(error.status)
        .send('refused')
    }) as never)
    const client = new KeptConnection(await t.port())
    const post = (type: string, body: string) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    const large = part('name="f"; filename="f"', 'x'.repeat(100_000)) + END
    const small = part('name="f"; filename="f"', 'x') + END
    expect(await client.ask(post(TYPE, large), 'refused')).toContain(' 413 ')
    expect(await client.ask(post('multipart/form-data', large), 'refused')).toContain(' 400 ')
    expect(await client.ask(post(TYPE, small), 'taken')).toContain(' 200 ')
    client.socket.destroy()
  })

  it('reads forms by HTTP/2, and keeps the files of a request that succeeds', async () => {
    t.app.post('/:status', multipart({ storage: 'disk', directory }), (req, res) => {
      const { body, files } = req as unknown as Form
      res.status(Number(req.params.status))
      res.json([body.a, files.f?.[0]?.size])
    })
    const { ask } = await startHttp2(t.app as never)
    const answer = await ask('/200', { method: 'POST', headers, body: form })
    expect([answer.status, answer.text]).toEqual([200, '["1",7]'])
    expect(readdirSync(directory)).toHaveLength(1)
    expect((await ask('/422', { method: 'POST', headers, body: form })).status).toBe(422)
    await expect.poll(() => readdirSync(directory)).toHaveLength(1)
    const bad = await ask('/200', { method: 'POST', headers, body: form.slice(0, -9) })
    expect(bad.status).toBe(400)
    await expect.poll(() => readdirSync(directory)).toHaveLength(1)
  })

  it('leaves nothing of a form by HTTP/2 whose client leaves', async () => {
    const failed = createGate()
    let code: string | undefined
    t.app.post('/', multipart({ storage: 'disk', directory }), (_req, res) => void res.send('no'))
    t.app.use(((
      error: { code: string },
      _req: never,
      _res: never,
      next: (error: unknown) => void,
    ) => {
      code = error.code
      failed.open()
      next(error)
    }) as never)
    const { open, session } = await startHttp2(t.app as never)
    const stream = open('/', { method: 'POST', headers })
    stream.on('error', () => {})
    stream.write(part('name="f"; filename="f"', 'x'.repeat(200_000)).slice(0, -2))
    await expect.poll(() => readdirSync(directory)).toHaveLength(1)
    session.destroy() // A reset could come behind an orderly end of the request.
    await failed.opened
    expect(code).toBe('ECONNABORTED')
    await expect.poll(() => readdirSync(directory)).toEqual([])
  })

  it('ends a part that waits for its reader when the client of HTTP/2 leaves', async () => {
    const begun = createGate()
    const ended = createGate()
    t.app.post(
      '/',
      multipart({
        storage(part) {
          begun.open()
          return new Promise((resolve) => part.once('close', resolve))
        },
      }),
      (_req, res) => void res.send('no'),
    )
    t.app.use(((
      error: { code: string },
      _req: never,
      _res: never,
      next: (error: unknown) => void,
    ) => {
      expect(error.code).toBe('ECONNABORTED')
      ended.open()
      next(error)
    }) as never)
    const { open, session } = await startHttp2(t.app as never)
    const stream = open('/', { method: 'POST', headers })
    stream.on('error', () => {})
    stream.write(part('name="f"; filename="f"', 'x'.repeat(200_000)).slice(0, -2))
    await begun.opened
    session.destroy() // A reset could come behind an orderly end of the request.
    await ended.opened
  })

  it('reads a form in app.inject and app.fetch', async () => {
    t.app.post('/', multipart(), (req, res) => {
      const { body, files } = req as unknown as Form
      res.json([body.a, files.f?.[0]?.size])
    })
    const injected = await t.app.inject({ method: 'POST', url: '/', headers, body: form })
    expect(injected.json()).toEqual(['1', 7])
    const request = new Request('http://a/', { method: 'POST', headers, body: form })
    expect(await (await t.app.fetch(request)).json()).toEqual(['1', 7])
  })
})
