import { get } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

const queries = [
  '',
  '?',
  '?a',
  '?a=',
  '?a=1',
  '?a=1&a=2',
  '?a=1&b=2',
  '?a[]=1&a[]=2',
  '?a[b]=1&a[c]=2',
  '?a[b][c][d][e][f][g]=1',
  '?a[0]=x&a[2]=y',
  '?a[100]=x',
  '?a.b=1',
  '?a=%20+b',
  '?a=%zz',
  '?%=1',
  '?a=%E4%BD%A0',
  '?=1',
  '?&&a=1&',
  '?a==b',
  '?a=b=c',
  '?a?b',
  '?a;b',
  '?a#b',
  '?__proto__[x]=1',
  '?a[__proto__][x]=1',
  '?constructor[prototype][x]=1',
  '?hasOwnProperty=x&toString=y&length=9&then=1',
  '?a[]=1&a=2',
  '?a=2&a[]=1',
  '?a[',
  '?a]=1',
  '?[a]=1',
  '?[]=1',
  '?a[%5D]=1',
  '?a%5Bb%5D=1',
  '?a=true&b=null&c=undefined',
  '?a[999999999]=x',
  '?utf8=%E2%9C%93',
  '?a[b]=1&a=2',
  '?a,b=1,2',
  `?${Array.from({ length: 1005 }, (_, index) => `k${index}=1`).join('&')}`,
  `?${Array.from({ length: 25 }, (_, index) => `a[]=${index}`).join('&')}`,
  `?a${'[b]'.repeat(40)}=1`,
]

const parsers: readonly (readonly [string, unknown])[] = [
  ['unset', undefined],
  ['simple', 'simple'],
  ['extended', 'extended'],
  ['false', false],
  ['true', true],
  ['a function', (text: unknown) => ({ text, type: typeof text })],
  ['a function giving undefined', () => undefined],
  ['a function giving null', () => null],
  ['a function giving a string', () => 'text'],
]

export default family(
  'req.query',
  parsers.map(([label, parser]) =>
    scenario(
      `with query parser ${label}`,
      (express, probe) => {
        const app = express()
        if (parser !== undefined) app.set('query parser', parser as string)
        return app.use((req, res) => {
          probe.attempt('query', () => req.query)
          const [first, second] = [req.query, req.query]
          probe.seen('same object', first === second)
          res.end()
        })
      },
      queries.map((query) => get(`/path${query}`)),
    ),
  ),
  scenario(
    'reads odd targets',
    (express, probe) =>
      express().use((req, res) => {
        probe.attempt('query', () => req.query)
        probe.attempt('path', () => req.path)
        res.end()
      }),
    ['http://h/x?a=1', '//x?a=1', '/?a=1?b=2', '*', '/x#y?a=1', 'http://h?a=1', '/a;b?c=d'].map(
      (target) => get(target),
    ),
  ),
  scenario('refuses unknown parsers', (express, probe) => {
    for (const value of ['bogus', 5, {}, null, '', []]) {
      const app = express()
      probe.attempt(JSON.stringify(value), () => app.set('query parser', value) === app)
      probe.seen('settings', app.get('query parser'), app.get('query parser fn'))
    }
    return undefined
  }),
  scenario(
    'is a getter that refuses assignment and follows req.url',
    (express, probe) =>
      express()
        .use((req, _res, next) => {
          probe.attempt('assign', () => {
            req.query = { mine: true }
            return req.query
          })
          probe.seen('own', Object.getOwnPropertyDescriptor(req, 'query'))
          req.url = '/rewritten?b=2'
          probe.seen('rewritten', req.query, req.path, req.originalUrl)
          Object.defineProperty(req, 'query', { value: { fixed: 1 }, writable: true })
          next()
        })
        .use((req, res) => {
          probe.seen('shadowed', req.query)
          res.end()
        }),
    [get('/x?a=1')],
  ),
  scenario(
    'takes the parser of the app at work',
    (express, probe) => {
      const top = express().set('query parser', 'extended')
      const sub = express()
      const own = express().set('query parser', (text: string) => ({ text }))
      for (const app of [sub, own]) {
        app.get('/', (req, res) => {
          probe.seen('query', req.query)
          res.end()
        })
      }
      top.use('/sub', sub).use('/own', own)
      return top.use((req, res) => {
        probe.seen('query', req.query)
        res.end()
      })
    },
    ['/sub', '/own', '/top'].map((path) => get(`${path}?a[b]=1`)),
  ),
)
