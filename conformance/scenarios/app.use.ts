import type { Handler } from '../harness/express.ts'
import { get, head, request } from '../harness/request.ts'
import { cases, familySince4, probes, scenario } from '../harness/scenario.ts'
import { stackOf } from '../harness/v4.ts'

const wrong: readonly (readonly [string, readonly unknown[]])[] = [
  ['nothing', []],
  ['undefined', [undefined]],
  ['null', [null]],
  ['a string', ['/x']],
  ['a path and undefined', ['/x', undefined]],
  ['a path and null', ['/x', null]],
  ['a path and a string', ['/x', 'y']],
  ['a path and a number', ['/x', 5]],
  ['a path and an object', ['/x', {}]],
  ['a path and a RegExp', ['/x', /y/]],
  ['a path and a Date', ['/x', new Date(0)]],
  ['a path and an empty array', ['/x', []]],
  ['an empty array', [[]]],
  ['nested empty arrays', [[[]], [[]]]],
  ['an object', [{}]],
  ['a number', [5]],
  ['a number and a function', [5, () => {}]],
  ['null and a function', [null, () => {}]],
  ['undefined and a function', [undefined, () => {}]],
  ['an object and a function', [{}, () => {}]],
  ['true and a function', [true, () => {}]],
  ['a function and a string', [() => {}, '/x']],
  ['a function and null', [() => {}, null]],
  ['a path, a function and undefined', ['/x', () => {}, undefined]],
  ['an array with null', [[() => {}, null]]],
  ['a path and an array with a string', ['/x', [() => {}, ['y']]]],
  ['an empty path and a function', ['', () => {}]],
  ['a symbol', [Symbol('x')]],
  ['a path with a question mark', ['/x?', () => {}]],
  ['a path with a star', ['/x*', () => {}]],
  ['a bare star', ['*', () => {}]],
  ['a path with a plus', ['/x+', () => {}]],
  ['a path with a colon alone', ['/:', () => {}]],
  ['a path with parentheses', ['/(x)', () => {}]],
  ['a path with an open brace', ['/{x', () => {}]],
  ['a path with brackets', ['/[x]', () => {}]],
  ['a path with an exclamation mark', ['/x!', () => {}]],
  ['a path with an escaped star', ['/x\\*', () => {}]],
  ['a trailing backslash', ['/x\\', () => {}]],
  ['a quoted name', ['/:"a b"', () => {}]],
  ['an unclosed quoted name', ['/:"a', () => {}]],
  ['two params touching', ['/:a:b', () => {}]],
  ['the same param twice', ['/:a/:a', () => {}]],
  ['two splats', ['/*a/*b', () => {}]],
  ['an array with a bad path', [['/ok', '/x*'], () => {}]],
  ['an array with a number path', [['/ok', 5], () => {}]],
]

