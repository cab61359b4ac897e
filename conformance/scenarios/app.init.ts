import { get } from '../harness/request.ts'
import { family, probes, scenario } from '../harness/scenario.ts'

export default family(
  'app.init, app.defaultConfiguration, app.locals',
  probes('init', {
    'starts over': (express, probe) => {
      const app = express()
      app.set('own', 1).engine('x', () => {})
      app.locals.mine = 1
      app.get('/x', () => {})
      const { router } = app
      app.init()
      probe.seen('settings', app.get('own'), Object.keys(app.settings))
      probe.seen('engines', app.engines, app.cache)
      probe.seen('locals', Object.keys(app.locals))
      probe.seen('router', app.router === router, app.router.stack.length)
      probe.seen('mount', app.listenerCount('mount'))
    },
    'defaultConfiguration starts the settings over': (express, probe) => {
      const app = express()
      app.set('own', 1).disable('x-powered-by').set('trust proxy', true)
      app.locals.mine = 1
      app.defaultConfiguration()
      probe.seen('own', app.get('own'), app.get('x-powered-by'), app.get('trust proxy'))
      probe.seen('locals', Object.keys(app.locals))
      probe.seen('mount', app.listenerCount('mount'))
    },
    'may be replaced on the prototype': (express, probe) => {
      const { defaultConfiguration } = express.application
      express.application.defaultConfiguration = function (this: {
        set(n: string, v: unknown): void
      }) {
        ;(defaultConfiguration as () => void).call(this)
        this.set('patched', true)
      }
      const app = express()
      express.application.defaultConfiguration = defaultConfiguration
      probe.seen('patched', app.get('patched'), express().get('patched'))
    },
  }),
  probes('locals', {
    'have no prototype and hold the settings': (express, probe) => {
      const app = express()
      probe.seen('prototype', Object.getPrototypeOf(app.locals))
      probe.seen('keys', Object.keys(app.locals))
      probe.seen('settings', app.locals.settings === app.settings)
      app.set('title', 'x')
      probe.seen('title', (app.locals.settings as Record<string, unknown>).title)
      probe.seen('type', typeof app.locals)
      probe.seen('descriptor', Object.getOwnPropertyDescriptor(app, 'locals')?.writable)
      probe.seen('mountpath', app.mountpath)
    },
  }),
  scenario(
    'locals are reached from a request',
    (express, probe) => {
      const app = express()
      const sub = express()
      app.locals.name = 'app'
      sub.locals.name = 'sub'
      sub.get('/', (req, res) => {
        probe.seen('locals', req.app.locals.name, res.app.locals.name, res.locals)
        res.end()
      })
      app.use('/sub', sub)
      app.get('/', (req, res) => {
        probe.seen('locals', req.app.locals.name, res.locals)
        res.end()
      })
      return app
    },
    [get('/'), get('/sub')],
  ),
)
