import { once } from 'node:events'
import { createReadStream, truncateSync } from 'node:fs'
import { constants } from 'node:http2'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ErrorRequestHandler, Express, RequestHandler } from '../../src/types/v5/public.ts'
import { canCountDescriptors, countDescriptors } from '../fixtures/descriptors.ts'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { type Link, startHttp2 } from '../support/http2.ts'
import { beginUpload, resetFrame } from '../support/http2-frames.ts'

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = constants

const root = createFolder({ 'large.bin': '', 'small.txt': 'small' })
const large = join(root, 'large.bin')
truncateSync(large, 50_000_000) // A hole: it takes no room on the disk.

describeDialects('a stream that the client resets', ['5.x', '4.x', '3.x'], (t) => {
  /** Leaves as soon as the first bytes of an answer are there. */
  async function leave(link: Link, path: string): Promise<void> {
    const stream = link.open(path)
    stream.on('error', () => {})
    await once(stream, 'data')
    stream.close(NGHTTP2_CANCEL)
  }

  const bodies: Body[] = [
    ['application/json', '{"a":1', () => t.webapp.json() as RequestHandler],
    ['application/x-www-form-urlencoded', 'a=1&b', () => t.webapp.urlencoded() as RequestHandler],
    ...textsOf(t.dialect),
  ]

  describe.each(bodies)('in the middle of a body of %s', (type, half, parser) => {
    it.each([
      ['is reset', (socket: Socket) => socket.write(resetFrame(NGHTTP2_CANCEL)), {}],
      ['is reset without an error', (socket: Socket) => socket.write(resetFrame(0)), {}],
      ['loses its connection', (socket: Socket) => socket.destroy(), {}],
      [
        'is reset before its length is reached',
        (socket: Socket) => socket.write(resetFrame(NGHTTP2_CANCEL)),
        { 'content-length': '1000' },
      ],
    ])('is told as an abort when it %s, and no route runs', async (_how, cut, length) => {
      const app = t.app as unknown as Express
      const seen: unknown[] = []
      const came = new Promise<void>((resolve) => {
        app.use((req, _res, next) => {
          req.once('data', () => resolve())
          next()
        })
      })
      app.use(parser())
      app.post('/', (req) => seen.push(['the route ran with', req.body]))
      const told = new Promise<void>((resolve) => {
        const onError: ErrorRequestHandler = (error, _req, _res, _next) => {
          seen.push([error.status, error.type, error.code])
          resolve()
        }
        app.use(onError)
      })
      const { port } = await startHttp2(app)
      const socket = beginUpload(port, { 'content-type': type, ...length }, half)
      await came
      cut(socket)
      await told
      socket.destroy()
      expect(seen).toEqual([[400, 'request.aborted', 'ECONNABORTED']])
    })
  })

  it('closes the response, and tells req and res', async () => {
    const app = t.app as unknown as Express
    const seen: string[] = []
    const closed = new Promise<void>((resolve) => {
      app.get('/', (req, res) => {
        req.on('close', () => seen.push('request'))
        res.on('close', () => {
          seen.push('response')
          // What an application still writes goes nowhere.
          res.write('late')
          res.end('late')
          setImmediate(resolve)
        })
        res.write('a')
      })
    })
    const link = await startHttp2(app)
    await leave(link, '/')
    await closed
    expect(seen.sort()).toEqual(['request', 'response'])
  })

  it('leaves the others of its connection alone', async () => {
    const app = t.app as unknown as Express
    app.get('/large', (_req, res) => sendLarge(res as never))
    app.get('/small', (_req, res) => res.send('small'))
    const link = await startHttp2(app)
    const others = [link.ask('/small'), link.ask('/small')]
    await leave(link, '/large')
    const answers = await Promise.all([...others, link.ask('/small')])
    expect(answers.map(({ text }) => text)).toEqual(['small', 'small', 'small'])
  })

  it('is told to the callback of a file as an abort, once', async () => {
    const app = t.app as unknown as Express
    const codes: unknown[] = []
    const called = new Promise<void>((resolve) => {
      app.get('/', (_req, res) => {
        sendLarge(res as never, (error) => {
          codes.push((error as NodeJS.ErrnoException | undefined)?.code)
          resolve()
        })
      })
    })
    const link = await startHttp2(app)
    await leave(link, '/')
    await called
    expect(codes).toEqual(['ECONNABORTED'])
  })

  it('is reported when it had gone before the file was asked for', async () => {
    const app = t.app as unknown as Express
    const called = new Promise((resolve) => {
      app.get('/', (_req, res) => {
        res.on('close', () => sendLarge(res as never, resolve))
        res.flushHeaders()
      })
    })
    const link = await startHttp2(app)
    const stream = link.open('/')
    stream.on('error', () => {})
    await once(stream, 'response')
    stream.close(NGHTTP2_CANCEL)
    expect(await called).toMatchObject({ code: 'ECONNABORTED' })
  })

  it.runIf(canCountDescriptors)('closes the files that it was sent', async () => {
    const app = t.app as unknown as Express
    app.use('/static', factories['5.x'].static(root))
    app.get('/sent', (_req, res) => sendLarge(res as never))
    app.get('/piped', (_req, res) => {
      const file = createReadStream(large)
      res.on('close', () => file.destroy())
      file.pipe(res)
    })
    const link = await startHttp2(app)
    for (const path of ['/static/large.bin', '/sent', '/piped']) {
      for (let round = 0; round < 5; round++) await leave(link, path)
    }
    await expect.poll(() => countDescriptors(large)).toBe(0)
  })
})

