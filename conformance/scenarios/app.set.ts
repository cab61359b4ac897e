import { get } from '../harness/request.ts'
import { family, probes, scenario } from '../harness/scenario.ts'

const flags: readonly unknown[] = [true, false, 1, 0, '', 'x', null, undefined, [], {}]

export default family(
  'app.set, get, enable, disable, enabled, disabled',
  probes('set', {
    'stores anything and chains': (express, probe) => {
      const app = express()
      for (const value of flags) {
        probe.seen('chains', app.set('thing', value as string) === app)
        probe.seen('value', app.get('thing'), app.enabled('thing'), app.disabled('thing'))
        probe.seen('setting', app.settings.thing)
      }
    },
    'reads with one argument': (express, probe) => {
      const app = express()
      probe.seen('missing', app.set('nothing'), app.get('nothing'))
      app.set('there', 5)
      probe.seen('there', app.set('there'))
      probe.seen('undefined value', app.set('there', undefined) === app, app.get('there'))
    },
    'does not find inherited names': (express, probe) => {
      const app = express()
      for (const name of ['hasOwnProperty', 'toString', '__proto__', 'constructor', 'valueOf']) {
        probe.seen(name, app.get(name), app.set(name), app.enabled(name))
      }
      app.set('hasOwnProperty', 1)
      probe.seen('set', app.get('hasOwnProperty'), app.get('env'))
    },
    'takes odd names': (express, probe) => {
      const app = express()
      probe.attempt('none', () => app.set())
      probe.attempt('get none', () => app.get())
      probe.attempt('null', () => app.set(null, 1) === app)
      probe.seen('null', app.get(null))
      probe.attempt('number', () => app.set(5, 1) === app)
      probe.seen('number', app.get(5))
      probe.attempt('symbol', () => app.set(Symbol.iterator, 1) === app)
      probe.attempt('object', () => app.set({ a: 1 }, 1) === app)
    },
    'enable and disable': (express, probe) => {
      const app = express()
      probe.seen('chains', app.enable('x') === app, app.disable('y') === app)
      probe.seen('values', app.get('x'), app.get('y'))
      probe.seen('enabled', app.enabled('x'), app.enabled('y'), app.enabled('z'))
      probe.seen('disabled', app.disabled('x'), app.disabled('y'), app.disabled('z'))
    },
    'through a replaced set': (express, probe) => {
      const app = express()
      const { set } = app
      app.set = (...args) => {
        probe.seen('set', ...args)
        return set.apply(app, args)
      }
      app.enable('x')
      app.disable('y')
      probe.seen('enabled', app.enabled('x'), app.disabled('y'))
    },
    'derives functions': (express, probe) => {
      const app = express()
      for (const value of [
        true,
        false,
        'weak',
        'strong',
        (body: unknown) => body,
        0,
        '',
        'odd',
        null,
      ]) {
        probe.attempt(`etag ${String(value)}`, () => app.set('etag', value) === app)
        probe.seen('etag', typeof app.get('etag'), typeof app.get('etag fn'))
      }
      for (const value of [true, false, 'simple', 'extended', () => ({}), 'odd', 0, null]) {
        probe.attempt(`query ${String(value)}`, () => app.set('query parser', value) === app)
        probe.seen('query', typeof app.get('query parser'), typeof app.get('query parser fn'))
      }
      for (const value of [true, false, 1, 'loopback', ['::1'], () => true, 'odd', 0, null, '']) {
        probe.attempt(`trust ${String(value)}`, () => app.set('trust proxy', value) === app)
        probe.seen('trust', typeof app.get('trust proxy'), typeof app.get('trust proxy fn'))
      }
    },
    'derived functions work': (express, probe) => {
      const app = express()
      const call = (name: string, ...args: unknown[]) => {
        const fn = app.get(name) as unknown
        probe.attempt(name, () =>
          typeof fn === 'function' ? (fn as (...all: unknown[]) => unknown)(...args) : fn,
        )
      }
      call('etag fn', 'body', 'utf8')
      call('etag fn', Buffer.from('body'))
      call('query parser fn', 'a=1&b[c]=2')
      call('trust proxy fn', '127.0.0.1', 0)
      app.set('etag', 'strong').set('query parser', 'extended').set('trust proxy', 'loopback')
      call('etag fn', 'body', 'utf8')
      call('query parser fn', 'a=1&b[c]=2')
      call('trust proxy fn', '127.0.0.1', 0)
      call('trust proxy fn', '1.1.1.1', 0)
      app.set('trust proxy', 1)
      call('trust proxy fn', '1.1.1.1', 0)
      call('trust proxy fn', '1.1.1.1', 1)
    },
    'with a route in get': (express, probe) => {
      const app = express()
      probe.attempt('one', () => app.get('env'))
      probe.attempt('two', () => app.get('env', () => {}) === app)
      probe.seen('routes', app.router.stack.length)
    },
  }),
  ...['development', 'production', 'test', 'staging'].map((env) =>
    probes(
      `defaults in ${env}`,
      {
        'are as they are': (express, probe) => {
          const app = express()
          probe.seen('settings', Object.keys(app.settings))
          for (const [name, value] of Object.entries(app.settings)) probe.seen(name, value)
          probe.seen('symbols', Object.getOwnPropertySymbols(app.settings).map(String))
        },
      },
      { env },
    ),
  ),
  probes('an empty NODE_ENV', {
    'counts as development': (express, probe) => {
      process.env.NODE_ENV = ''
      probe.seen('env', express().get('env'))
      delete process.env.NODE_ENV
      probe.seen('env', express().get('env'))
    },
  }),
  scenario(
    'settings are read while the app runs',
    (express) => {
      const app = express()
      app.get('/json', (_req, res) => res.json({ a: 1 }))
      app.get('/flip', (_req, res) => {
        app.set('json spaces', 2).disable('etag').disable('x-powered-by')
        res.json({ flipped: true })
      })
      return app
    },
    [get('/json'), get('/flip'), get('/json')],
  ),
)
