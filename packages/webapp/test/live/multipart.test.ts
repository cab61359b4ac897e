import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanFilename } from '../../src/body/filename.ts'
import { formData, multipart, type Part, parts } from '../../src/multipart.ts'
import { canCountDescriptors, countDescriptors } from '../fixtures/descriptors.ts'
import { createGate } from '../fixtures/gate.ts'
import { say } from '../fixtures/leave.ts'
import { describeDialects } from '../support/dialects.ts'
import { runs } from '../support/runs.ts'

const BOUNDARY = 'X-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** A part as text: its headers after the name, and its content. */
function part(name: string, content: string, rest = ''): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`
}

function filePart(name: string, content: string, filename = 'a.txt', type = 'text/plain'): string {
  return part(name, content, `; filename="${filename}"\r\nContent-Type: ${type}`)
}

const END = `--${BOUNDARY}--\r\n`
const headers = { 'content-type': TYPE }

describeDialects('multipart(options)', ['5.x', '4.x', '3.x'], (t) => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webapp-uploads-'))
    t.app.set('env', 'test')
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  /** Posts a form to middleware that answers with what it got. */
  async function post(options: Parameters<typeof multipart>[0], ...all: string[]) {
    t.app.post('/', multipart(options), (req, res) => {
      res.json({ body: req.body, files: (req as { files?: unknown }).files })
    })
    t.app.use(((error: Record<string, unknown>, _req: never, res: never, _next: never) => {
      const { status = 500, code, type, message } = error
      ;(res as { status(code: unknown): { json(value: unknown): void } })
        .status(status)
        .json({ code, type, message })
    }) as never)
    const body = Buffer.from(`${all.join('')}${all.at(-1)?.includes('--\r\n') ? '' : END}`)
    const answer = await t.request('/', { method: 'POST', headers, body })
    const told = answer.json() as { body?: object; files?: object; code?: string }
    return { status: answer.status, ...told }
  }

  it('fills req.body and req.files', async () => {
    const answer = await post(
      undefined,
      part('title', 'Ünïcode'),
      part('tag', 'a'),
      part('tag', 'b'),
      filePart('doc', 'hello', 'C:\\temp\\..\\näme.txt'),
      filePart('doc', '', 'empty.txt'),
      filePart('none', '', '', 'application/octet-stream'),
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { title: 'Ünïcode', tag: ['a', 'b'] },
      files: {
        doc: [
          {
            name: 'doc',
            filename: 'näme.txt',
            type: 'text/plain',
            size: 5,
            buffer: { type: 'Buffer', data: [...Buffer.from('hello')] },
          },
          { filename: 'empty.txt', size: 0 },
        ],
      },
    })
    expect(answer).not.toHaveProperty('files.none')
  })

  it('lets other requests pass', async () => {
    t.app.post('/', multipart(), (req, res) => void res.json({ files: 'files' in req }))
    const answer = await t.request('/', { method: 'POST', body: 'x' })
    expect(answer.json()).toEqual({ files: false })
  })

  it('stores files on disk, where only the user can read them', async () => {
    const answer = await post(
      { storage: 'disk', directory },
      filePart('doc', 'hello', '../../x.sh'),
    )
    const { path } = (answer as never as { files: { doc: [{ path: string }] } }).files.doc[0]
    expect(path.startsWith(join(directory, 'upload_'))).toBe(true)
    expect(path).not.toContain('.sh')
    expect(readFileSync(path, 'utf8')).toBe('hello')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('stores files by a function', async () => {
    const answer = await post(
      { storage: async (file: Part) => `${file.filename}=${await file.text()}` },
      filePart('a', 'one'),
      filePart('b', 'two', 'b.txt'),
    )
    expect(answer).toMatchObject({
      files: { a: [{ stored: 'a.txt=one', size: 3 }], b: [{ stored: 'b.txt=two' }] },
    })
  })

  it('refuses what is over a limit with 413', async () => {
    const cases: [NonNullable<Parameters<typeof multipart>[0]>['limits'], string[], string][] = [
      [{ fileSize: 4 }, [filePart('f', '12345')], 'LIMIT_FILE_SIZE'],
      [{ files: 1 }, [filePart('f', '1'), filePart('g', '1')], 'LIMIT_FILE_COUNT'],
      [{ fields: 1 }, [part('f', '1'), part('g', '1')], 'LIMIT_FIELD_COUNT'],
      [{ fieldSize: '1kb' }, [part('f', 'x'.repeat(1025))], 'LIMIT_FIELD_VALUE'],
      [{ parts: 1 }, [part('f', '1'), filePart('g', '1')], 'LIMIT_PART_COUNT'],
      [{ headerBytes: 100 }, [part('f'.repeat(100), '1')], 'LIMIT_PART_HEADERS'],
      [{ bodySize: 100 }, [part('f', 'x'.repeat(100))], 'LIMIT_BODY_SIZE'],
    ]
    for (const [limits, all, code] of cases) {
      t.renew()
      await t.close()
      t.app.set('env', 'test')
      expect(await post({ limits, storage: 'disk', directory }, ...all)).toMatchObject({
        status: 413,
        code,
      })
      expect(readdirSync(directory)).toEqual([])
    }
    t.renew()
    await t.close()
    expect(
      await post({ limits: { fileSize: 5, fieldSize: 1 } }, filePart('f', '12345'), part('g', '1')),
    ).toMatchObject({ status: 200 })
  })

  it('applies the rules of fields', async () => {
    const png = '\x89PNG\r\n\x1a\n'
    const files = { photo: { types: ['image/*'], maxCount: 1, maxSize: 10 } }
    const attempts: [string[], number][] = [
      [[filePart('photo', 'x', 'a.png', 'image/png')], 200],
      [[filePart('photo', 'x', 'a.txt', 'text/plain')], 415],
      [[filePart('other', 'x', 'a.png', 'image/png')], 400],
      [
        [
          filePart('photo', 'x', 'a.png', 'image/png'),
          filePart('photo', 'y', 'b.png', 'image/png'),
        ],
        413,
      ],
      [[filePart('photo', 'x'.repeat(11), 'a.png', 'image/png')], 413],
    ]
    for (const [all, status] of attempts) {
      t.renew()
      await t.close()
      t.app.set('env', 'test')
      expect((await post({ files, storage: 'disk', directory }, ...all)).status).toBe(status)
    }
    t.renew()
    await t.close()
    t.app.post(
      '/',
      multipart({ sniff: true, files: { photo: { types: ['image/png'] } } }),
      (req, res) => {
        const { files } = req as unknown as {
          files: { photo: [{ sniffedType: string; size: number }] }
        }
        res.send(`${files.photo[0].sniffedType} ${files.photo[0].size}`)
      },
    )
    const send = (content: string) =>
      t.request('/', {
        method: 'POST',
        headers,
        body: Buffer.from(filePart('photo', content, 'a.png', 'image/png') + END, 'latin1'),
      })
    expect((await send(`${png}${'x'.repeat(100)}`)).text).toBe('image/png 108')
    expect((await send('<script>alert(1)</script>')).status).toBe(415)
    expect((await send('')).status).toBe(415)
  })

  it('answers malformed forms with 400', async () => {
    const open = `--${BOUNDARY}\r\n`
    for (const body of [
      'no boundary at all',
      part('a', '1'),
      `${open}`,
      `${open}Content-Disposition: form-data; name="a"`,
      `${open}\r\nno headers\r\n${END}`,
      `${open}no colon\r\n\r\nx\r\n${END}`,
      `${open}Content-Disposition: attachment; name="a"\r\n\r\nx\r\n${END}`,
      `${open}Content-Disposition: form-data\r\n\r\nx\r\n${END}`,
      `${open}X: a\0b\r\n\r\nx\r\n${END}`,
      `--${BOUNDARY}x\r\n\r\n`,
      `--${BOUNDARY}-x`,
    ]) {
      t.renew()
      await t.close()
      t.app.set('env', 'test')
      t.app.post('/', multipart({ storage: 'disk', directory }), (_req, res) => void res.send('no'))
      const answer = await t.request('/', { method: 'POST', headers, body })
      expect([body, answer.status]).toEqual([body, 400])
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
      const answer = await t.request('/', {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'x',
      })
      expect(answer.status).toBe(400)
    }
    const gzip = { ...headers, 'content-encoding': 'gzip' }
    expect((await t.request('/', { method: 'POST', headers: gzip, body: 'x' })).status).toBe(415)
    expect(readdirSync(directory)).toEqual([])
  })

  it('takes hostile names as they are', async () => {
    const answer = await post(
      undefined,
      part('__proto__', 'x'),
      part('constructor', 'y'),
      part('', 'z'),
      part('a[b][c]', 'nested'),
      filePart('__proto__', 'f', 'x'),
      filePart('toString', 'f', 'x'),
    )
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body ?? {})).toEqual(['__proto__', 'constructor', '', 'a[b][c]'])
    expect(Object.keys(answer.files ?? {})).toEqual(['__proto__', 'toString'])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it('reads nested multipart, filename*, charsets and padding', async () => {
    const inner = '--inner\r\nContent-Disposition: file; filename="x"\r\n\r\ndata\r\n--inner--'
    const answer = await post(
      undefined,
      'a preamble\r\n',
      part('mixed', inner, '\r\nContent-Type: multipart/mixed; boundary=inner'),
      part('latin', 'caf\u00e9', '\r\nContent-Type: text/plain; charset=utf-8'),
      filePart('f', 'x', `plain.txt"; filename*=UTF-8''na%C3%AFve%20file.txt; x="`),
      filePart('g', 'x', `kept.txt"; filename*=UTF-8''%E0%A4%; x="`),
      `--${BOUNDARY} \t\r\nContent-Disposition: form-data;\r\n name="folded"\r\n\r\nyes\r\n`,
      `--${BOUNDARY}--\r\nan epilogue\r\n--${BOUNDARY}\r\n`,
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { mixed: inner, latin: 'café', folded: 'yes' },
      files: { f: [{ filename: 'naïve file.txt' }], g: [{ filename: 'kept.txt' }] },
    })
  })

  it('refuses thousands of tiny parts without storing them', async () => {
    const tiny = Array.from({ length: 5000 }, (_each, at) => part(`f${at}`, ''))
    expect(await post(undefined, ...tiny)).toMatchObject({ status: 413 })
  })

  it('leaves no file and no descriptor when the client leaves, in every state', async () => {
    const whole = `${part('a', '1')}${filePart('f', 'x'.repeat(70_000))}${filePart('g', 'y'.repeat(10))}`
    const failed = createGate()
    let failures = 0
    t.app.post('/', multipart({ storage: 'disk', directory }), (_req, res) => void res.send('no'))
    t.app.use(((
      error: { code: string },
      _req: never,
      _res: never,
      next: (error: unknown) => void,
    ) => {
      expect(error.code).toBe('ECONNABORTED')
      if (++failures === cuts.length) failed.open()
      next(error)
    }) as never)
    const cuts = [10, 80, 120, 200, 300, 40_000, 70_300, whole.length - 5]
    for (const cut of cuts) {
      const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${TYPE}\r\nContent-Length: ${whole.length + 100}\r\n\r\n`
      const before = failures
      const socket = await say(await t.port(), head + whole.slice(0, cut))
      // The server has received all of it when it has read as many bytes.
      await expect
        .poll(
          () => new Promise<number>((resolve) => t.server().getConnections((_e, n) => resolve(n))),
        )
        .toBeGreaterThan(0)
      if (cut > 300) await expect.poll(() => readdirSync(directory).length).toBeGreaterThan(0)
      socket.destroy()
      await expect.poll(() => failures).toBe(before + 1)
      await expect.poll(() => readdirSync(directory)).toEqual([])
      if (canCountDescriptors) expect(countDescriptors(directory)).toBe(0)
    }
    await failed.opened
  })

  it('removes files when a later handler fails, and keeps those that it is told to', async () => {
    t.app.post('/:how', multipart({ storage: 'disk', directory }), (req, res) => {
      const { files } = req as unknown as { files: { f: [{ keep(): void }] } }
      if (req.params.how === 'keep') files.f[0].keep()
      if (req.params.how === 'throw') throw new Error('later')
      res.status(req.params.how === 'good' ? 200 : 422).end()
    })
    const body = filePart('f', 'x') + END
    const send = (path: string) => t.request(path, { method: 'POST', headers, body })
    await send('/throw')
    await send('/bad')
    await expect.poll(() => readdirSync(directory)).toEqual([])
    await send('/good')
    await send('/keep')
    expect(readdirSync(directory)).toHaveLength(2)
  })

  it('fails if the disk does, and leaves nothing', async () => {
    const missing = join(directory, 'missing')
    const answer = await post(
      { storage: 'disk', directory: missing },
      filePart('f', 'x'.repeat(100_000)),
    )
    expect(answer.status).toBe(500)
    const removed: string[] = []
    t.renew()
    await t.close()
    t.app.set('env', 'test')
    const storage = async (file: Part) => {
      if (file.name === 'second') throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      await file.bytes()
      return { remove: () => removed.push(file.name) }
    }
    expect((await post({ storage }, filePart('first', 'x'), filePart('second', 'y'))).status).toBe(
      500,
    )
    expect(removed).toEqual(['first'])
  })

  it('refuses wrong options at once', () => {
    expect(() => multipart({ limits: { fileSize: 'much' } })).toThrow(/limits.fileSize must be/)
    expect(() => multipart({ limits: { filesize: 1 } as never })).toThrow(
      /limits.filesize is unknown/,
    )
    expect(() => multipart({ storage: 'tape' as never })).toThrow(/storage must be/)
    expect(() => multipart({ dest: 'uploads' } as never)).toThrow(
      'multipart(): the option dest is unknown; known are limits, files, storage, directory',
    )
    expect(() => multipart({ files: { photo: { maxsize: '1mb' } as never } })).toThrow(
      'files.photo.maxsize is unknown; known are maxCount, maxSize, types',
    )
    expect(() => multipart({ files: { a: { maxCount: 0 } } })).toThrow(/files.a.maxCount/)
    expect(() => multipart({ files: ['a'] as never })).toThrow(/files must have a rule for each/)
    expect(() => multipart({ files: { a: 'x' as never } })).toThrow(/files.a must be an object/)
    expect(() => multipart({ files: { a: undefined as never } })).toThrow(/files.a must be/)
    expect(() => multipart({ files: { a: { types: [5] as never } } })).toThrow(/files.a.types must/)
    expect(() => multipart(null as never)).toThrow(/takes an object of options, got null/)
    for (const limits of [5, null]) {
      expect(() => multipart({ limits: limits as never })).toThrow(
        `limits must be an object such as { files: 5 }, got ${limits}`,
      )
    }
    for (const types of [['png'], []]) {
      expect(() => multipart({ files: { a: { types } } })).toThrow(/files.a.types must be a list/)
    }
    expect(() => multipart({ files: { a: { types: ['image/svg+xml', 'image/*'] } } })).not.toThrow()
    for (const fileSize of ['10 apples', '', 'mb', Number.NaN, -1]) {
      expect(() => multipart({ limits: { fileSize } })).toThrow(/limits.fileSize must be/)
    }
    for (const fileSize of ['10mb', '1.5 KB', '100', 0, Infinity]) {
      expect(() => multipart({ limits: { fileSize } })).not.toThrow()
    }
  })

  it('refuses wrong arguments of parts() and formData()', async () => {
    const req = { headers } as never
    expect(() => parts(req, { fileSize: 1 } as never)).toThrow(
      'parts(): the option fileSize is unknown; known are limits',
    )
    await expect(formData(req, { fileSize: 1 } as never)).rejects.toThrow(
      'formData(): the option fileSize is unknown; known are limits',
    )
    expect(() => parts(undefined as never)).toThrow('parts() takes a request, got undefined')
    expect(() => parts(req, null as never)).toThrow(/parts\(\) takes an object of options/)
  })

  it('names the mistake if the request has an encoding', async () => {
    t.app.use((req, _res, next) => {
      req.setEncoding('utf8')
      next()
    })
    const answer = await post({}, part('a', '1'))
    expect(answer).toMatchObject({ status: 500, type: 'stream.encoding.set' })
  })
})

