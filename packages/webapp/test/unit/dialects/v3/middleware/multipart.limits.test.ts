import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, WriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { multipart } from '../../../../../src/dialects/v3/middleware/multipart.ts'
import type { MultipartForm } from '../../../../../src/dialects/v3/multipart/form.ts'
import { serve, setUpServers, tell } from './chain.ts'
import { formHeaders, openForm, type Part, post } from './form.ts'

setUpServers()

let uploadDir: string
beforeEach(() => {
  uploadDir = mkdtempSync(join(tmpdir(), 'webapp-multipart-'))
})
afterEach(() => rmSync(uploadDir, { recursive: true, force: true }))

const done = tell(() => 'done')
const file = (value: string, name = 'f'): Part => ({ name, filename: 'x.txt', value })
const stored = () => readdirSync(uploadDir)

describe('multipart(), over its limits', () => {
  // Messages and status as in 3.21.2, but for maxFiles, which it did not have.
  it.each<[object, Part[], number, string]>([
    [
      { maxFields: 1 },
      [file('1'), { name: 'a', value: '1' }, { name: 'b', value: '1' }],
      400,
      'maxFields 1 exceeded.',
    ],
    [
      { maxFieldsSize: 4 },
      [file('1'), { name: 'a', value: '123' }, { name: 'b', value: '45' }],
      400,
      'maxFieldsSize 4 exceeded',
    ],
    [{ maxFilesSize: 4 }, [file('123'), file('45')], 400, 'maxFilesSize 4 exceeded'],
    [{ maxFiles: 1 }, [file('1'), file('2')], 400, 'maxFiles 1 exceeded.'],
    [{ limit: 200 }, [file('1'), file('2'.repeat(300))], 413, 'Payload Too Large'],
    [
      {},
      [file('1'), { name: `a${'[b]'.repeat(40)}`, value: '1' }],
      400,
      'The input exceeded the depth',
    ],
    [
      {},
      [file('1'), ...Array(5000).fill({ name: 'a[b]', value: '1' })],
      400,
      'maxFields 1000 exceeded.',
    ],
  ])('%j refuses the form and removes its files', async (options, parts, status, message) => {
    const { request, requestChunked } = await serve(multipart({ uploadDir, ...options }), done)
    const form = post(...parts)
    expect((await request('/', form)).json()).toMatchObject({ status, message })
    expect(await requestChunked(form)).toBe(status)
    expect(stored()).toEqual([])
    expect((await request()).status).toBe(200)
  })

  it('refuses a body that is too long before it looks for the boundary', async () => {
    const { request } = await serve(multipart({ uploadDir, limit: 200 }), done)
    const headers = { 'content-type': 'multipart/form-data' }
    const answer = await request('/', { method: 'POST', headers, body: ' '.repeat(201) })
    expect(answer.json()).toMatchObject({ status: 413, message: 'Payload Too Large' })
  })

  it('reads a compressed body without a boundary to its end', async () => {
    const { request } = await serve(multipart({ uploadDir }), done)
    const headers = { 'content-type': 'multipart/form-data', 'content-encoding': 'gzip' }
    const body = gzipSync(randomBytes(2_000_000))
    const answer = await request('/', { method: 'POST', headers, body })
    expect(answer.json()).toMatchObject({ status: 400, message: 'content-type missing boundary' })
  })

  it.each([{ maxFields: 'x' }, { maxFieldsSize: Number.NaN }, { maxFiles: -1 }, { limit: 'abc' }])(
    'refuses the options %j when it is made',
    (options) => {
      expect(() => multipart(options as never)).toThrow(TypeError)
    },
  )

  it('stores a thousand small files without opening them all', async () => {
    const { request } = await serve(multipart({ uploadDir }), done)
    const names = Array.from({ length: 1000 }, (_, index) => file('x', `f${index}`))
    expect((await request('/', post(...names))).status).toBe(200)
    expect(stored()).toHaveLength(1000)
  })
})

