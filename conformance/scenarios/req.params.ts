import { get } from '../harness/request.ts'
import { family, scenario, scenarioSince4 } from '../harness/scenario.ts'

export default family(
  'req.params',
  scenario(
    'have no prototype and decoded values',
    (express, probe) => {
      const app = express()
      app.use((req, _res, next) => {
        probe.seen('use', req.params)
        next()
      })
      app.get('/u/:id', (req, res) => {
        probe.seen('params', req.params, Object.getPrototypeOf(req.params) === null)
        res.json(req.params)
      })
      app.get('/:__proto__/:constructor', (req, res) => {
        probe.seen('hostile', Object.entries(req.params))
        res.end()
      })
      return app
    },
    [
      '/u/1',
      '/u/a%20b',
      '/u/%2F',
      '/u/%E4%BD%A0',
      '/u/a+b',
      '/u/__proto__',
      '/x/y',
      '/u/%25',
      '/u/',
    ].map((path) => get(path)),
  ),
  scenario(
    'refuse invalid percent-encoding with 400',
    (express, probe) => {
      const app = express()
      app.get('/u/:id', (_req, res) => res.send('never'))
      app.use(((err: Error, _req: unknown, _res: unknown, next: (e: unknown) => void) => {
        probe.seen('error', err, Object.getOwnPropertyNames(err))
        next(err)
      }) as never)
      return app
    },
    ['/u/%E0%A4%A', '/u/%', '/u/%zz', '/u/%ff', '/%zz'].map((path) => get(path)),
  ),
  scenario(
    'that cannot be decoded hide no earlier error, and matter to no other layer',
    (express) => {
      const app = express()
      const fails = express()
      const answers = express()
      fails.use(() => {
        throw new Error('first')
      })
      answers.use((_req, res) => res.send('fine'))
      for (const sub of [fails, answers]) sub.get('/u/:id', (_req, res) => res.send('never'))
      return app.use('/fails', fails).use('/answers', answers)
    },
    ['/fails/u/%zz', '/answers/u/%zz'].map((path) => get(path)),
  ),
  scenario(
    'of a mounted router give way to those of the parent',
    (express, probe) => {
      const app = express()
      const sub = express()
      sub.get('/:inner', (req, _res, next) => {
        probe.seen('inner', req.params)
        next()
      })
      app.use('/:outer', sub, (req, res) => {
        probe.seen('outer', req.params)
        res.end()
      })
      return app
    },
    [get('/a/b')],
    { dialects: ['5.x', '4.x'] },
  ),
  scenario(
    'are restored after each layer',
    (express, probe) => {
      const app = express()
      app.use('/:a', (req, _res, next) => {
        probe.seen('mounted', req.params)
        req.params.a = 'changed'
        req.params.extra = 'x'
        next()
      })
      app.get('/:a/:b', (req, _res, next) => {
        probe.seen('first', req.params)
        req.params = { replaced: true }
        next()
      })
      app.get('/:c/*rest', (req, _res, next) => {
        probe.seen('second', req.params)
        next()
      })
      app.use((req, res) => {
        probe.seen('last', req.params)
        res.end()
      })
      return app
    },
    [get('/one/two'), get('/one/two/three')],
  ),
  scenarioSince4(
    'merge into routers only when asked',
    (express, probe) => {
      const app = express()
      for (const mergeParams of [true, false, undefined]) {
        const router = express.Router({ mergeParams })
        router.get('/:id/:own', (req, res) => {
          probe.seen('params', req.params, Object.getPrototypeOf(req.params) === null)
          res.end()
        })
        router.get(/^\/re\/(x)(y)?/, (req, res) => {
          probe.seen('params', req.params)
          res.end()
        })
        app.use(`/${mergeParams}/:id/:parent`, router)
        app.use(new RegExp(`^/re-${mergeParams}/(\\w+)/(\\w+)`), router)
      }
      return app
    },
    [
      get('/true/1/2/3/4'),
      get('/false/1/2/3/4'),
      get('/undefined/1/2/3/4'),
      get('/true/1/2/re/xy'),
      get('/re-true/a/b/re/x'),
      get('/re-true/a/b/re/xy'),
      get('/re-false/a/b/re/xy'),
      get('/re-true/a/b/c/d'),
    ],
  ),
  scenarioSince4(
    'merge through three levels with the numbers shifted',
    (express, probe) => {
      const app = express()
      const one = express.Router({ mergeParams: true })
      const two = express.Router({ mergeParams: true })
      two.get(/^\/(\d+)/, (req, res) => {
        probe.seen('params', req.params)
        res.end()
      })
      one.use(/^\/(\w)(\w)/, two)
      one.use('/:name', two)
      app.use(/^\/(x)/, one)
      return app
    },
    [get('/x/ab/12'), get('/x/abc/12')],
  ),
)
