import { describe, expect, it } from 'vitest'
import { bodyIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./proxies.site.ts', import.meta.url)
const flags = ['--max-http-header-size=1000000']

describeHosts('Proxies and hosts', { site, flags }, (t) => {
  interface Seen {
    readonly ip: string
    readonly ips: string[]
    readonly protocol: string
    readonly secure: boolean
    readonly hostname: string
    readonly subdomains: string[]
  }

  const ask = async (path: string, headers: object = {}): Promise<Seen> =>
    (await t.request(path, { headers: { Host: 'a.own.com', ...headers } })).json() as Seen

  const forwarded = {
    'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'b.evil.com',
    'X-Forwarded-Port': '81',
    'X-Real-IP': '6.6.6.6',
    Forwarded: 'for=6.6.6.6;proto=https;host=evil.com',
  }

  describe('F1 untrusted peers', () => {
    it.each(['/none', '/false', '/zero', '/other', '/others'])(
      '%s ignores all they say',
      async (path) => {
        expect(await ask(path, forwarded)).toMatchObject({
          ip: '127.0.0.1',
          ips: [],
          protocol: 'http',
          secure: false,
          hostname: 'a.own.com',
          subdomains: ['a'],
        })
      },
    )

    it.each([
      { 'X-Forwarded-For': '127.0.0.1' },
      { 'X-Forwarded-For': '10.0.0.1' },
      { 'X-Forwarded-For': '::1, ::ffff:127.0.0.1' },
      { 'x-forwarded-for': '0x7f.1' },
      { 'X-Forwarded-Proto': 'https, http' },
    ])('nor does it help to claim a trusted address: %j', async (headers) => {
      expect(await ask('/other', headers)).toMatchObject({ ip: '127.0.0.1', protocol: 'http' })
    })
  })

  describe('F2 trusted peers', () => {
    it.each([
      ['/true', '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['/hop', '7.7.7.7', ['7.7.7.7']],
      ['/hops', '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['/address', '7.7.7.7', ['7.7.7.7']],
      ['/network', '7.7.7.7', ['7.7.7.7']],
      ['/chain', '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['/names', '7.7.7.7', ['7.7.7.7']],
      ['/mapped', '7.7.7.7', ['7.7.7.7']],
    ])('%s sees %s', async (path, ip, ips) => {
      const seen = await ask(path, forwarded)
      expect(seen).toMatchObject({
        ip,
        ips,
        protocol: 'https',
        secure: true,
        hostname: 'b.evil.com',
      })
    })

    it('a function is asked with the address and its place', async () => {
      const { ip, asked } = (await ask('/asking', forwarded)) as unknown as {
        ip: string
        asked: [string, number][]
      }
      expect(ip).toBe('6.6.6.6')
      expect(asked).toEqual(
        expect.arrayContaining([
          ['127.0.0.1', 0],
          ['7.7.7.7', 1],
        ]),
      )
    })

    it('a list that cannot be read is refused when it is set', async () => {
      expect(await ask('/refused')).toEqual([])
    })
  })

  describe('F4 forwarded header values (CVE-2017-16118)', () => {
    it.each([
      ['javascript', 'http'],
      ['javascript:alert(1)//', 'http'],
      ['HTTPS, http', 'https'],
      ['https', 'https'],
      ['HtTp', 'http'],
      ['ws', 'http'],
      ['', 'http'],
      [',https', 'http'],
      ['https\thttp', 'http'],
      ['file', 'http'],
      ['__proto__', 'http'],
    ])('the protocol %j is %s', async (value, protocol) => {
      const seen = await ask('/true', { 'X-Forwarded-Proto': value })
      expect([seen.protocol, seen.secure]).toEqual([protocol, protocol === 'https'])
    })

    it.each(['a,b', 'a@b', 'a:b@c:80', '[::1]:80', '[', ']', ':', '[::1', '..', '-', '__proto__'])(
      'the host %j is read without an error',
      async (host) => {
        const seen = await t.request('/true', { headers: { 'X-Forwarded-Host': host } })
        expect(seen.status).toBe(200)
        expect((seen.json() as Seen).hostname ?? '').not.toContain(',')
      },
    )

    it.each(['a@b', '[', '[::1', ':', '::', 'a:b:c', ''])('so is the Host %j', async (host) => {
      const bytes = await t.raw(`GET /true HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(statusesIn(bytes)).toEqual([200])
      JSON.parse(bodyIn(bytes))
    })

    it.each(['<script>', 'unknown', '_hidden', '6.6.6.6:80', '[::1]:80', '', ',,,', 'a b'])(
      'the address %j is read without an error',
      async (address) => {
        for (const path of ['/true', '/hop', '/address', '/names', '/chain']) {
          const bytes = await t.raw(lastRequest(path, `X-Forwarded-For: ${address}, ::1\r\n`))
          expect(statusesIn(bytes)).toEqual([200])
        }
      },
    )

    it.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Host'])(
      '%s costs what its length says',
      async (name) => {
        const fillings = [' ', ',', 'a,', '.', '127.0.0.1, ', ':', 'a ']
        for (const filling of fillings) {
          await t.expectSteadyCost(30_000, async (size) => {
            const value = `x${filling.repeat(size / filling.length)}x`
            const host = name === 'Host' ? value : 'a'
            const header = name === 'Host' ? '' : `${name}: ${value}\r\n`
            const head = `GET /true HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`
            expect(statusesIn(await t.raw(head))).toEqual([200])
          })
        }
      },
    )
  })
})
