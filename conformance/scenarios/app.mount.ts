import { type Next, onError, type Req, type Res } from '../harness/express.ts'
import { get } from '../harness/request.ts'
import { familySince4, probes, scenario } from '../harness/scenario.ts'
import { stackOf } from '../harness/v4.ts'

export default familySince4(
  "app.mountpath, app.parent, app.path() and the 'mount' event",
  probes('tell', {
    'where an app is mounted': (express, probe) => {
      const top = express()
      const blog = express()
      const admin = express()
      probe.seen('before', blog.mountpath, blog.path(), blog.parent, 'parent' in blog)
      top.use('/blog', blog)
      blog.use('/admin', admin)
      probe.seen('paths', top.path(), blog.path(), admin.path())
      probe.seen('mountpaths', top.mountpath, blog.mountpath, admin.mountpath)
      probe.seen('parents', blog.parent === top, admin.parent === blog, top.parent)
    },
    'every form of a mount path': (express, probe) => {
      const paths = [undefined, '/', '', '/a', 'a', '/a/:b', /re/, ['/a', '/b'], []]
      for (const path of paths) {
        const sub = express()
        probe.attempt('use', () =>
          path === undefined ? express().use(sub) && 0 : express().use(path, sub) && 0,
        )
        probe.seen('mountpath', sub.mountpath)
        probe.attempt('path()', () => sub.path())
      }
    },
    'a nested list of paths': (express, probe) => {
      const sub = express()
      probe.attempt('use', () => typeof express().use(['/a', [/b/, '/c']], sub))
      probe.seen('mountpath', sub.mountpath)
    },
    'each app of a list': (express, probe) => {
      const top = express()
      const subs = [express(), express(), express()]
      for (const [index, sub] of subs.entries()) {
        sub.on('mount', (parent: unknown) => probe.seen('mount', index, parent === top))
      }
      const [one, two, three] = subs
      top.use('/x', one, [two, [three]])
      probe.seen(
        'mountpaths',
        subs.map((sub) => sub.mountpath),
      )
    },
    'the event after everything is in place': (express, probe) => {
      const top = express().set('own', 1)
      const sub = express()
      sub.on('mount', function (this: unknown, ...args: unknown[]) {
        probe.seen('mount', args.length, args[0] === top, this === sub)
        probe.seen('in place', sub.parent === top, sub.mountpath, sub.get('own'))
        probe.seen('stack', stackOf(top).length)
      })
      top.use('/x', sub)
      top.use('/y', sub)
    },
    'nothing for routers, and for apps inside routers': (express, probe) => {
      const sub = express()
      sub.on('mount', () => probe.seen('never', true))
      const router = express.Router()
      router.use('/in', sub)
      express().use('/x', router)
      probe.seen('mountpath', sub.mountpath, sub.parent, sub.path())
    },
    'nothing for a function that looks a bit like an app': (express, probe) => {
      const top = express()
      const like = Object.assign(() => {}, { handle: () => {}, emit: () => probe.seen('emit', 1) })
      probe.attempt('handle only', () => top.use(like) === top)
      probe.seen(
        'layers',
        stackOf(top).map((layer) => layer.name),
      )
    },
    'the listeners that are there from the start': (express, probe) => {
      const app = express()
      probe.seen('mount', app.listenerCount('mount'))
      probe.seen('newListener', app.listenerCount('newListener'))
    },
  }),
  scenario(
    'a function that has handle and set is mounted as an app',
    (express, probe) => {
      const top = express()
      const foreign = Object.assign(() => probe.seen('called', true), {
        handle: (req: Req, res: Res) => res.end(`foreign ${req.url}`),
        set: () => probe.seen('set', true),
        emit: (...args: unknown[]) => probe.seen('emit', args.length, args[0], args[1] === top),
      })
      probe.attempt('use', () => top.use('/foreign', foreign) === top)
      probe.seen(
        'members',
        Reflect.get(foreign, 'mountpath'),
        Reflect.get(foreign, 'parent') === top,
      )
      probe.seen(
        'layers',
        stackOf(top.use('/app', express())).map((layer) => layer.name),
      )
      return top
    },
    [get('/foreign/x'), get('/other')],
  ),
  scenario(
    'an app hands its errors to its parent',
    (express, probe) => {
      const top = express()
      const sub = express()
      sub.get('/fails', () => {
        throw new Error('from below')
      })
      top.use('/sub', sub)
      return top.use(
        onError((err, req, res, _next) => {
          probe.seen('caught', err, req.app === top, res.app === top)
          res.json([req.baseUrl, req.url])
        }),
      )
    },
    [get('/sub/fails'), get('/sub/other')],
  ),
  scenario(
    'an app that is left gives the request and the response back',
    (express, probe) => {
      const top = express()
      const sub = express()
      Object.assign(top.response, { shout: 'of the parent' })
      Object.assign(sub.response, { whisper: 'of the mounted app' })
      const look = (label: string) => (req: Req, res: Res, next: Next) => {
        probe.seen(label, Reflect.get(res, 'shout'), Reflect.get(res, 'whisper'))
        probe.seen('prototypes', Object.getPrototypeOf(res) === res.app.response)
        probe.seen('app', req.app === top, req.app === sub, req.baseUrl, req.url)
        next()
      }
      sub.use(look('in the mounted app'))
      top.use('/sub', sub)
      return top.use(look('behind it'), (_req, res) => res.end())
    },
    [get('/sub/x?y'), get('/other')],
  ),
  scenario(
    'an app mounted on several paths answers on each',
    (express, probe) => {
      const top = express()
      const sub = express()
      sub.get('/x', (req, res) => res.send(`${req.baseUrl} ${JSON.stringify(sub.mountpath)}`))
      sub.get('/', (req, res) => res.send(`root ${req.baseUrl}`))
      top.use(['/a', '/b/:id', /^\/r\d+/], sub)
      top.use('/again', sub)
      probe.seen('mountpath', sub.mountpath)
      return top
    },
    ['/a/x', '/b/5/x', '/r12/x', '/again/x', '/a', '/a/', '/b/5', '/r1', '/ax', '/x'].map((path) =>
      get(path),
    ),
  ),
)