describe('multipart(), in trouble', () => {
  it('removes the files of a client that leaves, and tells the error handler', async () => {
    const failed = vi.fn()
    const { port, request } = await serve(multipart({ uploadDir }), done, ((
      error: unknown,
      _req: never,
      res: { end(): void },
      _next: unknown,
    ) => {
      failed(error)
      res.end()
    }) as never)
    const socket = connect(port, '127.0.0.1')
    const type = formHeaders['content-type']
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 9999\r\n\r\n`,
    )
    socket.write(openForm(file('whole')))
    socket.write(openForm(file('half')).slice(0, -2))
    await expect.poll(stored).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => failed).toHaveBeenCalledOnce()
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ status: 400, type: 'request.aborted' })
    expect(stored()).toEqual([])
    expect((await request()).status).toBe(200)
  })

  it('removes the files of a form that ends too early', async () => {
    const { request } = await serve(multipart({ uploadDir }), done)
    const body = openForm(file('whole'), file('half')).slice(0, -4)
    const answer = await request('/', { method: 'POST', headers: formHeaders, body })
    expect(answer.json()).toMatchObject({ status: 400, message: 'stream ended unexpectedly' })
    expect(stored()).toEqual([])
  })

  it('refuses large headers of a part, and reads thousands of quotes and semicolons', async () => {
    const { request } = await serve(multipart({ uploadDir }), done)
    for (const odd of ['"', ';', '="', '\\', ';a="'].map((text) => text.repeat(4000))) {
      const fits = await request('/', post({ name: `a"; b="${odd}`, value: '1' }))
      expect(fits.status).toBe(200)
    }
    const large = await request('/', post(file('1'), { name: 'a'.repeat(20_000), value: '1' }))
    expect(large.json()).toMatchObject({ status: 400 })
    expect(stored()).toEqual([])
  })

  it('refuses a form that a middleware before it has read', async () => {
    const drain = (req: IncomingMessage, _res: unknown, next: () => void) =>
      req.on('end', next).resume()
    const { request } = await serve(drain, multipart({ uploadDir }), done)
    const answer = await request('/', post(file('1')))
    expect(answer.json()).toMatchObject({ status: 400, message: 'stream ended unexpectedly' })
  })

  it('passes a failing disk to the error handler, as an error of the server', async () => {
    const { request } = await serve(multipart({ uploadDir: join(uploadDir, 'missing') }), done)
    const answer = await request('/', post(file('x'.repeat(200_000)), file('y')))
    expect(answer.json()).toMatchObject({ status: 500, code: 'ENOENT' })
    expect((await request()).status).toBe(200)
  })

  it.each([
    ['one large file', [file('x'.repeat(20_000_000))]],
    ['many small files', Array<Part>(900).fill(file('x'.repeat(5000)))],
  ])('stops reading %s while the disk is busy', async (_what, parts) => {
    let goOn = () => {}
    const write = vi.spyOn(WriteStream.prototype, '_write')
    write.mockImplementation((_chunk, _encoding, written) => {
      goOn = written
    })
    let form: MultipartForm | undefined
    const { request } = await serve(multipart({ uploadDir, defer: true }), (req, res) => {
      form = (req as { form?: MultipartForm }).form
      form?.on('close', () => res.end(JSON.stringify(form?.bytesReceived)))
    })
    const whole = post(...parts)
    const answer = request('/', whole)
    await expect.poll(() => write.mock.calls.length).toBe(1)
    await setTimeout(200)
    expect(form?.bytesReceived).toBeLessThan(1_000_000)
    expect(stored()).toHaveLength(1)
    write.mockRestore()
    goOn()
    expect((await answer).json()).toBe(whole.body.length)
  })

  it('survives an error that nobody listens for, with defer', async () => {
    const { request } = await serve(multipart({ uploadDir, defer: true }), done)
    const answer = await request('/', { method: 'POST', headers: formHeaders, body: 'garbage' })
    expect(answer.json()).toBe('done')
    expect((await request()).status).toBe(200)
  })

  it('leaves the files of a whole form to the application', async () => {
    const { request } = await serve(multipart({ uploadDir }), (_req, _res, next) =>
      next(new Error('app')),
    )
    expect((await request('/', post(file('1')))).status).toBe(500)
    expect(stored()).toHaveLength(1)
  })

  it('keeps the async context of the request', async () => {
    const storage = new AsyncLocalStorage<string>()
    const { request } = await serve(
      (_req, _res, next) => storage.run('mine', next),
      multipart({ uploadDir }),
      tell(() => storage.getStore()),
    )
    expect((await request('/', post(file('1')))).json()).toBe('mine')
  })
})
