// biome-ignore-all lint/suspicious/noExplicitAny: types are tested in test/types, dialects differ.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { expect, describe as group, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { contract, type FormSchema, file, form, problemDetails } from '../../src/contract.ts'
import { inject } from '../../src/inject.ts'
import { multipart } from '../../src/multipart.ts'
import { describe } from '../../src/openapi.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')

type Value = string | { readonly content: string | Buffer; readonly type?: string }

/** A form of fields and files: a file has a content. */
function formOf(...entries: readonly (readonly [name: string, value: Value])[]): FormData {
  const data = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') data.append(name, value)
    else {
      const { content, type = 'image/png' } = value
      data.append(name, new Blob([content as never], { type }), `${name}.png`)
    }
  }
  return data
}

/** A folder for files, which is removed after the test. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-forms-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const avatar = { content: PNG }

describeDialects('a form in a contract', ['5.x', '4.x', '3.x'], (t) => {
  /** Posts a form to a route with a contract, behind which problems are shown as JSON. */
  async function post(body: FormSchema<any, any>, data: unknown, rest: object = {}) {
    t.app.set('env', 'test')
    t.app.post('/forms/:id', contract({ body, ...rest } as any) as any, (req: any, res: any) => {
      res.json(req.body)
    })
    t.app.use(problemDetails({ always: true }) as any)
    return inject(t.app, { method: 'POST', url: '/forms/1', body: data as object })
  }

  it('hands fields and files to the handler', async () => {
    const body = form({
      avatar: file({ maxSize: '1mb', types: ['image/*'] }),
      name: z.string().min(1),
      age: z.coerce.number(),
    })
    let seen: any
    t.app.use(t.webapp.json())
    t.app.post('/', contract({ body }) as any, (req: any, res: any) => {
      seen = req.body
      res.end(String(req.valid.body === req.body))
    })
    const data = formOf(['name', 'Ada'], ['avatar', avatar], ['age', '36'], ['other', 'dropped'])
    const response = await t.app.inject({ method: 'POST', url: '/', body: data })
    expect(response.text()).toBe('true')
    expect(Object.keys(seen).sort()).toEqual(['age', 'avatar', 'name'])
    expect(seen).toMatchObject({ name: 'Ada', age: 36 })
    const { buffer, filename, size, type } = seen.avatar
    expect({ filename, size, type }).toEqual({
      filename: 'avatar.png',
      size: 10,
      type: 'image/png',
    })
    expect(buffer).toEqual(PNG)
  })

  it('takes several files and optional ones', async () => {
    const body = form({
      photos: file({ maxCount: 2 }),
      scan: file({ optional: true }),
      notes: file({ maxCount: 3, optional: true }),
    })
    const photos = [
      ['photos', { content: 'a' }],
      ['photos', { content: 'b' }],
    ] as const
    const two = (await post(body, formOf(...photos))).json()
    expect([two.photos.length, 'scan' in two, two.notes]).toEqual([2, false, []])
    const three = await inject(t.app, {
      method: 'POST',
      url: '/forms/1',
      body: formOf(...photos, ['photos', { content: 'c' }]),
    })
    expect([three.statusCode, three.json().code]).toEqual([413, 'entity.too.large'])
  })

  it('refuses what does not fit, with the places', async () => {
    const body = form({ avatar: file(), name: z.string().min(3), tags: z.array(z.string()) })
    const response = await post(body, formOf(['name', 'A'], ['avatar', 'a text']))
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toBe('application/problem+json')
    const { code, issues } = response.json()
    expect(code).toBe('contract.refused')
    expect(issues).toEqual([
      { location: 'body', path: ['avatar'], message: 'Invalid input: expected a file' },
      { location: 'body', path: ['name'], message: expect.stringContaining('3') },
      { location: 'body', path: ['tags'], message: expect.any(String) },
    ])
  })

  it.each([
    [
      'a file that is too large',
      [['avatar', { content: 'x'.repeat(11) }]],
      413,
      'entity.too.large',
    ],
    [
      'a file of another type',
      [['avatar', { content: 'x', type: 'text/html' }]],
      415,
      'file.type.unsupported',
    ],
    [
      'a file in another field',
      [
        ['avatar', avatar],
        ['cv', avatar],
      ],
      400,
      'file.unexpected',
    ],
  ] as const)('refuses %s', async (_what, entries, status, code) => {
    const body = form({ avatar: file({ maxSize: 10, types: ['image/png'] }) })
    const response = await post(body, formOf(...(entries as any)))
    expect(response.json()).toMatchObject({ status, code })
  })

  it('refuses a body of another type, and none', async () => {
    const other = await post(form({ avatar: file() }), { avatar: 'a' })
    expect([other.statusCode, other.headers.accept]).toEqual([415, 'multipart/form-data'])
    const none = await inject(t.app, { method: 'POST', url: '/forms/1' })
    expect(none.json()).toMatchObject({ status: 400, code: 'contract.refused' })
  })

  it.each(['application/json', 'application/x-www-form-urlencoded'])(
    'takes no file from %s that a parser of every type has read',
    async (type) => {
      const seen: unknown[] = []
      const body = form({ avatar: file({ optional: true }), name: z.string().optional() })
      t.app.set('env', 'test')
      t.app.use(t.webapp.json({ type: () => type.endsWith('json') }) as never)
      t.app.use(
        t.webapp.urlencoded({ extended: true, type: () => !type.endsWith('json') }) as never,
      )
      t.app.post('/', contract({ body }) as never, (req, res) => {
        seen.push(req.body)
        res.end()
      })
      const given = [{ path: '/etc/passwd', filename: 'x', size: 1 }]
      const response = await t.app.inject({
        method: 'POST',
        url: '/',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        body: type.endsWith('json')
          ? JSON.stringify({ avatar: given })
          : 'avatar[0][path]=/etc/passwd&avatar[0][size]=1',
      })
      expect(seen).toEqual([])
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
    },
  )

  it('stores no file of a request that is refused for another part', async () => {
    let stored = 0
    const body = form({ avatar: file() }, { storage: () => ++stored })
    const params = z.object({ id: z.string().refine(async (id) => id === '2') })
    const response = await post(body, formOf(['avatar', avatar]), { params })
    expect(response.json().issues).toMatchObject([{ location: 'params', path: ['id'] }])
    expect(stored).toBe(0)
  })

  it('passes files to a storage, and takes them back if the request fails', async () => {
    const removed: string[] = []
    const body = form(
      { avatar: file(), name: z.string() },
      {
        storage: async (part) => {
          const content = String(await part.bytes())
          return { key: `s3://${content}`, remove: () => removed.push(content) }
        },
      },
    )
    const good = await post(body, formOf(['avatar', { content: 'good' }], ['name', 'Ada']))
    expect(good.json().avatar).toMatchObject({ stored: { key: 's3://good' }, size: 4 })
    const bad = await inject(t.app, {
      method: 'POST',
      url: '/forms/1',
      body: formOf(['avatar', { content: 'bad' }]),
    })
    expect(bad.statusCode).toBe(400)
    await expect.poll(() => removed).toEqual(['bad'])
  })

  it('takes files that multipart() has read before', async () => {
    t.app.use(multipart() as any)
    const response = await post(form({ avatar: file() }), formOf(['avatar', avatar]))
    expect(response.json().avatar).toMatchObject({ filename: 'avatar.png', size: 10 })
  })
})