describeDialects('parts(req)', ['5.x', '4.x'], (t) => {
  it('gives each part as a stream, in order, and skips those that are not read', async () => {
    t.app.post('/', async (req, res) => {
      const seen: unknown[] = []
      for await (const each of parts(req)) {
        const { name, filename, type, isFile } = each
        seen.push([
          name,
          filename,
          type,
          isFile,
          each.headers['x-own'],
          name === 'skip' ? '' : await each.text(),
        ])
      }
      res.json(seen)
    })
    const body = [
      part('a', '1', '\r\nX-Own: yes'),
      filePart('skip', 'x'.repeat(300_000)),
      filePart('f', 'content', 'f.bin', 'application/x-own; a=b'),
      END,
    ].join('')
    expect((await t.request('/', { method: 'POST', headers, body })).json()).toEqual([
      ['a', null, 'text/plain', false, 'yes', '1'],
      ['skip', 'a.txt', 'text/plain', true, null, ''],
      ['f', 'f.bin', 'application/x-own', true, null, 'content'],
    ])
  })

  it('stops reading the client while a part is not read', async () => {
    const begun = createGate()
    const proceed = createGate()
    let size = 0
    t.app.post('/', async (req, res) => {
      for await (const each of parts(req)) {
        begun.open()
        await proceed.opened
        for await (const chunk of each) size += (chunk as Buffer).length
      }
      res.send(String(size))
    })
    const outgoing = request({ port: await t.port(), host: '127.0.0.1', method: 'POST', headers })
    outgoing.write(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n`,
    )
    await begun.opened
    const block = Buffer.alloc(1024 * 1024)
    let written = 0
    while (outgoing.write(block) && written < 100) written++
    for (; written < 40; written++) outgoing.write(block)
    await new Promise((resolve) => setImmediate(resolve))
    expect(outgoing.writableLength).toBeGreaterThan(1024 * 1024)
    proceed.open()
    outgoing.end(`\r\n${END}`)
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    const [text] = await once(incoming, 'data')
    expect(Number(text)).toBeGreaterThanOrEqual(40 * 1024 * 1024)
  })

  it('ends a form that the handler does not want to read further', async () => {
    t.app.post('/', async (req, res) => {
      for await (const each of parts(req)) {
        res.send(each.name)
        break
      }
    })
    const body = `${filePart('first', 'x'.repeat(200_000))}${filePart('second', 'y')}${END}`
    expect((await t.request('/', { method: 'POST', headers, body })).text).toBe('first')
  })

  it('reads a form as the web does', async () => {
    t.app.post('/', async (req, res) => {
      const form = await formData(req)
      const file = form.get('f') as File
      res.json([form.getAll('a'), file.name, file.type, await file.text()])
    })
    const form = new FormData()
    form.append('a', '1')
    form.append('a', '2')
    form.append('f', new Blob(['hello'], { type: 'text/css' }), 'x.css')
    const answer = await t.app.inject({ method: 'POST', url: '/', body: form })
    expect(answer.json()).toEqual([['1', '2'], 'x.css', 'text/css', 'hello'])
  })

  const gigabytes = Number(process.env.UPLOAD_GIGABYTES ?? 0)

  it('keeps memory flat while a large upload streams through', async () => {
    const blocks = gigabytes > 0 ? gigabytes * 1024 : 64
    let size = 0
    let largest = 0
    t.app.post('/', async (req, res) => {
      for await (const each of parts(req)) {
        for await (const chunk of each) {
          size += (chunk as Buffer).length
          largest = Math.max(largest, each.readableLength)
        }
      }
      res.end()
    })
    const outgoing = request({ port: await t.port(), host: '127.0.0.1', method: 'POST', headers })
    const answered = once(outgoing, 'response')
    outgoing.write(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n`,
    )
    const block = Buffer.alloc(1024 * 1024, 'line\r\n')
    for (let at = 0; at < blocks; at++) {
      if (!outgoing.write(block)) await once(outgoing, 'drain')
    }
    outgoing.end(`\r\n${END}`)
    const [incoming] = (await answered) as [IncomingMessage]
    incoming.resume()
    expect(incoming.statusCode).toBe(200)
    expect(size).toBe(blocks * 1024 * 1024)
    expect(largest).toBeLessThan(1024 * 1024)
  }, 3_600_000)
})

