import { constants } from 'node:http2'
import { gunzipSync } from 'node:zlib'
import session from 'express-session'
import morgan from 'morgan'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Express, RequestHandler, Response } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

type Http2Response = import('node:http2').Http2ServerResponse

describeDialects('responses by HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as Express
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)

  beforeEach(() => {
    process.on('warning', onWarning)
  })

  afterEach(() => {
    process.off('warning', onWarning)
    expect(warnings.splice(0)).toEqual([])
  })

  async function answerOf(handler: RequestHandler, options = {}) {
    app().get('/', handler)
    return (await startHttp2(app())).ask('/', options)
  }

  describe('leave out what belongs to a connection of HTTP/1', () => {
    it.each(['Connection', 'Keep-Alive', 'Transfer-Encoding', 'Upgrade', 'Proxy-Connection'])(
      '%s',
      async (name) => {
        const { status, headers, text } = await answerOf((_req, res) => {
          res.setHeader(name, 'chunked')
          res.send(`has ${res.hasHeader(name)}`)
        })
        expect({ status, text }).toEqual({ status: 200, text: 'has false' })
        expect(headers).not.toHaveProperty(name.toLowerCase())
      },
    )

    it('in writeHead too, with the reason', async () => {
      const { status, headers, text } = await answerOf((_req, res) => {
        res.statusMessage = 'Well'
        res.writeHead(201, 'Made', { Connection: 'close', 'X-A': 'a' })
        res.end(res.statusMessage)
      })
      expect({ status, text }).toEqual({ status: 201, text: 'Well' })
      expect(headers).toMatchObject({ 'x-a': 'a' })
      expect(headers).not.toHaveProperty('connection')
    })
  })

  it.each<[string, (res: Response, tell: (error?: Error | null) => void) => void]>([
    ['written', (res, tell) => res.write('late', tell)],
    ['written in an encoding', (res, tell) => res.write('late', 'utf8', tell)],
    ['ended with more', (res, tell) => res.end('late', tell)],
  ])('stay whole when they are %s after their end', async (_how, act) => {
    app().set('env', 'test')
    const told: unknown[] = []
    const { status, text } = await answerOf((_req, res) => {
      res.write('first, ')
      res.end('last')
      act(res, (error) => told.push((error as NodeJS.ErrnoException | undefined)?.code))
    })
    expect({ status, text }).toEqual({ status: 200, text: 'first, last' })
    expect(told).toEqual(['ERR_STREAM_WRITE_AFTER_END'])
  })

  it('refuse a header that HTTP/1 refuses, where it is set', async () => {
    const codes: unknown[] = []
    const { text } = await answerOf((_req, res) => {
      for (const [name, value] of [
        ['X A', 'a'],
        ['X-A', 'a\r\nX-B: b'],
        ['X-A', undefined],
      ] as [string, string][]) {
        try {
          res.setHeader(name, value)
        } catch (error) {
          codes.push((error as NodeJS.ErrnoException).code)
        }
      }
      res.send('still')
    })
    expect(text).toBe('still')
    expect(codes).toEqual([
      'ERR_INVALID_HTTP_TOKEN',
      'ERR_INVALID_CHAR',
      'ERR_HTTP_INVALID_HEADER_VALUE',
    ])
  })

  it('refuse a second answer, and leave the first one whole', async () => {
    let code: unknown
    const { text } = await answerOf((_req, res) => {
      res.send('first')
      try {
        res.send('second')
      } catch (error) {
        code = (error as NodeJS.ErrnoException).code
      }
    })
    expect({ text, code }).toEqual({ text: 'first', code: 'ERR_HTTP_HEADERS_SENT' })
  })

  it('refuse a status that cannot be sent with the headers, and answer 500', async () => {
    const { status } = await answerOf((_req, res) => {
      res.statusCode = 1000
      res.end()
    })
    expect(status).toBe(500)
  })

  it('may have a wrong status corrected before it is sent', async () => {
    const { status } = await answerOf((_req, res) => {
      res.statusCode = 1000
      res.statusCode = 202
      res.end()
    })
    expect(status).toBe(202)
  })

  it('send several values of one header, and cookies line by line', async () => {
    const { headers } = await answerOf((_req, res) => {
      res.setHeader('ETag', ['"a"', '"b"'] as never)
      res.setHeader('Set-Cookie', ['a=1', 'b=2'])
      res.appendHeader?.('X-Many', 'a')
      res.appendHeader?.('X-Many', ['b', 'c'])
      res.end()
    })
    expect(headers.etag).toBe('"a", "b"')
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(headers['x-many']).toBe('a, b, c')
  })

  it('have no body for HEAD, however it is written', async () => {
    const { status, text, reset } = await answerOf(
      (_req, res) => {
        res.write('one', () => res.end('two'))
      },
      { method: 'HEAD' },
    )
    expect({ status, text, reset }).toEqual({ status: 200, text: '', reset: 0 })
  })

  it('send 103 Early Hints before the answer', async () => {
    const { status, interim } = await answerOf((_req, res) => {
      res.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => res.send('ok'))
    })
    expect(interim.map((hint) => [hint[':status'], hint.link])).toEqual([
      [103, '</a.css>; rel=preload'],
    ])
    expect(status).toBe(200)
  })

  it('send 102 Processing', async () => {
    const { interim } = await answerOf((_req, res) => {
      res.writeProcessing()
      res.send('ok')
    })
    expect(interim.map((hint) => hint[':status'])).toEqual([102])
  })

  it('send trailers', async () => {
    const { text, trailers } = await answerOf((_req, res) => {
      res.write('body')
      res.addTrailers({ 'X-Sum': '1' })
      res.end()
    })
    expect(text).toBe('body')
    expect(trailers).toMatchObject({ 'x-sum': '1' })
  })

  it('can push another answer', async () => {
    app().get('/', (_req, res) => {
      const { createPushResponse } = res as unknown as Http2Response
      createPushResponse.call(res as never, { ':path': '/pushed' }, (_error, pushed) => {
        pushed.end('pushed')
        res.send('asked')
      })
    })
    const link = await startHttp2(app())
    const pushed = new Promise((resolve) => {
      link.session.on('stream', (stream) => stream.on('data', (data) => resolve(String(data))))
    })
    expect((await link.ask('/')).text).toBe('asked')
    expect(await pushed).toBe('pushed')
  })

  it.each<[string, (res: Response) => unknown]>([
    ['setHeader', (res) => res.status(204).setHeader('Content-Length', '3').end('abc')],
    ['writeHead', (res) => res.writeHead(204, { 'Content-Length': '3' }).end('abc')],
  ])('have no length with a 204, which clients refuse (%s)', async (_how, send) => {
    const { status, headers, text, reset } = await answerOf((_req, res) => send(res))
    expect({ status, text, reset }).toEqual({ status: 204, text: '', reset: 0 })
    expect(headers).not.toHaveProperty('content-length')
  })

  it('have the length 0 with a 205, whatever was set', async () => {
    const { status, headers, text, reset } = await answerOf((_req, res) => {
      res.writeHead(205, { 'Content-Length': '3' }).end('abc')
    })
    expect({ status, text, reset }).toEqual({ status: 205, text: '', reset: 0 })
    expect(headers['content-length']).toBe('0')
  })

  it('keep headers with spaces around them, which clients ignore', async () => {
    const { headers } = await answerOf((_req, res) => {
      res.setHeader('X-One', ' one\t')
      res.setHeader('X-Two', ['a ', ''])
      res.setHeader('Set-Cookie', ['a=1 ', 'b=2'])
      res.writeHead(200, { 'X-Three': ' three ' })
      res.end()
    })
    expect(headers).toMatchObject({
      'x-one': 'one',
      'x-two': 'a,',
      'x-three': 'three',
      'set-cookie': ['a=1', 'b=2'],
    })
  })

  it('give back the header as it was set before it is sent', async () => {
    const { text } = await answerOf((_req, res) => {
      res.setHeader('X-One', ' one ')
      res.setHeader('X-Two', ['a', 'b'])
      res.send(JSON.stringify([res.getHeader('X-One'), res.getHeader('X-Two')]))
    })
    expect(JSON.parse(text)).toEqual([' one ', ['a', 'b']])
  })

  it('give back the status as it was set, until it is sent', async () => {
    const seen: unknown[] = []
    const { status } = await answerOf((_req, res) => {
      res.statusCode = '201' as never
      seen.push(res.statusCode)
      res.end()
      seen.push(res.statusCode)
    })
    expect(status).toBe(201)
    expect(seen).toEqual(['201', 201])
  })

  it('do not list the status as a header', async () => {
    const seen: unknown[] = []
    await answerOf((_req, res) => {
      res.setHeader('X-A', 'a')
      res.write('a')
      seen.push('x-a' in res.getHeaders(), ':status' in res.getHeaders())
      seen.push(res.getHeaderNames().filter((name) => name.startsWith(':')))
      res.end()
    })
    expect(seen).toEqual([true, false, []])
  })

  it('end with a replaced `write` as it was before', async () => {
    const seen: string[] = []
    const { text } = await answerOf((_req, res) => {
      const { write } = res
      const replaced = (...args: unknown[]) => {
        seen.push(String(args[0]))
        return Reflect.apply(write, res, args)
      }
      res.write = replaced as never
      res.write('one ')
      res.end('two')
      seen.push(String(res.write === (replaced as never)))
    })
    expect(text).toBe('one two')
    expect(seen).toEqual(['one ', 'true'])
  })

  it.each<[string, (res: Response) => unknown]>([
    [
      'setHeaders(Headers)',
      (res) =>
        res.setHeaders(
          new Headers([
            ['set-cookie', 'a=1'],
            ['x-a', 'a'],
            ['set-cookie', 'b=2'],
          ]),
        ),
    ],
    [
      'setHeaders(Map)',
      (res) =>
        res.setHeaders(
          new Map<string, string | string[]>([
            ['set-cookie', ['a=1', 'b=2']],
            ['x-a', 'a'],
          ]),
        ),
    ],
    [
      'a raw list of names and values',
      (res) => res.writeHead(200, ['Set-Cookie', 'a=1', 'X-A', 'a', 'set-cookie', 'b=2'] as never),
    ],
    [
      'a list of pairs',
      (res) =>
        res.writeHead(200, [
          ['Set-Cookie', 'a=1'],
          ['X-A', 'a'],
          ['set-cookie', 'b=2'],
        ] as never),
    ],
    [
      'writeHead(200, null, headers)',
      (res) => res.writeHead(200, null as never, { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': 'a' }),
    ],
    [
      'writeHead(200, undefined, headers)',
      (res) => res.writeHead(200, undefined, { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': 'a' }),
    ],
  ])('keep all cookies of %s', async (_how, set) => {
    const { headers } = await answerOf((_req, res) => {
      set(res)
      res.end()
    })
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(headers['x-a']).toBe('a')
  })

  it('replace headers that were set before by those of a raw list', async () => {
    const { headers } = await answerOf((_req, res) => {
      res.setHeader('X-A', 'old')
      res.writeHead(200, ['x-a', 'new', 'X-A', 'newer'] as never)
      res.end()
    })
    expect(headers['x-a']).toBe(t.dialect === '3.x' ? 'newer' : 'new, newer')
  })

  it.each<[string, (res: Response) => unknown]>([
    ['ERR_INVALID_ARG_TYPE', (res) => res.setHeaders({ 'x-a': 'a' } as never)],
    ['ERR_INVALID_ARG_VALUE', (res) => res.writeHead(200, ['x-a'] as never)],
    ['ERR_INVALID_ARG_TYPE', (res) => res.end(5 as never)],
    ['ERR_INVALID_ARG_TYPE', (res) => res.end({} as never)],
    ['ERR_INVALID_ARG_TYPE', (res) => res.write(undefined as never)],
    ['ERR_STREAM_NULL_VALUES', (res) => res.write(null as never)],
  ])('refuse %s as by HTTP/1, before the headers are sent', async (code, act) => {
    const seen: unknown[] = []
    app().get('/', (_req, res) => {
      try {
        act(res)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        seen.push([code, message, res.headersSent])
      }
      res.status(202).end('corrected')
    })
    const { status, text } = await (await startHttp2(app())).ask('/')
    await t.request('/')
    expect({ status, text }).toEqual({ status: 202, text: 'corrected' })
    expect(seen[0]).toMatchObject([code, expect.any(String), false])
    expect(seen[0]).toEqual(seen[1])
  })

  it.each(['', 0, false, null, undefined])('end without a body by end(%j)', async (chunk) => {
    const { status, text } = await answerOf((_req, res) => res.end(chunk as never))
    expect({ status, text }).toEqual({ status: 200, text: '' })
  })

  it.each(['writeContinue', 'writeEarlyHints', 'writeProcessing'] as const)(
    'ignore %s after the client reset the stream',
    async (name) => {
      const called = new Promise((resolve, reject) => {
        app().get('/', (_req, res) => {
          ;(res as unknown as Http2Response).stream.destroy()
          try {
            if (name === 'writeEarlyHints') res.writeEarlyHints({ link: '</a>' }, () => resolve(1))
            else if (name === 'writeContinue') res.writeContinue(() => resolve(1))
            else resolve(res.writeProcessing())
          } catch (error) {
            reject(error)
          }
        })
      })
      await (await startHttp2(app())).ask('/')
      await called
    },
  )

  it('send 100 Continue', async () => {
    const { interim } = await answerOf((_req, res) => res.writeContinue(() => res.send('ok')))
    expect(interim.map((head) => head[':status'])).toEqual([100])
  })

  it('survive a client that refuses a pushed response', async () => {
    const closed = new Promise<number | undefined>((resolve) => {
      app().get('/', (_req, res) => {
        const { createPushResponse } = res as unknown as Http2Response
        createPushResponse.call(res as never, { ':path': '/pushed' }, (_error, pushed) => {
          pushed.write('pushed')
          pushed.stream.on('close', () => resolve(pushed.stream.rstCode))
          res.send('asked')
        })
      })
    })
    const link = await startHttp2(app())
    link.session.on('stream', (stream) => {
      stream.on('error', () => {})
      stream.close(constants.NGHTTP2_REFUSED_STREAM)
    })
    expect((await link.ask('/')).text).toBe('asked')
    expect(await closed).toBe(constants.NGHTTP2_REFUSED_STREAM)
  })

  it('report a push on a reset stream to its callback', async () => {
    const refused = new Promise((resolve, reject) => {
      app().get('/', (_req, res) => {
        const { createPushResponse, stream } = res as unknown as Http2Response
        stream.destroy()
        try {
          createPushResponse.call(res as never, { ':path': '/pushed' }, resolve)
        } catch (error) {
          reject(error)
        }
      })
    })
    await (await startHttp2(app())).ask('/')
    expect(await refused).toMatchObject({ code: 'ERR_HTTP2_INVALID_STREAM' })
  })

  describe('go through members that middleware replaces', () => {
    it('writeHead, write and end, each once', async () => {
      const seen: unknown[] = []
      app().use((_req, res, next) => {
        for (const name of ['writeHead', 'write', 'end'] as const) {
          const original = res[name] as (...args: unknown[]) => never
          res[name] = ((...args: unknown[]) => {
            seen.push(args.length > 0 ? [name, String(args[0])] : name)
            return original.apply(res, args)
          }) as never
        }
        next()
      })
      const { text } = await answerOf((_req, res) => {
        res.write('one ')
        res.end('two')
      })
      expect(text).toBe('one two')
      expect(seen).toEqual([
        ['write', 'one '],
        ['writeHead', '200'],
        ['end', 'two'],
      ])
    })

    it('of morgan, which measures with the headers', async () => {
      const lines: string[] = []
      const format = ':method :url HTTP/:http-version :status :res[content-length] :response-time'
      app().use(morgan(format, { stream: { write: (line: string) => lines.push(line) } }))
      await answerOf((_req, res) => res.send('logged'))
      await expect.poll(() => lines).toHaveLength(1)
      expect(lines[0]).toMatch(/^GET \/ HTTP\/2\.0 200 6 [\d.]+\n$/)
    })

    it('of express-session', async () => {
      app().use(session({ secret: 'x', resave: false, saveUninitialized: true }) as never)
      app().get('/', (req, res) => {
        const { session: state } = req as unknown as { session: { count?: number } }
        state.count = (state.count ?? 0) + 1
        res.send(`count ${state.count}`)
      })
      const link = await startHttp2(app())
      const first = await link.ask('/')
      const cookie = String(first.headers['set-cookie']).split(';')[0]
      expect(first.text).toBe('count 1')
      expect((await link.ask('/', { headers: { cookie } })).text).toBe('count 2')
    })

    it('of compression', async () => {
      const compress = factories['3.x'].compress as unknown as (options: object) => RequestHandler
      app().use(compress({ threshold: 0 }))
      const text = 'compressed '.repeat(1000)
      const answer = await answerOf((_req, res) => res.send(text), {
        headers: { 'accept-encoding': 'gzip' },
      })
      expect(answer.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(answer.body).toString()).toBe(text)
    })
  })

  it('tell whether they are there', async () => {
    const states: unknown[] = []
    const tell = (res: Response) => states.push([res.destroyed, res.closed, res.writableNeedDrain])
    const closed = new Promise((resolve) => {
      app().get('/', (_req, res) => {
        tell(res)
        res.on('close', () => resolve(tell(res)))
        res.end()
      })
    })
    const link = await startHttp2(app())
    expect((await link.ask('/')).reset).toBe(constants.NGHTTP2_NO_ERROR)
    await closed
    expect(states).toEqual([
      [false, false, false],
      [true, true, false],
    ])
  })
})
