import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { multipart } from '../../../../../src/dialects/v3/middleware/multipart.ts'
import type { MultipartForm } from '../../../../../src/dialects/v3/multipart/form.ts'
import { noticesOf } from '../../../../support/notices.ts'
import { serve, setUpServers, tell } from './chain.ts'
import { formHeaders, openForm, post } from './form.ts'

setUpServers()

const uploadDir = mkdtempSync(join(tmpdir(), 'webapp-multipart-'))
afterAll(() => rmSync(uploadDir, { recursive: true }))

interface Stored {
  readonly path: string
  readonly [member: string]: unknown
}
interface Seen {
  readonly body: Record<string, unknown>
  readonly files: Record<string, Stored>
}

const seen = tell((req) => ({ body: req.body, files: req.files }))
const read = async (...parts: Parameters<typeof post>): Promise<Seen> => {
  const { request } = await serve(multipart({ uploadDir }), seen)
  const answer = await request('/', post(...parts))
  expect(answer.status).toBe(200)
  return answer.json() as Seen
}

describe('multipart()', () => {
  it('gives fields in req.body and describes stored files in req.files', async () => {
    const { body, files } = await read(
      { name: 'title', value: 'Größe' },
      { name: 'photo', filename: 'é.txt', type: 'text/plain', value: 'hello' },
    )
    expect(body).toEqual({ title: 'Größe' })
    expect(files.photo).toEqual({
      fieldName: 'photo',
      originalFilename: 'é.txt',
      path: expect.stringContaining(uploadDir),
      headers: {
        'content-disposition': 'form-data; name="photo"; filename="é.txt"',
        'content-type': 'text/plain',
      },
      size: 5,
      name: 'é.txt',
      type: 'text/plain',
    })
    expect(readFileSync(files.photo?.path ?? '', 'utf8')).toBe('hello')
    expect(statSync(files.photo?.path ?? '').mode & 0o077).toBe(0)
  })

  it('nests names in brackets and lists repeated ones', async () => {
    const { body, files } = await read(
      { name: 'a[b]', value: '1' },
      { name: 'a[c]', value: '2' },
      { name: 'l[]', value: '1' },
      { name: 'l[]', value: '2' },
      { name: 'f[g]', filename: 'g.txt', value: '' },
      { name: 'u', filename: '1.txt', value: '' },
      { name: 'u', filename: '2.txt', value: '' },
    )
    expect(body).toEqual({ a: { b: '1', c: '2' }, l: ['1', '2'] })
    expect(files).toMatchObject({
      f: { g: { name: 'g.txt' } },
      u: [{ name: '1.txt' }, { name: '2.txt' }],
    })
  })

  it('takes no path and no odd extension from the client', async () => {
    const { files } = await read(
      { name: 'a', filename: '../../etc/passwd', value: '' },
      { name: 'b', filename: 'C:\\\\dir\\\\b.txt', value: '' },
      { name: 'c', filename: 'x.t%00/..', value: '' },
      { name: 'd', filename: `x.${'y'.repeat(300)}`, value: '' },
    )
    expect(files).toMatchObject({ a: { name: 'passwd' }, b: { name: 'b.txt' } })
    expect(Object.values(files).map(({ path }) => extname(path))).toEqual(['', '.txt', '', ''])
    expect(Object.values(files).every(({ path }) => path.startsWith(uploadDir))).toBe(true)
  })

  it('keeps the extension unless told not to', async () => {
    const { request } = await serve(multipart({ uploadDir, keepExtensions: false }), seen)
    const answer = await request('/', post({ name: 'f', filename: 'a.png', value: '' }))
    const { files } = answer.json() as Seen
    expect(extname(files.f?.path ?? '')).toBe('')
  })

  it('hashes files when asked to', async () => {
    const { request } = await serve(multipart({ uploadDir, hash: 'sha1' }), seen)
    const answer = await request('/', post({ name: 'f', filename: 'a', value: 'hello' }))
    const { files } = answer.json() as Seen
    expect(files.f?.hash).toBe('aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d')
    expect(() => multipart({ hash: 'nonsense' })).toThrow('option hash "nonsense" is unknown')
  })

  it('undoes base64 in fields and files', async () => {
    const { body, files } = await read(
      { name: 'a', encoding: 'base64', value: 'aGVsbG8=' },
      { name: 'f', filename: 'x', encoding: 'base64', value: 'aGVs\r\nbG8=' },
    )
    expect(body).toEqual({ a: 'hello' })
    expect(readFileSync(files.f?.path ?? '', 'utf8')).toBe('hello')
  })

  it('takes an empty file input as a file without a name', async () => {
    const part = { name: 'f', filename: '', type: 'application/octet-stream', value: '' }
    const { files } = await read(part)
    expect(files.f).toMatchObject({ name: '', size: 0 })
  })

  it('does not pollute or crash over names', async () => {
    const { body } = await read(
      { name: '__proto__[p]', value: '1' },
      { name: 'a[__proto__][p]', value: '1' },
      { name: 'constructor[prototype][p]', value: '1' },
      { name: '__proto__', filename: 'x', value: '' },
      { name: '', value: '3' },
      { value: '4' },
      { name: 'b[c]', value: '1' },
      { name: 'b', value: '2' },
      { name: 'hasOwnProperty', value: '5' },
    )
    expect(({} as { p?: unknown }).p).toBeUndefined()
    expect(body).toMatchObject({ hasOwnProperty: '5', b: [{ c: '1' }, '2'] })
  })

  it('reads compressed forms, and answers broken ones', async () => {
    const { request } = await serve(multipart({ uploadDir, limit: '1mb' }), seen)
    const form = post({ name: 'a', value: '1' })
    const headers = { ...formHeaders, 'content-encoding': 'gzip' }
    const send = (body: Uint8Array) => request('/', { method: 'POST', headers, body })
    const whole = gzipSync(form.body)
    expect((await send(whole)).json()).toMatchObject({ body: { a: '1' } })
    expect((await send(whole.subarray(0, -12))).status).toBe(400)
    expect((await send(Buffer.from('no gzip'))).status).toBe(400)
    const bomb = openForm({ name: 'f', filename: 'x', value: ' '.repeat(20_000_000) })
    expect((await send(gzipSync(bomb))).status).toBe(413)
  })

  it.each([
    [{ 'content-type': 'multipart/form-data' }, 'content-type missing boundary'],
    [
      { 'content-type': 'multipart/mixed; boundary=b' },
      'unrecognized content-type: multipart/mixed; boundary=b',
    ],
    [formHeaders, 'stream ended unexpectedly'],
  ])('answers 400 to %j with garbage', async (headers, message) => {
    const { request } = await serve(multipart({ uploadDir }), seen)
    const answer = await request('/', { method: 'POST', headers, body: 'garbage' })
    expect(answer.json()).toMatchObject({ status: 400, message })
  })

  it('leaves GET alone, and what another parser has read', async () => {
    const markRead = (req: { _body?: boolean }, _: unknown, next: () => void) => {
      req._body = true
      next()
    }
    const form = post({ name: 'a', value: '1' })
    const first = await serve(multipart({ uploadDir }), seen)
    expect((await first.request('/', { ...form, method: 'GET' })).json()).toEqual({
      body: {},
      files: {},
    })
    const second = await serve(markRead, multipart({ uploadDir }), seen)
    expect((await second.request('/', form)).json()).toEqual({})
  })

  it('tells of the form while it comes, with defer', async () => {
    const { request } = await serve(
      multipart({ uploadDir, defer: true }),
      (req: { form: MultipartForm; body: unknown }, res) => {
        const events: unknown[] = []
        const { form } = req
        form.on('part', (part) => events.push(['part', part.name]))
        form.on('field', (name, value) => events.push(['field', name, value]))
        form.on('file', (name, file) =>
          events.push(['file', name, file.size, existsSync(file.path)]),
        )
        form.on('progress', (received, expected) =>
          events.push(['progress', received === expected]),
        )
        form.on('close', () => res.end(JSON.stringify({ events, body: req.body })))
      },
    )
    const answer = await request(
      '/',
      post({ name: 'a', value: '1' }, { name: 'f', filename: 'x', value: '22' }),
    )
    expect(answer.json()).toEqual({
      events: [
        ['progress', true],
        ['part', 'a'],
        ['field', 'a', '1'],
        ['part', 'f'],
        ['file', 'f', 2, true],
      ],
      body: { a: '1' },
    })
  })

  it('emits no part that it refuses, with defer', async () => {
    const { request } = await serve(
      multipart({ uploadDir, defer: true, maxFields: 1 }),
      (req: { form: MultipartForm }, res) => {
        const events: unknown[] = []
        req.form.on('part', (part) => events.push(part.name))
        req.form.on('error', (error) => res.end(JSON.stringify([...events, error.message])))
      },
    )
    const parts = ['f', 'g'].map((name) => ({ name, filename: 'x', value: '22' }))
    const answer = await request('/', post(...parts))
    expect(answer.json()).toEqual(['f', 'maxFields 1 exceeded.'])
  })

  it('gives the notice of the original', async () => {
    const notices = await noticesOf(() => multipart())
    expect(notices).toEqual([
      'multipart: use parser (multiparty, busboy, formidable) npm module instead',
    ])
  })
})