describe('the parser of forms', () => {
  const content = fc.array(
    fc.constantFrom('a', '\r', '\n', '\r\n', '-', '--', `\r\n--${BOUNDARY.slice(0, 4)}`, 'é', '"'),
    { maxLength: 12 },
  )
  const form = fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b c', 'ü', 'q\\"q', ''),
      filename: fc.option(fc.constantFrom('x.txt', 'ä.png', 'a b'), { nil: undefined }),
      content,
    }),
    { maxLength: 5 },
  )

  it('reads the parts that were written, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        form,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (all, sizes) => {
          const text = all.map(({ name, filename, content: each }) =>
            filename === undefined
              ? part(name, each.join(''))
              : filePart(name, each.join(''), filename),
          )
          const bytes = Buffer.from(text.join('') + END)
          const chunks: Buffer[] = []
          for (let at = 0, turn = 0; at < bytes.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1
            chunks.push(bytes.subarray(at, at + size))
            at += size
          }
          const written = all.map(({ name, filename, content: each }) => [
            name.replaceAll('\\"', '"'),
            filename,
            each.join(''),
          ])
          expect(await readAll(chunks)).toEqual(written)
        },
      ),
      { numRuns: runs(1000), seed: 7 },
    )
  })

  it('cleans the names of files', () => {
    const names = {
      '../../etc/passwd': 'passwd',
      'C:\\a\\b.txt': 'b.txt',
      'a\0b\r\n.txt': 'ab.txt',
      '..': '',
      ' . ': '',
      '.htaccess': '.htaccess',
      'photo\u202egpj.exe': 'photogpj.exe',
      'trailing. . ': 'trailing',
      '': '',
    }
    for (const [given, clean] of Object.entries(names)) expect(cleanFilename(given)).toBe(clean)
    const long = cleanFilename(`${'é'.repeat(300)}.jpeg`)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
    expect(long.endsWith('é.jpeg')).toBe(true)
  })

  function readAll(chunks: readonly Buffer[]): Promise<unknown[]> {
    const source = Readable.from(chunks, { objectMode: false })
    const req = Object.assign(source, { headers, complete: true }) as unknown as IncomingMessage
    return (async () => {
      const seen: unknown[] = []
      for await (const each of parts(req)) seen.push([each.name, each.filename, await each.text()])
      return seen
    })()
  }
})
