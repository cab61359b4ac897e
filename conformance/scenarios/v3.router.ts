import { get, head, post, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import {
  onError3,
  onParam3,
  probes3,
  scenario3,
  type V3Handler,
  type V3Req,
} from '../harness/v3.ts'

const nothing: V3Handler = () => {}

function say(text: string): V3Handler {
  return (_req, res) => res.send(text)
}

export default family(
  '3.x routers and routes',
  probes3('Router', {
    'has its members': (express, probe) => {
      const router = new express.Router()
      probe.seen('own', Object.keys(router))
      probe.seen('values', router.map, router.params, router._params)
      probe.seen('options', router.caseSensitive, router.strict)
      probe.seen('middleware', router.middleware)
      const prototype = express.Router.prototype as Record<string, V3Handler>
      for (const name of [
        'param',
        '_dispatch',
        '_options',
        '_optionsFor',
        'matchRequest',
        'match',
      ]) {
        probe.seen(name, prototype[name]?.length)
      }
      for (const name of ['route', 'all', 'get', 'post', 'delete', 'm-search']) {
        probe.seen(name, prototype[name]?.length)
      }
    },
    'takes options': (express, probe) => {
      for (const options of [{}, { caseSensitive: true }, { strict: true }, { strict: 1, x: 2 }]) {
        const { caseSensitive, strict } = new express.Router(options)
        probe.seen('options', caseSensitive, strict)
      }
      probe.attempt('null', () => new express.Router(null).strict)
      probe.attempt('text', () => new express.Router('text').strict)
    },
    'registers by method and by name': (express, probe) => {
      const router = new express.Router()
      probe.seen('get', router.get('/get', nothing) === router)
      probe.seen('route', router.route('GET', '/route', nothing) === router)
      probe.seen('own method', router.route('Purge', '/x', nothing) === router)
      probe.seen('unknown', router.route('hello', '/x', [nothing, [nothing]]) === router)
      probe.seen('all', router.all('/all', nothing) === router)
      probe.seen('names', Object.keys(router.map).slice(0, 3))
      for (const { path, method, callbacks } of router.map.get ?? []) {
        probe.seen('record', path, method, callbacks)
      }
    },
    'refuses what is no callback': (express, probe) => {
      const router = new express.Router()
      for (const callback of ['text', 5, null, undefined, {}, /x/, true, new Date(0), [[{}]]]) {
        probe.attempt(String(callback), () => router.get('/', callback))
      }
      probe.attempt('no path', () => router.get())
      probe.attempt('empty path', () => router.post('', nothing))
      probe.attempt('null path', () => router.route('Get', null, nothing))
      probe.attempt('no callbacks', () => router.get('/x') === router)
      probe.attempt('empty list', () => router.get('/x', []) === router)
      probe.seen('registered', router.map.get?.length)
    },
    'matches by hand': (express, probe) => {
      const router = new express.Router()
      router.get('/a/:id', nothing)
      router.get('/a/*', nothing)
      router.post('/a', nothing)
      router.head('/only/head', nothing)
      const match = (label: string, ...args: Parameters<typeof router.match>) =>
        probe.attempt(label, () => {
          const found = router.match(...args)
          return found && [found.path, found.method, found.params]
        })
      match('get', 'GET', '/a/1')
      match('lower case', 'get', '/a/1?q=1')
      match('second', 'GET', '/a/1', 1)
      match('beyond', 'GET', '/a/1', 2)
      match('head', 'HEAD', '/a/1')
      match('head only', 'HEAD', '/a/1', 0, true)
      match('own head', 'HEAD', '/only/head')
      match('post', 'POST', '/a')
      match('none', 'POST', '/b')
      match('unknown method', 'HELLO', '/a')
      match('absolute', 'GET', 'http://host.test/a/2')
      match('malformed', 'GET', '/a/%zz')
      const req = { method: 'GET', url: '/a/5' }
      probe.seen('matchRequest', router.matchRequest(req)?.path, Reflect.get(req, '_route_index'))
      probe.seen('again', router.matchRequest(req, 1)?.path, Reflect.get(req, '_route_index'))
      const other = { method: 'GET', url: '/none' }
      probe.seen('none', router.matchRequest(other), Reflect.get(other, '_route_index'))
    },
    'is the class of the routers of applications': (express, probe) => {
      const { prototype } = express.Router
      probe.seen('instance', express()._router instanceof express.Router)
      prototype.added = 'to all'
      probe.seen('added', Reflect.get(express()._router, 'added'))
      delete prototype.added
    },
    'tells the methods of a path': (express, probe) => {
      const router = new express.Router()
      router.get('/a', nothing)
      router.post('/a', nothing)
      router.route('purge', '/a', nothing)
      router.delete('/:x', nothing)
      router.options('/a', nothing)
      probe.seen('a', router._optionsFor('/a'))
      probe.seen('b', router._optionsFor('/b'))
      probe.seen('none', router._optionsFor('/b/c'))
      router.head('/other', nothing)
      probe.seen('with a head route', router._optionsFor('/a'))
    },
    'follows its options from route to route': (express, probe) => {
      const router = new express.Router()
      router.get('/x', nothing)
      router.strict = true
      router.get('/y', nothing)
      router.caseSensitive = true
      router.get('/z', nothing)
      probe.seen(
        'patterns',
        router.map.get?.map(({ regexp }) => String(regexp)),
      )
    },
    'has params that can be set by hand': (express, probe) => {
      const router = new express.Router()
      probe.attempt('name', () => router.param('id', nothing) === router)
      probe.attempt('colon', () => router.param(':id', nothing) === router)
      probe.attempt('function', () => router.param((_name: string, fn: unknown) => fn))
      probe.attempt('text', () => router.param('id', 'text'))
      probe.attempt('list', () => router.param(['a', 'b'], nothing) === router)
      probe.seen('params', router.params, router._params.length)
    },
  }),
  probes3('Route', {
    'is made by hand': (express, probe) => {
      const route = new express.Route('get', '/a/:b?', [nothing])
      const { path, method, callbacks, keys, regexp } = route
      probe.seen('route', path, method, callbacks, keys, regexp)
      probe.seen('match', route.match('/a/x'), route.params)
      probe.seen('without', route.match('/a'), route.params)
      probe.seen('no match', route.match('/b'), route.params)
      const strict = new express.Route('get', '/A', [], { sensitive: true, strict: true })
      probe.seen(
        'strict',
        strict.regexp,
        strict.match('/A/'),
        strict.match('/a'),
        strict.match('/A'),
      )
      probe.attempt('malformed', () => route.match('/a/%zz'))
    },
    'runs an expression that was put in its place': (express, probe) => {
      const route = new express.Route('get', '/user/:id', [])
      route.regexp = /^\/people\/(\d+)$/
      for (const path of ['/people/7', '/user/7']) probe.seen(path, route.match(path), route.params)
    },
  }),
  scenario3(
    'params belong to their router',
    (express, probe) => {
      const router = new express.Router()
      router.param(
        'id',
        onParam3((_req, _res, next, value) => {
          probe.seen('param', value)
          next()
        }),
      )
      router.get('/in/:id', say('in'))
      router.all('/all', say('all'))
      const app = express()
      app.use(router.middleware)
      return app.get('/out/:id', say('out'))
    },
    [get('/in/1'), get('/out/2'), request('PUT', '/all')],
  ),
  scenario3(
    'routes follow a URL and a method that middleware rewrites',
    (express) => {
      const app = express()
      app.use((req, _res, next) => {
        if (req.url === '/old') req.url = '/new'
        if (req.method === 'POST') req.method = 'PUT'
        next()
      })
      app.get('/new', (req, res) => res.json([req.url, req.originalUrl]))
      app.put('/put', (req, res) => res.json([req.method, req.originalUrl]))
      app.post('/put', say('never'))
      return app
    },
    [get('/old'), get('/new'), post('/put')],
  ),
  scenario3(
    'a router is middleware, wherever it is mounted',
    (express, probe) => {
      const router = new express.Router({ strict: true })
      router.get('/x', (req, res) => {
        probe.seen('in', req.url, req.originalUrl, req.route.path, req.params)
        res.send('x')
      })
      router.get('/fail', (_req, _res, next) => next(new Error('of the router')))
      router.get('/pass', (_req, _res, next) => next())
      const app = express()
      app.use(router.middleware)
      app.use('/on', router.middleware)
      app.use((req, res) => {
        probe.seen('after', req.route, req.params)
        res.send('after')
      })
      app.use(onError3((err, _req, res, _next) => res.send(500, err.message)))
      return app
    },
    ['/x', '/on/x?q', '/x/', '/on/fail', '/pass', '/on', '/on.x'].map((path) => get(path)),
  ),
  scenario3(
    'callbacks come in lists',
    (express) => {
      const app = express()
      const add = (text: string): V3Handler => {
        return (_req, res, next) => {
          res.locals.seen = `${res.locals.seen ?? ''}${text}`
          next()
        }
      }
      const end: V3Handler = (_req, res) => res.send(String(res.locals.seen))
      app.get('/list', [add('a'), add('b')], end)
      app.get('/nested', [add('a'), [add('b'), [add('c')]]], add('d'), end)
      app.get('/none', [])
      app.get('/alone', [end])
      app.all('/all', [add('x')], end)
      return app
    },
    ['/list', '/nested', '/none', '/alone', '/all'].map((path) => get(path)),
  ),
  scenario3(
    'next("route") and next() go on',
    (express, probe) => {
      const app = express()
      app.get(
        '/skip',
        (_req, _res, next) => next('route'),
        () => probe.seen('never'),
      )
      app.get('/skip', say('second'))
      app.get('/next', (_req, _res, next) => next())
      app.get('/next', (req, res) => res.send(`second ${req._route_index}`))
      app.get('/:name', (req, _res, next) => {
        probe.seen('name', req.params, req._route_index)
        next()
      })
      app.post('/skip', say('post'))
      return app.use((req, res) => {
        probe.seen('after', req.params, req.route)
        res.send(404, 'none')
      })
    },
    [get('/skip'), get('/next'), get('/other'), post('/skip'), post('/other')],
  ),
  scenario3(
    'errors go to the handlers of later callbacks and routes',
    (express, probe) => {
      const app = express()
      const fail: V3Handler = () => {
        throw new Error('thrown')
      }
      const catching = (label: string) =>
        onError3((err, req, res, _next) => {
          probe.seen(label, err, req.route.path)
          res.send(`caught by ${label}`)
        })
      app.get('/same', fail, say('never'), catching('the same route'))
      app.get('/before', catching('too early'), fail)
      app.get('/before', catching('the next route'))
      app.get('/given', (_req, _res, next) => next('a text'), catching('given'))
      app.get(
        '/again',
        fail,
        onError3((err, _req, _res, next) => next(err)),
      )
      app.get(
        '/recovered',
        fail,
        onError3((_err, _req, _res, next) => next()),
        say('went on'),
      )
      app.get(
        '/skips',
        fail,
        onError3((_err, _req, _res, next) => next('route')),
        say('never'),
      )
      app.get('/skips', say('next route'))
      app.get(
        '/worse',
        fail,
        onError3(() => {
          throw new Error('worse')
        }),
        catching('the handler behind it'),
      )
      app.get('/zero', (_req, _res, next) => next(0), say('no error'))
      app.get('/none', fail)
      app.use(
        onError3((err, req, res, _next) => {
          probe.seen('last', err, req.route, req.params)
          res.send(500, 'last')
        }),
      )
      return app
    },
    [
      '/same',
      '/before',
      '/given',
      '/again',
      '/recovered',
      '/skips',
      '/worse',
      '/zero',
      '/none',
    ].map((path) => get(path)),
  ),
  scenario3(
    'error handlers of wildcard routes hear of errors of earlier ones',
    (express, probe) => {
      const app = express()
      app.param(
        'id',
        onParam3((_req, _res, next, value) => next(value === '0' ? 'bad' : undefined)),
      )
      app.get('/id/:id', say('id'))
      app.get('/fail', (_req, _res, next) => next(new Error('failed')))
      app.get(
        '*',
        say('never for errors'),
        onError3((err, _req, res, _next) => {
          probe.seen('star', err)
          res.send(500, 'star')
        }),
      )
      return app
    },
    ['/id/1', '/id/0', '/fail', '/other', '/%zz', '/id/%zz'].map((path) => get(path)),
  ),
  scenario3(
    'HEAD goes through GET unless it has a route',
    (express, probe) => {
      const app = express()
      const tell =
        (label: string): V3Handler =>
        (req, res) => {
          probe.seen(label, req.method, req.route.method)
          res.set('X-Route', label).send(label)
        }
      app.get('/get', tell('get'))
      app.head('/both', tell('head'))
      app.get('/both', tell('get of both'))
      app.get('/late', tell('get before head'))
      app.head('/late', tell('head after get'))
      app.post('/post', tell('post'))
      app.get('/pass', (_req, _res, next) => next())
      app.get('/pass', tell('second'))
      app.head('/fall', (_req, _res, next) => next())
      app.get('/first', tell('x'))
      app.get('/fall', tell('get after head'))
      return app
    },
    ['/get', '/both', '/late', '/post', '/pass', '/fall'].flatMap((path) => [
      head(path),
      get(path),
    ]),
  ),
  scenario3(
    'OPTIONS is answered with the methods of a path',
    (express) => {
      const app = express()
      app.get('/x', nothing)
      app.post('/x', nothing)
      app.put('/x', nothing)
      app.del('/x/:id', nothing)
      app.options('/own', say('own answer'))
      app.get('/own', nothing)
      app.options('/pass', (_req, _res, next) => next())
      app.get('/pass', nothing)
      app.all('/all', (_req, _res, next) => next())
      const sub = express()
      sub.get('/', nothing)
      app.use('/sub', sub)
      return app
    },
    ['/x', '/x/5', '/own', '/pass', '/all', '/none', '/sub', '*'].map((path) =>
      request('OPTIONS', path),
    ),
  ),
  scenario3(
    'OPTIONS after an error or without routes',
    (express) => {
      const app = express()
      app.use('/fail', (_req, _res, next) => next(new Error('before')))
      app.use(app.router)
      app.get('/fail', nothing)
      app.use((_req, res) => res.send('after the router'))
      return app
    },
    [request('OPTIONS', '/fail'), request('OPTIONS', '/none')],
  ),
  scenario3(
    'strict and case sensitive routing',
    (express) => {
      const app = express()
      app.enable('strict routing')
      app.enable('case sensitive routing')
      app.get('/Path', say('path'))
      app.get('/slash/', say('slash'))
      app.get('/:id', say('id'))
      return app
    },
    ['/Path', '/path', '/Path/', '/slash', '/slash/', '/SLASH/'].map((path) => get(path)),
  ),
  scenario3(
    'parameters belong to the route that runs',
    (express, probe) => {
      const app = express()
      const see = (req: V3Req, _res: unknown, next: () => void) => {
        probe.seen('params', req.params, Array.isArray(req.params), req.params.length)
        next()
      }
      app.use((req, _res, next) => {
        probe.seen('before', req.params, req.route)
        next()
      })
      app.get('/:a/:b', see)
      app.get('/:c/*', see)
      app.get(/^\/(\w)\/(\w)$/, see)
      app.get('/x/:0', see)
      return app.use((req, res) => {
        probe.seen('after', req.params, req.route)
        res.end()
      })
    },
    [get('/x/y'), get('/x/a%20b%2Fc'), get('/x/y/z')],
  ),
  scenario3(
    'a promise that a handler returns is its own affair while it holds',
    (express) => {
      const app = express()
      app.get('/', async (_req, res) => res.send('answered'))
      app.get('/later', async (_req, res) => {
        await new Promise(setImmediate)
        res.send('later')
      })
      return app
    },
    [get('/'), get('/later')],
  ),
)
