import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, modified } from '../fixtures/folder.ts'
import { headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const text = 'abcdefghij'
const folder = createFolder({
  secret: 'SECRET',
  'root/a.txt': text,
  'root/.hidden': 'hidden',
  'root/.well-known/x': 'known',
  'root/.dir/b.txt': 'in a hidden folder',
  'root/dir/index.html': 'index',
  'root/only/.keep': '',
  'root/large.bin': '',
  'root-beside/b.txt': 'SECRET',
})
truncateSync(join(folder, 'root/large.bin'), 50_000_000) // A hole: it takes no room.
const site = new URL('./files.site.ts', import.meta.url)
const flags = ['--max-http-header-size=1000000']

describeHosts('Files', { site, folder, flags }, (t) => {
  const named = (path: string, name: string) =>
    t.request(path, { headers: { 'X-Name': Buffer.from(name).toString('hex') } })

  describe('D1 traversal (CVE-2014-6394)', () => {
    const climbs = [
      '..',
      '../',
      '../secret',
      '../../secret',
      '%2e%2e/secret',
      '%2e%2e%2fsecret',
      '..%2fsecret',
      '..%5csecret',
      '..\\secret',
      '%252e%252e%252fsecret',
      '%c0%ae%c0%ae/secret',
      '%e0%80%ae%e0%80%ae/secret',
      '....//secret',
      '..../secret',
      '.%2e/secret',
      '%uff0e%uff0e/secret',
      '%ef%bc%8e%ef%bc%8e/secret',
      'a/../../secret',
      'dir/../../secret',
      'dir/%2e%2e/%2e%2e/secret',
      './../secret',
      './/..//secret',
      '../root-beside/b.txt',
      '..%00/secret',
      '../secret%00.txt',
      '..;/secret',
      '%2e%2e%3b/secret',
      '/../secret',
      '//secret',
      '%2f..%2fsecret',
      '%5c..%5csecret',
      'C:/../secret',
      'file:///etc/passwd',
      '~/secret',
    ]

    it.each(climbs)('%s never leaves the root of static', async (path) => {
      for (const mount of ['/s/', '/strict/', '/allow/', '/extensions/', '/']) {
        const bytes = await t.raw(lastRequest(mount + path))
        expect(bytes, mount).not.toContain('SECRET')
        expect([301, 303, 400, 403, 404], mount).toContain(statusesIn(bytes)[0])
      }
    })

    it.each(climbs)('%s never leaves the root of sendFile and download', async (path) => {
      for (const name of [path, decode(path), decode(decode(path))]) {
        for (const route of ['/send', '/download']) {
          const answer = await named(route, name)
          expect(answer.text, name).not.toContain('SECRET')
          expect([400, 403, 404, 500], name).toContain(answer.status)
        }
      }
    })
  })

  describe('D3 null bytes, long and unusual file names', () => {
    it.each([
      'a.txt%00',
      '%00',
      'a.txt%00.html',
      `${'x'.repeat(5000)}`,
      `${'x/'.repeat(3000)}`,
      'a.txt::$DATA',
      'a.txt:stream',
      'con',
      'aux.txt',
      'a.txt.',
      'a.txt%20',
      'a.txt/',
      'a.txt/b',
      'A.TXT%E2%80%AE',
      '%7f',
      '%0d%0a',
    ])('%s is 404', async (path) => {
      expect((await t.request(`/s/${path}`)).status).toBe(404)
    })

    it('a null byte is 400 where the program names the file', async () => {
      for (const route of ['/send', '/download']) {
        expect((await named(route, 'a.txt\0')).status).toBe(400)
      }
      expect((await t.request('/strict/a.txt%00')).status).toBe(400)
    })

    it('a name that is too long is 404 there', async () => {
      expect((await named('/send', 'x'.repeat(5000))).status).toBe(404)
    })
  })

  describe('D4 dotfiles', () => {
    const status = async (path: string) => (await t.request(path)).status

    it.each(['.hidden', '%2ehidden', '%2Ehidden', './.hidden', 'dir/../.hidden', '//.hidden'])(
      '%s is hidden however it is written',
      async (path) => {
        expect(await status(`/s/${path}`)).toBe(404)
        expect(await status(`/ignore/${path}`)).toBe(404)
        expect([403, 404]).toContain(await status(`/deny/${path}`))
        expect([200, 404]).toContain(await status(`/allow/${path}`))
      },
    )

    it('options rule, and encoding makes no difference', async () => {
      for (const name of ['.hidden', '%2ehidden', '%2e%68idden']) {
        const seen = [await status(`/allow/${name}`), await status(`/deny/${name}`)]
        expect(seen, name).toEqual([200, 403])
      }
    })

    it.each(['.well-known/x', '%2ewell-known/x', '.dir/b.txt', '.dir%2fb.txt'])(
      'a folder with a dot is hidden since 5.x only: %s',
      async (path) => {
        expect(await status(`/s/${path}`)).toBe(t.per({ '5.x': 404, '4.x': 200, '3.x': 200 }))
        expect(await status(`/deny/${path}`)).toBe(403)
      },
    )
  })

  describe('D5 directory redirects (CVE-2015-1164, CVE-2024-43800)', () => {
    it.each([
      '/s/dir',
      '/s/dir?x=<y>',
      '/s/dir?x="y"&z=\'',
      '/s//dir',
      '//dir',
      '//evil.com/../dir',
      '/\\dir',
      '/s/\\..\\dir',
      '/s/dir%0d%0a',
      '/s/dir%0d%0aX-Evil:1',
      '/s/%2e/dir',
      '/s/dir?%0d%0aX-Evil:1',
      'http://evil.com/s/dir',
      '/s/dir#"><script>',
    ])('%s stays on this host, and shows nothing unescaped', async (target) => {
      const bytes = await t.raw(lastRequest(target))
      const [status] = statusesIn(bytes)
      expect(bytes).not.toMatch(/<script|<y>|^X-Evil/im)
      expect([t.per({ '5.x': 301, '4.x': 301, '3.x': 303 }), 404, 403, 400]).toContain(status)
      if (status === 301 || status === 303) {
        expect(headerIn(bytes, 'location')).toMatch(/^\/(?![/\\])[^<>"\\\s]*$/)
        expect(headerIn(bytes, 'x-content-type-options')).toBe('nosniff')
        expect(headerIn(bytes, 'content-security-policy')).toBe("default-src 'none'")
      }
    })
  })

  describe('D6 ranges', () => {
    const ask = (range: string, more: object = {}, method = 'GET') =>
      t.request('/s/a.txt', { method, headers: { Range: range, ...more } })
    const unclear = t.per({ '5.x': 200, '4.x': 416, '3.x': 416 })

    it.each([
      ['bytes=0-0', 206, 'a'],
      ['bytes=-5', 206, 'fghij'],
      ['bytes=-99', 416, undefined],
      ['bytes=5-', 206, 'fghij'],
      ['bytes=3-99999999999999999999', 206, text.slice(3)],
      ['bytes=-0', 416, undefined],
      ['bytes=5-2', 416, undefined],
      ['bytes=9999-', 416, undefined],
      ['bytes=10-', 416, undefined],
      ['items=0-1', 200, text],
      ['BYTES=0-1', 200, text],
      ['bytes 0-1', 200, text],
      ['', 200, text],
      ['=', 200, text],
    ])('%s is %i', async (range, status, body) => {
      const answer = await ask(range)
      expect(answer.status).toBe(status)
      if (body !== undefined) expect(answer.text).toBe(body)
    })

    it.each(['bytes=-', 'bytes=a-b', 'bytes=', 'bytes=x-'])(
      '%s is unclear: the whole file in 5.x, 416 before',
      async (range) => {
        expect((await ask(range)).status).toBe(unclear)
      },
    )

    it.each(['bytes=--1', 'bytes=1--2', 'bytes=0x1-0x2', 'bytes=1e1-2e2', 'bytes=0-1-2'])(
      '%s is no number: never more than the file, never a negative length',
      async (range) => {
        const answer = await ask(range)
        expect([200, 206, 416]).toContain(answer.status)
        if (answer.status !== 416) expect(text).toContain(answer.text)
      },
    )

    it.each([
      ['3000 of one byte', Array.from({ length: 3000 }, () => '0-0').join(',')],
      ['3000 different', Array.from({ length: 3000 }, (_, at) => `${at}-${at}`).join(',')],
      ['3000 from the end', Array.from({ length: 3000 }, (_, at) => `-${at}`).join(',')],
      ['overlapping', '0-5,3-7,1-2'],
      ['apart', '0-1,4-5'],
      ['mixed with nonsense', '0-1,x,-,5-2,99-'],
      ['out of order', '8-9,0-1'],
    ])('never two parts: %s', async (_what, ranges) => {
      const answer = await ask(`bytes=${ranges}`)
      expect([200, 206, 416]).toContain(answer.status)
      expect(String(answer.headers['content-type'])).not.toContain('byteranges')
      expect(answer.body.length).toBeLessThanOrEqual(text.length + 200)
      expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
    })

    it('cost what their number says', async () => {
      await t.expectSteadyCost(10_000, async (size) => {
        const ranges = Array.from({ length: size }, (_, at) => `${at}-${at}`).join(',')
        expect([206, 416]).toContain((await ask(`bytes=${ranges}`)).status)
      })
    })

    it.each([
      [{ 'If-Range': '"other"' }, 200],
      [{ 'If-Range': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 200],
      [{ 'If-Range': modified.toUTCString() }, 206],
      [{ 'If-Range': 'nonsense' }, 200],
    ])('with %j are %i', async (condition, status) => {
      expect((await ask('bytes=0-1', condition)).status).toBe(status)
    })

    it('of HEAD have headers alone', async () => {
      const answer = await ask('bytes=0-1', {}, 'HEAD')
      expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([206, '2', ''])
    })
  })

  describe('D8 conditional requests (CVE-2017-16119)', () => {
    const ask = (headers: object) => t.request('/s/a.txt', { headers: headers as never })

    it('hold by their tags', async () => {
      const tag = String((await ask({})).headers.etag)
      expect((await ask({ 'If-None-Match': tag })).status).toBe(304)
      expect((await ask({ 'If-None-Match': tag.replace('W/', '') })).status).toBe(304)
      expect((await ask({ 'If-None-Match': `"x", ${tag}` })).status).toBe(304)
      expect((await ask({ 'If-None-Match': '*' })).status).toBe(304)
      expect((await ask({ 'If-None-Match': '"x"' })).status).toBe(200)
      expect(
        (await ask({ 'If-None-Match': '"x"', 'If-Modified-Since': modified.toUTCString() })).status,
      ).toBe(200)
    })

    it.each(['nonsense', '0', '-1', 'Thu, 99 Jan 2099 99:99:99 GMT', '9'.repeat(5000), ''])(
      'a date that is none holds nothing: %s',
      async (date) => {
        for (const name of ['If-Modified-Since', 'If-Unmodified-Since', 'If-Range']) {
          expect([200, 304, 412]).toContain((await ask({ [name]: date })).status)
        }
      },
    )

    it.each([
      ['commas', (size: number) => ','.repeat(size)],
      ['spaces', (size: number) => `"a${' '.repeat(size)}"`],
      ['spaces and commas', (size: number) => ' ,'.repeat(size)],
      ['tags', (size: number) => '"a",'.repeat(size)],
      ['weak tags', (size: number) => 'W/"a", '.repeat(size)],
      ['slashes', (size: number) => 'W/'.repeat(size)],
    ])('cost what their length says: %s', async (_what, value) => {
      for (const name of ['If-None-Match', 'If-Match', 'If-Range']) {
        await t.expectSteadyCost(40_000, async (size) => {
          expect([200, 412]).toContain((await ask({ [name]: `x${value(size)}x` })).status)
        })
      }
    })
  })

  describe('D9 aborted downloads', () => {
    const count = process.env.HARDENING_FULL ? 500 : 150

    it(`${count} of them leave no file open and no memory`, async () => {
      await Promise.all(['/s/large.bin', '/large'].map(leaveEarly))
      const before = await t.child.vitals()
      for (let done = 0; done < count; done += 25) {
        const paths = Array.from({ length: 25 }, (_, at) => (at % 2 ? '/s/large.bin' : '/large'))
        await Promise.all(paths.map(leaveEarly))
      }
      await expect
        .poll(async () => (await t.child.vitals()).descriptors - before.descriptors)
        .toBeLessThan(5)
      const after = await t.child.vitals()
      expect(after.heap - before.heap).toBeLessThan(15_000_000)
      expect(after.rss - before.rss).toBeLessThan(80_000_000)
    })

    async function leaveEarly(path: string): Promise<void> {
      const socket = connect(t.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(lastRequest(path))
      await once(socket, 'data')
      socket.destroy()
    }
  })
})

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
