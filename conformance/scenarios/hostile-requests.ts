import { get, keepAlive, raw } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const hostile = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'then']

export default family(
  'hostile requests',
  scenario(
    'header names of Object.prototype do no harm',
    (express, probe) =>
      express().use((req, res) => {
        for (const name of hostile) probe.seen(name, req.get(name))
        probe.seen('headers', Object.keys(req.headers))
        res.json(req.headers)
      }),
    [
      raw(
        `GET / HTTP/1.1\r\nHost: a\r\n${hostile.map((name) => `${name}: x\r\n`).join('')}\r\n`,
        'hostile header names',
      ),
    ],
  ),
  scenario(
    'queries of Object.prototype do no harm',
    (express, probe) => {
      const top = express()
      for (const parser of ['simple', 'extended'] as const) {
        const app = express().set('query parser', parser)
        app.get('/', (req, res) => {
          probe.seen('polluted', Reflect.get({}, 'p'), Reflect.get([], 'p'))
          res.json(req.query)
        })
        top.use(`/${parser}`, app)
      }
      return top
    },
    ['simple', 'extended'].flatMap((name) =>
      [
        '__proto__[p]=1',
        'a[__proto__][p]=1',
        'constructor[prototype][p]=1',
        'a[__proto__]=b&a[__proto__]&a[length]=100000000',
        'hasOwnProperty=x&toString=y&length=9&then=1',
        'a[999999999]=1',
      ].map((query) => get(`/${name}?${query}`)),
    ),
  ),
  scenario(
    'broken framing gets one answer and a closed connection',
    (express) => express().use((_req, res) => res.send('reached')),
    [
      raw('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, foo\r\n\r\n0\r\n\r\n'),
      raw('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      raw('GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n'),
      raw('GET / HTTP/1.1\nHost: a\n\n'),
      raw('GET echo HTTP/1.1\r\nHost: a\r\n\r\n'),
    ],
  ),
  scenario(
    'a following request is served as if nothing had happened',
    (express) => {
      const app = express()
      app.get('/u/:id', (_req, res) => res.send('user'))
      app.get('/', (_req, res) => res.send('ok'))
      return app
    },
    [
      keepAlive([get('/u/%E0%A4%A'), get('/')]),
      keepAlive([get('/u/%'), get('/')]),
      keepAlive([get('*'), get('/')]),
      keepAlive([get('//u/1'), get('/')]),
      keepAlive([get(`/u/${'a'.repeat(7000)}`), get('/')]),
    ],
  ),
)