describeDialects('an error after the headers', ['5.x', '4.x', '3.x'], (t) => {
  it('resets its stream, and no other', async () => {
    const app = t.app as unknown as Express
    app.get('/thrown', (_req, res, next) => {
      res.write('begun')
      setImmediate(() => next(new Error('late')))
    })
    app.get('/slow', (_req, res) => {
      res.write('slow ')
      setTimeout(() => res.end('end'), 50)
    })
    const link = await startHttp2(app)
    const slow = link.ask('/slow')
    const cut = await link.ask('/thrown')
    expect(cut).toMatchObject({ status: 200, reset: NGHTTP2_INTERNAL_ERROR })
    expect(await slow).toMatchObject({ text: 'slow end', reset: 0 })
    expect(await link.ask('/slow')).toMatchObject({ text: 'slow end', reset: 0 })
  })

  it('does not take an answer back that is whole', async () => {
    const app = t.app as unknown as Express
    app.get('/', (_req, res, next) => {
      res.send('whole')
      next(new Error('too late'))
    })
    const link = await startHttp2(app)
    expect(await link.ask('/')).toMatchObject({ text: 'whole', reset: 0 })
  })

  it('cuts an answer that is destroyed, so that it does not look complete', async () => {
    const app = t.app as unknown as Express
    app.get('/', (_req, res) => {
      res.write('half')
      setImmediate(() => res.destroy())
    })
    const link = await startHttp2(app)
    expect((await link.ask('/')).reset).toBe(NGHTTP2_INTERNAL_ERROR)
  })
})

type Body = [type: string, half: string, parser: () => RequestHandler]

/** Bodies that only some dialects read. */
function textsOf(dialect: string): Body[] {
  if (dialect === '3.x') {
    const half = '--edge\r\nContent-Disposition: form-data; name="a"\r\n'
    const parser = () => factories['3.x'].multipart() as unknown as RequestHandler
    return [['multipart/form-data; boundary=edge', half, parser]]
  }
  const { raw, text } = factories[dialect as '5.x']
  return [
    ['text/plain', 'half', () => text() as RequestHandler],
    ['application/octet-stream', 'half', () => raw() as RequestHandler],
  ]
}

type Done = (error?: unknown) => void

/** Sends the large file with what the dialect has for it. */
function sendLarge(
  res: Record<'sendFile' | 'sendfile', (path: string, done?: Done) => void>,
  done?: Done,
): void {
  if (typeof res.sendFile === 'function') res.sendFile(large, done)
  else res.sendfile(large, done)
}
