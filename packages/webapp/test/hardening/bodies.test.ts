import { connect } from 'node:net'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sayAndLeave } from '../fixtures/leave.ts'
import { type Answer, exchangeRaw } from '../support/exchange.ts'
import { statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./bodies.site.ts', import.meta.url)
const flags = ['--max-http-header-size=1000000']
const FORM = 'application/x-www-form-urlencoded'

describeHosts('Queries and bodies', { site, flags }, (t) => {
  const post = (path: string, body: string | Uint8Array, type = 'application/json', more = {}) =>
    t.request(path, { method: 'POST', body, headers: { 'Content-Type': type, ...more } })
  const form = (body: string, path = '/form') => post(path, body, FORM)
  const outcome = ({ status, text }: Answer) => [status, JSON.parse(text).type]

  describe('C1 prototype pollution (CVE-2022-24999)', () => {
    const attacks = [
      '__proto__[p]=1',
      'a[__proto__][p]=1',
      'constructor[prototype][p]=1',
      'a[constructor][prototype][p]=1',
      'a[__proto__]=b&a[__proto__]&a[length]=100000000',
      '__proto__=1&__proto__[p]=1&[__proto__][p]=1',
      '__proto__.p=1&a.__proto__.p=1',
      'a[][__proto__][p]=1&a[0][__proto__][p]=1',
      '%5f%5fproto%5f%5f%5bp%5d=1',
      'a[b]=1&a=__proto__&a[p]=1',
      '__proto__[]=1&__proto__[toString]=1&__proto__[valueOf]=1',
      'toString[call]=1&hasOwnProperty[x]=1',
    ]

    it.each(attacks)('%s changes no prototype, in a query or a form', async (attack) => {
      for (const path of ['/query', '/extended/query']) {
        expect((await t.request(`${path}?${attack}`)).status, path).toBe(200)
      }
      for (const path of ['/form', '/simple']) {
        expect((await form(attack, path)).status, path).toBe(200)
      }
    })

    it('costs what its length says', async () => {
      await t.expectSteadyCost(300, async (size) => {
        const attack = 'a[__proto__]=b&a[__proto__]&a[length]=100000000&'.repeat(size)
        expect((await t.request(`/extended/query?${attack}`)).status).toBe(200)
      })
    })
  })

  describe('C2 keys named like members of Object.prototype', () => {
    it.each(['/echo-json', '/echo-send', '/echo-awaited'])('%s sends them', async (path) => {
      const query = 'hasOwnProperty=x&toString=y&length=9&then=1&toJSON=z&constructor=c&valueOf=v'
      const answer = await t.request(`${path}?${query}`)
      expect(answer.status).toBe(200)
      expect(answer.json()).toMatchObject({ length: '9', toJSON: 'z' })
    })
  })

  describe('C3 sparse, deep and numerous query parameters (CVE-2014-7191, CVE-2014-10064)', () => {
    it.each(['/query', '/extended/query'])('%s has bounds', async (path) => {
      const query = async (text: string) => (await t.request(`${path}?${text}`)).json()
      expect(await query('a[999999999]=1')).toMatchObject({ count: 1, isArray: false })
      expect(await query('a[5]=1&a[100000000]=2&a[]=3')).toMatchObject({
        count: expect.any(Number),
      })
      const deep = (await query(`a${'[b]'.repeat(3000)}=1`)) as { depth: number }
      expect(deep.depth).toBeLessThan(40)
      const pairs = Array.from({ length: 5000 }, (_, at) => `k${at}=1`).join('&')
      const many = (await query(pairs)) as { count: number }
      expect(many.count).toBeLessThanOrEqual(1000)
    })

    it.each([
      ['levels', (size: number) => `a${'[b]'.repeat(size)}=1`],
      ['pairs', (size: number) => 'a=1&'.repeat(size)],
      ['empty pairs', (size: number) => '&'.repeat(size)],
      ['items', (size: number) => 'a[]=1&'.repeat(size)],
      [
        'indexes',
        (size: number) => Array.from({ length: size }, (_, at) => `a[${at}]=1`).join('&'),
      ],
      ['open brackets', (size: number) => `a${'['.repeat(size)}=1`],
      ['commas', (size: number) => `a=${','.repeat(size)}`],
      ['percent signs', (size: number) => `a=${'%'.repeat(size)}`],
      ['plus signs', (size: number) => `a=${'+'.repeat(size)}`],
      ['dots', (size: number) => `a${'.b'.repeat(size)}=1`],
    ])('costs what its length says: %s', async (_what, query) => {
      await t.expectSteadyCost(20_000, async (size) => {
        expect((await t.request(`/extended/query?${query(size)}`)).status).toBe(200)
      })
    })
  })

  describe('C4 parameter floods in forms (CVE-2024-45590)', () => {
    const flood = Array.from({ length: 1001 }, (_, at) => `k${at}=1`).join('&')

    it.each(['/form', '/simple'])('%s refuses more than 1000 pairs', async (path) => {
      expect(outcome(await form(flood, path))).toEqual([413, 'parameters.too.many'])
      expect(outcome(await form('&'.repeat(50_000), path))).toEqual([413, 'parameters.too.many'])
      expect((await form(flood.slice(0, flood.lastIndexOf('&')), path)).status).toBe(200)
    })

    it.each([
      ['40 levels', `a${'[b]'.repeat(40)}=1`],
      ['20,000 lists', `a${'[]'.repeat(20_000)}=1`],
      ['33 levels', `a${'[b]'.repeat(33)}=1`],
      ['levels behind others', `a=1&b[c]=2&d${'[b]'.repeat(100)}=1`],
    ])('%s are 400', async (_what, body) => {
      expect(outcome(await form(body))).toEqual([400, 'querystring.parse.rangeError'])
    })

    it('32 levels are read', async () => {
      expect((await form(`a${'[b]'.repeat(32)}=1`)).status).toBe(200)
    })

    it.each([
      ['separators', (size: number) => '&'.repeat(size)],
      ['levels', (size: number) => `a${'[b]'.repeat(size / 4)}=1`],
      ['brackets', (size: number) => `${'['.repeat(size)}${']'.repeat(size)}=1`],
      ['percent signs', (size: number) => `a=${'%'.repeat(size)}`],
      ['equals signs', (size: number) => '='.repeat(size)],
    ])('cost what their length says: %s', async (_what, body) => {
      await t.expectSteadyCost(24_000, (size) => form(body(size)))
    })
  })

  describe('C6 unusual JSON values', () => {
    it.each(['{', '{"a":}', '[1,', 'nul', '{"a":1}x', "{'a':1}", '\u0000', '{"a":01}', '[NaN]'])(
      'malformed, 400: %s',
      async (body) => {
        expect(outcome(await post('/json', body))).toEqual([400, 'entity.parse.failed'])
      },
    )

    it.each(['1', '"a"', 'true', 'null', ' 1', '-'])('a scalar is 400: %s', async (body) => {
      expect((await post('/json', body)).status).toBe(400)
    })

    it('an empty body of unknown length is an empty object', async () => {
      const head = 'POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
      const bytes = await t.raw(
        `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
      )
      expect(bytes).toMatch(/"count":\s*0/)
    })

    it('a byte order mark is no part of it', async () => {
      expect((await post('/json', '\ufeff{"a":1}')).json()).toMatchObject({ keys: ['a'] })
    })

    it('the last of two equal keys counts', async () => {
      expect((await post('/json', '{"a":1,"a":2}')).json()).toMatchObject({ text: '{"a":2}' })
    })

    const hostile = [
      '{"__proto__":{"p":1}}',
      '{"a":[{"__proto__":{"p":1}}]}',
      '{"\\u005f\\u005fproto\\u005f\\u005f":{"p":1}}',
      '{"constructor":{"prototype":{"p":1}}}',
      '{"a":{"constructor":{"pro\\u0074otype":{"p":1}}}}',
      `${'['.repeat(2000)}{"__proto__":1}${']'.repeat(2000)}`,
    ]

    it.each(hostile)(
      'hostile names are own keys, by option refused or removed: %s',
      async (body) => {
        expect((await post('/json', body)).status).toBe(200)
        expect(outcome(await post('/error', body))).toEqual([400, 'entity.parse.failed'])
        const removed = (await post('/remove', body)).text
        expect(removed).not.toMatch(/proto/)
      },
    )

    it('harmless names pass by every option', async () => {
      const body = '{"proto":1,"constructor":"me","a":"__proto__","prototype":{"b":1}}'
      for (const path of ['/json', '/error', '/remove']) {
        expect((await post(path, body)).json(), path).toMatchObject({ count: 4, text: body })
      }
    })
  })

  describe('C7 deep JSON', () => {
    it.each([
      ['lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
      ['objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ])('20,000 nested %s are read; sent back, they are an error at worst', async (_what, body) => {
      expect((await post('/remove', body)).status).toBeLessThanOrEqual(500)
      expect([200, 500]).toContain((await post('/raw-echo', body)).status)
    })
  })

  describe('C9 size of a body without a declared length', () => {
    const limit = t.per({ '5.x': 100_000, '4.x': 100_000, '3.x': 1_000_000 })
    const chunk = `2710\r\n${' '.repeat(10_000)}\r\n`

    it.each(['/json', '/form'])('%s is 413, and the next request is answered', async (path) => {
      const type = path === '/form' ? FORM : 'application/json'
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n`
      const body = `${chunk.repeat((3 * limit) / 10_000)}0\r\n\r\n`
      const next = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
      const bytes = await t.raw(`${head}Transfer-Encoding: chunked\r\n\r\n${body}${next}`)
      expect(statusesIn(bytes)).toEqual([413, 200])
    })
  })

  describe('C10 compression bombs', () => {
    const spaces = Buffer.alloc(60_000_000, ' ')
    const bombs: [string, Buffer][] = [
      ['gzip', zlib.gzipSync(spaces)],
      ['deflate', zlib.deflateSync(spaces)],
      [
        'br',
        zlib.brotliCompressSync(spaces, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
      ],
    ]

    it.each(bombs)('%s is 413, and never held whole', async (coding, body) => {
      const headers = { 'Content-Encoding': coding }
      await post('/json', zlib.gzipSync('{}'), 'application/json', { 'Content-Encoding': 'gzip' })
      const before = await t.child.vitals()
      const { status } = await post('/json', body, 'application/json', headers)
      const expected = coding === 'br' && t.dialect !== '5.x' ? 415 : 413
      expect(status).toBe(expected)
      const after = await t.child.vitals()
      // Of the whole life of the process: what came before may have been higher.
      expect(after.peak - before.peak).toBeLessThan(40_000_000)
      expect(after.heap - before.heap).toBeLessThan(15_000_000)
    })

    it.each([
      'gzip, gzip, gzip, gzip, gzip, gzip',
      'gzip,gzip',
      'deflate, gzip',
      'gzip, identity',
      'gzip;q=1',
      'x-gzip',
      '__proto__',
      'constructor',
      'toString',
    ])('any coding but a single known one is 415: %s', async (coding) => {
      let body = Buffer.from('{"a":1}')
      for (let layer = 0; layer < 2; layer++) body = zlib.gzipSync(body)
      const answer = await post('/json', body, 'application/json', { 'Content-Encoding': coding })
      expect(answer.status).toBe(415)
    })
  })

  describe('C11 invalid compressed data', () => {
    const whole = zlib.gzipSync('{"a":1}')

    it.each([
      ['no gzip', 'gzip', Buffer.from('{"a":1}')],
      ['half of a gzip', 'gzip', whole.subarray(0, whole.length - 6)],
      ['a gzip with a wrong sum', 'gzip', Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)])],
      ['a gzip and garbage', 'gzip', Buffer.concat([whole, Buffer.from([0x1f, 0x8b, 1, 2, 3])])],
      ['no deflate', 'deflate', Buffer.from('{"a":1}')],
      ['half of a deflate', 'deflate', zlib.deflateSync('{"a":1}').subarray(0, 6)],
      ['nothing', 'gzip', Buffer.alloc(1)],
    ])('%s is 400', async (_what, coding, body) => {
      const answer = await post('/json', body, 'application/json', { 'Content-Encoding': coding })
      expect(answer.status).toBe(400)
    })
  })

  describe('C13 invalid options', () => {
    it('are refused when the parser is made; null is the default', async () => {
      const refused = (await t.request('/options')).json() as Record<string, boolean>
      for (const [what, isRefused] of Object.entries(refused)) {
        const isValid = /(?: null|limit 1kb| 5)$/i.test(what)
        expect([what, isRefused]).toEqual([what, !isValid])
      }
    })
  })

  describe('C14 ambiguous content types', () => {
    const body = '{"a":1}'

    it.each([
      'application/json\ta',
      'application/json, text/plain',
      'text/plain;application/json',
      'application/jsonx',
      'application/json/x',
      'application /json',
      'text/json+x',
      '__proto__',
      'application',
    ])('not parsed: %j', async (type) => {
      const answer = await post('/json', body, type)
      expect(answer.text).not.toContain('keys": [\n    "a"')
      expect(answer.text).not.toContain('"keys":["a"]')
    })

    it.each([' APPLICATION/JSON', 'Application/Json', 'application/json ;charset=utf-8'])(
      'parsed: %j',
      async (type) => {
        expect((await post('/json', body, type)).json()).toMatchObject({ keys: ['a'] })
      },
    )

    it('a quote that does not end is read per dialect', async () => {
      const answer = await post('/json', body, 'application/json; charset="utf-8')
      const parsed = answer.status === 200 && answer.text.includes('"a"')
      expect(parsed).toBe(t.per({ '5.x': true, '4.x': false, '3.x': false }))
    })
  })

  describe('C15 clients that disconnect or stall', () => {
    const half = 'POST /abort HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const count = process.env.HARDENING_FULL ? 1000 : 300

    it(`leave nothing behind after ${count} halves of a body, and no route runs`, async () => {
      const heard = () => new Promise((resolve) => setTimeout(resolve, 5))
      const leave = (times: number) =>
        Promise.all(
          Array.from({ length: times }, () =>
            sayAndLeave(
              t.port,
              `${half}Content-Length: 1000\r\n\r\n{"a":"${'x'.repeat(400)}`,
              heard,
            ),
          ),
        )
      await leave(50)
      const before = await t.child.vitals()
      for (let done = 0; done < count; done += 50) await leave(50)
      await expect
        .poll(async () => (await t.child.vitals()).descriptors - before.descriptors)
        .toBeLessThan(5)
      const after = await t.child.vitals()
      expect(after.heap - before.heap).toBeLessThan(5_000_000)
      expect((await t.request('/routed')).json()).toBe(0)
    })

    it('get 408 from a server with a request timeout, and are closed', async () => {
      const port = (await t.request('/impatient')).json() as number
      const bytes = await exchangeRaw(port, `${half}Content-Length: 1000\r\n\r\n{"a":`)
      expect(statusesIn(bytes)).toEqual([408])
    })

    it('are closed although they send a byte now and then', async () => {
      const port = (await t.request('/impatient')).json() as number
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.resume()
      socket.write(`${half}Content-Length: 1000\r\n\r\n`)
      const drip = setInterval(() => socket.write('x'), 50)
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(drip)
    })
  })
})
