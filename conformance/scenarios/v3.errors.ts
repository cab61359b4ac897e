import { get, hanging, head, post, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, scenario3, type V3Express, type V3Handler } from '../harness/v3.ts'

const failures: Record<string, V3Handler> = {
  error: () => {
    throw new Error('<b>failed</b>')
  },
  type: () => {
    throw new TypeError('wrong')
  },
  text: (_req, _res, next) => next('a <text>'),
  number: (_req, _res, next) => next(5),
  true: (_req, _res, next) => next(true),
  object: (_req, _res, next) => next({ message: 'in an object', status: 410 }),
  'with-text': (_req, _res, next) => next({ toString: () => 'text of an object' }),
  list: (_req, _res, next) => next(['a', 'list']),
  status: (_req, _res, next) => next(Object.assign(new Error('gone'), { status: 410 })),
  code: (_req, _res, next) => next(Object.assign(new Error('teapot'), { statusCode: 418 })),
  both: (_req, _res, next) =>
    next(Object.assign(new Error('both'), { status: 404, statusCode: 503 })),
  ok: (_req, _res, next) => next(Object.assign(new Error('ok'), { status: 200 })),
  redirect: (_req, _res, next) => next(Object.assign(new Error('moved'), { status: 302 })),
  set: (_req, res, next) => {
    res.status(503)
    next(new Error('with a status'))
  },
  'set-low': (_req, res, next) => {
    res.status(201)
    next(new Error('with a low status'))
  },
  headers: (_req, res, next) => {
    res.set({ 'X-A': 'kept', ETag: '"x"', 'Cache-Control': 'public' }).type('json')
    next(new Error('with headers'))
  },
  length: (_req, res, next) => {
    res.set('Content-Length', '5')
    next(new Error('with a length'))
  },
  multiline: (_req, _res, next) => next(new Error('one\n  two')),
  umlaut: (_req, _res, next) => next(new Error('ünï')),
  'no-stack': (_req, _res, next) => next(Object.assign(new Error('bare'), { stack: '' })),
  later: (_req, _res, next) => setImmediate(() => next(new Error('later'))),
}

function failing(express: V3Express) {
  const app = express()
  for (const [name, handler] of Object.entries(failures)) app.get(`/${name}`, handler)
  for (const [name, handler] of Object.entries(failures)) app.use(`/use/${name}`, handler)
  return app
}

const names = Object.keys(failures)

export default family(
  '3.x errors',
  ['development', 'production', 'test'].flatMap((env) => [
    scenario3(
      `the last answer in ${env}`,
      failing,
      [
        ...names.map((name) => get(`/${name}`)),
        get('/use/error'),
        head('/no-stack'),
        post('/error'),
      ],
      { env },
    ),
    scenario3(
      `nothing found in ${env}`,
      (express) => express(),
      [
        get('/'),
        head('/'),
        post('/x?y=<z>', { body: 'x' }),
        get('/<script>'),
        get('/\'"&'),
        get('/%zz'),
        get('//x'),
        get('http://other.test/x'),
        request('OPTIONS', '/'),
        get('/', { http10: true }),
        get('/', { headers: { Accept: 'application/json' } }),
        request('DELETE', '/a/b'),
      ],
      { env },
    ),
    scenario3(
      `errors after the head in ${env}`,
      (express) => {
        const app = express()
        app.get('/written', (_req, res) => {
          res.write('begun')
          throw new Error('after the head')
        })
        app.get('/ended', (_req, res, next) => {
          res.end('ended')
          next(new Error('after the end'))
        })
        return app
      },
      [get('/written'), get('/ended')],
      { env },
    ),
    scenario3(
      `errors of mounted applications in ${env}`,
      (express) => express().use('/sub', failing(express)),
      ['/sub/error', '/sub/status', '/sub/none', '/sub/use/text'].map((path) => get(path)),
      { env },
    ),
  ]),
  scenario3(
    'an answer that was begun and handed on stays open',
    (express) =>
      express().use((_req, res, next) => {
        res.write('begun')
        next()
      }),
    [hanging(get('/'), 1000)],
  ),
  scenario3(
    'the setting env rules the last answer',
    (express) => {
      const app = failing(express)
      app.set('env', 'production')
      return app
    },
    [get('/error'), get('/status')],
  ),
  scenario3(
    'a status that is a text',
    (express) =>
      express().use((_req, _res, next) => next(Object.assign(new Error('t'), { status: '404' }))),
    [get('/')],
  ),
  scenario3(
    'headers of the error',
    (express) =>
      express().use((_req, _res, next) => {
        next(Object.assign(new Error('t'), { status: 401, headers: { 'X-Own': 'yes' } }))
      }),
    [get('/')],
  ),
  scenario3(
    'malformed parameters are a bad request',
    (express, probe) => {
      const app = express()
      app.get('/a/:id', (req, res) => res.send(String(req.params.id)))
      app.get('/star/*', (_req, res) => res.send('star'))
      app.get('/caught/:id', (_req, res) => res.send('never'))
      app.use(
        '/caught',
        onError3((err, _req, res, _next) => {
          probe.seen('caught', err, err.status)
          res.send(400, 'caught')
        }),
      )
      return app
    },
    ['/a/%zz', '/a/%', '/a/%E4', '/a/%00', '/star/%zz', '/caught/%zz', '/a/%F0%9F%98%80'].map(
      (path) => get(path),
    ),
    { env: 'production' },
  ),
  scenario3(
    'handlers of errors see each one once',
    (express, probe) => {
      const app = express()
      const see = (label: string) =>
        onError3((err, req, _res, next) => {
          probe.seen(label, err, req.url, req.route?.path)
          next(err)
        })
      app.get('/route', () => {
        throw new Error('of a route')
      })
      app.use('/mount', (_req, _res, next) => next(new Error('of a mount')))
      app.use(see('first'))
      app.use('/mount', see('on the mount'))
      app.use(
        onError3((err, _req, _res, _next) => {
          throw new Error(`instead of ${err.message}`)
        }),
      )
      app.use(see('after'))
      return app.use(onError3((err, _req, res, _next) => res.send(500, err.message)))
    },
    [get('/route'), get('/mount/x')],
  ),
  scenario3(
    'an error that a mounted application has handled is over',
    (express) => {
      const sub = express()
      sub.get('/', () => {
        throw new Error('inner')
      })
      sub.use(onError3((err, _req, res, _next) => res.send(500, `inside ${err.message}`)))
      const app = express().use('/sub', sub)
      return app.use(onError3((err, _req, res, _next) => res.send(500, `outside ${err.message}`)))
    },
    [get('/sub'), get('/sub/none')],
  ),
  scenario3(
    'an error handler can go on without the error',
    (express) => {
      const app = express()
      app.use('/fail', (_req, _res, next) => next(new Error('x')))
      app.use(onError3((_err, _req, _res, next) => next()))
      return app.use((_req, res) => res.send('went on'))
    },
    [get('/fail'), get('/')],
  ),
  scenario3(
    'an error handler that answers by the status of the error',
    (express) => {
      const app = failing(express)
      return app.use(
        onError3((err, _req, res, _next) => {
          res.send(Number(err.status) || 500, { message: String(err.message) })
        }),
      )
    },
    [get('/error'), get('/status'), get('/none')],
  ),
)
