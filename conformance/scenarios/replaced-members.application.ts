import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { App, Express, Req, Res } from '../harness/express.ts'
import { applicationReplaced, routerReplaced } from '../harness/replaced-members.ts'
import { family } from '../harness/scenario.ts'
import type { V4App } from '../harness/v4.ts'

const pass = (_req: unknown, _res: unknown, next: () => void) => next()

const request = new IncomingMessage(new Socket()) as Req
Object.assign(request, { method: 'GET', url: '/a' })
const response = new ServerResponse(request) as Res

const uses: Record<string, (app: App, express: Express) => unknown> = {
  'app.use(handler)': (app) => app.use(pass),
  'app.use(path, handler)': (app) => app.use('/a', pass),
  'app.use(application)': (app, express) => app.use(express()),
  'app.use(path, application)': (app, express) => app.use('/a', express()),
  'app.get(path, handler)': (app) => app.get('/a', pass),
  'app.post(path, handler)': (app) => app.post('/a', pass),
  'app.delete(path, handler)': (app) => app.delete('/a', pass),
  'app.all(path, handler)': (app) => app.all('/a', pass),
  'app.get(name)': (app) => app.get('env'),
  'app.set(name)': (app) => app.set('env'),
  'app.set(name, value)': (app) => app.set('a', 1),
  'app.set(etag, value)': (app) => app.set('etag', 'strong'),
  'app.set(etag, false)': (app) => app.set('etag', false),
  'app.set(trust proxy, value)': (app) => app.set('trust proxy', 1),
  'app.enable(name)': (app) => app.enable('a'),
  'app.disable(name)': (app) => app.disable('a'),
  'app.enabled(name)': (app) => app.enabled('a'),
  'app.disabled(name)': (app) => app.disabled('a'),
  'app.engine(name, engine)': (app) => app.engine('a', () => {}),
  'app.param(name, handler)': (app) => app.param('a', pass),
  'app.param(list, handler)': (app) => app.param(['a', 'b'], pass),
  'app.render(name, callback)': (app) => app.render('a', () => {}),
  'app.render(name, locals, callback)': (app) => app.render('a', { cache: true }, () => {}),
  'app.path()': (app) => app.path(),
  'app.path() of a mounted application': (app, express) => {
    const sub = express()
    app.use('/a', sub)
    return sub.path()
  },
  'app.defaultConfiguration()': (app) => {
    app.defaultConfiguration()
  },
  'app.listen()': async (app) => {
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.close(resolve))
  },
}

const since4: typeof uses = {
  'app.route(path)': (app) => app.route('/a'),
  'app.use(list)': (app) => app.use([pass, pass]),
  'app.set(query parser, value)': (app) => app.set('query parser', 'simple'),
  'app.init()': (app) => app.init(),
}

const before5: typeof uses = {
  'app.del(path, handler)': (app) => (app as V4App).del('/a', pass),
}

export default family(
  'members that an application calls',
  applicationReplaced(uses),
  applicationReplaced(since4, { dialects: ['5.x', '4.x'] }),
  applicationReplaced(before5, { dialects: ['4.x', '3.x'] }),
  routerReplaced({
    'router.use(handler)': (router) => router.use(pass),
    'router.use(path, list)': (router) => router.use('/a', [pass, pass]),
    'router.get(path, handler)': (router) => router.get('/a', pass),
    'router.all(path, handler)': (router) => router.all('/a', pass),
    'router.route(path)': (router) => router.route('/a'),
    'router.param(name, handler)': (router) => router.param('a', pass),
    'router(req, res, next)': (router) => router(request, response, () => {}),
    'router.handle(req, res, next)': (router) => {
      router.use(pass)
      router.handle(request, response, () => {})
    },
    'route.get(handler)': (_router, route) => route.get(pass),
    'route.all(handler)': (_router, route) => route.all(pass),
    'a request to a route': (router, route) => {
      route.get(pass)
      router(request, response, () => {})
    },
  }),
)
