import { describe, expect, it } from 'vitest'
import type { Request } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

const FORWARDED = {
  Host: 'own.example.com',
  'X-Forwarded-For': '6.6.6.6, 7.7.7.7',
  'X-Forwarded-Host': 'a.b.forwarded.com:8080',
  'X-Forwarded-Proto': 'https',
}

function network(req: Request) {
  const { ip, ips, host, hostname, protocol, secure, subdomains } = req
  return { ip, ips, host, hostname, protocol, secure, subdomains }
}

describeDialects('req.ip, req.host, req.protocol and their family', ['5.x', '4.x'], (t) => {
  async function networkOf(headers: Record<string, string>): Promise<ReturnType<typeof network>> {
    t.app.get('/', (req, res) => res.json(network(req)))
    return (await t.request('/', { headers })).json() as ReturnType<typeof network>
  }

  /** In 4.x `req.host` is the older name of `req.hostname`. */
  function hostOf(name: string, port: string): string {
    return t.dialect === '4.x' ? name : name + port
  }

  const own = {
    ip: '127.0.0.1',
    ips: [],
    host: 'own.example.com',
    hostname: 'own.example.com',
    protocol: 'http',
    secure: false,
    subdomains: ['own'],
  }

  describe('a peer that is not trusted', () => {
    it.each([
      ['by default', undefined],
      ['with trust proxy off', false],
      ['with a list that lacks it', '10.0.0.0/8, 192.168.0.1'],
      ['with an empty list', []],
      ['with no hops', 0],
      ['by a function', () => false],
    ])('is heard nowhere %s', async (_what, trust) => {
      if (trust !== undefined) t.app.set('trust proxy', trust)
      expect(await networkOf(FORWARDED)).toEqual(own)
    })
  })

  describe('a peer that is trusted', () => {
    it.each([
      ['everyone', true, '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['one hop', 1, '7.7.7.7', ['7.7.7.7']],
      ['two hops', 2, '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['its address', '127.0.0.1', '7.7.7.7', ['7.7.7.7']],
      ['a name', 'loopback', '7.7.7.7', ['7.7.7.7']],
      ['names in a list', ['loopback', '7.7.7.7'], '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['a text with commas', 'loopback, 7.0.0.0/8', '6.6.6.6', ['6.6.6.6', '7.7.7.7']],
      ['a network', '127.0.0.0/8', '7.7.7.7', ['7.7.7.7']],
    ])('is heard everywhere: %s', async (_what, trust, ip, ips) => {
      t.app.set('trust proxy', trust)
      expect(await networkOf(FORWARDED)).toEqual({
        ip,
        ips,
        host: hostOf('a.b.forwarded.com', ':8080'),
        hostname: 'a.b.forwarded.com',
        protocol: 'https',
        secure: true,
        subdomains: ['b', 'a'],
      })
    })

    it('is told to a function with its address and distance', async () => {
      const calls: unknown[] = []
      t.app.set('trust proxy', (address: string, hop: number) => {
        calls.push([address, hop])
        return hop < 1
      })
      t.app.get('/', (req, res) => res.send(req.ip))
      expect((await t.request('/', { headers: FORWARDED })).text).toBe('7.7.7.7')
      expect(calls).toEqual([
        ['127.0.0.1', 0],
        ['7.7.7.7', 1],
      ])
    })

    it('may say nothing', async () => {
      t.app.enable('trust proxy')
      expect(await networkOf({ Host: 'own.example.com' })).toEqual(own)
    })
  })

  it('refuses an address that is none', () => {
    expect(() => t.app.set('trust proxy', 'not an address')).toThrow(TypeError)
  })

  it('lets middleware replace a getter on one request', async () => {
    t.app.use((req, _res, next) => {
      Object.defineProperty(req, 'ip', { value: '9.9.9.9' })
      next()
    })
    t.app.get('/', (req, res) => res.send(req.ip))
    expect((await t.request('/')).text).toBe('9.9.9.9')
  })

  describe('req.protocol', () => {
    it.each([
      ['https', 'https'],
      ['http', 'http'],
      ['https, http', 'https'],
      ['  https  ,http', 'https'],
      ['', 'http'],
    ])('for X-Forwarded-Proto %j is %j', async (told, protocol) => {
      t.app.enable('trust proxy')
      expect((await networkOf({ 'X-Forwarded-Proto': told })).protocol).toBe(protocol)
    })

    it.each(['javascript', 'HTTPS://', 'ws', ' '.repeat(90)])(
      'is that of the connection for the scheme %j', // declared difference: see hardening.md
      async (told) => {
        t.app.enable('trust proxy')
        expect((await networkOf({ 'X-Forwarded-Proto': told })).protocol).toBe('http')
      },
    )

    it('reads the scheme in any case', async () => {
      t.app.enable('trust proxy')
      expect(await networkOf({ 'X-Forwarded-Proto': 'HTTPS, http' })).toMatchObject({
        protocol: 'https',
        secure: true,
      })
    })
  })

  describe('req.host and req.hostname', () => {
    it.each([
      ['example.com', ''],
      ['example.com', ':3000'],
      ['127.0.0.1', ':80'],
      ['[::1]', ''],
      ['[::1]', ':3000'],
    ])('tell the host %j with and without port %j', async (hostname, port) => {
      const host = hostOf(hostname, port)
      expect(await networkOf({ Host: hostname + port })).toMatchObject({ host, hostname })
    })

    it('are undefined without the header', async () => {
      t.app.get('/', (req, res) => res.send(`${req.host} ${req.hostname} ${req.subdomains.length}`))
      const bytes = await t.raw('GET / HTTP/1.0\r\n\r\n')
      expect(bytes).toMatch(/undefined undefined 0$/)
    })

    it('take the first of several forwarded hosts', async () => {
      t.app.enable('trust proxy')
      const headers = { Host: 'x', 'X-Forwarded-Host': ' a.com:1 , b.com' }
      expect(await networkOf(headers)).toMatchObject({
        host: hostOf('a.com', ':1'),
        hostname: 'a.com',
      })
    })
  })

  describe('req.subdomains', () => {
    it.each([
      ['tobi.ferrets.example.com', ['ferrets', 'tobi']],
      ['example.com', []],
      ['127.0.0.1', []],
      ['[::1]', []],
    ])('for Host %j are %j', async (host, subdomains) => {
      expect((await networkOf({ Host: host })).subdomains).toEqual(subdomains)
    })

    it.each([
      [0, ['com', 'example', 'sub', 'tobi']],
      [1, ['example', 'sub', 'tobi']],
      [3, ['tobi']],
      [9, []],
    ])('begin after %i labels', async (offset, subdomains) => {
      t.app.set('subdomain offset', offset)
      expect((await networkOf({ Host: 'tobi.sub.example.com' })).subdomains).toEqual(subdomains)
    })

    it('count an address as one label', async () => {
      t.app.set('subdomain offset', 0)
      expect((await networkOf({ Host: '127.0.0.1' })).subdomains).toEqual(['127.0.0.1'])
    })
  })
})

describeDialects('req.host of 4.x', ['4.x'], (t) => {
  it('is deprecated', async () => {
    t.app.get('/', (req, res) => res.send(req.host))
    const headers = { Host: 'example.com:3000' }
    const notices = await noticesOf(async () => {
      expect((await t.request('/', { headers })).text).toBe('example.com')
    })
    expect(notices).toEqual(['req.host: Use req.hostname instead'])
  })
})
