import { createServer } from 'node:http'
import { get } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes3, scenario3, type V3Express } from '../harness/v3.ts'

const hosts = [
  ...['a.com', 'a.com:80', 'A.COM', 'a.com:', 'a.com.', 'axcom', 'b.com', '.a.com', 'x.a.com'],
  ...[
    'x.y.a.com:8080',
    'xa.com',
    'a.com.evil',
    'b.com.evil',
    '[::1]',
    '[::1]:80',
    '[::2]',
    'a+b.com',
    'ababa',
    'abaaba',
    'abaxaba',
    'localhost',
  ],
]
const requests = [
  ...hosts.map((Host) => get('/', { headers: { Host }, noHost: true })),
  get('/', { http10: true, noHost: true }),
]

type Hosted = { vhost?: object }

const names: Record<string, unknown> = {
  'a name': 'a.com',
  'upper case': 'A.com',
  'a star': '*.a.com',
  'two stars': '*.*.com',
  'a star between equal ends': 'aba*aba',
  'a star alone': '*',
  'signs of expressions': 'a+b.com',
  'an address': '[::1]',
  'an expression': /(.*)\.a(.*)/,
  'an anchored expression': /^(\w+)\.com$/,
  'a global expression': /^a.com$/g,
  'a part': /a/,
  alternatives: /b\.com|a\.com/,
  'a named group': /(?<name>\w+)\.com/,
}

export default family(
  '3.x vhost',
  Object.entries(names).map(([label, name]) =>
    scenario3(
      `with ${label}`,
      (express, probe) =>
        express()
          .use(
            express.vhost(name, (req: Hosted, res: { end(text: string): void }) => {
              probe.seen('vhost', JSON.stringify(req.vhost))
              res.end('hosted')
            }),
          )
          .use((req, res) => res.send(`next ${String((req as Hosted).vhost)}`)),
      requests,
    ),
  ),
  scenario3(
    'goes to applications and servers',
    (express: V3Express) => {
      const site = express()
      site.get('/known', (_req, res) => res.send('site'))
      const server = createServer((_req, res) => res.end('server'))
      return express()
        .use(express.vhost('site.test', site))
        .use(express.vhost('server.test', server))
        .use((_req, res) => res.send('next'))
    },
    ['site.test', 'server.test', 'other.test'].flatMap((Host) =>
      ['/known', '/unknown'].map((path) => get(path, { headers: { Host }, noHost: true })),
    ),
  ),
  probes3('vhost', {
    'wants a name and a handler': (express, probe) => {
      probe.attempt('no name', () => express.vhost(undefined, () => {}))
      probe.attempt('no handler', () => express.vhost('a.com', {}))
      probe.attempt('a number', () => typeof express.vhost(5, () => {}))
    },
  }),
)
