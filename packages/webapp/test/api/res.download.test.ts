import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DownloadOptions, Response } from '../../src/types/v5/public.ts'
import { createFolder } from '../fixtures/folder.ts'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'

const root = createFolder({
  'user.html': '<p>tobi</p>',
  'sub/report.pdf': '%PDF',
  'été.txt': 'Latin-1',
  '日本語.txt': 'UTF-8',
  '.hidden': 'hidden',
})
const file = join(root, 'user.html')

describeDialects('res.download(path, filename, options, callback)', ['5.x', '4.x'], (t) => {
  // The table of 4.x writes the charset in capitals.
  const utf8 = t.dialect === '4.x' ? 'UTF-8' : 'utf-8'

  function download(...args: unknown[]): void {
    t.app.get('/', (_req, res) => {
      const call = res.download as (...rest: unknown[]) => void
      call.apply(res, args)
    })
    t.app.use(tellError)
  }

  it('sends a file as an attachment of its name', async () => {
    download(file)
    const answer = await t.request('/')
    expect(answer.text).toBe('<p>tobi</p>')
    expect(answer.headers['content-type']).toBe(`text/html; charset=${utf8}`)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?user\.html"?$/)
  })

  it('takes a path relative to the working directory', async () => {
    download(relative(process.cwd(), file))
    expect((await t.request('/')).text).toBe('<p>tobi</p>')
  })

  it('keeps the type of the file, not of its new name', async () => {
    download(file, 'data.bin')
    expect((await t.request('/')).headers['content-type']).toBe(`text/html; charset=${utf8}`)
  })

  it('calls res.sendFile, which middleware may have replaced', async () => {
    const seen: unknown[] = []
    t.app.use((_req, res, next) => {
      const { sendFile } = res
      res.sendFile = function (this: Response, ...args: unknown[]) {
        seen.push(args[0])
        return (sendFile as (...rest: unknown[]) => void).apply(this, args)
      } as never
      next()
    })
    download(file)
    await t.request('/')
    expect(seen).toEqual([file])
  })

  describe('the name', () => {
    const bare = (name: string) => new RegExp(`^attachment; filename="?${name}"?$`)

    it.each([
      ['document', bare('document')],
      ['plans.txt', bare('plans\\.txt')],
      ['/etc/passwd', bare('passwd')],
      ['../../up.txt', bare('up\\.txt')],
      ['with space.txt', /^attachment; filename="with space\.txt"$/],
      ['the "plans".txt', /^attachment; filename="the \\"plans\\"\.txt"$/],
      ['semi;colon=1.txt', /^attachment; filename="semi;colon=1\.txt"$/],
      [
        'été.txt',
        t.dialect === '4.x'
          ? /^attachment; filename="\xe9t\xe9\.txt"$/
          : /^attachment; filename="\?t\?\.txt"; filename\*=UTF-8''%C3%A9t%C3%A9\.txt$/,
      ],
      [
        '日本語.txt',
        /^attachment; filename="\?\?\?\.txt"; filename\*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E\.txt$/,
      ],
      [
        '€ rates.pdf',
        /^attachment; filename="\? rates\.pdf"; filename\*=UTF-8''%E2%82%AC%20rates\.pdf$/,
      ],
      ['50%.txt', bare('50%\\.txt')],
      ['the%20plans.txt', /^attachment; filename="?the%20plans\.txt"?/],
      ['🚀.txt', /filename\*=UTF-8''%F0%9F%9A%80\.txt$/],
    ])('may be %s', async (name, pattern) => {
      download(file, name)
      const answer = await t.request('/')
      expect(answer.status).toBe(200)
      expect(answer.headers['content-disposition']).toMatch(pattern)
    })

    it.each(['a\r\nX-Evil: 1.txt', 'a\nX-Evil: 1', 'a\0b.txt'])(
      'lets no line break through: %j',
      async (name) => {
        download(file, name)
        const answer = await t.request('/')
        expect(answer.headers).not.toHaveProperty('x-evil')
      },
    )

    it.each([null, undefined, ''])('is that of the file when %j is given', async (name) => {
      download(file, name)
      expect((await t.request('/')).headers['content-disposition']).toMatch(/user\.html/)
    })

    it('of a file beyond ASCII is told in both forms', async () => {
      download(join(root, '日本語.txt'))
      const answer = await t.request('/')
      expect(answer.text).toBe('UTF-8')
      expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%E6%97%A5")
    })
  })

  describe('the arguments', () => {
    const called = (make: (callback: (error?: unknown) => void) => void) =>
      new Promise<unknown>((resolve) => make(resolve))

    it('may be (path, callback)', async () => {
      const done = called((callback) => download(file, callback))
      expect((await t.request('/')).headers['content-disposition']).toMatch(/user\.html/)
      expect(await done).toBeUndefined()
    })

    it('may be (path, filename, callback)', async () => {
      const done = called((callback) => download(file, 'a.txt', callback))
      expect((await t.request('/')).headers['content-disposition']).toMatch(/a\.txt/)
      expect(await done).toBeUndefined()
    })

    it('may be (path, options, callback)', async () => {
      const done = called((callback) => download('user.html', { root, maxAge: 5000 }, callback))
      const { headers } = await t.request('/')
      expect(headers['content-disposition']).toMatch(/user\.html/)
      expect(headers['cache-control']).toBe('public, max-age=5')
      expect(await done).toBeUndefined()
    })

    it('may be (path, filename, options, callback)', async () => {
      const done = called((callback) => download('user.html', 'b.txt', { root }, callback))
      expect((await t.request('/')).headers['content-disposition']).toMatch(/b\.txt/)
      expect(await done).toBeUndefined()
    })

    it.each([undefined, null])('may have %s for the name before options', async (name) => {
      const done = called((callback) => download('user.html', name, { root }, callback))
      expect((await t.request('/')).headers['content-disposition']).toMatch(/user\.html/)
      expect(await done).toBeUndefined()
    })
  })

  describe('the options', () => {
    const withOptions = async (options: DownloadOptions) => {
      download(options.root ? 'user.html' : file, 'name.txt', options)
      return t.request('/')
    }

    it('headers are set, but for Content-Disposition in any case', async () => {
      const { headers } = await withOptions({
        headers: { 'X-Own': '1', 'content-disposition': 'inline', 'Content-Type': 'text/x-own' },
      })
      expect(headers).toMatchObject({ 'x-own': '1', 'content-type': 'text/x-own' })
      expect(headers['content-disposition']).toMatch(/^attachment; filename="?name\.txt"?$/)
    })

    it('headers are left as they are for the caller', async () => {
      const given = Object.freeze({ headers: Object.freeze({ 'X-Own': '1' }), maxAge: 5 })
      expect((await withOptions(given)).headers['x-own']).toBe('1')
      expect(given).toEqual({ headers: { 'X-Own': '1' }, maxAge: 5 })
    })

    it('root is where a relative path starts', async () => {
      download('sub/report.pdf', { root })
      const answer = await t.request('/')
      expect(answer.text).toBe('%PDF')
      expect(answer.headers['content-disposition']).toMatch(/filename="?report\.pdf"?$/)
    })

    it('root may not be left', async () => {
      download('../user.html', { root: join(root, 'sub') })
      expect((await t.request('/')).status).toBe(403)
    })

    it.each([
      ['allow', 200],
      ['deny', 403],
      ['ignore', 404],
    ])('dotfiles: %s is %i', async (dotfiles, status) => {
      download('.hidden', { root, dotfiles })
      expect((await t.request('/')).status).toBe(status)
    })

    it('acceptRanges, lastModified and cacheControl can be turned off', async () => {
      const { headers } = await withOptions({
        acceptRanges: false,
        lastModified: false,
        cacheControl: false,
      })
      for (const name of ['accept-ranges', 'last-modified', 'cache-control']) {
        expect(headers).not.toHaveProperty(name)
      }
    })

    it('ranges are answered', async () => {
      download(file)
      const answer = await t.request('/', { headers: { range: 'bytes=3-6' } })
      expect([answer.status, answer.text]).toEqual([206, 'tobi'])
    })
  })

  describe('a failure', () => {
    it('reaches the callback, with headersSent false and no disposition', async () => {
      let seen: unknown[] = []
      t.app.get('/', (_req, res) => {
        res.download(join(root, 'none'), (error) => {
          seen = [(error as Error & { code: string }).code, res.headersSent]
          res.status(404).send(String(res.get('Content-Disposition')))
        })
      })
      const answer = await t.request('/')
      expect(seen).toEqual(['ENOENT', false])
      expect([answer.status, answer.text]).toEqual([404, 'undefined'])
    })

    it('reaches the error handler without one', async () => {
      download(join(root, 'none'))
      const answer = await t.request('/')
      expect(answer.json()).toMatchObject({ status: 404, code: 'ENOENT' })
      expect(answer.headers).not.toHaveProperty('content-disposition')
    })

    it('is a TypeError for a path that is no string', async () => {
      download(42)
      expect((await t.request('/')).status).toBe(500)
    })
  })
})
