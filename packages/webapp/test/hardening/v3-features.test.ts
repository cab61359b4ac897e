import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./v3-features.site.ts', import.meta.url)
const folder = createFolder({ 'uploads/.keep': '' })
const flags = ['--max-http-header-size=1000000']

describeHosts('What only 3.x has', { site, folder, flags, dialects: ['3.x'] }, (t) => {
  describe('I1 names in multipart forms', () => {
    const part = (name: string, value = '1', more = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
    const post = (parts: string, type = 'multipart/form-data; boundary=b') =>
      t.request('/multipart', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: `${parts}--b--\r\n`,
      })

    it.each([
      '__proto__',
      '__proto__[p]',
      'a[__proto__][p]',
      'constructor',
      'constructor[prototype][p]',
      'toString',
      'hasOwnProperty',
      '',
      'a[b]',
      '[]',
      'a[999999999]',
      'a b\tc',
      'é日本',
      'a\\"b',
      'x'.repeat(2000),
    ])('%s pollutes nothing, as a field or a file', async (name) => {
      expect((await post(part(name))).status).toBe(200)
      expect((await post(part(name, 'x', '; filename="a.txt"'))).status).toBe(200)
      expect((await post(part(name).repeat(3))).status).toBe(200)
    })

    it('are bounded in number and depth', async () => {
      expect((await post(part('a[b]').repeat(5000))).status).toBe(400)
      expect((await post(part('f', 'x', '; filename="a"').repeat(1500))).status).toBe(400)
      expect((await post(part(`a${'[b]'.repeat(100)}`))).status).toBe(400)
    })

    it.each([
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      'multipart/mixed; boundary=b',
      'multipart/__proto__; boundary=b',
    ])('a form of type %s is refused or left alone', async (type) => {
      expect([200, 400]).toContain((await post(part('a'), type)).status)
    })

    it.each([
      ['no end', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
      ['no head', '--b\r\n\r\n1\r\n'],
      ['a head without an end', `--b\r\n${'X: y\r\n'.repeat(20_000)}`],
      [
        'a file that is cut',
        '--b\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nx',
      ],
      [
        'a file behind what looks like the end',
        '--b\r\n--b--b\r\n--bX: y\r\n\r\n\r\n--b\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nx',
      ],
      ['a name of a file that climbs', part('a', 'x', '; filename="../../../evil.txt"')],
      ['a name of a file with a null', part('a', 'x', '; filename="a\0.txt"')],
    ])('%s: an answer, and no file left of what failed', async (_what, bytes) => {
      const before = (await t.request('/uploads')).json() as number
      const answer = await t.request('/multipart', {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: _what.startsWith('a name') ? `${bytes}--b--\r\n` : bytes,
      })
      expect([200, 400]).toContain(answer.status)
      const more = ((await t.request('/uploads')).json() as number) - before
      expect(more).toBe(answer.status === 200 && _what.startsWith('a name') ? 1 : 0)
    })
  })

  describe('I4 methodOverride and basicAuth', () => {
    const form = (body: string, method = 'POST') =>
      t.request('/override', {
        method,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      })

    it.each(['<script>', 'DELETE\r\nX: y', '__proto__', 'constructor', 'NONSENSE', ''])(
      'a method %j that is none is not taken over',
      async (method) => {
        const answer = await form(`_method=${encodeURIComponent(method)}`)
        expect(answer.status).toBe(404)
        expect(answer.text).not.toContain('<script>')
        expect(answer.text).toContain('POST')
      },
    )

    it('a method is taken over of a form, not of a link', async () => {
      expect((await form('_method=DELETE')).status).toBe(418)
      expect((await form('_method=delete')).status).toBe(418)
      const headers = { 'X-HTTP-Method-Override': 'DELETE' }
      expect((await t.request('/override', { headers })).status).toBe(404)
      expect((await t.request('/override?_method=DELETE')).status).toBe(404)
      expect((await form('_method[]=DELETE')).status).toBe(404)
      expect((await form('_method[a]=DELETE')).status).toBe(404)
    })

    const auth = async (value: string) =>
      (await t.request('/auth', { headers: { Authorization: value } })).status
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

    it.each([
      'Basic ====',
      'Basic !!!',
      basic('user'),
      basic(':'),
      basic('user:'),
      basic('user:secre'),
      basic('user:secrett'),
      basic('user:secret:'),
      basic('userr:secret'),
      basic('__proto__:x'),
      `Basic ${'A'.repeat(100_000)}`,
    ])('the credentials %j are 401', async (value) => {
      expect(await auth(value)).toBe(401)
    })

    it.each([
      'Basic',
      'Bearer x',
      `${basic('user:secret')} x`,
      `Basic ${' '.repeat(50_000)}x`,
      'basic',
      '__proto__ x',
    ])('%j is no Basic header: 400', async (value) => {
      expect(await auth(value)).toBe(400)
    })

    it('the right ones are let in', async () => {
      expect(await auth(basic('user:secret'))).toBe(200)
    })
  })

  describe('I5 request cookies and signatures', () => {
    const ask = async (cookie: string) => {
      const answer = await t.request('/cookies', { headers: { Cookie: cookie } })
      expect(answer.status).toBe(200)
      return answer.json() as { cookies: Record<string, unknown>; signed: Record<string, unknown> }
    }

    it.each([
      'a=%zz',
      'a=%',
      'a=%E0%A4%A',
      'a=j:{',
      'a=j:{"__proto__":{"p":1}}',
      'a=j:null',
      'a=j:1',
      '__proto__=x',
      '__proto__=j:{"p":1}',
      'constructor=x; toString=y; hasOwnProperty=z',
      '=',
      ';',
      ';;;;',
      'a',
      'a="',
      'a=""',
      '"a"=b',
      'a=s:',
      'a=s:.',
      'a=s:b',
      'a=s:b.',
      'a=s:.x',
    ])('%s: no error, no pollution', async (cookie) => {
      await ask(cookie)
    })

    it('a signature that was tampered with is false', async () => {
      const cookie = headerIn(await t.raw(lastRequest('/sign')), 'set-cookie') ?? ''
      const signed = cookie.split(';', 1)[0]?.slice(2) ?? ''
      expect((await ask(`a=${signed}`)).signed).toEqual({ a: 'mine' })
      for (const tampered of [signed.replace('mine', 'yours'), `${signed}x`, signed.slice(0, -1)]) {
        expect((await ask(`a=${tampered}`)).signed).toEqual({ a: false })
      }
      expect((await ask('a=s:mine')).signed).toEqual({ a: false })
    })

    it('10,000 of them cost what their number says', async () => {
      const many = (size: number) => Array.from({ length: size }, (_, at) => `k${at}=v`).join('; ')
      await ask(many(10_000))
      await t.expectSteadyCost(10_000, (size) => ask(many(size)))
      for (const filling of [';', ' ', '=', 'a=', '"', '%']) {
        await t.expectSteadyCost(50_000, (size) => ask(filling.repeat(size)))
      }
    })
  })

  describe('I6 log lines', () => {
    it.each([
      ['the target', 'GET /log?a="%0d%0ab HTTP/1.1\r\nHost: a\r\n'],
      ['the agent', 'GET /log HTTP/1.1\r\nHost: a\r\nUser-Agent: a"b\\\t[31m\r\n'],
      ['the referrer', 'GET /log HTTP/1.1\r\nHost: a\r\nReferer: "\\" - "\r\n'],
      [
        'the user',
        `GET /log HTTP/1.1\r\nHost: a\r\nAuthorization: Basic ${Buffer.from('a\r\nforged "line\u2028:x').toString('base64')}\r\n`,
      ],
    ])('has one line for each request, whatever %s says', async (_what, head) => {
      await t.request('/lines')
      expect(statusesIn(await t.raw(`${head}Connection: close\r\n\r\n`))).toEqual([200])
      const lines = (await t.request('/lines')).json() as string[]
      expect(lines).toHaveLength(1)
      expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n\u2028\u2029\u0085]/)
    })
  })
})
