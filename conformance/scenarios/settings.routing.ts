import { get } from '../harness/request.ts'
import { familySince4, scenario } from '../harness/scenario.ts'

const paths = [
  '/Foo',
  '/foo',
  '/foo/',
  '/FOO/',
  '/foo//',
  '/fo%6F',
  '/use',
  '/USE',
  '/use/',
  '/Use/x',
  '/',
]

export default familySince4(
  "settings 'case sensitive routing' and 'strict routing'",
  [
    [],
    ['case sensitive routing'],
    ['strict routing'],
    ['case sensitive routing', 'strict routing'],
  ].map((names) =>
    scenario(
      `with ${names.join(' and ') || 'neither'}`,
      (express, probe) => {
        const app = express()
        for (const name of names) app.enable(name)
        app.use('/use', (req, res) => res.send(`use ${req.baseUrl} ${req.url}`))
        app.get('/foo', (_req, res) => res.send('foo'))
        app.get('/foo/', (_req, res) => res.send('foo slash'))
        app.get('/Foo', (_req, res) => res.send('Foo'))
        const router = express.Router()
        router.get('/bar', (_req, res) => res.send('bar'))
        app.use('/r', router)
        probe.seen('router', app.router)
        return app
      },
      [...paths, '/r/bar', '/r/BAR', '/r/bar/', '/R/bar'].map((path) => get(path)),
    ),
  ),
  scenario(
    'set after the router was made come too late',
    (express) => {
      const app = express()
      app.get('/one', (_req, res) => res.send('one'))
      app.enable('case sensitive routing').enable('strict routing')
      app.get('/two', (_req, res) => res.send('two'))
      return app
    },
    ['/ONE', '/one/', '/TWO', '/two/'].map((path) => get(path)),
  ),
  [
    {},
    { caseSensitive: true },
    { strict: true },
    { caseSensitive: true, strict: true },
    { caseSensitive: 'yes', strict: 1 },
    null,
    undefined,
  ].map((options) =>
    scenario(
      `as router options ${JSON.stringify(options)}`,
      (express, probe) => {
        const app = express()
        probe.attempt('make', () => {
          const router = express.Router(options)
          router.use('/use', (req, res) => res.send(`use ${req.baseUrl} ${req.url}`))
          router.get('/foo', (_req, res) => res.send('foo'))
          router.get('/', (_req, res) => res.send('root'))
          router.get('/bar/', (_req, res) => res.send('bar'))
          app.use('/r', router)
          return router
        })
        return app
      },
      [...paths, '/bar', '/bar/', '/BAR/'].map((path) => get(`/r${path}`)).concat(get('/r')),
    ),
  ),
)
