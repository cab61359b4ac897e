import { createHmac } from 'node:crypto'
import { get } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes3, scenario3 } from '../harness/v3.ts'

function sign(value: string, secret = 'secret'): string {
  const mac = createHmac('sha256', secret).update(value).digest('base64').replace(/=+$/, '')
  return encodeURIComponent(`s:${value}.${mac}`)
}

const cookies = [
  'a=1',
  'a=1; b=2;c=3 ; d = 4',
  'a=1; a=2',
  'a="quoted"; b=""; c=x"y"',
  'a=%20x%2F; b=%zz; c=%E4',
  'a=; =b; c; ;;',
  'a=b=c',
  'a=j:{"x":1}; b=j:[1,2]; c=j:{broken; d=j:; e=j:null; f=j:5',
  `a=${encodeURIComponent('j:{"x":"ü"}')}`,
  `a=${sign('value')}; plain=1`,
  `a=${sign('value', 'other')}`,
  `a=${sign('j:{"x":1}')}; b=s:unsigned; c=s:`,
  `a=${sign('')}`,
  'a=S:x; b=J:{}',
  'A=1; a=2',
  'a,b=1; c=2',
  'ä=1',
]

const secrets: Record<string, string | undefined> = { none: undefined, empty: '', one: 'secret' }

export default family(
  '3.x cookieParser',
  Object.entries(secrets).map(([label, secret]) =>
    scenario3(
      `with ${label} as secret`,
      (express, probe) =>
        express()
          .use(express.cookieParser(secret))
          .use((req, res) => {
            probe.seen('cookies', req.cookies, req.signedCookies, req.secret)
            res.end()
          }),
      [get('/'), ...cookies.map((Cookie) => get('/', { headers: { Cookie } }))],
    ),
  ),
  scenario3(
    'reads a value that is quoted on one side only',
    (express, probe) =>
      express()
        .use(express.cookieParser())
        .use((req, res) => {
          probe.seen('cookies', req.cookies)
          res.end()
        }),
    [get('/', { headers: { Cookie: 'a="half' } })],
  ),
  scenario3(
    'leaves cookies that are there',
    (express, probe) =>
      express()
        .use((req, _res, next) => {
          req.cookies = { mine: true }
          next()
        })
        .use(express.cookieParser('secret'))
        .use((req, res) => {
          probe.seen('cookies', req.cookies, req.signedCookies, req.secret)
          res.end()
        }),
    [get('/', { headers: { Cookie: 'a=1' } })],
  ),
  scenario3(
    'takes a decoder',
    (express, probe) =>
      express()
        .use(express.cookieParser(undefined, { decode: (text: string) => `<${text}>` }))
        .use((req, res) => {
          probe.seen('cookies', req.cookies)
          res.end()
        }),
    [get('/', { headers: { Cookie: 'a=1; b="2"; c=%20' } })],
  ),
  scenario3(
    'reads what res.cookie writes',
    (express) => {
      const app = express().use(express.cookieParser('secret'))
      app.get('/set', (_req, res) => {
        res.cookie('signed', { a: 1 }, { signed: true }).cookie('plain', [1, 'x'])
        res.cookie('text', 'a; b', { signed: true }).clearCookie('old')
        res.end()
      })
      app.get('/get', (req, res) => res.send([req.cookies, req.signedCookies]))
      return app
    },
    [
      get('/set'),
      get('/get', {
        headers: { Cookie: `signed=${sign('j:{"a":1}')}; text=${sign('a; b')}; plain=j%3A%5B1%5D` },
      }),
    ],
  ),
  probes3('cookieParser', {
    'has its members': (express, probe) => {
      const { cookieParser } = express
      probe.seen(
        'JSONCookie',
        cookieParser.JSONCookie?.('j:{"a":1}'),
        cookieParser.JSONCookie?.('x'),
      )
      probe.seen('JSONCookies', cookieParser.JSONCookies?.({ a: 'j:[1]', b: 'x' }))
      const signed = decodeURIComponent(sign('v'))
      probe.seen('signedCookie', cookieParser.signedCookie?.(signed, 'secret'))
      probe.seen('tampered', cookieParser.signedCookie?.(`${signed}x`, 'secret'))
      probe.seen('unsigned', cookieParser.signedCookie?.('x', 'secret'))
      const table = { a: signed, b: 'x' }
      probe.seen('signedCookies', cookieParser.signedCookies?.(table, 'secret'), table)
      probe.seen('middleware', express.cookieParser().length)
    },
    'refuses secrets of other types': (express, probe) => {
      for (const secret of [5, {}, ['a', 'b'], true]) {
        probe.attempt(String(secret), () => express.cookieParser(secret).length)
      }
    },
  }),
)
