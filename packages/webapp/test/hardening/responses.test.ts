import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import type { Answer } from '../support/exchange.ts'
import { bodyIn, headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'
import { injections } from './support/injections.ts'

const site = new URL('./responses.site.ts', import.meta.url)
const folder = createFolder({ 'a.txt': 'a file', 'dir/index.html': '' })
const flags = ['--max-http-header-size=1000000']

describeHosts('Responses', { site, folder, flags }, (t) => {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const give = (path: string, text: string, headers = ''): Promise<string> =>
    t.raw(lastRequest(encodeURI(path), `X-Input: ${hex(text)}\r\n${headers}`))
  const isToldError = (answer: Answer) => [answer.status, answer.headers['x-told']]

  describe('E1 bodies of redirects (CVE-2024-43796)', () => {
    const targets = [
      '/<script>alert(1)</script>',
      'javascript:alert(1)',
      'javascript:alert("<b>")//<script>',
      '/"onx="alert(1)',
      "/'onx='",
      '/?a=<img src=x onerror=alert(1)>',
      'http://a/<script>',
      '/&lt;script&gt;',
      '/\u2028<script>',
      'data:text/html,<script>alert(1)</script>',
    ]

    it.each(targets)('%s: no markup in any form of the body', async (target) => {
      for (const accept of [
        'text/html',
        'text/plain',
        'application/json',
        '*/*',
        'text/html;q=0',
      ]) {
        const bytes = await give('/redirect', target, `Accept: ${accept}\r\n`)
        const [status] = statusesIn(bytes)
        const isPage = headerIn(bytes, 'content-type')?.includes('html') ?? false
        expect([302, 500]).toContain(status)
        // 3.x says where it leads in the words of the program, as plain text.
        if (isPage || t.dialect !== '3.x') expect(bodyIn(bytes)).not.toMatch(/<script|<img|<b>/i)
        if (isPage) expect(bodyIn(bytes)).not.toMatch(/href="[^"]*"[^>]/)
      }
    })
  })

  describe('E2 redirect hosts (CVE-2024-29041)', () => {
    const hosts = [
      'http://google.com\\@apple.com',
      'https://a\\.evil.com',
      'http://user:pw@host:81/x',
      'https://xn--bcher-kva.example/ü',
      '//evil',
      '/\\evil',
    ]

    it.each(hosts)('%s: what names the host is sent as it is', async (target) => {
      const location = headerIn(await give('/redirect', target), 'location') ?? ''
      expect(location.startsWith(target.replace('ü', '').slice(0, 20))).toBe(true)
    })

    it.each([
      '//evil',
      '/\\evil',
      '\\\\evil',
      '\\/evil',
      '///evil',
      '/\\/evil',
      '//\\evil',
      '\\/\\/evil',
    ])('%s is refused where redirects are strict', async (target) => {
      for (const path of ['/strict/redirect', '/strict/location']) {
        const bytes = await give(path, target)
        const location = headerIn(bytes, 'location')
        if (statusesIn(bytes)[0] === 500) expect(location).toBeUndefined()
        else expect(location).toMatch(/^(?:\/strict)?\/(?![\\/])/)
      }
    })

    it.each([' //evil', '\t//evil', '/\t/evil', '/\t\\evil', '\\\t/evil', '\0//evil', '\t/evil'])(
      '%j leads to no other host there',
      async (target) => {
        const bytes = await give('/strict/redirect', target)
        const location = headerIn(bytes, 'location') ?? '/'
        expect(new URL(location.trim(), 'http://own.com').host).toBe('own.com')
      },
    )

    it.each(['/a//b', 'http://a.com/', './a', '../a', '/', 'a', '?a', '/a\\b'])(
      '%s is allowed there',
      async (target) => {
        expect(statusesIn(await give('/strict/redirect', target))).toEqual([302])
      },
    )

    it.each(['\\evil', '\\/evil', '\t/evil', '\\\\evil', '.\\evil', '..//evil', './/evil'])(
      '%j has no second slash after one of ours',
      async (target) => {
        const location = headerIn(await give('/redirect', target), 'location') ?? '/'
        if (location.startsWith('/')) expect(location).not.toMatch(/^\/\t*[\\/]/)
        else expect(target.startsWith(location.slice(0, 1)) || location.startsWith('%')).toBe(true)
      },
    )
  })

  if (t.dialect === '3.x') {
    describe('E2 redirect hosts (CVE-2024-29041)', () => {
      it.each([
        '//evil.com',
        '//evil.com/',
        '//evil.com/%2e%2e',
        '/\\evil.com',
        '///evil.com/a/b',
        'http://evil.com/a',
      ])('relative addresses, which only 3.x resolves, stay on this host: %s', async (target) => {
        for (const to of ['./x', '../x', '..', '.', '../..', './/evil.com', '..//evil.com']) {
          const headers = `X-Anywhere: 1\r\nX-Input: ${hex(to)}\r\n`
          const bytes = await t.raw(lastRequest(target, headers))
          expect(headerIn(bytes, 'location'), to).toMatch(/^\/(?![\\/])/)
        }
      })
    })
  }

  describe('E3 header injection', () => {
    const breaks: [string, string][] = [
      ['CR LF', '\r\n'],
      ['CR', '\r'],
      ['LF', '\n'],
      ['NUL', '\0\r\n'],
      ['U+560A', '\u560d\u560a'],
      ['U+010A', '\u010d\u010a'],
      ['U+2028', '\u2028'],
      ['NEL', '\u0085'],
      ['vertical tab', '\v'],
      ['escape', '\u001b'],
      ['delete', '\u007f'],
      ['percent', '%0d%0a'],
    ]

    it.each(Object.keys(injections))('by %s adds no line', async (name) => {
      for (const [what, lineBreak] of breaks) {
        const bytes = await give(
          `/inject/${name}`,
          `a${lineBreak}X-Evil: 1${lineBreak}${lineBreak}<p>`,
        )
        const [head = ''] = bytes.split('\r\n\r\n', 1)
        expect([what, [200, 302, 500].includes(statusesIn(bytes)[0] ?? 0)]).toEqual([what, true])
        expect([what, /[\r\n\0]\s*x-evil/i.test(head)]).toEqual([what, false])
      }
    })
  })

  describe('E4 characters outside Latin-1', () => {
    it('are an error; those of Latin-1 are sent', async () => {
      expect(statusesIn(await give('/inject/set', '日本'))).toEqual([500])
      const bytes = await give('/inject/set', 'é')
      expect(statusesIn(bytes)).toEqual([200])
      // Node writes the head in the coding of the first piece of the body.
      expect(['é', Buffer.from('é').toString('latin1')]).toContain(headerIn(bytes, 'x-a'))
    })

    it.each(['日本', '😀', '\ud800', 'ß日'])('%j breaks nothing, wherever it is', async (text) => {
      for (const name of Object.keys(injections)) {
        expect([200, 302, 500]).toContain(statusesIn(await give(`/inject/${name}`, text))[0])
      }
    })
  })

  describe('E5 response cookies (CVE-2024-47764)', () => {
    it.each([
      ['a;b', '1', {}],
      ['a=b', '1', {}],
      ['', '1', {}],
      ['a b', '1', {}],
      ['a,b', '1', {}],
      ['a\r\nb', '1', {}],
      ['é', '1', {}],
      ['a', '1', { path: '/; Domain=evil.com' }],
      ['a', '1', { path: '/\nX: y' }],
      ['a', '1', { domain: 'a.com; Secure' }],
      ['a', '1', { domain: 'a.com\nX: y' }],
      ['a', '1', { domain: 'a b.com' }],
      ['a', '1', { expires: 'soon; HttpOnly' }],
      ['a', '1', { expires: 5 }],
      ['a', '1', { sameSite: 'lax; Domain=evil.com' }],
      ['a', '1', { sameSite: 'sometimes' }],
      ['a', '1', { priority: 'high; Domain=evil.com' }],
    ])('name %j, value %j, options %j are an error', async (...cookie) => {
      const bytes = await give('/cookie', JSON.stringify(cookie))
      expect([statusesIn(bytes)[0], headerIn(bytes, 'set-cookie')]).toEqual([500, undefined])
    })

    it.each(['; Path=/evil', '\r\nX: y', '"; Secure', '日本', ',', ' '])(
      'the value %j is encoded',
      async (value) => {
        const cookie = headerIn(
          await give('/cookie', JSON.stringify(['a', value, {}])),
          'set-cookie',
        )
        expect(cookie).toMatch(/^a=[\w%.!~*'()-]*; Path=\/$/)
      },
    )
  })

  describe('E7 JSONP (CVE-2014-4671)', () => {
    it.each([
      '<script>alert(1)</script>',
      'cb;alert(1)//',
      'alert`1`',
      '\u2028alert(1)',
      'a=b',
      '(function(){})',
      '/**/alert(1)',
      'a\nb',
      "a'b",
      'window["a"](1)',
      '%3Cimg%3E',
    ])('calls nothing but a name: %s', async (callback) => {
      const answer = await t.request(`/jsonp?callback=${encodeURIComponent(callback)}`)
      expect(answer.text).toMatch(
        /^\/\*\*\/ typeof ([\w$.[\]]+) === 'function' && \1\(\{\s*"text":\s*"[^\u2028\u2029]*"\s*\}\);$/,
      )
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    })

    it.each([
      'callback=',
      'callback[]=a&callback[]=b',
      'callback=a&callback=b',
      'callback[a]=b',
      '',
    ])('is JSON, or a call of the first name: ?%s', async (query) => {
      const answer = await t.request(`/jsonp?${query}`)
      expect(answer.status).toBe(200)
      expect(answer.text).toMatch(/^(?:\{|\/\*\*\/ typeof a === )/)
    })
  })

  describe('E8 status values', () => {
    const ways = ['end', 'send', 'json', 'write', 'property', 'head']
    const impossible = ['99', '1000', 'abc', 'NaN', 'undefined', 'negative', 'object', 'symbol']

    it.each([...impossible, 'bigint', 'huge', 'null'])(
      '%s is 500, and nobody waits',
      async (status) => {
        for (const way of ways) {
          expect([way, (await t.request(`/status/${status}/${way}`)).status]).toEqual([way, 500])
        }
      },
    )

    it.each(['100', '102', '103'])('%s is no last answer: 500', async (status) => {
      for (const way of ways) {
        const bytes = await t.raw(lastRequest(`/status/${status}/${way}`))
        expect([way, statusesIn(bytes)]).toEqual([way, [500]])
      }
    })

    it('101 is sent', async () => {
      expect(statusesIn(await t.raw(lastRequest('/status/101/end')))).toEqual([101])
    })

    it.each(['200.5', 'text'])('%s is refused in 5.x, and sent before', async (status) => {
      const { status: sent } = await t.request(`/status/${status}/send`)
      const old = status === 'text' ? 404 : 200
      expect(sent).toBe(t.per({ '5.x': 500, '4.x': old, '3.x': old }))
    })
  })

  describe('E9 statuses without a body', () => {
    it.each(['204', '304', '205'])('%s has none, however it is written', async (status) => {
      for (const way of ['send', 'json', 'write', 'pipe', 'property', 'end']) {
        const bytes = await t.raw(lastRequest(`/status/${status}/${way}`))
        expect([way, statusesIn(bytes)]).toEqual([way, [Number(status)]])
        expect([way, bodyIn(bytes)]).toEqual([way, ''])
        expect([way, headerIn(bytes, 'transfer-encoding')]).toEqual([way, undefined])
      }
    })

    it('HEAD has the headers of GET, and no body', async () => {
      for (const path of ['/jsonp', '/framing/short/send', '/value/bigint/json']) {
        const whole = await t.request(path)
        const bytes = await t.raw(lastRequest(path, '', 'HEAD'))
        expect([path, bodyIn(bytes)]).toEqual([path, ''])
        const length = headerIn(bytes, 'content-length')
        if (length !== undefined) expect([path, Number(length)]).toEqual([path, whole.body.length])
      }
    })
  })

  describe('E10 response framing', () => {
    it.each(['send', 'bytes', 'json', 'jsonp', 'redirect', 'throw', 'file', 'directory'])(
      '%s is framed once and right, whatever was set before',
      async (way) => {
        for (const header of ['coding', 'short', 'long', 'both', 'trailer']) {
          const bytes = await t.raw(lastRequest(`/framing/${header}/${way}`))
          const length = headerIn(bytes, 'content-length')
          const coding = headerIn(bytes, 'transfer-encoding')
          expect([header, length === undefined, coding === undefined]).not.toEqual([
            header,
            false,
            false,
          ])
          if (length !== undefined)
            expect([header, Number(length)]).toEqual([header, bodyIn(bytes).length])
        }
      },
    )
  })

  describe('E11 values that cannot be serialised', () => {
    it.each(['bigint', 'circular', 'toJSON', 'getter', 'proxy'])(
      '%s is an error',
      async (value) => {
        for (const way of ['send', 'json', 'jsonp']) {
          const answer = await t.request(`/value/${value}/${way}`)
          expect([way, ...isToldError(answer)]).toEqual([way, 500, 'error'])
        }
      },
    )

    it('what is nested too deep is an error at worst', async () => {
      for (const way of ['send', 'json', 'jsonp']) {
        expect([200, 500]).toContain((await t.request(`/value/deep/${way}`)).status)
      }
    })
  })

  describe('E12 slow content negotiation (CVE-2016-10539)', () => {
    const names = ['Accept', 'Accept-Language', 'Accept-Encoding', 'Accept-Charset']

    it.each([
      ['spaces', (size: number) => `a${' '.repeat(size)}b`],
      ['spaces before a comma', (size: number) => `a${' '.repeat(size)},b`],
      ['entries', (size: number) => 'a/b,'.repeat(size / 4)],
      [
        'different entries',
        (size: number) => Array.from({ length: size / 8 }, (_, at) => `a/b${at}`).join(),
      ],
      ['empty parameters', (size: number) => ';;q=;'.repeat(size / 5)],
      ['parameters', (size: number) => `a/b${';c=d'.repeat(size / 4)}`],
      ['quotes', (size: number) => `a/b;c="${'\\"'.repeat(size / 2)}`],
      ['quoted commas', (size: number) => `a/b${';c="d,e"'.repeat(size / 8)}`],
      ['quoted semicolons', (size: number) => `a/b${';c="d;e"'.repeat(size / 8)}`],
      ['a quote that does not end', (size: number) => `a/b;c="${',;d'.repeat(size / 3)}`],
      ['dashes', (size: number) => `a${'-a'.repeat(size / 2)}`],
      ['qualities', (size: number) => 'a;q=0.1,'.repeat(size / 8)],
      ['tabs', (size: number) => `a;${'\t'.repeat(size)}q=1`],
    ])('costs what its length says: %s', async (_what, value) => {
      for (const name of names) {
        await t.expectSteadyCost(16_000, async (size) => {
          const headers = `${name}: ${value(size)}\r\n`
          expect(statusesIn(await t.raw(lastRequest('/negotiate', headers)))).toEqual([200])
        })
      }
    })

    it.each(['image/png', 'text/html;q=0, */*;q=0', 'nonsense', ';;q=;', '__proto__/x'])(
      '%s is 406 where nothing fits',
      async (accept) => {
        expect((await t.request('/format', { headers: { Accept: accept } })).status).toBe(406)
      },
    )
  })
})
