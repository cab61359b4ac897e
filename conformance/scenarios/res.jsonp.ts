import { get, head, request } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

const callbacks = [
  'cb',
  '',
  'foo.bar',
  'foo%5B0%5D.bar',
  "foo['x']",
  'a[]=1',
  'cb;alert(1)//',
  '%3Cscript%3E',
  'alert%601%60',
  '%E2%80%A8',
  '日本',
  '$_.a[b]',
  '!!!',
]

const awkward = { text: '\u2028\u2029</script>', a: undefined }

export default family(
  'res.jsonp',
  cases(
    'with callbacks, sends',
    {
      'an object': (_req, res) => res.jsonp({ count: 1 }),
      'an awkward object': (_req, res) => res.jsonp(awkward),
      nothing: (_req, res) => res.jsonp(),
      undefined: (_req, res) => res.jsonp(undefined),
      null: (_req, res) => res.jsonp(null),
      'a string': (_req, res) => res.jsonp('text'),
      'a number': (_req, res) => res.jsonp(5),
      'an array': (_req, res) => res.jsonp([1]),
      'a function': (_req, res) => res.jsonp(() => 1),
      'two arguments': (_req, res) => res.jsonp(201, { a: 1 }),
      'with status 404': (_req, res) => res.status(404).jsonp({ a: 1 }),
      'with status 204': (_req, res) => res.status(204).jsonp({ a: 1 }),
      'with a type of its own': (_req, res) => res.type('application/vnd.x+json').jsonp({ a: 1 }),
      'with a raw type and nosniff of its own': (_req, res) => {
        res.setHeader('Content-Type', 'text/plain')
        res.setHeader('X-Content-Type-Options', 'other')
        res.jsonp({ a: 1 })
      },
    },
    {
      requests: [
        get('/'),
        ...callbacks.map((name) => get(`/?callback=${name}`)),
        get('/?callback=a&callback=b'),
        get('/?callback[]=a'),
        get('/?callback[x]=a'),
        get('/?Callback=a'),
        head('/?callback=a'),
        request('POST', '/?callback=a'),
        get('/?callback=a', { headers: { 'If-None-Match': '*' } }),
      ],
    },
  ),
  cases('with callbacks, refuses', {
    'a bigint': (_req, res) => res.jsonp(1n),
  }),
  ['cb', '', 'a.b', null, undefined, 5, false, ['x', 'y']].map((name) =>
    scenario(
      `honours 'jsonp callback name' ${JSON.stringify(name)}`,
      (express) =>
        express()
          .set('jsonp callback name', name)
          .get('/', (_req, res) => res.jsonp({ a: 1 })),
      ['', '?cb=x', '?callback=x', '?a.b=x', '?=x', '?null=x', '?undefined=x', '?5=x', '?x=z'].map(
        (query) => get(`/${query}`),
      ),
    ),
  ),
  scenario(
    'honours the json settings',
    (express) =>
      express()
        .set('json spaces', 2)
        .set('json escape', true)
        .set('json replacer', (key: string, value: unknown) => (key === 'b' ? undefined : value))
        .get('/', (_req, res) => res.jsonp({ a: '<&>\u2028', b: 1 })),
    [get('/'), get('/?callback=x')],
  ),
  scenario(
    'finds a callback through each query parser',
    (express) => {
      const top = express()
      for (const parser of ['simple', 'extended', false] as const) {
        const app = express().set('query parser', parser)
        app.get('/', (_req, res) => res.jsonp({ a: 1 }))
        top.use(`/${parser}`, app)
      }
      const own = express().set('query parser', (text: string) => ({ callback: `f${text.length}` }))
      return top.use(
        '/own',
        own.get('/', (_req, res) => res.jsonp({ a: 1 })),
      )
    },
    ['simple', 'extended', 'false', 'own'].flatMap((name) => [
      get(`/${name}`),
      get(`/${name}?callback=x`),
      get(`/${name}?callback=x&callback=y`),
      get(`/${name}?callback[]=x`),
    ]),
  ),
)
