import { type Next, onError, type Req, type Res } from '../harness/express.ts'
import { get, head } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

const accepts: readonly Record<string, string>[] = [
  {},
  { Accept: '' },
  { Accept: '*/*' },
  { Accept: 'text/html' },
  { Accept: 'text/html; q=.5, application/json' },
  { Accept: 'text/*' },
  { Accept: 'application/*' },
  { Accept: 'application/json;q=0' },
  { Accept: 'foo/bar' },
  { Accept: 'text/html;level=1' },
  { Accept: 'application/foobar' },
  { Accept: 'nonsense' },
  { Accept: 'text/plain;q=0.2, text/html;q=0.3' },
]

const requests = accepts.map((headers) => get('/', { headers }))

export default family(
  'res.format',
  cases(
    'chooses among',
    {
      'types and chains': (_req, res, _next, probe) => {
        const chained = res.format({
          'text/plain': () => res.send('hey'),
          'text/html': () => res.send('<p>hey</p>'),
          'application/json': (a: Req, b: Res, c: Next) => {
            probe.seen('args', a === res.req, b === res, typeof c)
            res.send({ message: 'hey' })
          },
        })
        probe.seen('chains', chained === res)
      },
      extensions: (_req, res) =>
        res.format({
          text: () => res.send('hey'),
          html: () => res.send('<p>hey</p>'),
          json: () => res.send({ message: 'hey' }),
        }),
      'a default': (_req, res) =>
        res.format({
          json: () => res.send({}),
          default: () => res.status(200).send('default'),
        }),
      'only a default': (_req, res) => res.format({ default: () => res.send('default') }),
      'a default first': (_req, res, _next, probe) =>
        res.format({
          default: (...args: unknown[]) => {
            probe.seen('default args', args.length, res.get('Content-Type'), res.get('Vary'))
            res.send('default')
          },
          html: () => res.send('html'),
        }),
      nothing: (_req, res) => res.format({}),
      'unknown extensions': (_req, res) => res.format({ xyzzy: () => res.send('x') }),
      'types with parameters': (_req, res) =>
        res.format({
          'text/html;level=1': () => res.send('one'),
          'text/html': () => res.send('plain'),
          'application/foobar; q=1': () => res.send('foobar'),
        }),
      'types with a charset': (_req, res) =>
        res.format({ 'text/html; charset=utf-8': () => res.send('x') }),
      'charset and body set before': (_req, res) =>
        res
          .type('application/json')
          .vary('Origin')
          .format({ html: () => res.end('html'), text: () => res.end('text') }),
      'a value that is no function': (_req, res) => res.format({ html: 'text' }),
      'a default that is no function': (_req, res) => res.format({ default: 'text' }),
      'a handler that throws': (_req, res) =>
        res.format({
          html: () => {
            throw new Error('in format')
          },
        }),
      'inherited types': (_req, res) => res.format(Object.create({ html: () => res.send('x') })),
      wildcards: (_req, res) => res.format({ 'text/*': () => res.send('x') }),
    },
    { requests },
  ),
  cases('refuses', {
    nothing: (_req, res) => res.format(),
    null: (_req, res) => res.format(null),
    'a string': (_req, res) => res.format('html'),
  }),
  cases(
    'on HEAD and HTTP/1.0',
    { chooses: (_req, res) => res.format({ html: () => res.send('x'), json: () => res.send({}) }) },
    { requests: [head('/'), get('/', { http10: true, headers: { Accept: 'application/json' } })] },
  ),
  scenario(
    'hands a 406 error to the error handlers',
    (express, probe) => {
      const app = express()
      app.get('/', (_req, res) => {
        res.format({ text: () => res.send('t'), json: () => res.send({}), xyzzy: () => res.end() })
      })
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('error', err, Object.keys(err))
          probe.seen('vary', res.get('Vary'))
          res.status(Number(err.status)).send('refused')
        }),
      )
      return app
    },
    [get('/', { headers: { Accept: 'image/png' } })],
  ),
  scenario(
    'lets a handler go on with next',
    (express) => {
      const app = express()
      app.get('/', (_req, res) => {
        res.format({ html: (_r: Req, _s: Res, next: Next) => next() })
      })
      app.get('/', (_req, res) => res.send('later'))
      return app
    },
    [get('/')],
  ),
  scenario(
    'answers 406 without an error handler',
    (express) => express().get('/', (_req, res) => res.format({ text: () => res.send('t') })),
    [get('/', { headers: { Accept: 'image/png' } }), head('/', { headers: { Accept: 'a/b' } })],
    { env: 'production' },
  ),
)
