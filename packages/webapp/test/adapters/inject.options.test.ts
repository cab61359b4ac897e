import type { IncomingMessage, RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { InjectBody, InjectOptions } from '../../src/adapters/inject-types.ts'
import { inject } from '../../src/inject.ts'

/** A listener that tells what it was sent. */
async function tell(req: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return { url: req.url, headers: req.headers, raw: req.rawHeaders, body: Buffer.concat(chunks) }
}

/** What a listener gets for these options. */
async function sent(options: InjectOptions) {
  let seen: Awaited<ReturnType<typeof tell>> | undefined
  await inject(async (req, res) => {
    seen = await tell(req)
    res.end()
  }, options)
  if (seen === undefined) throw new Error('The listener was not asked')
  return seen
}

describe('url and query', () => {
  const pathOf = async (url: string | URL, query?: InjectOptions['query']) =>
    (await sent({ url, query })).url

  it('sends a path as it stands', async () => {
    expect(await pathOf('//a/../b/./c%2e?x=[1]&y')).toBe('//a/../b/./c%2e?x=[1]&y')
  })

  it('escapes what a connection cannot carry', async () => {
    expect(await pathOf('/a b/é\n?q=日本')).toBe('/a%20b/%C3%A9%0A?q=%E6%97%A5%E6%9C%AC')
  })

  it('leaves the fragment out', async () => {
    expect(await pathOf('/a?b#c?d')).toBe('/a?b')
  })

  it('makes a path of an address without one', async () => {
    expect(await pathOf('http://a.test')).toBe('/')
    expect(await pathOf('HTTP://a.test?q=1')).toBe('/?q=1')
  })

  it('asks for all of the server', async () => {
    let url: string | undefined
    await inject(
      (req, res) => {
        url = req.url
        res.end()
      },
      { method: 'OPTIONS', url: '*' },
    )
    expect(url).toBe('*')
  })

  it.each([
    ['an object', { a: 1, b: ['x', true], c: null, d: undefined }, '/?a=1&b=x&b=true&c='],
    ['text', 'a=1&b', '/?a=1&b'],
    ['text with its mark', '?a=1', '/?a=1'],
    ['URLSearchParams', new URLSearchParams([['é', ' ']]), '/?%C3%A9=+'],
    ['nothing', {}, '/'],
  ])('adds a query of %s', async (_what, query, expected) => {
    expect(await pathOf('/', query)).toBe(expected)
  })

  it('adds to the query that is there', async () => {
    expect(await pathOf('/a?b=1#c', { d: 2 })).toBe('/a?b=1&d=2')
  })
})

describe('headers', () => {
  it('keep their order and their case, after Host', async () => {
    const { raw } = await sent({
      headers: { 'X-One': '1', 'x-TWO': ['a', 'b'], 'X-No': undefined },
    })
    expect(raw).toEqual([
      ...['Host', 'localhost', 'X-One', '1', 'x-TWO', 'a', 'x-TWO', 'b'],
      ...['Connection', 'close'],
    ])
  })

  it('may be pairs or Headers', async () => {
    const pairs = await sent({
      headers: [
        ['X-A', '1'],
        ['x-a', '2'],
      ],
    })
    expect(pairs.headers['x-a']).toBe('1, 2')
    expect((await sent({ headers: new Headers({ 'x-a': '3' }) })).headers['x-a']).toBe('3')
  })

  it('may replace Host and Connection', async () => {
    const { raw } = await sent({ headers: { HOST: 'other', connection: 'keep-alive' } })
    expect(raw).toEqual(['HOST', 'other', 'connection', 'keep-alive'])
  })

  it('may be numbers', async () => {
    expect((await sent({ headers: { age: 5 } })).headers.age).toBe('5')
  })
})

it('may leave the rest of a form unread, without an unhandled rejection', async () => {
  const rejections: unknown[] = []
  const record = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', record)
  onTestFinished(() => void process.off('unhandledRejection', record))
  for (let count = 0; count < 50; count++) {
    const body = new FormData()
    body.set('file', new Blob(['content']), 'a.txt')
    body.set('other', new Blob(['content']), 'b.txt')
    const leave: RequestListener = (req, res) => {
      req.once('data', () => {
        res.end()
        req.destroy()
      })
    }
    // The connection closes before the response has left.
    await inject(leave, { method: 'POST', body }).catch(() => {})
    await new Promise(setImmediate)
  }
  expect(rejections).toEqual([])
})

describe('body', () => {
  const form = new FormData()
  form.set('name', 'Ada')
  const webStream = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a'))
        controller.enqueue(new Uint8Array())
        controller.enqueue('b')
        controller.close()
      },
    })
  async function* parts() {
    yield 'a'
    yield Buffer.from('b')
  }

  it.each<[what: string, body: InjectBody, expected: string, type: string | undefined]>([
    ['text', 'é', 'é', undefined],
    ['an empty text', '', '', undefined],
    ['a Buffer', Buffer.from('ab'), 'ab', undefined],
    ['a part of an array', new Uint8Array([97, 98, 99]).subarray(1), 'bc', undefined],
    ['an ArrayBuffer', new Uint8Array([97]).buffer, 'a', undefined],
    ['a DataView', new DataView(new Uint8Array([97]).buffer), 'a', undefined],
    ['an object', { a: [1] }, '{"a":[1]}', 'application/json'],
    ['an object without a prototype', Object.create(null), '{}', 'application/json'],
    ['a list', [1, null], '[1,null]', 'application/json'],
    ['what becomes JSON', new Date(0), '"1970-01-01T00:00:00.000Z"', 'application/json'],
    [
      'a form',
      new URLSearchParams({ a: 'b c' }),
      'a=b+c',
      'application/x-www-form-urlencoded;charset=UTF-8',
    ],
  ])('may be %s, whose length is known', async (_what, body, expected, type) => {
    const { headers, body: got } = await sent({ method: 'POST', body })
    expect(got.toString()).toBe(expected)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-length']).toBe(String(Buffer.byteLength(expected)))
    expect(headers['transfer-encoding']).toBeUndefined()
  })

  it.each<[what: string, body: () => InjectBody, expected: string | RegExp, type: string]>([
    ['a stream', () => Readable.from(['a', 'b']), 'ab', ''],
    ['a web stream', webStream, 'ab', ''],
    ['an async iterable', parts, 'ab', ''],
    ['a Blob', () => new Blob(['ab'], { type: 'text/x' }), 'ab', 'text/x'],
    ['FormData', () => form, /name="name"\r\n\r\nAda/, 'multipart/form-data'],
  ])('may be %s, sent in pieces', async (_what, body, expected, type) => {
    const { headers, body: got } = await sent({ method: 'POST', body: body() })
    expect(got.toString()).toMatch(expected)
    expect(headers['content-type'] ?? '').toContain(type)
    expect(headers['transfer-encoding']).toBe('chunked')
    expect(headers['content-length']).toBeUndefined()
  })

  it('has the type that is given', async () => {
    const headers = { 'Content-Type': 'application/vnd.api+json' }
    const { raw } = await sent({ method: 'POST', headers, body: { a: 1 } })
    expect(raw.filter((text) => /content-type/i.test(text))).toEqual(['Content-Type'])
  })

  it('may be a stream whose length is known', async () => {
    const headers = { 'content-length': 2 }
    const seen = await sent({ method: 'PUT', headers, body: Readable.from(['a', 'b']) })
    expect(seen.headers['transfer-encoding']).toBeUndefined()
    expect(seen.body.toString()).toBe('ab')
  })

  it('goes with any method, GET and DELETE included', async () => {
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'PATCH']) {
      const seen = await sent({ method, body: Readable.from(['ab']) })
      expect([method, seen.body.toString()]).toEqual([method, 'ab'])
    }
  })

  it('is none when it is null or undefined', async () => {
    for (const body of [null, undefined]) {
      expect((await sent({ body })).headers['content-length']).toBeUndefined()
      expect((await sent({ method: 'POST', body })).headers['content-length']).toBe('0')
    }
  })

  it('is sent no faster than it is read', async () => {
    let made = 0
    const endless = async function* () {
      for (;;) yield Buffer.alloc(65536, made++)
    }
    const { statusCode } = await inject(
      async (_req, res) => {
        for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
        res.end()
      },
      { method: 'POST', body: endless() },
    )
    expect(statusCode).toBe(200)
    expect(made).toBeLessThan(30)
  })

  it('is destroyed when the answer is there before it was sent', async () => {
    const body = new Readable({ read() {} })
    const answer = await inject((_req, res) => res.end('early'), { method: 'POST', body })
    expect(answer.text()).toBe('early')
    await new Promise(setImmediate)
    expect(body.destroyed).toBe(true)
  })

  it('is not sent to a server that does not want it', async () => {
    const { createServer } = await import('node:http')
    const server = createServer()
    server.on('checkContinue', (_req, res) => {
      res.statusCode = 417
      res.end()
    })
    let isRead = false
    const body = new Readable({
      read() {
        isRead = true
      },
    })
    const headers = { expect: '100-continue' }
    const answer = await inject(server, { method: 'POST', headers, body })
    await new Promise(setImmediate)
    expect([answer.statusCode, isRead, body.destroyed]).toEqual([417, false, true])
  })

  it('rejects with the error of its stream', async () => {
    const listener = (_req: unknown, res: { on(name: 'close', tell: () => void): unknown }) =>
      new Promise<void>((resolve) => res.on('close', resolve))
    async function* broken() {
      yield 'a'
      throw new Error('The disk is gone')
    }
    await expect(inject(listener, { method: 'POST', body: broken() })).rejects.toThrow(
      'The disk is gone',
    )
    const web = new ReadableStream({
      pull() {
        throw new Error('The web is gone')
      },
    })
    await expect(inject(listener, { method: 'POST', body: web })).rejects.toThrow('The web is gone')
  })

  it.each<[length: number, body: InjectBody]>([
    [5, 'abc'],
    [2, Buffer.from('abc')],
    [5, Readable.from(['a', 'bc'])],
    [2, Readable.from(['a', 'bc'])],
  ])('must be as long as it says, not %i: %o', async (length, body) => {
    const headers = { 'content-length': length }
    const asked = inject((req, res) => req.pipe(res), { method: 'POST', headers, body })
    await expect(asked).rejects.toThrow(`Content-Length is ${length}, but the body has 3 bytes`)
  })
})

