import fs, { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Inject } from '../../src/adapters/inject-types.ts'
import { createFolder, modified, writeFile } from '../fixtures/folder.ts'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const script = 'let counter = 0\n'.repeat(600)
const large = Buffer.alloc(300_000)
for (let at = 0; at < large.length; at++) large[at] = (at * 31 + (at >> 8)) % 256

const br = brotliCompressSync(script)
const gz = gzipSync(script)
/** Nothing decodes it: a server sends the bytes of a variant as they are. */
const zst = Buffer.from('bytes of Zstandard')

// The package has no types.
const compression = createRequire(import.meta.url)('compression') as (
  options: object,
) => RequestListener

const root = createFolder({
  'app.js': script,
  'app.js.br': br,
  'app.js.gz': gz,
  'app.js.zst': zst,
  'page.html': '<p>page</p>',
  'page.html.gz': gzipSync('<p>page</p>'),
  'image.png': 'png',
  'large.bin': large,
  'large.bin.br': large.subarray(0, 200_000),
  'docs/index.html': '<p>docs</p>',
  'docs/index.html.br': 'encoded docs',
  'docs.br': 'an archive of docs',
  'alone.js.br': 'no original',
  'folder.js': 'beside a folder',
  'folder.js.br/x': 'x',
  'folder.js.gz': 'variant of folder.js',
  '.hidden.js': 'secret',
  '.hidden.js.br': 'encoded secret',
  'empty.js': 'not empty',
  'empty.js.br': '',
  'nested.gz': 'an archive',
  'nested.gz.br': 'encoded archive',
})

const all = { precompressed: ['br', 'zst', 'gz'] } as const
const hex = modified.getTime().toString(16)
const tagOfBr = `W/"${br.length.toString(16)}-${hex}-br"`

