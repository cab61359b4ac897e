import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Response, SendFileOptions } from '../../src/types/v5/public.ts'
import { createFolder, modified } from '../fixtures/folder.ts'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

const root = createFolder({
  'name.txt': 'tobi',
  'page.html': '<p>page</p>',
  '.name': 'hidden',
  '.dir/name.txt': 'in a hidden folder',
  'sub/name.txt': 'sub',
  'sub/index.html': 'index',
  'with space %41 #1?.txt': 'odd name',
  'ünï.txt': 'unicode',
  'big.bin': Buffer.alloc(200_000, 'b'),
})
const file = join(root, 'name.txt')
type Failure = Error & { status?: number; code?: string }

describeDialects('res.sendFile(path, options, callback)', ['5.x', '4.x'], (t) => {
  // The table of 4.x writes the charset in capitals.
  const utf8 = t.dialect === '4.x' ? 'UTF-8' : 'utf-8'

  function send(path: string, options?: SendFileOptions): void {
    t.app.get('/', (_req, res) => res.sendFile(path, options))
    t.app.use(tellError)
  }

  describe('the path', () => {
    it.each([
      [undefined, 'path argument is required to res.sendFile'],
      ['', 'path argument is required to res.sendFile'],
      [42, 'path must be a string to res.sendFile'],
      [['/x'], 'path must be a string to res.sendFile'],
      ['name.txt', 'path must be absolute or specify root to res.sendFile'],
      ['./name.txt', 'path must be absolute or specify root to res.sendFile'],
    ])('cannot be %j', async (path, message) => {
      send(path as never)
      const answer = await t.request('/')
      expect(answer.status).toBe(500)
      expect(answer.json()).toMatchObject({ name: 'TypeError', message })
    })

    it('may be absolute', async () => {
      send(file)
      const answer = await t.request('/')
      expect(answer.text).toBe('tobi')
      expect(answer.headers).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=0',
        'last-modified': modified.toUTCString(),
        etag: `W/"4-${modified.getTime().toString(16)}"`,
        'content-type': `text/plain; charset=${utf8}`,
        'content-length': '4',
      })
    })

    it.each(['name.txt', './name.txt', '/name.txt', 'sub/../name.txt'])(
      'may be %s with a root',
      async (path) => {
        send(path, { root })
        expect((await t.request('/')).text).toBe('tobi')
      },
    )

    it.each(['with space %41 #1?.txt', 'ünï.txt'])('is a name, not a URL: %s', async (name) => {
      send(join(root, name))
      t.app.get('/root', (_req, res) => res.sendFile(name, { root }))
      expect((await t.request('/')).status).toBe(200)
      expect((await t.request('/root')).status).toBe(200)
    })

    it('may not hold a null byte: 400', async () => {
      send(`${file}\0.html`)
      expect((await t.request('/')).status).toBe(400)
    })

    it('may not climb, with a root or without: 403', async () => {
      send('../name.txt', { root: join(root, 'sub') })
      t.app.get('/absolute', (_req, res) => res.sendFile(`${root}/sub/../name.txt`))
      expect((await t.request('/')).status).toBe(403)
      expect((await t.request('/absolute')).status).toBe(403)
    })

    it('is not expanded: ~ is a name like others', async () => {
      send('~/name.txt', { root })
      expect((await t.request('/')).status).toBe(404)
    })

    it('that is too long is not found', async () => {
      send(`/${'a'.repeat(5000)}`)
      expect((await t.request('/')).status).toBe(404)
    })

    it('that is a lone surrogate is an error, not a crash', async () => {
      send(`${root}/\ud800.txt`)
      expect((await t.request('/')).status).toBeGreaterThanOrEqual(400)
      expect((await t.request('/')).status).toBeGreaterThanOrEqual(400)
    })
  })

  describe('without a callback', () => {
    it('hands what is not found to the error handler', async () => {
      send(join(root, 'none'))
      const answer = await t.request('/')
      expect(answer.status).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'ENOENT', expose: false, status: 404 })
    })

    it('leaves a directory to the next handler', async () => {
      t.app.get('/', (_req, res) => res.sendFile(join(root, 'sub')))
      t.app.get('/', (_req, res) => res.send('next'))
      expect((await t.request('/')).text).toBe('next')
    })

    it('serves the index of a directory with a slash', async () => {
      send(`${join(root, 'sub')}/`)
      expect((await t.request('/')).text).toBe('index')
    })

    it('is undefined in its result', async () => {
      let result: unknown = 'nothing'
      t.app.get('/', (_req, res) => {
        result = res.sendFile(file)
      })
      await t.request('/')
      expect(result).toBeUndefined()
    })

    it('hands 416 to the error handler', async () => {
      send(file)
      const answer = await t.request('/', { headers: { range: 'bytes=50-' } })
      expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */4'])
    })
  })

  describe('with a callback', () => {
    /** How the callback was called, when the answer has been received. */
    function observe(path: string, options?: object) {
      const calls: unknown[][] = []
      const called = new Promise<Failure | undefined>((resolve) => {
        t.app.get('/', (_req, res) => {
          res.sendFile(path, options, (...args: unknown[]) => {
            calls.push([...args, res.headersSent])
            if (args[0] && !res.headersSent) res.status(501).send('told')
            resolve(args[0] as Failure | undefined)
          })
        })
      })
      return { calls, called }
    }

    it('tells the end, once, without an error', async () => {
      const { calls, called } = observe(file)
      expect((await t.request('/')).text).toBe('tobi')
      expect(await called).toBeUndefined()
      await t.request('/')
      await expect.poll(() => calls.length).toBe(2)
      expect(calls).toEqual([
        [undefined, true],
        [undefined, true],
      ])
    })

    it('takes it as the second argument too', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (_req, res) => res.sendFile(file, resolve))
      })
      await t.request('/')
      expect(await called).toBeUndefined()
    })

    it.each(['HEAD', 'GET'])('tells the end of a 304 and of %s', async (method) => {
      const { calls } = observe(file)
      await t.request('/', { method, headers: { 'if-modified-since': modified.toUTCString() } })
      await t.request('/', { method })
      await expect.poll(() => calls.length).toBe(2)
      expect(calls.map(([error]) => error)).toEqual([undefined, undefined])
    })

    it('tells what is not found, and leaves the answer to the program', async () => {
      const { calls, called } = observe(join(root, 'none'))
      const answer = await t.request('/')
      expect([answer.status, answer.text]).toEqual([501, 'told'])
      expect(await called).toMatchObject({ code: 'ENOENT', status: 404 })
      expect(calls).toHaveLength(1)
    })

    it('tells a directory as EISDIR', async () => {
      const { called } = observe(join(root, 'sub'))
      expect((await t.request('/')).text).toBe('told')
      expect(await called).toMatchObject({ code: 'EISDIR', message: 'EISDIR, read' })
    })

    it('tells 403, 412 and 416', async () => {
      const codes: unknown[] = []
      t.app.get(/^\//, (req, res) => {
        res.sendFile(req.url, { root }, (error) => {
          codes.push((error as Failure | undefined)?.status)
          res.end()
        })
      })
      await t.raw('GET /../x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      await t.request('/name.txt', { headers: { 'if-match': '"x"' } })
      await t.request('/name.txt', { headers: { range: 'bytes=50-' } })
      expect(codes).toEqual([403, 412, 416])
    })

    it('keeps the async context, for success and failure', async () => {
      const storage = new AsyncLocalStorage<string>()
      const seen: unknown[] = []
      t.app.use((req, _res, next) => storage.run(req.url, next))
      t.app.get(/^\//, (req, res) => {
        res.sendFile(req.path, { root }, (error) => {
          seen.push(storage.getStore())
          if (error) res.end()
        })
      })
      for (const path of ['/name.txt', '/big.bin', '/none', '/sub']) {
        await t.request(path)
        await expect.poll(() => seen.at(-1)).toBe(path)
      }
      expect(seen).toHaveLength(4)
    })

    it('tells an answer that somebody else ended as an abort', async () => {
      const called = new Promise<Failure>((resolve) => {
        t.app.get('/', (_req, res) => {
          res.sendFile(file, (error) => resolve(error as Failure))
          res.end('mine')
        })
      })
      expect((await t.request('/')).text).toBe('mine')
      expect(await called).toMatchObject({ code: 'ECONNABORTED', message: 'Request aborted' })
    })

    it.each([
      ['headers that were sent before', (res: Response) => void res.write('early')],
      ['an answer that has ended before', (res: Response) => void res.end('early')],
    ])('tells %s as an error, without a crash', async (_what, spoil) => {
      const called = new Promise((resolve) => {
        t.app.get('/', (_req, res) => {
          spoil(res)
          res.sendFile(file, (error) => {
            resolve(error)
            res.end()
          })
        })
      })
      expect((await t.request('/')).text).toBe('early')
      expect(await called).toBeInstanceOf(Error)
    })
  })

  describe('the options', () => {
    it.each([
      [{ maxAge: 5000 }, 'public, max-age=5'],
      [{ maxAge: '1d' }, 'public, max-age=86400'],
      [{ maxage: 5000 }, 'public, max-age=5'],
      [{ maxAge: 5000, immutable: true }, 'public, max-age=5, immutable'],
      [{ cacheControl: false, maxAge: 5000 }, undefined],
    ])('%j make Cache-Control %s', async (options, value) => {
      send(file, options)
      expect((await t.request('/')).headers['cache-control']).toBe(value)
    })

    it('lastModified: false', async () => {
      send(file, { lastModified: false })
      expect((await t.request('/')).headers).not.toHaveProperty('last-modified')
    })

    it('acceptRanges: false', async () => {
      send(file, { acceptRanges: false })
      const answer = await t.request('/', { headers: { range: 'bytes=0-1' } })
      expect([answer.status, answer.text]).toEqual([200, 'tobi'])
      expect(answer.headers).not.toHaveProperty('accept-ranges')
    })

    it('headers are set', async () => {
      send(file, { headers: { 'X-Own': '1', 'Content-Type': 'text/x-own', ETag: '"own"' } })
      expect((await t.request('/')).headers).toMatchObject({
        'x-own': '1',
        'content-type': 'text/x-own',
        etag: '"own"',
      })
    })

    it('headers are not set when the file is not found', async () => {
      send(join(root, 'none'), { headers: { 'X-Own': '1' } })
      expect((await t.request('/')).headers).not.toHaveProperty('x-own')
    })

    it.each([
      ['.name', 'ignore', 404],
      ['.name', 'deny', 403],
      ['.name', 'allow', 200],
      ['.name', undefined, 404],
      ['.dir/name.txt', undefined, t.dialect === '4.x' ? 200 : 404],
      ['.dir/name.txt', 'allow', 200],
    ] as const)('dotfiles: %s with %s is %i', async (name, dotfiles, status) => {
      send(name, dotfiles ? { root, dotfiles } : { root })
      t.app.get('/absolute', (_req, res) =>
        res.sendFile(join(root, name), dotfiles ? { dotfiles } : {}),
      )
      expect((await t.request('/')).status).toBe(status)
      expect((await t.request('/absolute')).status).toBe(status)
    })

    it('dotfiles does not mind a dot in the root', async () => {
      send('name.txt', { root: join(root, '.dir') })
      expect((await t.request('/')).text).toBe('in a hidden folder')
    })

    it('extensions are tried', async () => {
      send(join(root, 'page'), { extensions: ['htm', 'html'] })
      expect((await t.request('/')).text).toBe('<p>page</p>')
    })

    it.each([
      [{ start: 1 }, 'obi'],
      [{ start: 1, end: 2 }, 'ob'],
      [{ end: 1 }, 'to'],
      [{ start: 2, end: 99 }, 'bi'],
      [{ start: 4 }, ''],
    ])('%j choose a part', async (options, text) => {
      send(file, options)
      const answer = await t.request('/')
      expect([answer.status, answer.text]).toEqual([200, text])
    })

    it('start and a range count from the start', async () => {
      send(file, { start: 1 })
      const answer = await t.request('/', { headers: { range: 'bytes=0-0' } })
      expect([answer.status, answer.text]).toEqual([206, 'o'])
      expect(answer.headers['content-range']).toBe('bytes 0-0/3')
    })

    it('a bad one is an error', async () => {
      send(file, { dotfiles: 'bogus' as never })
      expect((await t.request('/')).status).toBe(500)
    })

    it('may be null', async () => {
      send(file, null as never)
      expect((await t.request('/')).text).toBe('tobi')
    })
  })

  describe('the setting etag', () => {
    t.only('5.x', () => {
      it('disabled sends none', async () => {
        t.app.disable('etag')
        send(file)
        expect((await t.request('/')).headers).not.toHaveProperty('etag')
      })
    })

    it.each(['strong', 'weak', () => '"own"'])('%s sends that of the file', async (setting) => {
      t.app.set('etag', setting)
      send(file)
      expect((await t.request('/')).headers.etag).toMatch(/^W\/"4-/)
    })

    t.only('5.x', () => {
      it('wins over the option', async () => {
        send(file, { etag: false })
        expect((await t.request('/')).headers).toHaveProperty('etag')
      })
    })

    it('leaves a tag alone that is set', async () => {
      t.app.get('/', (_req, res) => res.set('ETag', '"own"').sendFile(file))
      expect((await t.request('/')).headers.etag).toBe('"own"')
    })
  })

  it('keeps a Content-Type that is set', async () => {
    t.app.get('/', (_req, res) => res.type('image/x-own').sendFile(file))
    expect((await t.request('/')).headers['content-type']).toBe('image/x-own')
  })

  it('keeps the status that is set', async () => {
    t.app.get('/', (_req, res) => res.status(404).sendFile(file))
    const answer = await t.request('/')
    expect([answer.status, answer.text]).toEqual([404, 'tobi'])
  })

  it('answers HEAD without bytes', async () => {
    send(join(root, 'big.bin'))
    const answer = await t.request('/', { method: 'HEAD' })
    expect([answer.body.length, answer.headers['content-length']]).toEqual([0, '200000'])
  })

  it.skipIf(process.platform === 'win32')(
    'does not find a named pipe and does not wait for it (Windows has none)',
    async () => {
      mkdirSync(join(root, 'pipes'), { recursive: true })
      const pipe = join(root, 'pipes', t.dialect)
      execFileSync('mkfifo', [pipe])
      send(pipe)
      expect((await t.request('/')).status).toBe(404)
    },
  )

  it('sends many files at once, each to its own client', async () => {
    t.app.get(/^\//, (req, res) => res.sendFile(req.path, { root }))
    const names = ['/name.txt', '/page.html', '/sub/name.txt', '/big.bin']
    const lengths = [4, 11, 3, 200_000]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => t.request(names[index % 4] ?? '')),
    )
    expect(answers.map(({ body }) => body.length)).toEqual(
      Array.from({ length: 40 }, (_, index) => lengths[index % 4]),
    )
  })
})