describe('refusals', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular

  it.each<[options: unknown, message: RegExp]>([
    [undefined, /needs a path or options, not undefined/],
    [5, /needs a path or options, not 5/],
    ['path', /must be a path .* not 'path'/],
    ['', /not ''/],
    ['*/x', /not '\*\/x'/],
    ['ftp://a/b', /not 'ftp:\/\/a\/b'/],
    [{ url: 7 }, /url must be .* not 7/],
    [{ url: '/a\ud800' }, /half of a surrogate pair, as in '\/a\\u[dD]800'/],
    [{ url: '/', query: 'a=\udc00' }, /half of a surrogate pair, as in '\/\?a=\\u[dD][cC]00'/],
    [{ method: 5 }, /method must be a string, not 5/],
    [{ method: 'A B' }, /Method must be a valid HTTP token \["A B"\]/],
    [{ query: 5 }, /query must be .* not 5/],
    [{ query: ['a'] }, /query must be .* not \[ 'a' \]/],
    [{ query: { a: { b: 1 } } }, /query\.a must be .* not \{ b: 1 \}/],
    [{ headers: 'x' }, /headers must be .* not 'x'/],
    [{ headers: [['a']] }, /headers must contain pairs .* not \[ 'a' \]/],
    [{ headers: { a: {} } }, /The header a must be .* not \{\}/],
    [{ headers: { a: null } }, /The header a must be .* not null/],
    [{ headers: { 'a b': '1' } }, /valid HTTP token \["a b"\]/],
    [{ headers: { a: 'b\nc' } }, /Invalid character in header content \["a"\]/],
    [{ body: 5 }, /body must be .* not 5/],
    [{ body: true }, /body must be .* not true/],
    [{ body: () => 1 }, /body must be .* not \[Function: body\]/],
    [{ body: new Map() }, /body must be .* not Map\(0\) \{\}/],
    [{ body: circular }, /circular/],
    [{ body: { big: 1n } }, /BigInt/],
    [
      { body: new ReadableStream({ start: (c) => c.enqueue({}) }), method: 'POST' },
      /it yielded \{\}/,
    ],
    [{ body: Readable.from([]).destroy() }, /already read or destroyed/],
    [{ remoteAddress: 5 }, /remoteAddress must be a string, not 5/],
    [{ signal: {} }, /signal must be an AbortSignal, not \{\}/],
  ])('of %o', async (options, message) => {
    const asked = inject((req, res) => req.pipe(res), options as InjectOptions)
    await expect(asked).rejects.toThrow(message)
  })
})
