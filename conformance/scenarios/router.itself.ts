import type { App, Express, Next, Req, Res } from '../harness/express.ts'
import { get, request } from '../harness/request.ts'
import { familySince4, scenario } from '../harness/scenario.ts'

/** An application that shows the class of an error: its text differs. */
function applicationWith(express: Express, add: (app: App) => void): App {
  const app = express()
  add(app)
  app.use((error: Error, _req: Req, res: Res, _next: Next) => {
    res.status(500).send(`${error.name} ${error instanceof RangeError}`)
  })
  return app
}

export default familySince4(
  'a router in itself',
  scenario(
    'at the same path is an error',
    (express) =>
      applicationWith(express, (app) => {
        const router = express.Router()
        router.get('/page', (_req, res) => res.send('page'))
        app.use(router.use(router))
      }),
    [get('/'), get('/page'), request('HEAD', '/'), request('POST', '/')],
  ),
  scenario(
    'through another router is an error',
    (express) =>
      applicationWith(express, (app) => {
        const [one, other] = [express.Router(), express.Router()]
        one.use(other)
        other.use(one)
        app.use('/in', one)
      }),
    [get('/in/a'), get('/out')],
  ),
  scenario(
    'at a longer path ends with the path',
    (express) =>
      applicationWith(express, (app) => {
        const router = express.Router()
        router.get('/end', (req, res) => res.send(req.baseUrl))
        app.use(router.use('/x', router))
      }),
    [get('/end'), get('/x/x/x/end'), get('/x/x/x'), get(`${'/x'.repeat(80)}/end`)],
  ),
  scenario(
    'is an error that its error handlers may pass over',
    (express) =>
      applicationWith(express, (app) => {
        const router = express.Router()
        router.use(router)
        router.use((_error: Error, _req: Req, _res: Res, next: Next) => next())
        app.use(router)
        app.use((_req, res) => res.send('behind'))
      }),
    [get('/')],
  ),
  scenario(
    'is not a request that a handler dispatches again',
    (express) =>
      applicationWith(express, (app) => {
        app.get('/a/:count', (req, res, next) => {
          const count = Number(req.params.count)
          req.url = count > 0 ? `/a/${count - 1}` : '/b'
          if (count % 40 === 0) setImmediate(() => app.handle(req, res, next))
          else app.handle(req, res, next)
        })
        app.get('/b', (req, res) => res.send(`${req.url} ${req.originalUrl}`))
      }),
    [get('/a/0'), get('/a/30'), get('/a/3000')],
  ),
)
