import { get } from '../harness/request.ts'
import { family, probes, scenario } from '../harness/scenario.ts'

export default family(
  'express()',
  probes('gives', {
    'a function that is an emitter': (express, probe) => {
      const app = express()
      probe.seen('app', app, typeof app, app.length)
      probe.seen('on', typeof app.on, typeof app.emit)
      const other = express()
      probe.seen('distinct', app !== other)
    },
    'a function without a prototype of its own': (express, probe) => {
      probe.seen('plain', Object.getPrototypeOf(express()) === Function.prototype)
    },
    'no difference with new': (express, probe) => {
      probe.attempt('new', () => typeof Reflect.construct(express, []))
    },
    'its own request and response prototypes': (express, probe) => {
      const app = express()
      probe.seen('request', Object.getPrototypeOf(app.request) === express.request)
      probe.seen('response', Object.getPrototypeOf(app.response) === express.response)
      probe.seen('request.app', app.request.app === app, app.response.app === app)
      probe.seen('keys', Object.keys(app.request), Object.keys(app.response))
      probe.seen('app', Object.getOwnPropertyDescriptor(app.request, 'app')?.enumerable)
      probe.seen('writable', Object.getOwnPropertyDescriptor(app.request, 'app')?.writable)
    },
    'members added to the application prototype to new apps': (express, probe) => {
      express.application.added = () => 'added'
      probe.seen('new app', 'added' in express())
      delete express.application.added
      probe.seen('deleted', 'added' in express())
    },
    'members added to the application prototype to older apps': (express, probe) => {
      const older = express()
      express.application.added = () => 'added'
      probe.seen('older app', 'added' in older)
      delete express.application.added
    },
    'engines, cache and settings': (express, probe) => {
      const app = express()
      probe.seen('engines', app.engines, app.cache)
      probe.seen('prototypes', Object.getPrototypeOf(app.settings) === Object.prototype)
    },
  }),
  scenario(
    'prototypes are live for every request and response',
    (express, probe) => {
      const before = express()
      Object.assign(express.request, { confTwo: () => 'request' })
      Object.assign(express.response, { confThree: () => 'response' })
      const has = (target: object, name: string) => name in target
      before.get('/', (req, res) => {
        probe.seen('members', has(req, 'confTwo'), has(res, 'confThree'))
        Object.assign(express.request, { confFour: 4 })
        probe.seen('later', Reflect.get(req, 'confFour'))
        for (const name of ['confTwo', 'confFour']) Reflect.deleteProperty(express.request, name)
        Reflect.deleteProperty(express.response, 'confThree')
        probe.seen('deleted', has(req, 'confTwo'), has(res, 'confThree'))
        res.end()
      })
      return before
    },
    [get('/')],
  ),
  scenario(
    'patched members are used by the others',
    (express, probe) => {
      const app = express()
      app.response.send = function (this: { end(text: string): unknown }, body: unknown) {
        probe.seen('patched send', body)
        return this.end(`patched ${String(body)}`)
      }
      app.response.extra = () => 'extra'
      Object.defineProperty(app.request, 'ip', { get: () => 'patched ip', configurable: true })
      app.get('/json', (_req, res) => res.json({ a: 1 }))
      app.get('/status', (_req, res) => res.sendStatus(404))
      app.get('/ip', (req, res) => {
        probe.seen('ip', req.ip, Reflect.get(res, 'extra'))
        res.send('x')
      })
      const sub = express()
      sub.get('/', (req, res) => {
        probe.seen('sub', req.ip, typeof Reflect.get(res, 'extra'))
        res.json({})
      })
      return app.use('/sub', sub)
    },
    [get('/json'), get('/status'), get('/ip'), get('/sub')],
  ),
  scenario(
    'a patched application prototype reaches new apps only',
    (express, probe) => {
      const { use } = express.application
      const calls: unknown[] = []
      express.application.use = function (this: unknown, ...args: unknown[]) {
        calls.push(args.length)
        return (use as (...all: unknown[]) => unknown).apply(this, args)
      }
      try {
        const app = express()
        app.use('/x', (_req, res) => res.send('x'))
        probe.seen('calls', calls)
        return app
      } finally {
        express.application.use = use
      }
    },
    [get('/x')],
  ),
)
