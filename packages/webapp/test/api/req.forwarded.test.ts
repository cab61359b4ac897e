import { describe, expect, it } from 'vitest'
import type { Express, Request } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

function network(req: Request) {
  const { ip, ips, host, protocol, secure, subdomains } = req
  return { ip, ips, host, hostname: req.hostname, protocol, secure, subdomains }
}

describeDialects("app.set('forwarded header', 'Forwarded')", ['5.x', '4.x', '3.x'], (t) => {
  function start(trust: unknown = 'loopback'): Express {
    const app = t.app as unknown as Express
    app.set('trust proxy', trust as string)
    app.set('forwarded header', 'Forwarded')
    app.get('/', (req, res) => res.json(network(req)))
    return app
  }

  async function ask(headers: Record<string, string>): Promise<ReturnType<typeof network>> {
    return (await t.request('/', { headers })).json() as ReturnType<typeof network>
  }

  /** In 5.x, `req.host` has the port. */
  const withPort = t.dialect === '5.x' ? 'example.com:8443' : 'example.com'

  it('takes address, protocol and host from it', async () => {
    start()
    expect(
      await ask({ Forwarded: 'for=203.0.113.7;proto=HTTPS;host="a.example.com:8443"' }),
    ).toMatchObject({
      ip: '203.0.113.7',
      ips: ['203.0.113.7'],
      host: `a.${withPort}`,
      protocol: 'https',
      secure: true,
      subdomains: ['a'],
    })
    if (t.dialect !== '3.x') {
      expect((await ask({ Forwarded: 'host=a.example.com' })).hostname).toBe('a.example.com')
    }
  })

  it('ignores X-Forwarded-*', async () => {
    start()
    const lies = {
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'evil.example',
    }
    const plain = await ask({ Host: 'own.example.com', ...lies })
    expect(plain).toMatchObject({
      ip: '127.0.0.1',
      ips: [],
      host: 'own.example.com',
      protocol: 'http',
    })
    const both = await ask({ Host: 'own.example.com', Forwarded: 'for=203.0.113.7', ...lies })
    expect(both).toMatchObject({
      ip: '203.0.113.7',
      ips: ['203.0.113.7'],
      host: 'own.example.com',
      protocol: 'http',
    })
  })

  it('is ignored without the setting, and without trust', async () => {
    const app = start(false)
    const header = { Host: 'own.example.com', Forwarded: 'for=203.0.113.7;proto=https;host=b.com' }
    const own = { ip: '127.0.0.1', ips: [], host: 'own.example.com', protocol: 'http' }
    expect(await ask(header)).toMatchObject(own)
    app.set('trust proxy', true)
    app.set('forwarded header', 'X-Forwarded')
    expect(await ask(header)).toMatchObject(own)
    app.set('forwarded header', false)
    expect(await ask({ ...header, 'X-Forwarded-For': '8.8.8.8' })).toMatchObject({ ip: '8.8.8.8' })
  })

  it('believes proxies as long as they are trusted', async () => {
    start(['loopback', '10.0.0.0/8'])
    expect(
      await ask({
        Forwarded:
          'for=6.6.6.6;host=evil.com;proto=http, for=203.0.113.7;host=shop.com;proto=https, for=10.0.0.1;proto=http;host=inner',
      }),
    ).toMatchObject({
      ip: '203.0.113.7',
      ips: ['203.0.113.7', '10.0.0.1'],
      host: 'shop.com',
      protocol: 'https',
    })
    // The outer proxy does not name the protocol, so that of the inner one counts.
    expect(
      await ask({ Forwarded: 'for=203.0.113.7, for=10.0.0.1;proto=https;host=inner' }),
    ).toMatchObject({ ip: '203.0.113.7', host: 'inner', protocol: 'https' })
  })

  it('counts hops', async () => {
    start(2)
    const header = 'for=1.1.1.1;proto=https, for=2.2.2.2, for=_edge'
    expect(await ask({ Forwarded: header })).toMatchObject({
      ip: '2.2.2.2',
      ips: ['2.2.2.2', '_edge'],
      protocol: 'http',
    })
  })

  it('reads IPv6, ports and obfuscated names', async () => {
    start()
    const ipOf = async (node: string) => (await ask({ Forwarded: `for=${node}` })).ip
    expect(await ipOf('"[2001:db8:cafe::17]:4711"')).toBe('2001:db8:cafe::17')
    expect(await ipOf('[2001:db8:cafe::17]')).toBe('2001:db8:cafe::17')
    expect(await ipOf('"192.0.2.43:47011"')).toBe('192.0.2.43')
    expect(await ipOf('_hidden')).toBe('_hidden')
    expect(await ipOf('unknown')).toBe('unknown')
    expect(await ipOf('"<script>"')).toBe('127.0.0.1')
    expect(await ask({ Forwarded: 'proto=https' })).toMatchObject({
      ip: '127.0.0.1',
      protocol: 'https',
    })
  })

  it('does not let a client hide the address behind an open quote', async () => {
    start()
    expect((await ask({ Forwarded: 'for="_open, for=203.0.113.7' })).ip).toBe('203.0.113.7')
    expect((await ask({ Forwarded: 'junk; for=, for=203.0.113.7' })).ip).toBe('203.0.113.7')
  })

  it('has no host for a malformed one, and the own protocol for another scheme', async () => {
    start()
    const odd = await ask({
      Host: 'own.com',
      Forwarded: 'for=1.1.1.1;host="a.com:x@b.com";proto=ws',
    })
    expect(odd).not.toHaveProperty('host')
    expect(odd.protocol).toBe('http')
  })

  it('refuses other values', () => {
    expect(() => t.app.set('forwarded header', 'forwarded' as never)).toThrow(
      new TypeError(
        "the setting 'forwarded header' is 'Forwarded' or 'X-Forwarded', got 'forwarded'",
      ),
    )
  })

  it('is inherited by mounted applications', async () => {
    const app = start()
    const sub = t.webapp() as unknown as Express
    sub.get('/', (req, res) => res.json(network(req)))
    app.use('/sub', sub)
    const answer = await t.request('/sub', { headers: { Forwarded: 'for=203.0.113.7' } })
    expect(answer.json()).toMatchObject({ ip: '203.0.113.7' })
  })

  describe('by HTTP/2', () => {
    it('reads the same', async () => {
      const link = await startHttp2(start())
      const headers = { forwarded: 'for="[2001:db8::1]";proto=https;host=shop.com' }
      expect(JSON.parse((await link.ask('/', { headers })).text)).toMatchObject({
        ip: '2001:db8::1',
        host: 'shop.com',
        protocol: 'https',
      })
    })
  })
})
