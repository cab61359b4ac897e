import type { Req } from '../harness/express.ts'
import type { Probe } from '../harness/probe.ts'
import { get } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const hosts = [
  'example.com',
  'example.com:3000',
  'EXAMPLE.com',
  '[::1]',
  '[::1]:3000',
  '127.0.0.1:80',
  'a.b.c.d.e',
  'tobi.ferrets.example.com',
  'localhost',
  '',
  ':80',
  'a:b:c',
  'a@b',
  'a,b',
  'example.com.',
  '..',
  '192.168.0.1',
  '[2001:db8::1]:8080',
  'xn--a.example.com',
  'exa mple.com',
  '[::1',
  'a]b:1',
]

const forwarded: readonly Record<string, string | readonly string[]>[] = [
  { 'X-Forwarded-For': '1.2.3.4' },
  { 'X-Forwarded-For': '1.2.3.4, 5.6.7.8, 127.0.0.1' },
  { 'X-Forwarded-For': ' client , 5.6.7.8 ' },
  { 'X-Forwarded-For': '' },
  { 'X-Forwarded-For': ',,' },
  { 'X-Forwarded-For': '::1, ::ffff:127.0.0.1, 10.0.0.1' },
  { 'X-Forwarded-For': ['1.1.1.1', '2.2.2.2'] },
  { 'X-Forwarded-For': '<script>' },
  { 'X-Forwarded-Proto': 'https' },
  { 'X-Forwarded-Proto': 'http' },
  { 'X-Forwarded-Proto': 'https, http' },
  { 'X-Forwarded-Proto': ' https ,http' },
  { 'X-Forwarded-Proto': '' },
  { 'X-Forwarded-Host': 'proxy.example.org' },
  { 'X-Forwarded-Host': 'proxy.example.org:8080' },
  { 'X-Forwarded-Host': 'one.example.org, two.example.org' },
  { 'X-Forwarded-Host': ' one.example.org , two' },
  { 'X-Forwarded-Host': '' },
  { 'X-Forwarded-Host': '[::1]:99' },
  { 'X-Forwarded-Host': ['one.example.org', 'two.example.org'] },
  {
    'X-Forwarded-For': '9.9.9.9',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'a.b.example.org:1',
    Forwarded: 'for=8.8.8.8',
  },
]

const trusts: readonly (readonly [string, unknown])[] = [
  ['default', undefined],
  ['true', true],
  ['false', false],
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['loopback', 'loopback'],
  ['a list', 'loopback, 5.6.7.8/32'],
  ['an array', ['127.0.0.1', '10.0.0.0/8']],
  ['another address', '192.0.2.1'],
  ['an empty string', ''],
  ['an empty array', []],
  ['uniquelocal', 'uniquelocal, linklocal'],
  ['a function by hop', (_address: string, hop: number) => hop < 1],
  ['a function by address', (address: string) => address.startsWith('127.')],
  ['a function that says no', () => false],
  ['null', null],
]

function report(req: Req, probe: Probe): void {
  probe.seen('host', req.host, req.hostname, req.subdomains)
  probe.seen('protocol', req.protocol, req.secure)
  probe.seen('ip', req.ip, req.ips)
}

export default family(
  'req.host, hostname, ip, ips, protocol, secure, subdomains',
  trusts.map(([label, trust]) =>
    scenario(
      `with trust proxy ${label}`,
      (express, probe) => {
        const app = express()
        if (trust !== undefined) app.set('trust proxy', trust as string)
        return app.use((req, res) => {
          report(req, probe)
          res.end()
        })
      },
      forwarded.map((headers) => get('/', { headers })),
    ),
  ),
  hosts.map((host) =>
    scenario(
      `of Host ${JSON.stringify(host)}`,
      (express, probe) => {
        const app = express()
        app.use((req, res) => {
          report(req, probe)
          res.end()
        })
        return app
      },
      [get('/', { headers: { Host: host } })],
    ),
  ),
  scenario(
    'without a Host',
    (express, probe) =>
      express().use((req, res) => {
        report(req, probe)
        res.end()
      }),
    [
      get('/', { http10: true, noHost: true }),
      get('/', { noHost: true }),
      get('/', { headers: { Host: ['a.example.com', 'b.example.com'] } }),
      get('http://target.example.net/x', { headers: { Host: 'host.example.com' } }),
    ],
  ),
  [0, 1, 2, 3, 10, -1, 1.5, '2', 'x', null, undefined, true].map((offset) =>
    scenario(
      `honours 'subdomain offset' ${JSON.stringify(offset)}`,
      (express, probe) => {
        const app = express().set('subdomain offset', offset)
        return app.use((req, res) => {
          probe.attempt('subdomains', () => req.subdomains)
          res.end()
        })
      },
      ['a.b.c.example.com', 'example.com', 'com', '10.0.0.1', '[::1]', ''].map((host) =>
        get('/', { headers: { Host: host } }),
      ),
    ),
  ),
  scenario(
    'calls a trust function with address and hop',
    (express, probe) => {
      const app = express()
      app.set('trust proxy', (...args: unknown[]) => {
        probe.seen('trust', ...args)
        return true
      })
      app.use((req, res) => {
        report(req, probe)
        res.end()
      })
      return app
    },
    [
      get('/', {
        headers: {
          'X-Forwarded-For': '1.1.1.1, 2.2.2.2',
          'X-Forwarded-Host': 'x',
          'X-Forwarded-Proto': 'https',
        },
      }),
    ],
  ),
  scenario('refuses a trust proxy that is no address', (express, probe) => {
    const app = express()
    for (const value of ['nonsense', '1.2.3.4/99', ['x'], {}, '10.0.0', '::1/200', 'loopback,x']) {
      probe.attempt(JSON.stringify(value), () => app.set('trust proxy', value) === app)
      probe.seen('value', app.get('trust proxy'), app.get('trust proxy fn'))
    }
    return undefined
  }),
  scenario(
    'takes the settings of the app at work, and inherits trust proxy',
    (express, probe) => {
      const top = express().set('trust proxy', true)
      const inherits = express()
      const own = express().set('trust proxy', false)
      for (const app of [inherits, own]) {
        app.use((req, res) => {
          report(req, probe)
          res.end()
        })
      }
      top.use('/inherits', inherits).use('/own', own)
      top.use((req, res) => {
        report(req, probe)
        res.end()
      })
      return top
    },
    ['/inherits', '/own', '/'].map((path) =>
      get(path, {
        headers: {
          'X-Forwarded-For': '1.1.1.1',
          'X-Forwarded-Host': 'x.y.z',
          'X-Forwarded-Proto': 'https',
        },
      }),
    ),
  ),
  scenario(
    'may be shadowed on one request',
    (express, probe) =>
      express()
        .use((req, _res, next) => {
          Object.defineProperty(req, 'ip', { value: '9.9.9.9', configurable: true })
          probe.attempt('assign', () => {
            Reflect.set(req, 'protocol', 'gopher')
            return req.protocol
          })
          probe.attempt('strict assign', () => Object.assign(req, { hostname: 'mine' }).hostname)
          next()
        })
        .use((req, res) => {
          report(req, probe)
          res.end()
        }),
    [get('/')],
  ),
  scenario(
    'with hostile forwarded protocols',
    (express, probe) =>
      express()
        .set('trust proxy', true)
        .use((req, res) => {
          probe.seen('protocol', req.protocol, req.secure)
          res.end()
        }),
    ['HTTPS', 'Https', 'javascript', 'ws', '<b>', 'https;x', 'http2'].map((value) =>
      get('/', { headers: { 'X-Forwarded-Proto': value } }),
    ),
  ),
)
