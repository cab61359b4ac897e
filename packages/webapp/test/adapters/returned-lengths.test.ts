import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { httpEvent } from '../../../../tools/lambda/events.ts'
import { lambda } from '../../src/lambda.ts'
import { type Bench, describeDialects, factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const { brotliCompressSync, deflateSync, gzipSync } = zlib

// Node 24 has it, and decodes it.
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }
const decodesZstd = Number.parseInt(process.versions.undici ?? '0', 10) >= 7

type Coder = (bytes: Buffer) => Buffer
const coders: Record<string, Coder> = {
  br: brotliCompressSync,
  deflate: deflateSync,
  gzip: gzipSync,
  'x-gzip': gzipSync,
  ...(zstdCompressSync && { zstd: zstdCompressSync }),
}

/** Behind the coded length follows the response that an upstream wants a client to see. */
const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged'
const text = `${'planets '.repeat(20)}${forged.repeat(50)}`

/** Sends `text` in the codings that the path names, with the length of the coded bytes. */
let upstream: Server
beforeAll(async () => {
  upstream = createServer((req, res) => {
    const codings = decodeURIComponent(req.url ?? '').slice(1)
    const names = codings.split(',').map((name) => name.trim().toLowerCase())
    const bytes = names.reduce<Buffer>(
      (coded, name) => coders[name]?.(coded) ?? coded,
      Buffer.from(text),
    )
    res.writeHead(200, { 'Content-Encoding': codings, 'Content-Length': bytes.length })
    res.end(bytes)
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})
afterAll(() => {
  upstream.close()
  upstream.closeAllConnections()
})

function fetchCoded(codings: string, init?: RequestInit): Promise<Response> {
  const { port } = upstream.address() as AddressInfo // A TCP server that listens has one.
  return fetch(`http://127.0.0.1:${port}/${encodeURIComponent(codings)}`, init)
}

type AnyBench = Bench<'5.x' | '4.x' | '3.x'>

/** What GET /, and any other method of it, returns; and /second, which is asked for behind it. */
function serve(t: AnyBench, make: () => unknown): void {
  const router = factories['5.x'].Router()
  router.all('/', make)
  t.app.use(router)
  t.app.get('/second', (_req, res) => {
    res.send('second')
  })
}

/** Both requests go out before the first is answered. */
function askBoth(t: AnyBench, method = 'GET'): Promise<string> {
  return t.raw(
    `${method} / HTTP/1.1\r\nHost: a\r\n\r\n` +
      'GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  )
}

interface Message {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Splits the bytes of a connection into responses, as a client must (RFC 9112, 6.3). */
function split(raw: string, methods: readonly string[] = []): Message[] {
  const messages: Message[] = []
  let rest = raw
  while (rest !== '') {
    const [head = '', ...more] = rest.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    expect(line).toMatch(/^HTTP\/1\.1 \d{3} /)
    const headers = Object.fromEntries(fields.map((field) => readField(field)))
    const status = Number(line.split(' ')[1])
    const isEmpty = methods[messages.length] === 'HEAD' || status === 204 || status === 304
    const { body, after } = readBody(isEmpty ? {} : headers, more.join('\r\n\r\n'))
    messages.push({ status, headers, body })
    rest = after
  }
  return messages
}

function readField(field: string): [name: string, value: string] {
  const colon = field.indexOf(':')
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
}

function readBody(headers: Record<string, string>, bytes: string) {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0)
    expect(bytes.length).toBeGreaterThanOrEqual(length)
    return { body: bytes.slice(0, length), after: bytes.slice(length) }
  }
  expect(headers).not.toHaveProperty('content-length')
  let body = ''
  let after = bytes
  for (;;) {
    const [size = '', ...more] = after.split('\r\n')
    const chunk = more.join('\r\n').slice(0, Number.parseInt(size, 16))
    after = more.join('\r\n').slice(chunk.length + 2)
    if (chunk === '') return { body, after }
    body += chunk
  }
}

/** A body that comes in these pieces, each in a turn of its own, so that its head is out before. */
function inTurns(...pieces: string[]): ReadableStream {
  return new ReadableStream(
    {
      async pull(controller) {
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(Buffer.from(piece))
      },
    },
    { highWaterMark: 0 },
  )
}

function withLength(
  body: ConstructorParameters<typeof Response>[0],
  length: string,
  status = 200,
): Response {
  return new Response(body, { status, headers: { 'Content-Length': length } })
}

const all = ['5.x', '4.x', '3.x'] as const

describeDialects('a fetched Response that is returned', all, (t) => {
  beforeEach(() => {
    t.app.set('env', 'test')
  })

  it.each([
    ...['gzip', 'br', 'deflate', 'x-gzip', 'GZip', 'gzip, br', 'gzip,gzip', 'br ,\tdeflate'],
    ...['deflate, gzip, BR', 'X-GZIP, x-gzip'],
    ...(decodesZstd ? ['zstd', 'gzip, zstd'] : []),
  ])('is sent as fetch has decoded it from %j', async (codings) => {
    serve(t, () => fetchCoded(codings))
    const [first, second, ...others] = split(await askBoth(t))
    expect(first?.body).toBe(text)
    expect(first?.headers).not.toHaveProperty('content-encoding')
    expect([second?.body, others]).toEqual(['second', []])
  })

  it.each(['compress', 'gzip, compress', 'compress, gzip', 'gzip, identity'])(
    'names the coding %j, which fetch does not decode',
    async (codings) => {
      let sent = ''
      serve(t, async () => {
        sent = Buffer.from(await (await fetchCoded(codings)).arrayBuffer()).toString('latin1')
        return fetchCoded(codings)
      })
      const [first, second, ...others] = split(await askBoth(t))
      expect(first?.headers['content-encoding']).toBe(codings)
      expect(first?.body).toBe(sent)
      expect([second?.body, others]).toEqual(['second', []])
    },
  )

  it('keeps its length where it has no coding', async () => {
    serve(t, () => fetchCoded('identity'))
    const [first, second] = split(await askBoth(t))
    expect(first?.headers['content-length']).toBe(String(text.length))
    expect([first?.body, second?.body]).toEqual([text, 'second'])
  })

  it('is known by its clone', async () => {
    serve(t, async () => (await fetchCoded('gzip, br')).clone())
    const [first, second] = split(await askBoth(t))
    expect([first?.body, second?.body]).toEqual([text, 'second'])
  })

  it.each(['GET', 'HEAD'])(
    'has the same headers for HEAD when it was asked by %s',
    async (method) => {
      serve(t, () => fetchCoded('gzip, br', { method }))
      const [first, second] = split(await askBoth(t, 'HEAD'), ['HEAD'])
      expect(first?.headers).not.toHaveProperty('content-encoding')
      expect(first?.headers).not.toHaveProperty('content-length')
      expect(second?.body).toBe('second')
    },
  )

  it('cannot give its length to a body that was decoded', async () => {
    serve(t, async () => {
      const fetched = await fetchCoded('gzip, br')
      return new Response(fetched.body, fetched)
    })
    expect(await askBoth(t)).not.toContain('forged')
  })

  it('is an error when it has the length of a body that nobody asked for', async () => {
    serve(t, () => fetchCoded('identity', { method: 'HEAD' }))
    const [first, second] = split(await askBoth(t))
    expect([first?.status, second?.body]).toEqual([500, 'second'])
  })
})

describeDialects('the length of a Response that a handler returns', all, (t) => {
  beforeEach(() => {
    t.app.set('env', 'test')
  })

  it('stays, and its coding, where a program coded the body', async () => {
    const coded = gzipSync(text)
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': String(coded.length) }
    serve(t, () => new Response(coded, { headers }))
    const [first, second] = split(await askBoth(t))
    expect(first?.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(coded.length),
    })
    expect(first?.body).toBe(coded.toString('latin1'))
    expect(second?.body).toBe('second')
  })

  it.each([
    ['a text that is shorter', () => withLength('one', '40')],
    ['no body', () => withLength(null, '40')],
    ['no body, with the status 205', () => withLength(null, '40', 205)],
    ['an empty body', () => withLength('', '40')],
    ['a redirect', () => changed(Response.redirect('http://a.test/', 302), '40')],
    ['a value that is no length', () => withLength('one', 'abc')],
    ['a negative value', () => withLength('one', '-3')],
    ['a fraction', () => withLength('one', '3.0')],
    ['an empty value', () => withLength('one', '')],
    ['two values', () => withLength('one', '3, 4')],
  ])('is an error like any other for %s', async (_what, make) => {
    serve(t, make)
    const [first, second, ...others] = split(await askBoth(t))
    expect(first?.status).toBe(500)
    expect([second?.body, others]).toEqual(['second', []])
  })

  it('is sent once where it was given twice', async () => {
    serve(t, () => withLength('one', '3, 3'))
    const [first, second] = split(await askBoth(t))
    expect(first?.headers['content-length']).toBe('3')
    expect([first?.body, second?.body]).toEqual(['one', 'second'])
  })

  it.each([
    ['is longer', () => withLength(`onetwo${forged}`, '6')],
    ['has more bytes than letters', () => withLength('onetwo\u00fc', '7'), '\u00c3'],
    ['is longer by a piece', () => withLength(inTurns('onetwo', forged), '6')],
    ['is longer by a part of a piece', () => withLength(inTurns('one', `two${forged}`), '6')],
    ['is not announced', () => withLength(inTurns(`onetwo${forged}`), '6')],
  ])('ends a body that %s, and the connection', async (_what, make, more = '') => {
    serve(t, make)
    const raw = await askBoth(t)
    expect(raw).toMatch(/\r\nContent-Length: [67]\r\n/i)
    expect(raw.split('\r\n\r\n').slice(1)).toEqual([`onetwo${more}`])
  })

  it('ends an empty body', async () => {
    serve(t, () => withLength(inTurns(forged), '0'))
    expect((await askBoth(t)).split('\r\n\r\n').slice(1)).toEqual([''])
  })

  it('ends a body of which a large part is in flight', async () => {
    const large = 'x'.repeat(4_000_000)
    serve(t, () => withLength(inTurns(large, forged), '4000000'))
    const raw = await askBoth(t)
    expect(raw.split('\r\n\r\n').slice(1).join('') === large).toBe(true)
  })

  it('is not made up for by the next response when the body is shorter', async () => {
    serve(t, () => withLength(inTurns('one', 'two'), '40'))
    const raw = await askBoth(t)
    expect(raw.split('\r\n\r\n').slice(1)).toEqual(['onetwo'])
  })

  it('is not made up for by the next response when the body fails', async () => {
    const failing = inTurns('one').pipeThrough(
      new TransformStream({
        flush() {
          throw new Error('Gone')
        },
      }),
    )
    serve(t, () => withLength(failing, '40'))
    const raw = await askBoth(t)
    expect(raw.split('\r\n\r\n').slice(1)).toEqual(['one'])
  })

  it('counts text as the bytes that it becomes', async () => {
    const source = (pieces: string[]) =>
      new ReadableStream({
        pull(controller) {
          const piece = pieces.shift()
          if (piece === undefined) controller.close()
          else controller.enqueue(piece)
        },
      })
    serve(t, () => withLength(source(['ü', 'ber']), '5'))
    const [first, second] = split(await askBoth(t))
    expect([first?.body, second?.body]).toEqual(['\u00c3\u00bcber', 'second'])
  })

  it.each([undefined, null, 7, {}, [1, 2]])('counts no chunk like %j', async (chunk) => {
    const source = {
      start(controller: ReadableStreamDefaultController) {
        controller.enqueue(chunk)
        controller.enqueue(Buffer.from(forged))
        controller.close()
      },
    }
    serve(t, () => withLength(new ReadableStream(source), '3'))
    const [first, second] = split(await askBoth(t))
    expect([first?.status, first?.body]).toEqual([500, expect.stringContaining('not bytes')])
    expect(second?.body).toBe('second')
  })

  it('stays for a body that is slowed down by its client', async () => {
    const pieces = Array.from({ length: 64 }, (_, at) => String(at % 10).repeat(65_536))
    const whole = pieces.join('')
    const source = {
      pull(controller: ReadableStreamDefaultController) {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(Buffer.from(piece))
      },
    }
    serve(t, () => withLength(new ReadableStream(source), String(whole.length)))
    const [first, second] = split(await askBoth(t))
    expect(first?.headers['content-length']).toBe(String(whole.length))
    expect(first?.body === whole).toBe(true)
    expect(second?.body).toBe('second')
  })

  it.each([
    ['HEAD', 200, '5'],
    ['GET', 304, '5'],
    ['GET', 204, undefined],
  ])('for %s with the status %d is %s, without a body', async (method, status, length) => {
    serve(t, () => withLength(null, '5', status))
    const [first, second] = split(await askBoth(t, method), [method])
    expect([first?.status, first?.headers['content-length']]).toEqual([status, length])
    expect(second?.body).toBe('second')
  })

  it('is not sent beside a transfer coding', async () => {
    t.app.use((_req, res, next) => {
      res.setHeader('Transfer-Encoding', 'chunked')
      next()
    })
    serve(t, () => withLength('one', '3'))
    const raw = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(split(raw)[0]?.body).toBe('one')
  })

  it('leaves out the transfer coding that the Response names', async () => {
    const headers = { 'Transfer-Encoding': 'chunked', 'Content-Length': '3' }
    serve(t, () => new Response('one', { headers }))
    const [first, second] = split(await askBoth(t))
    expect(first?.headers).not.toHaveProperty('transfer-encoding')
    expect([first?.body, second?.body]).toEqual(['one', 'second'])
  })

  it('is that of middleware where the Response has none', async () => {
    t.app.use((_req, res, next) => {
      res.setHeader('Content-Length', '3')
      next()
    })
    serve(t, () => new Response(inTurns('one', forged)))
    expect((await askBoth(t)).split('\r\n\r\n').slice(1)).toEqual(['one'])
  })

  it('is not that of a Response that failed', async () => {
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': '40' }
    const router = factories['5.x'].Router()
    router.get('/', () => new Response('one', { headers }))
    router.use((error: Error, _req: unknown, _res: unknown, _next: unknown) => {
      return new Response(inTurns(error.message), { status: 500 })
    })
    t.app.use(router)
    const raw = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const [first] = split(raw)
    expect(first?.headers).not.toHaveProperty('content-encoding')
    expect(first?.body).toBe(
      'A handler returned a Response with a Content-Length of 40 and a body of 3 bytes',
    )
  })

  it('that is wrong is heard by the error handlers after the head was sent', async () => {
    const router = factories['5.x'].Router()
    const heard = new Promise((resolve) => {
      router.get('/', () => withLength(inTurns('one', 'two'), '3'))
      router.use((error: Error, _req: unknown, _res: unknown, _next: unknown) => resolve(error))
    })
    t.app.use(router)
    await t.raw('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await heard).toMatchObject({
      code: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
      message: 'A handler returned a Response with a Content-Length of 3 and a longer body',
    })
  })

  describe.each([
    ['longer', '3'],
    ['shorter', '40'],
  ])('that belongs to a body that is %s', (_what, length) => {
    beforeEach(() => serve(t, () => withLength(inTurns('one', 'two'), length)))

    it('cuts the answer of app.inject', async () => {
      if (length === '40') {
        await expect(t.app.inject('/')).rejects.toThrow('before the response to GET / was complete')
      } else expect((await t.app.inject('/')).body.toString()).toBe('one')
    })

    it('cuts the answer of app.fetch', async () => {
      const response = await t.app.fetch(new Request('http://a.test/'))
      if (length === '40') await expect(response.text()).rejects.toThrow('was complete')
      else expect(await response.text()).toBe('one')
    })

    it('cuts the answer of a lambda', async () => {
      const event = { ...httpEvent, rawPath: '/', rawQueryString: '' }
      const answer = lambda(t.app)(event, {})
      if (length === '40') await expect(answer).rejects.toThrow('was complete')
      else expect(await answer).toMatchObject({ body: 'one' })
    })

    it('resets the stream by HTTP/2, and no other', async () => {
      const link = await startHttp2(t.app)
      const answer = await link.ask('/')
      expect(answer.reset).not.toBe(0)
      expect('onetwo'.slice(0, Number(length)).startsWith(answer.text)).toBe(true)
      expect((await link.ask('/second')).text).toBe('second')
    })
  })

  it('is not waited for by HTTP/2 where there is no body', async () => {
    serve(t, () => withLength(null, '40'))
    const link = await startHttp2(t.app)
    expect((await link.ask('/')).status).toBe(500)
  })

  it('that is wrong means nothing once the client has left', async () => {
    const cancelled = new Promise((resolve) => {
      const source = {
        pull: (controller: ReadableStreamDefaultController) =>
          controller.enqueue(new Uint8Array(9)),
        cancel: () => resolve('cancelled'),
      }
      serve(t, () => withLength(new ReadableStream(source), '99999999'))
    })
    const { body } = await t.app.inject({ url: '/', stream: true })
    await once(body, 'readable')
    body.destroy()
    expect(await cancelled).toBe('cancelled')
  })
})

function changed(response: Response, length: string): Response {
  const headers = new Headers(response.headers)
  headers.set('Content-Length', length)
  return new Response(null, { status: response.status, headers })
}