describeDialects('webapp.static with precompressed', ['5.x', '4.x', '3.x'], (t) => {
  type Options = Parameters<typeof t.webapp.static>[1]

  function serve(options: Options = all, folder = root): void {
    t.app.use(t.webapp.static(folder, options))
    t.app.use(((_req, res) => {
      res.statusCode = 404
      res.end('next')
    }) as RequestListener)
    t.app.use(tellError as never)
  }

  const ask = (path: string, accepted?: string, headers = {}, method = 'GET') =>
    t.request(path, {
      method,
      headers: accepted === undefined ? headers : { 'Accept-Encoding': accepted, ...headers },
    })

  /** Coding and length of a response. */
  const codingOf = async (path: string, accepted?: string) => {
    const { headers, status } = await ask(path, accepted)
    return `${status} ${headers['content-encoding'] ?? '-'} ${headers.vary ?? '-'}`
  }

  describe('which variant', () => {
    it.each([
      [undefined, '-'],
      ['', '-'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['x-gzip', 'gzip'],
      ['GZIP', 'gzip'],
      ['deflate', '-'],
      ['zstd, gzip', 'zstd'],
      ['br;q=0.5, gzip', 'gzip'],
      ['br;q=0.5, zstd ; Q=0.7, gzip;q=0.6', 'zstd'],
      ['br;q=0, gzip', 'gzip'],
      ['*', 'br'],
      ['br;q=0, *', 'zstd'],
      ['*;q=0', '-'],
      ['identity', '-'],
      ['identity;q=0', '-'],
      ['identity;q=0, gzip;q=0.1', 'gzip'],
      ['identity, gzip;q=0.9', '-'],
      ['identity;q=0.5, gzip;q=0.5', 'gzip'],
      ['gzip;q=nonsense', '-'],
      ['gzip;q=', '-'],
      ['gzip;q=2', '-'],
      ['gzip;q=-1', '-'],
      [',;, ,gzip,', 'gzip'],
    ])('for Accept-Encoding %j is %s', async (accepted, coding) => {
      serve()
      expect(await codingOf('/app.js', accepted)).toBe(`200 ${coding} Accept-Encoding`)
    })

    it('depends on the order of the option on equal terms', async () => {
      serve({ precompressed: ['gz', 'br'] })
      expect(await codingOf('/app.js', 'br, zstd, gzip')).toBe('200 gzip Accept-Encoding')
      expect(await codingOf('/app.js', 'zstd')).toBe('200 - Accept-Encoding')
    })

    it('does not depend on what other clients accept', async () => {
      serve()
      const headers = Array.from({ length: 80 }, (_none, at) => `br;q=0.${at + 100}, gzip;q=0.05`)
      for (const header of headers) expect(await codingOf('/app.js', header)).toContain('200 br ')
      expect(await codingOf('/app.js', 'gzip')).toContain('200 gzip ')
      const long = `gzip, ${'x'.repeat(300)}`
      expect(await codingOf('/app.js', long)).toContain('200 gzip ')
    })

    it('is the next one if the best is missing', async () => {
      serve()
      const { headers, body } = await ask('/page.html', 'br, zstd, gzip')
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(body).toString()).toBe('<p>page</p>')
    })

    it('is none if there is none', async () => {
      serve()
      const { headers, text } = await ask('/image.png', 'br, gzip')
      expect([headers['content-encoding'], headers.vary, text]).toEqual([
        undefined,
        'Accept-Encoding',
        'png',
      ])
    })

    it('is none without the option', async () => {
      serve({})
      expect(await codingOf('/app.js', 'br')).toBe('200 - -')
      for (const precompressed of [false, [], undefined] as const) {
        const handler = t.webapp.static(root, { precompressed })
        const { headers } = await t.requestFrom(handler as RequestListener, '/app.js', {
          headers: { 'Accept-Encoding': 'br' },
        })
        expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
      }
    })

    it.each(['br', true, {}, ['brotli'], [1], ['br', 'toString'], ['.br']])(
      'cannot be %j',
      (precompressed) => {
        expect(() => t.webapp.static(root, { precompressed } as never)).toThrow(
          /^precompressed option must /,
        )
      },
    )
  })

  describe('a variant', () => {
    it('has the type of the original, and a length, a date and a tag of its own', async () => {
      serve()
      const { headers, body } = await ask('/app.js', 'br')
      const plain = (await ask('/app.js')).headers
      expect(headers).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=0',
        'content-encoding': 'br',
        'content-length': String(br.length),
        'content-type': plain['content-type'],
        'last-modified': modified.toUTCString(),
        etag: tagOfBr,
        vary: 'Accept-Encoding',
      })
      expect(plain['content-type']).toContain('javascript')
      expect(plain.etag).toBe(`W/"${script.length.toString(16)}-${hex}"`)
      expect(body.equals(br)).toBe(true)
    })

    it('has another tag than a variant of the same size and date', async () => {
      const folder = createTwins()
      serve(all, folder)
      const one = await ask('/twin.js', 'br')
      const other = await ask('/twin.js', 'gzip')
      expect(one.headers['content-length']).toBe(other.headers['content-length'])
      expect(one.headers.etag).not.toBe(other.headers.etag)
    })

    it('is sent whole, from the disk and from memory', async () => {
      serve()
      for (let count = 0; count < 3; count++) {
        expect((await ask('/large.bin', 'br')).body.equals(large.subarray(0, 200_000))).toBe(true)
        expect((await ask('/large.bin')).body.equals(large)).toBe(true)
        expect((await ask('/app.js', 'zstd')).body.equals(zst)).toBe(true)
        expect((await ask('/empty.js', 'br')).text).toBe('')
      }
    })

    it('needs no open file once it is in memory', async () => {
      serve()
      const opened = vi.spyOn(fs, 'open')
      onTestFinished(() => opened.mockRestore())
      // The original is not kept: only that it could be opened.
      await expect
        .poll(async () => {
          opened.mockClear()
          const { text } = await ask('/app.js', 'zstd')
          expect(text).toBe(zst.toString())
          return opened.mock.calls.filter(([path]) => String(path).startsWith(root)).length
        })
        .toBe(0)
      const plain = await ask('/app.js')
      expect([plain.text, plain.headers['content-encoding']]).toEqual([script, undefined])
    })

    it('is not sent with the headers of the original from memory, or the reverse', async () => {
      serve()
      const seen = new Set<string>()
      for (let count = 0; count < 3; count++) {
        for (const path of ['/app.js', '/app.js.gz']) {
          const { headers } = await ask(path, 'gzip')
          seen.add(
            [path, headers['content-type'], headers['content-encoding'], headers.vary].join(' '),
          )
        }
      }
      expect([...seen].map((line) => line.replace(/; charset=\S+/, ''))).toEqual([
        expect.stringMatching(/^\/app\.js \w+\/javascript gzip Accept-Encoding$/),
        expect.stringMatching(/^\/app\.js\.gz application\/\S*gzip {2}$/),
      ])
    })

    it('answers HEAD', async () => {
      serve()
      const { status, headers, body } = await ask('/app.js', 'br', {}, 'HEAD')
      expect([status, headers['content-length'], headers['content-encoding']]).toEqual([
        200,
        String(br.length),
        'br',
      ])
      expect(body).toHaveLength(0)
    })

    it.each([
      [{ 'If-None-Match': tagOfBr }, 304],
      [{ 'If-None-Match': tagOfBr.slice(2) }, 304],
      [{ 'If-None-Match': `W/"${script.length.toString(16)}-${hex}"` }, 200],
      [{ 'If-Modified-Since': modified.toUTCString() }, 304],
      [{ 'If-Match': tagOfBr }, 200],
      [{ 'If-Match': '"other"' }, 412],
      [{ 'If-Unmodified-Since': new Date(modified.getTime() - 5000).toUTCString() }, 412],
    ] as const)('answers the condition %j with %i', async (headers, status) => {
      serve()
      const answer = await ask('/app.js', 'br', headers)
      expect(answer.status).toBe(status)
      expect(answer.headers.vary).toBe('Accept-Encoding')
      expect(answer.headers['content-encoding']).toBe(status === 200 ? 'br' : undefined)
      if (status === 200) expect(answer.body.equals(br)).toBe(true)
      if (status === 412) expect(answer.text).toContain('412')
    })

    it('has ranges of its own', async () => {
      serve()
      const range = { Range: 'bytes=3-9' }
      const part = await ask('/app.js', 'br', range)
      expect([
        part.status,
        part.headers['content-range'],
        part.headers['content-encoding'],
      ]).toEqual([206, `bytes 3-9/${br.length}`, 'br'])
      expect(part.body.equals(br.subarray(3, 10))).toBe(true)
      const same = await ask('/app.js', 'br', { ...range, 'If-Range': tagOfBr })
      expect(same.status).toBe(206)
      const other = String((await ask('/app.js', 'gzip')).headers.etag)
      const whole = await ask('/app.js', 'br', { ...range, 'If-Range': other })
      expect([whole.status, whole.body.equals(br)]).toEqual([200, true])
    })

    it('of which a range is asked that it does not have is no part of the error', async () => {
      serve()
      const { status, headers, text } = await ask('/app.js', 'br', { Range: 'bytes=99999-' })
      expect([status, headers['content-range']]).toEqual([416, `bytes */${br.length}`])
      expect(headers['content-encoding']).toBeUndefined()
      expect(text).toContain('416')
    })

    it('follows the options for caches and ranges', async () => {
      serve({ ...all, maxAge: '1d', immutable: true, acceptRanges: false, etag: false })
      const { headers, status } = await ask('/app.js', 'br', { Range: 'bytes=0-1' })
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=86400, immutable'])
      expect([headers['accept-ranges'], headers.etag]).toEqual([undefined, undefined])
      t.renew()
      serve({ ...all, cacheControl: false, lastModified: false })
      const other = (await ask('/app.js', 'br')).headers
      expect([other['cache-control'], other['last-modified']]).toEqual([undefined, undefined])
      expect(other['content-encoding']).toBe('br')
    })

    it('is found for an index and for an extension', async () => {
      serve({ ...all, extensions: ['html'] })
      const index = await ask('/docs/', 'br')
      expect([index.text, index.headers['content-type']]).toEqual([
        'encoded docs',
        expect.stringMatching(/^text\/html; charset=utf-8$/i),
      ])
      expect((await ask('/page', 'gzip')).headers['content-encoding']).toBe('gzip')
    })
  })

  describe('setHeaders', () => {
    it('gets the path of the original, the Stats of the variant, and sees the coding', async () => {
      const calls: unknown[] = []
      serve({
        ...all,
        setHeaders(res: { getHeader(name: string): unknown }, path: string, stat: fs.Stats) {
          calls.push([path, stat.size, res.getHeader('Content-Encoding'), res.getHeader('Vary')])
        },
      } as Options)
      await ask('/app.js', 'br')
      await ask('/app.js')
      await ask('/app.js.br', 'gzip')
      expect(calls).toEqual([
        [join(root, 'app.js'), br.length, 'br', 'Accept-Encoding'],
        [join(root, 'app.js'), script.length, undefined, 'Accept-Encoding'],
        [join(root, 'app.js.br'), br.length, undefined, undefined],
      ])
    })
  })

  describe('headers of the program', () => {
    function before(name: string, value: string | string[]): void {
      t.app.use(((_req: unknown, res: ServerResponse, next: () => void) => {
        res.setHeader(name, value)
        next()
      }) as never)
    }

    it.each([
      ['Origin', 'Origin, Accept-Encoding'],
      ['accept-encoding', 'accept-encoding'],
      ['*', '*'],
      [['Origin', 'Cookie'], 'Origin, Cookie, Accept-Encoding'],
    ])('with Vary: %j', async (value, expected) => {
      before('Vary', value)
      serve()
      expect((await ask('/app.js', 'br')).headers.vary).toBe(expected)
      expect((await ask('/app.js')).headers.vary).toBe(expected)
    })

    it('with a Content-Encoding: the file is sent as it is', async () => {
      before('Content-Encoding', 'aes128gcm')
      serve()
      const { headers, text } = await ask('/app.js', 'br')
      expect([headers['content-encoding'], text]).toEqual(['aes128gcm', script])
    })
  })

  it('is not compressed again', async () => {
    t.app.use(compression({ threshold: 0 }) as never)
    serve()
    const variant = await ask('/app.js', 'gzip')
    expect([variant.headers['content-encoding'], variant.headers.vary]).toEqual([
      'gzip',
      'Accept-Encoding',
    ])
    expect(variant.body.equals(gz)).toBe(true)
    const whole = await ask('/large.bin', 'br')
    expect(whole.body.equals(large.subarray(0, 200_000))).toBe(true)
    const other = await ask('/folder.js', 'deflate')
    expect(other.headers['content-encoding']).toBe('deflate')
  })

  describe('what is no variant', () => {
    it('is a file without an original', async () => {
      serve()
      expect(await codingOf('/alone.js', 'br')).toBe('404 - -')
    })

    it('is a folder', async () => {
      serve()
      const { headers, text } = await ask('/folder.js', 'br, gzip')
      expect([headers['content-encoding'], text]).toEqual(['gzip', 'variant of folder.js'])
      expect((await ask('/folder.js', 'br')).text).toBe('beside a folder')
    })

    it('is a file beside a folder of that name', async () => {
      serve()
      const { status, headers } = await ask('/docs', 'br')
      expect([status, headers.location]).toEqual([t.dialect === '3.x' ? 303 : 301, '/docs/'])
    })

    it('is the file that the URL names', async () => {
      serve()
      const { headers, body } = await ask('/app.js.br', 'br, gzip')
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
      expect(body.equals(br)).toBe(true)
      expect((await ask('/nested.gz', 'br')).text).toBe('an archive')
    })

    it('is a dotfile, or anything outside of the root', async () => {
      serve()
      for (const path of [
        '/.hidden.js',
        '/../app.js',
        '/%2e%2e/app.js',
        '/docs/..%2f..%2fapp.js',
      ]) {
        expect(await codingOf(path, 'br')).toBe('404 - -')
      }
      t.renew()
      serve({ ...all, dotfiles: 'allow' })
      expect((await ask('/.hidden.js', 'br')).text).toBe('encoded secret')
    })

    it('is one that a guard would have refused', async () => {
      t.app.use('/docs', ((_req, res) => {
        res.statusCode = 401
        res.end()
      }) as RequestListener)
      serve()
      expect((await ask('/docs/', 'br')).status).toBe(401)
      expect((await ask('/%64ocs/index.html', 'br')).text).not.toContain('encoded')
      expect((await ask('//docs/', 'br')).text).not.toContain('encoded')
    })

    it('is the part that start and end select', async () => {
      serve({ ...all, start: 4, end: 10 } as never)
      const { headers, text } = await ask('/app.js', 'br')
      expect([headers['content-encoding'], text]).toEqual([undefined, 'counter'])
    })
  })

  it('passes other methods on, and missing files', async () => {
    serve()
    expect((await ask('/app.js', 'br', {}, 'POST')).text).toBe('next')
    expect((await ask('/none.js', 'br')).text).toBe('next')
    t.renew()
    serve({ ...all, fallthrough: false })
    const { status, text } = await ask('/none.js', 'br')
    expect([status, text]).toEqual([404, expect.stringContaining('404')])
  })

  describe('a change', () => {
    function createOwn(): string {
      const folder = join(root, `own-${Math.random().toString(36).slice(2)}`)
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      writeFile(join(folder, 'a.js'), 'original')
      writeFile(join(folder, 'a.js.br'), 'variant')
      return folder
    }

    it('of the variant, or of its existence, is seen by the next request', async () => {
      const folder = createOwn()
      serve(all, folder)
      const text = async (accepted = 'br') => (await ask('/a.js', accepted)).text
      expect(await text()).toBe('variant')
      writeFileSync(join(folder, 'a.js.br'), 'changed')
      expect(await text()).toBe('changed')
      writeFileSync(join(folder, 'new'), 'replaced')
      renameSync(join(folder, 'new'), join(folder, 'a.js.br'))
      expect(await text()).toBe('replaced')
      rmSync(join(folder, 'a.js.br'))
      expect(await text()).toBe('original')
      writeFileSync(join(folder, 'a.js.gz'), 'later')
      expect(await text('br, gzip')).toBe('later')
      mkdirSync(join(folder, 'a.js.br'))
      expect(await text()).toBe('original')
      rmSync(join(folder, 'a.js'))
      expect(await text('br, gzip')).toBe('next')
    })

    it('of the original alone leaves an older variant in its place', async () => {
      const folder = createOwn()
      serve(all, folder)
      writeFileSync(join(folder, 'a.js'), 'newer')
      expect((await ask('/a.js', 'br')).text).toBe('variant')
    })

    it('between the look at a variant and its opening leads to the next one', async () => {
      const folder = createOwn()
      writeFile(join(folder, 'a.js.gz'), 'zipped')
      serve(all, folder)
      const { open } = fs
      const opening = vi.spyOn(fs, 'open').mockImplementation(((path: string, ...rest: never[]) => {
        if (path.endsWith('a.js.br')) rmSync(path, { force: true })
        return (open as (...all: unknown[]) => void)(path, ...rest)
      }) as never)
      onTestFinished(() => opening.mockRestore())
      const { headers, text } = await ask('/a.js', 'br, gzip')
      expect([headers['content-encoding'], text]).toEqual(['gzip', 'zipped'])
    })

    it('while the variant is read is an error without its coding', async () => {
      const folder = createOwn()
      serve(all, folder)
      const reading = vi.spyOn(fs, 'read').mockImplementation(((...args: unknown[]) => {
        const callback = args.at(-1) as (error: Error) => void
        callback(new Error('EIO'))
      }) as never)
      onTestFinished(() => reading.mockRestore())
      const { status, headers, text } = await ask('/a.js', 'br')
      expect([status, headers['content-encoding']]).toEqual([500, undefined])
      expect(text).toContain('EIO')
    })

    it.skipIf(process.getuid?.() === 0)('of the rights counts', async () => {
      const folder = createOwn()
      serve(all, folder)
      const text = async () => (await ask('/a.js', 'br')).text
      chmodSync(join(folder, 'a.js.br'), 0)
      expect(await text()).toBe('original')
      chmodSync(join(folder, 'a.js.br'), 0o600)
      expect(await text()).toBe('variant')
      chmodSync(join(folder, 'a.js'), 0)
      expect((await ask('/a.js', 'br')).status).toBe(500)
    })
  })

  describe.each(['/app.js', '/large.bin'])('%s', (path) => {
    it('is the same over HTTP/2 and in memory', async () => {
      serve()
      const link = await startHttp2(t.app as never)
      const inMemory = t.app as unknown as { inject: Inject }
      for (const accepted of ['br', 'identity']) {
        const headers = { 'accept-encoding': accepted }
        const first = await ask(path, accepted)
        const second = await link.ask(path, { headers })
        const third = await inMemory.inject({ url: path, headers })
        expect([second.status, third.statusCode]).toEqual([200, 200])
        expect(first.headers['content-encoding']).toBe(accepted === 'br' ? 'br' : undefined)
        for (const other of [second, third]) {
          expect(Buffer.compare(other.body, first.body)).toBe(0)
          for (const name of ['content-encoding', 'vary', 'etag', 'content-type']) {
            expect(other.headers[name]).toBe(first.headers[name])
          }
        }
      }
    })
  })

  it('forgets the coding of what it cannot send over HTTP/2, too', async () => {
    serve()
    const link = await startHttp2(t.app as never)
    const headers = { 'accept-encoding': 'br', range: 'bytes=99999-' }
    const answer = await link.ask('/app.js', { headers })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([416, undefined])
    expect(answer.text).toContain('416')
  })
})

function createTwins(): string {
  const folder = join(root, 'twins')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFile(join(folder, 'twin.js'), 'original')
  writeFile(join(folder, 'twin.js.br'), 'one')
  writeFile(join(folder, 'twin.js.gz'), 'two')
  return folder
}
