import { family, probes } from '../harness/scenario.ts'

const names = [
  'x-powered-by',
  'etag',
  'etag fn',
  'env',
  'query parser',
  'query parser fn',
  'subdomain offset',
  'trust proxy',
  'trust proxy fn',
  'view',
  'views',
  'view cache',
  'view engine',
  'json spaces',
  'json replacer',
  'json escape',
  'jsonp callback name',
  'case sensitive routing',
  'strict routing',
  'own',
  'other',
]

function change(set: (name: string, value: unknown) => unknown): void {
  set('x-powered-by', false)
  set('etag', 'strong')
  set('env', 'changed')
  set('query parser', 'extended')
  set('subdomain offset', 5)
  set('trust proxy', 'loopback')
  set('views', '/changed')
  set('view cache', true)
  set('view engine', 'ejs')
  set('json spaces', 3)
  set('json escape', true)
  set('jsonp callback name', 'changed')
  set('case sensitive routing', true)
  set('own', 'parent')
}

export default family(
  'inheritance of settings',
  ...['development', 'production'].map((env) =>
    probes(
      `in ${env}`,
      {
        'to a mounted app': (express, probe) => {
          const top = express()
          const sub = express()
          change((name, value) => top.set(name, value as string))
          top.use('/sub', sub)
          for (const name of names) probe.seen(name, sub.get(name), name in sub.settings)
          probe.seen('own keys', Object.keys(sub.settings))
        },
        'to an app with settings of its own': (express, probe) => {
          const top = express()
          const sub = express()
          change((name, value) => top.set(name, value as string))
          sub
            .set('trust proxy', 2)
            .set('own', 'sub')
            .set('json spaces', 1)
            .set('view engine', 'pug')
          sub.set('other', undefined)
          top.set('other', 'parent')
          top.use('/sub', sub)
          for (const name of names) probe.seen(name, sub.get(name))
        },
        'of what changes after mounting': (express, probe) => {
          const top = express()
          const sub = express()
          top.use('/sub', sub)
          change((name, value) => top.set(name, value as string))
          for (const name of names) probe.seen(name, sub.get(name))
        },
        'through three apps': (express, probe) => {
          const one = express()
          const two = express()
          const three = express()
          two.use(three)
          one.use(two)
          one.set('own', 'one').set('trust proxy', true)
          probe.seen('three', three.get('own'), three.get('trust proxy'), three.enabled('own'))
          two.set('own', 'two')
          probe.seen('three', three.get('own'))
        },
        'of trust proxy functions': (express, probe) => {
          const fn = () => true
          for (const [label, parent, child] of [
            ['default', undefined, undefined],
            ['parent', fn, undefined],
            ['child', undefined, fn],
            ['child false', fn, false],
          ] as const) {
            const top = express()
            const sub = express()
            if (parent !== undefined) top.set('trust proxy', parent)
            if (child !== undefined) sub.set('trust proxy', child)
            top.use(sub)
            probe.seen(
              label,
              sub.settings['trust proxy'] === fn,
              sub.settings['trust proxy fn'] === fn,
            )
            probe.seen('own', Object.hasOwn(sub.settings, 'trust proxy'))
          }
        },
        'of locals, engines, request and response': (express, probe) => {
          const top = express()
          const sub = express()
          top.locals.a = 1
          top.engine('x', () => {})
          Object.assign(top.request, { topRequest: 1 })
          Object.assign(top.response, { topResponse: 1 })
          top.use('/sub', sub)
          probe.seen('locals', sub.locals.a, Object.keys(sub.locals))
          probe.seen('engines', sub.engines, Object.keys(sub.engines))
          probe.seen('engine', '.x' in sub.engines)
          probe.seen('request', sub.request.topRequest, sub.response.topResponse)
          probe.seen('chain', Object.getPrototypeOf(sub.request) === top.request)
          probe.seen('chain', Object.getPrototypeOf(sub.engines) === top.engines)
          probe.seen('chain', Object.getPrototypeOf(sub.settings) === top.settings)
          probe.seen('symbols', Object.getOwnPropertySymbols(sub.settings).map(String))
        },
        'when mounted on two parents': (express, probe) => {
          const one = express().set('own', 'one')
          const two = express().set('own', 'two')
          const sub = express()
          one.use('/a', sub)
          probe.seen('first', sub.get('own'), sub.parent === one, sub.mountpath, sub.path())
          two.use('/b', sub)
          probe.seen('second', sub.get('own'), sub.parent === two, sub.mountpath, sub.path())
        },
      },
      { env },
    ),
  ),
)
