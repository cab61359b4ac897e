import { type Next, onError, type Req, type Res } from '../harness/express.ts'
import { get, hanging, pipelined, request } from '../harness/request.ts'
import { family, scenario, scenarioSince4 } from '../harness/scenario.ts'

const signals: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['false', false],
  ['zero', 0],
  ['empty string', ''],
  ['NaN', Number.NaN],
  ['route', 'route'],
  ['router', 'router'],
  ['Route', 'Route'],
  ['text', 'text'],
  ['true', true],
  ['number', 404],
  ['error', new Error('an error')],
  ['object', { message: 'plain' }],
  ['array', []],
]

export default family(
  'next',
  signals.map(([label, signal]) =>
    scenarioSince4(
      `with ${label} from every place`,
      (express, probe) => {
        const app = express()
        const mark = (name: string) => (_req: Req, _res: Res, next: Next) => {
          probe.seen('ran', name)
          next()
        }
        const send = (name: string) => (_req: Req, _res: Res, next: Next) => {
          probe.seen('sends', name)
          next(signal)
        }
        const caught = (name: string) =>
          onError((err, _req, _res, next) => {
            probe.seen('caught', name, err)
            next(err)
          })
        app.use('/use', send('use'), mark('use sibling'), caught('use sibling'))
        app.get('/route', send('route'), mark('route sibling'))
        app.get('/route', mark('second route'))
        const router = express.Router()
        router.use('/use', send('router use'))
        router.get('/route', send('router route'), mark('router sibling'))
        router.use(mark('router rest'))
        router.use(caught('router'))
        app.use('/router', router, mark('after router'))
        const sub = express()
        sub.get('/route', send('sub route'), mark('sub sibling'))
        sub.use(mark('sub rest'))
        app.use('/sub', sub, mark('after sub'))
        app.param('id', (_req, _res, next) => next(signal))
        app.get('/param/:id', mark('param route'))
        app.use(
          '/error',
          (_req, _res, next) => next(new Error('first')),
          onError((_err, _req, _res, next) => next(signal)),
          mark('error sibling'),
          caught('error sibling'),
        )
        app.use(mark('end'))
        app.use(caught('end'))
        return app
      },
      ['/use', '/route', '/router/use', '/router/route', '/sub/route', '/param/1', '/error'].map(
        (path) => get(path),
      ),
    ),
  ),
  scenario(
    'called twice runs the rest twice',
    (express, probe) => {
      const app = express()
      app.get('/sync', (_req, _res, next) => {
        next()
        next()
      })
      app.get('/later', (_req, _res, next) => {
        next()
        setTimeout(next, 5)
      })
      app.get('/both', (_req, _res, next) => {
        next()
        throw new Error('after next')
      })
      app.use((req, res) => {
        probe.seen('end', req.url, res.headersSent)
        if (!res.headersSent) res.send('x')
      })
      return app
    },
    [get('/sync'), get('/later'), get('/both')],
    { linger: 10 },
  ),
  scenario(
    'after the response has ended reaches later layers',
    (express, probe) => {
      const app = express()
      app.get('/', (_req, res, next) => {
        res.send('done')
        next()
      })
      app.get('/err', (_req, res, next) => {
        res.send('done')
        next(new Error('too late'))
      })
      app.get('/miss', (_req, res, next) => {
        res.send('done')
        next()
      })
      app.get('/', (_req, res) => probe.seen('later', res.headersSent))
      return app
    },
    [get('/'), get('/err'), get('/miss')],
    { linger: 5 },
  ),
  scenario(
    'lets code after it run when the rest has returned',
    (express, probe) => {
      const app = express()
      for (let depth = 0; depth < 5; depth++) {
        app.use((_req, _res, next) => {
          probe.seen('before', depth)
          next()
          probe.seen('after', depth)
        })
      }
      app.get('/', (_req, res) => {
        probe.seen('answer', true)
        res.send('x')
      })
      return app
    },
    [get('/'), get('/miss')],
  ),
  scenarioSince4(
    'from other ticks',
    (express, probe) => {
      const app = express()
      const ways: readonly ((next: Next) => void)[] = [
        (next) => process.nextTick(next),
        (next) => setImmediate(next),
        (next) => setTimeout(next, 1),
        (next) => void Promise.resolve().then(() => next()),
        (next) => queueMicrotask(() => next()),
      ]
      for (const [index, way] of ways.entries()) {
        app.use('/in', (req, _res, next) => {
          probe.seen('way', index, req.url, req.baseUrl)
          way(next)
        })
      }
      app.use((req, res) => {
        probe.seen('end', req.url, req.baseUrl)
        res.send('x')
      })
      return app
    },
    [get('/in/x')],
  ),
  scenario('never called leaves the client waiting', (express) => express().get('/', () => {}), [
    hanging(get('/')),
  ]),
  scenario(
    'keeps pipelined requests apart',
    (express) => {
      const app = express()
      app.use((req, res, next) => {
        res.locals.url = req.url
        setTimeout(next, req.url === '/slow' ? 10 : 1)
      })
      app.get('/:name', (req, res) => res.send(`${req.params.name} ${res.locals.url}`))
      return app
    },
    [
      pipelined([
        get('/slow'),
        get('/a'),
        get('/b'),
        request('POST', '/c', { body: 'x' }),
        get('/d'),
      ]),
    ],
  ),
  scenario(
    'has the shape that people look at',
    (express, probe) => {
      const app = express()
      app.use((_req, _res, next) => {
        probe.seen('use', next)
        probe.seen('returned', next())
      })
      app.get('/', (req, _res, next) => {
        probe.seen('route', next)
        probe.seen('req.next', req.next)
        next()
      })
      app.param('id', (_req, _res, next) => {
        probe.seen('param', typeof next, next.length)
        next()
      })
      app.get('/:id', (_req, res) => res.end())
      app.get('/', (_req, res) => res.end())
      return app
    },
    [get('/'), get('/1')],
  ),
)
