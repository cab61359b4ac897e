import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { bodyIn, headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const folder = createFolder({ 'a.txt': 'inside', 'dir/index.html': 'index' })
const site = new URL('./wire.site.ts', import.meta.url)

describeHosts('The wire', { site, folder }, (t) => {
  describe('A1 invalid percent-encoding in a parameter', () => {
    it.each(['%E0%A4%A', '%', '%zz', '%2', 'a%', '%C3%28', '%ED%A0%80', '%F8%80%80%80', '%c0%ae'])(
      '/u/%s is 400, in the error handler too',
      async (value) => {
        const answer = await t.request(`/u/${value}`)
        expect([answer.status, answer.headers['x-told']]).toEqual([400, 'error'])
        expect(answer.json()).toMatchObject({ status: 400 })
      },
    )
  })

  describe('A2 invalid percent-encoding under static', () => {
    it.each(['%E0%A4%A', '%', '%zz', 'a%', 'dir/%c0%ae', '%C3%28'])(
      '%s is 404 where others follow, 400 where nobody does',
      async (path) => {
        expect((await t.request(`/s/${path}`)).status).toBe(404)
        expect((await t.request(`/strict/${path}`)).status).toBe(400)
      },
    )
  })

  describe('A3 absolute-form targets', () => {
    it.each(['http://evil.com', 'https://evil.com:81', 'HTTP://user:pw@evil.com', 'http://[::1]'])(
      '%s is routed by its path; the host is that of the Host header',
      async (origin) => {
        const target = `${origin}/echo?a=1`
        const seen = JSON.parse(bodyIn(await t.raw(lastRequest(target))))
        expect(seen).toMatchObject({
          path: '/echo',
          query: { a: '1' },
          hostname: 'ex.com',
          originalUrl: target,
        })
      },
    )

    it('without a path answers, and leads to no other host', async () => {
      for (const target of ['http://evil.com', 'http://evil.com?a', 'http://evil.com/dir']) {
        const bytes = await t.raw(lastRequest(target))
        expect(statusesIn(bytes), target).toHaveLength(1)
        expect(headerIn(bytes, 'location') ?? '/').toMatch(/^\/(?![/\\])/)
      }
    })
  })

  describe('A4 asterisk form and other targets that are not a path', () => {
    it.each([
      ['OPTIONS', '*'],
      ['GET', '*'],
      ['HEAD', '*'],
      ['GET', '*?a=1'],
      ['POST', '*'],
    ])('%s %s is 404', async (method, target) => {
      expect(statusesIn(await t.raw(lastRequest(target, '', method)))).toEqual([404])
    })

    it.each(['http://@', 'http://%@ex.com/echo', 'http://u:p@ex.com:80%@/echo'])(
      '%s, which has no path that can be read, is 404',
      async (target) => {
        expect(statusesIn(await t.raw(lastRequest(target)))).toEqual([404])
      },
    )
  })

  describe('A5 double slashes', () => {
    it.each(['//admin', '/./admin', '/%2fadmin', '//admin//'])('%s is no /admin', async (path) => {
      expect((await t.request(path)).status).toBe(404)
    })

    it.each([
      '//evil.com/%2e%2e',
      '//evil.com/..',
      '//dir',
      '///dir',
      '//evil.com//%2e%2e//dir',
      '/\\dir',
      '/\\/dir',
      '/%5cdir',
      '/%2fdir',
      '//evil.com/%2e%2e/dir',
      '/.//dir',
      '/dir/..//dir',
    ])('%s never leads to another host', async (path) => {
      const bytes = await t.raw(lastRequest(path))
      expect(statusesIn(bytes)).toHaveLength(1)
      expect(headerIn(bytes, 'location') ?? '/').toMatch(/^\/(?![/\\])/)
    })
  })

  describe('A7 raw bytes and control characters in the target', () => {
    it.each([
      ['UTF-8', Buffer.from('GET /é HTTP/1.1\r\nHost: a\r\n\r\n')],
      ['a tab', 'GET /\t HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['a null byte', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['no slash', 'GET echo HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['an escape', 'GET /\x1b[2J HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['a delete', 'GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['a space', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['no target', 'GET  HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ])('%s: 400, and the connection ends', async (_what, bytes) => {
      expect(statusesIn(await t.raw(bytes))).toEqual([400])
    })
  })

  describe('A8 conflicting framing (request smuggling)', () => {
    const post = (headers: string, body = '') =>
      `POST /echo HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`
    const smuggled = 'GET /admin HTTP/1.1\r\nHost: a\r\n\r\n'

    it.each([
      [
        'length and coding',
        post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      ],
      [
        'coding and length',
        post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'),
      ],
      ['a coding after chunked', post('Transfer-Encoding: chunked, foo\r\n', '0\r\n\r\n')],
      ['two lengths', post('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello!')],
      ['a list of lengths', post('Content-Length: 5, 6\r\n', 'hello!')],
      ['a negative length', post('Content-Length: -1\r\n')],
      ['a length with a sign', post('Content-Length: +5\r\n', 'hello')],
      ['a length in hex', post('Content-Length: 0x5\r\n', 'hello')],
      ['a folded line', post('X-A: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n')],
      ['lines that end in LF', 'POST /echo HTTP/1.1\nHost: a\nContent-Length: 0\n\n'],
      ['a space before the colon', post('Content-Length : 5\r\n', 'hello')],
      ['a null in a value', post('X-A: a\0b\r\nContent-Length: 0\r\n')],
    ])('%s: one answer, 400, and the connection ends', async (_what, bytes) => {
      const seen = await t.raw(bytes + smuggled)
      expect(seen).not.toContain('admin')
      expect(statusesIn(seen)).toEqual([400])
    })

    // Nobody reads these bodies, so that the answer may come before they turn out to be broken.
    it.each([
      ['a coding that is not chunked', post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n')],
      ['no chunk size', post('Transfer-Encoding: chunked\r\n', 'zz\r\nhello\r\n0\r\n\r\n')],
      ['a chunk too long', post('Transfer-Encoding: chunked\r\n', '1\r\nhello\r\n0\r\n\r\n')],
    ])('%s: what follows is no request, and the connection ends', async (_what, bytes) => {
      const seen = await t.raw(bytes + smuggled)
      expect(seen).not.toContain('admin')
      expect([[200], [400], [200, 400]]).toContainEqual(statusesIn(seen))
    })
  })

  describe('A10 many and large headers', () => {
    it('17 kB of a header are 431', async () => {
      const bytes = await t.raw(lastRequest('/echo', `X-A: ${'a'.repeat(17_000)}\r\n`))
      expect(statusesIn(bytes)).toEqual([431])
    })

    it('900 short headers are 200, at a cost that grows with their number', async () => {
      const ask = async (count: number) => {
        const headers = Array.from({ length: count }, (_, at) => `a${at}:\r\n`).join('')
        expect(statusesIn(await t.raw(lastRequest('/echo', headers)))).toEqual([200])
      }
      await t.expectSteadyCost(450, ask)
    })

    it.each([
      [900, [[200]]],
      // Newer versions of Node refuse more than `server.maxHeadersCount`, which is 1000 by default.
      [1900, [[200], [431]]],
    ])('the same header %i times gets %j', async (count, expected) => {
      const headers = 'a: b\r\n'.repeat(count)
      expect(expected).toContainEqual(statusesIn(await t.raw(lastRequest('/echo', headers))))
    })
  })

  describe('A11 hostile header names', () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'then']

    it('are headers like others', async () => {
      const headers = names.map((name) => `${name}: x\r\n`).join('')
      const bytes = await t.raw(lastRequest('/headers', headers))
      expect(statusesIn(bytes)).toEqual([200])
      const { read } = JSON.parse(bodyIn(bytes)) as { read: [string, string][] }
      for (const [name, type] of read) {
        // Node's own table of headers loses this name.
        if (name !== '__proto__') expect([name, type]).toEqual([name, 'string'])
      }
    })

    it('are not there when nobody sent them', async () => {
      const { read } = (await t.request('/headers')).json() as { read: [string, string][] }
      expect(read.length).toBe(names.length)
    })
  })
})
