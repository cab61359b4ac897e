import { onError } from '../harness/express.ts'
import { get, head, request } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

const awkward = {
  text: '</script><b>&\'"\u2028\u2029',
  nested: [{ a: undefined, b: null, c: Number.NaN, d: new Date(0) }, [], {}],
  '<key>': '&',
}

export default family(
  'res.json',
  cases('sends', {
    nothing: (_req, res) => res.json(),
    undefined: (_req, res) => res.json(undefined),
    null: (_req, res) => res.json(null),
    'a string': (_req, res) => res.json('text'),
    'an empty string': (_req, res) => res.json(''),
    'a number': (_req, res) => res.json(300),
    NaN: (_req, res) => res.json(Number.NaN),
    true: (_req, res) => res.json(true),
    'an array': (_req, res) => res.json(['a', 1, null]),
    'an object': (_req, res) => res.json({ name: 'x', n: 1 }),
    'an awkward object': (_req, res) => res.json(awkward),
    'a Buffer': (_req, res) => res.json(Buffer.from('ab')),
    'a function': (_req, res) => res.json(() => 1),
    'a symbol': (_req, res) => res.json(Symbol('s')),
    'a bigint': (_req, res) => res.json(1n),
    'a Date': (_req, res) => res.json(new Date(0)),
    'a Map': (_req, res) => res.json(new Map([[1, 2]])),
    'a null-prototype object': (_req, res) =>
      res.json(Object.assign(Object.create(null), { a: 1 })),
    'two arguments': (_req, res) => res.json(201, { a: 1 }),
    'two arguments reversed': (_req, res) => res.json({ a: 1 }, 201),
    'a circular object': (_req, res) => {
      const loop: Record<string, unknown> = { a: 1 }
      loop.self = loop
      res.json(loop)
    },
    'a throwing getter': (_req, res) =>
      res.json({
        get bad() {
          throw new TypeError('getter')
        },
      }),
  }),
  cases(
    'answers every client',
    {
      'with an object': (_req, res) => res.json({ a: 'é' }),
      'with status 404': (_req, res) => res.status(404).json({ error: 'none' }),
      'with status 204': (_req, res) => res.status(204).json({ error: 'none' }),
      'with status 304': (_req, res) => res.status(304).json({ error: 'none' }),
      'with a type of its own': (_req, res) => res.type('application/vnd.x+json').json({}),
      'with a raw type of its own': (_req, res) => {
        res.setHeader('Content-Type', 'text/html')
        res.json({})
      },
      'with a type without charset': (_req, res) =>
        res.set('Content-Type', 'application/problem+json').json({}),
      'with an ETag of its own': (_req, res) => res.set('ETag', 'W/"x"').json({}),
    },
    {
      requests: [
        get('/'),
        head('/'),
        request('POST', '/'),
        get('/', { http10: true }),
        get('/', { headers: { 'If-None-Match': '*' } }),
      ],
    },
  ),
  ...[
    ['json spaces', [2, 0, 4, 20, -1, '\t', 'ab', '', null, undefined, true, {}, '12345678901234']],
    ['json escape', [true, false, 1, 0, 'yes', null, undefined]],
  ].map(([name, values]) =>
    (values as unknown[]).map((value) =>
      scenario(
        `honours '${name}' ${JSON.stringify(value)}`,
        (express) =>
          express()
            .set(name as string, value as string)
            .get('/', (_req, res) => res.json(awkward))
            .get('/string', (_req, res) => res.json('<&>')),
        [get('/'), get('/string')],
      ),
    ),
  ),
  [
    ['function', (key: string, value: unknown) => (key.startsWith('_') ? undefined : value)],
    ['array', ['a', 'inner']],
    ['null', null],
    ['string', 'odd'],
    [
      'this-using',
      function (this: unknown, key: string, value: unknown) {
        return key === 'a' ? Object.keys(this as object).length : value
      },
    ],
  ].map(([label, replacer]) =>
    scenario(
      `honours 'json replacer' of kind ${label}`,
      (express) =>
        express()
          .set('json replacer', replacer as string)
          .set('json spaces', 1)
          .set('json escape', true)
          .get('/', (_req, res) => res.json({ _hidden: 1, a: '<1>', inner: { a: 2, b: 3 } })),
      [get('/')],
    ),
  ),
  scenario(
    'leaves clean headers to the error handlers',
    (express, probe) => {
      const app = express()
      app.get('/', (_req, res) => res.json({ n: 1n }))
      app.use(
        onError((_err, _req, res, _next) => {
          probe.seen('type', res.get('Content-Type'), res.getHeaderNames())
          res.status(500).end()
        }),
      )
      return app
    },
    [get('/')],
  ),
  scenario(
    'takes the settings of the app that handles the request',
    (express) => {
      const top = express().set('json spaces', 2)
      const sub = express()
      const own = express().set('json spaces', 1)
      sub.get('/', (_req, res) => res.json({ a: 1 }))
      own.get('/', (_req, res) => res.json({ a: 1 }))
      top.use('/sub', sub).use('/own', own)
      top.use('/after', express(), (_req, res) => res.json({ a: 1 }))
      return top
    },
    [get('/sub'), get('/own'), get('/after')],
  ),
)