export default familySince4(
  'app.use',
  probes(
    'is told',
    Object.fromEntries(
      wrong.map(([label, args]) => [
        label,
        (express, probe) => {
          const app = express()
          const router = express.Router()
          const give = args as readonly never[]
          probe.attempt('app.use', () => app.use(...give) === app)
          probe.attempt('router.use', () => router.use(...give) === router)
          probe.attempt('app.get', () => app.get(...give) === app)
          probe.attempt('app.all', () => app.all(...give) === app)
          probe.attempt('router.all', () => router.all(...give) === router)
          probe.attempt('router.post', () => router.post(...give) === router)
          probe.attempt('route', () => typeof app.route(...(give.slice(0, 1) as [])))
          probe.seen('layers', stackOf(app).length, router.stack.length)
        },
      ]),
    ),
  ),
  scenario(
    'takes functions, arrays, routers, apps and mixes',
    (express, probe) => {
      const app = express()
      const step =
        (label: string): Handler =>
        (req, _res, next) => {
          probe.seen(label, req.url, req.baseUrl)
          next()
        }
      const router = express.Router().use(step('router'))
      const sub = express().use(step('sub'))
      probe.seen('chains', app.use(step('one')) === app)
      app.use(step('two'), step('three'))
      app.use([step('four'), [step('five'), [step('six')]]])
      app.use('/p', step('seven'), [router, sub], step('eight'))
      app.use(['/p', '/q'], [[step('nine')]], router)
      app.use(router, sub)
      return app
    },
    ['/', '/p', '/p/x', '/q/x?y', '/pq', '/P'].map((path) => get(path)),
  ),
  scenario(
    'trims mount paths of every form',
    (express, probe) => {
      const app = express()
      const paths = [
        '/',
        '/a',
        '/a/',
        '/a/b',
        '/:x',
        '/a/:y',
        '/*splat',
        '/a{/:opt}',
        '/e%20f',
        '/e f',
        /^\/re(\d)/,
        /x$/,
        ['/a', '/b', /^\/c/],
        '/long/path/here',
        '/dots.in.it',
        '/A/MiXed',
        '//double',
        'noslash',
        '/:file.json',
        '/{opt}',
        /\/a/,
        '/ü',
        '/:name/x',
        /^\/no?t/,
        ['/k', ['/l', ['/m']]],
        '',
        '/n{/o}',
      ]
      for (const [index, path] of paths.entries()) {
        app.use(path, (req, _res, next) => {
          probe.seen(`${index} ${String(path)}`, req.baseUrl, req.url, req.path, req.params)
          next()
        })
      }
      return app
    },
    [
      '/',
      '/a',
      '/a/',
      '/a?q=1',
      '/a/b',
      '/a/b/',
      '/a/b/c?q=/x',
      '/ab',
      '/a.b',
      '/a%2Fb',
      '/b',
      '/c',
      '/cc',
      '/re1',
      '/re1/x',
      '/re12',
      '/e%20f',
      '/e%20f/g',
      '/long/path/here',
      '/long/path/hereafter',
      '/x',
      '/dots.in.it/x',
      '/dotsXinXit',
      '/a/mixed/x',
      '/A',
      '/A/B',
      '//',
      '//double',
      '//double/x',
      '//a',
      '/noslash',
      '/data.json',
      '/data.json/more',
      '/opt/x',
      '/%C3%BC',
      '/ax/a',
      '/%zz',
      '/%',
      '/a/%zz',
      '/k/x',
      '/a/x/y',
      '/nt',
      '/not/x',
      '/noot',
      '/l',
      '/m/y',
      '/c.json?x',
      '/n/o/p',
      '/no',
    ].map((path) => get(path)),
  ),
  scenario(
    'runs for every method and for HEAD and OPTIONS',
    (express, probe) => {
      const app = express()
      app.use('/x', (req, res) => {
        probe.seen('method', req.method)
        res.send(`was ${req.method}`)
      })
      return app
    },
    [
      get('/x'),
      head('/x'),
      request('OPTIONS', '/x'),
      request('TRACE', '/x'),
      request('M-SEARCH', '/x'),
      request('PROPFIND', '/x'),
      request('PURGE', '/x'),
      request('QUERY', '/x'),
      request('PATCH', '/x'),
    ],
  ),
  scenario(
    'takes handlers while the server runs',
    (express) => {
      const app = express()
      return app.get('/add', (_req, res) => {
        app.use((_req, res) => res.send('late'))
        res.send('added')
      })
    },
    [get('/x'), get('/add'), get('/x')],
  ),
  scenario(
    'matches after decoding only what the router decodes',
    (express, probe) => {
      const app = express()
      app.use('/über', (req, _res, next) => {
        probe.seen('über', req.url)
        next()
      })
      app.use('/a b', (req, _res, next) => {
        probe.seen('a b', req.url)
        next()
      })
      app.get('/caf%C3%A9', (_req, res) => res.send('encoded pattern'))
      app.get('/café', (_req, res) => res.send('plain pattern'))
      return app
    },
    ['/%C3%BCber/x', '/a%20b/x', '/caf%C3%A9', '/caf%c3%a9', '/%63afe'].map((path) => get(path)),
  ),
  cases('passes on', {
    'from a handler that is async': async (_req, res) => {
      await null
      res.send('async')
    },
    'when a handler returns something': (_req, res) => {
      res.send('x')
      return 'ignored'
    },
    'when nobody answers': (_req, _res, next) => next(),
  }),
  scenario(
    'is reached when the path is answered by nobody before',
    (express, probe) => {
      const app = express()
      app.get('/x', (_req, _res, next) => {
        probe.seen('route', true)
        next()
      })
      app.use('/x', (_req, _res, next) => {
        probe.seen('use', true)
        next()
      })
      app.use((_req, res) => res.status(404).send('own 404'))
      return app
    },
    [get('/x'), get('/y'), request('POST', '/x')],
  ),
)