describeDialects('the tag of res.sendFile(path) of 4.x', ['4.x'], (t) => {
  it('follows the option, and not the setting', async () => {
    t.app.disable('etag')
    t.app.get('/', (_req, res) => res.sendFile(file))
    t.app.get('/off', (_req, res) => res.sendFile(file, { etag: false }))
    expect((await t.request('/')).headers.etag).toMatch(/^W\/"4-/)
    expect((await t.request('/off')).headers).not.toHaveProperty('etag')
  })
})

describeDialects('res.sendfile(path, options, callback)', ['4.x'], (t) => {
  it('sends a file, also by a path relative to the working directory, and is deprecated', async () => {
    t.app.get('/absolute', (_req, res) => res.sendfile(file))
    t.app.get('/relative', (_req, res) =>
      res.sendfile(relative(process.cwd(), import.meta.filename)),
    )
    t.app.get('/root', (_req, res) => res.sendfile('name.txt', { root }))
    const notices = await noticesOf(async () => {
      expect((await t.request('/absolute')).text).toBe('tobi')
      expect((await t.request('/root')).text).toBe('tobi')
      expect((await t.request('/relative')).text).toContain('res.sendfile')
    })
    expect(new Set(notices)).toEqual(new Set(['res.sendfile: Use res.sendFile instead']))
  })

  it('calls back, with the error when there is one', async () => {
    const seen: unknown[] = []
    t.app.get('/ok', (_req, res) => {
      res.sendfile(file, (error: unknown) => seen.push(error))
    })
    t.app.get('/none', (_req, res) => {
      res.sendfile(join(root, 'none'), {}, (error: unknown) => {
        seen.push((error as Failure).status)
        res.end()
      })
    })
    await t.request('/ok')
    await expect.poll(() => seen).toEqual([undefined])
    await t.request('/none')
    expect(seen).toEqual([undefined, 404])
  })

  it('does not climb out of a root', async () => {
    t.app.get('/', (_req, res) => res.sendfile('../x', { root }))
    expect((await t.request('/')).status).toBe(403)
  })
})