group('form(fields, options)', () => {
  /** The body that a handler gets for a form. */
  async function send(body: FormSchema<any, any>, data: FormData): Promise<any> {
    const app = factories['5.x']()
    app.set('env', 'test')
    let seen: unknown
    app.post('/', contract({ body }) as any, (req: any, res: any) => {
      seen = req.body
      res.end()
    })
    const { statusCode } = await app.inject({ method: 'POST', url: '/', body: data })
    return statusCode === 200 ? seen : statusCode
  }

  it.each([
    ['zod', { n: z.coerce.number(), all: z.array(z.string()) }],
    ['arktype', { n: type('string.numeric.parse'), all: type('string[]') }],
    ['typebox', { n: Compile(Type.Number()), all: Compile(Type.Array(Type.String())) }],
  ])('reads fields with %s, and one value as a list', async (_name, fields) => {
    expect(await send(form(fields), formOf(['n', '1'], ['all', 'a']))).toEqual({ n: 1, all: ['a'] })
    const two = formOf(['n', '1'], ['all', 'a'], ['all', 'b'])
    expect(await send(form(fields), two)).toEqual({ n: 1, all: ['a', 'b'] })
    expect(await send(form(fields), formOf(['n', 'x'], ['all', 'a']))).toBe(400)
  })

  it('reads fields with valibot, and with a schema that validates later', async () => {
    const fields = {
      n: v.pipe(v.string(), v.transform(Number)),
      name: z.string().refine(async (name) => name === 'Ada'),
    }
    expect(await send(form(fields), formOf(['n', '1'], ['name', 'Ada']))).toEqual({
      n: 1,
      name: 'Ada',
    })
    expect(await send(form(fields), formOf(['n', '1'], ['name', 'Ben']))).toBe(400)
  })

  it('keeps files on disk for as long as the response succeeds', async () => {
    const directory = createFolder()
    const app = factories['5.x']()
    app.set('env', 'test')
    const body = form({ avatar: file() }, { storage: 'disk', directory })
    const contents: string[] = []
    app.post('/:status', contract({ body }), (req, res) => {
      contents.push(String(readFileSync(req.body.avatar.path)))
      res.sendStatus(Number(req.params.status))
    })
    const send = (status: number) =>
      app.inject({
        method: 'POST',
        url: `/${status}`,
        body: formOf(['avatar', { content: String(status) }]),
      })
    await send(409)
    await expect.poll(() => readdirSync(directory)).toEqual([])
    await send(201)
    expect(contents).toEqual(['409', '201'])
    expect(readdirSync(directory)).toHaveLength(1)
  })

  it.each(['5.x', '4.x', '3.x'] as const)(
    'leaves no file of an aborted upload [%s]',
    async (dialect) => {
      const directory = createFolder()
      const failed = createGate()
      const seen: unknown[] = []
      const app = factories[dialect]() as any
      const body = form({ avatar: file(), name: z.string() }, { storage: 'disk', directory })
      app.post('/', contract({ body }) as any, () => seen.push('the handler'))
      app.use((error: any, _req: any, _res: any, next: any) => {
        seen.push(error.code)
        failed.open()
        next(error)
      })
      const { open, session } = await startHttp2(app)
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const stream = open('/', { method: 'POST', headers })
      stream.on('error', () => {})
      const head = '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
      stream.write(head + 'x'.repeat(200_000))
      await expect.poll(() => readdirSync(directory)).toHaveLength(1)
      session.destroy() // A reset could come behind an orderly end of the request.
      await failed.opened
      expect(seen).toEqual(['ECONNABORTED'])
      await expect.poll(() => readdirSync(directory)).toEqual([])
    },
  )

  it('leaves no file of an aborted upload over HTTP/1', async () => {
    const directory = createFolder()
    const failed = createGate()
    const app = factories['5.x']()
    const body = form({ avatar: file() }, { storage: 'disk', directory })
    app.post('/', contract({ body }), (_req, res) => res.send('never'))
    app.use(((_error: unknown, _req: never, _res: never, _next: never) => failed.open()) as any)
    const server = app.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
        'Content-Length: 900000\r\n\r\n--b\r\n' +
        `Content-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n${'x'.repeat(200_000)}`,
    )
    await expect.poll(() => readdirSync(directory)).toHaveLength(1)
    socket.destroy()
    await failed.opened
    await expect.poll(() => readdirSync(directory)).toEqual([])
  })

  it('allows files as large as their rules say', async () => {
    const large = { content: Buffer.alloc(11 * 1024 * 1024) }
    expect(await send(form({ a: file() }), formOf(['a', large]))).toBe(413)
    const body = form({ a: file({ maxSize: '12mb' }), b: file({ optional: true }) })
    expect((await send(body, formOf(['a', large]))).a.size).toBe(large.content.length)
    expect(await send(body, formOf(['a', avatar], ['b', large]))).toBe(413)
    const limited = form({ a: file() }, { limits: { fileSize: 5 } })
    expect(await send(limited, formOf(['a', avatar]))).toBe(413)
  })

  it('tells types by the first bytes', async () => {
    const body = form({ a: file({ types: ['image/png'] }) }, { sniff: true })
    expect((await send(body, formOf(['a', avatar]))).a.sniffedType).toBe('image/png')
    expect(await send(body, formOf(['a', { content: '<svg>' }]))).toBe(415)
  })

  it('has no trouble with names of Object.prototype', async () => {
    const body = form({ ['__proto__']: z.string(), constructor: z.string().optional() })
    const seen = await send(body, formOf(['__proto__', 'a']))
    expect(Object.entries(seen)).toEqual([['__proto__', 'a']])
  })

  it('refuses descriptions that cannot work', () => {
    expect(() => form(undefined as never)).toThrow('form() takes an object')
    expect(() => form({ a: {} as never })).toThrow('the field a is not a schema')
    expect(() => form({}, { store: 'disk' } as never)).toThrow('the option store is unknown')
    expect(() => file({ size: 1 } as never)).toThrow('the option size is unknown')
    expect(() => form({ a: file({ maxSize: 'big' }) })).toThrow('files.a.maxSize must be a number')
    expect(() => form({ a: file({ types: ['png'] }) })).toThrow('files.a.types must be a list')
    expect(() => contract({ body: form({}), contentType: 'text/plain' })).toThrow(
      'a form has the contentType multipart/form-data',
    )
  })

  it('is multipart/form-data with binary parts in a document', async () => {
    const app = factories['5.x']()
    const body = form({
      avatar: file({ types: ['image/png'], description: 'A face' }),
      photos: file({ maxCount: 5, types: ['image/*', 'application/pdf'], optional: true }),
      name: z.string().min(1),
      nick: z.string().optional(),
    })
    app.post('/users', contract({ body, responses: { 201: {} } }), (_req, res) => res.end())
    const document = describe(app, { info: { title: 'Users', version: '1.0.0' } })
    const copy = JSON.parse(JSON.stringify(document))
    expect((await new Validator().validate(JSON.parse(JSON.stringify(copy)))).valid).toBe(true)
    const { requestBody, responses } = copy.paths['/users'].post
    expect(Object.keys(responses)).toEqual(['201', '400', '413', '415'])
    expect(requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              avatar: {
                type: 'string',
                format: 'binary',
                contentMediaType: 'image/png',
                description: 'A face',
              },
              photos: {
                type: 'array',
                items: { type: 'string', format: 'binary' },
                maxItems: 5,
              },
              name: { type: 'string', minLength: 1 },
              nick: { type: 'string' },
            },
            required: ['avatar', 'name'],
          },
          encoding: {
            avatar: { contentType: 'image/png' },
            photos: { contentType: 'image/*, application/pdf' },
          },
        },
      },
    })
    expect(copy).not.toHaveProperty('x-webapp-notes')
  })
})
