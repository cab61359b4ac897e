import { readFile, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { App, Express } from '../harness/express.ts'
import { onError } from '../harness/express.ts'
import { get, head } from '../harness/request.ts'
import { family, type Program, probes, scenario } from '../harness/scenario.ts'

type Done = (err?: unknown, html?: unknown) => void
type Options = Record<string, unknown>
type Engine = (path: string, options: Options, done: Done) => void

const require = createRequire(import.meta.url)
const views = fileURLToPath(new URL('../fixtures/views', import.meta.url))
const other = fileURLToPath(new URL('../fixtures/other', import.meta.url))
const hbs = require('hbs') as { __express: Engine; create(): { __express: Engine } }

const template: Engine = (path, options, done) => {
  readFile(path, 'utf8', (err, text) =>
    err ? done(err) : done(null, text.replace('$title', String(options.title))),
  )
}

const syncTemplate: Engine = (path, options, done) =>
  done(null, readFileSync(path, 'utf8').replace('$title', String(options.title)))

function appWith(express: Express, engine: string): App {
  return express().set('views', views).set('view engine', engine)
}

/** What a render gave, as one value. */
function render(app: App, ...args: unknown[]): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (...given: unknown[]) => resolve(given)
    app.render(...(args as string[]), done)
  })
}

function answers(engine: string, names: readonly string[]): Program {
  return (express) => {
    const app = appWith(express, engine)
    for (const name of names) {
      app.get(`/${name}`, (_req, res) => res.render(name, { title: `<${name}>`, raw: '<i>' }))
    }
    return app
  }
}

export default family(
  'app.render, res.render, app.engine and view settings',
  scenario(
    'real ejs renders',
    answers('ejs', ['page', 'page.ejs', 'includes', 'fails', 'missing', 'sub/inner', 'folder']),
    [
      ...['page', 'page.ejs', 'includes', 'sub/inner', 'folder'].map((name) => get(`/${name}`)),
      head('/page'),
      get('/fails'),
      get('/missing'),
    ],
  ),
  scenario('real pug renders', answers('pug', ['page', 'child', 'page.pug']), [
    get('/page'),
    get('/child'),
    get('/page.pug'),
  ]),
  scenario('real hbs renders', answers('hbs', ['page', 'page.hbs']), [
    get('/page'),
    get('/page.hbs'),
  ]),
  scenario(
    'three engines in one app, one of them under another extension',
    (express) => {
      const app = appWith(express, 'pug')
      app.engine('hbs', hbs.create().__express)
      app.engine('tmpl', template)
      for (const name of ['page', 'page.ejs', 'page.hbs', 'page.tmpl', 'page.pug']) {
        app.get(`/${name}`, (_req, res) => res.render(name, { title: 't' }))
      }
      return app
    },
    ['page', 'page.ejs', 'page.hbs', 'page.tmpl', 'page.pug'].map((name) => get(`/${name}`)),
  ),
  probes('app.engine', {
    'takes every form of an extension': (express, probe) => {
      const app = express()
      for (const ext of ['x', '.y', '', '.', 'a.b']) {
        probe.attempt(`engine ${ext}`, () => app.engine(ext, template) === app)
      }
      probe.seen('engines', Object.keys(app.engines))
      for (const value of [undefined, null, 'x', {}]) {
        probe.attempt(`with ${String(value)}`, () => app.engine('z', value) === app)
      }
      probe.attempt('without extension', () => app.engine(undefined, template) === app)
      probe.attempt('with nothing', () => app.engine() === app)
    },
    'may be replaced': async (express, probe) => {
      const app = appWith(express, 'tmpl')
      app.engine('tmpl', template)
      probe.seen('first', await render(app, 'page', { title: 1 }))
      app.engine('tmpl', (_path: string, _options: Options, done: Done) => done(null, 'second'))
      probe.seen('second', await render(app, 'page', { title: 1 }))
    },
    'is called with path and options': async (express, probe) => {
      const app = appWith(express, 'tmpl').set('title', 'setting')
      app.locals.appLocal = 1
      app.engine('tmpl', function (this: unknown, ...args: unknown[]) {
        const [path, options, done] = args as [string, Options, Done]
        probe.seen('path', path.slice(views.length), typeof done, args.length)
        probe.seen('keys', Object.keys(options), Object.getPrototypeOf(options) === null)
        probe.seen('settings', options.settings === app.settings, options._locals)
        probe.seen('cache', options.cache)
        probe.seen('this', (this as object)?.constructor?.name)
        done(null, 'ok')
      })
      probe.seen('rendered', await render(app, 'page', { own: 2, _locals: { res: 3 } }))
    },
    'may fail in every way': async (express, probe) => {
      const app = appWith(express, 'tmpl')
      const engines: Record<string, Engine> = {
        error: (_p, _o, done) => done(new Error('engine error')),
        text: (_p, _o, done) => done('engine text'),
        throws: () => {
          throw new Error('engine throws')
        },
        nothing: (_p, _o, done) => done(),
        'no html': (_p, _o, done) => done(null, undefined),
        buffer: (_p, _o, done) => done(null, Buffer.from('b')),
        number: (_p, _o, done) => done(null, 5),
        'sync then async': (_p, _o, done) => setTimeout(() => done(null, 'late'), 1),
      }
      for (const [name, engine] of Object.entries(engines)) {
        app.engine('tmpl', engine)
        probe.seen(name, await render(app, 'page', {}))
      }
    },
    'calls back never in the same tick': async (express, probe) => {
      const app = appWith(express, 'tmpl')
      app.engine('tmpl', syncTemplate)
      let same = true
      await new Promise((resolve) => {
        app.render('page', {}, () => {
          probe.seen('same tick', same)
          resolve(0)
        })
        same = false
      })
    },
  }),
  probes('app.render', {
    'finds views': async (express, probe) => {
      const app = appWith(express, 'ejs')
      for (const name of [
        'page',
        'page.ejs',
        './page',
        'sub/inner',
        'sub/inner.ejs',
        'folder',
        'folder/index',
        `${views}/page`,
        `${views}/page.ejs`,
        'sub/../page',
        '/page',
        'name.with.dots.tmpl',
      ]) {
        probe.seen(name.replace(views, ''), await render(app, name, { title: 't' }))
      }
    },
    'tells what is missing': async (express, probe) => {
      const app = appWith(express, 'ejs')
      for (const name of ['none', 'none.ejs', 'sub', '/none', '../none', 'folder/none']) {
        probe.seen(name, await render(app, name, { title: 't' }))
      }
      app.set('views', [views, other])
      probe.seen('two folders', await render(app, 'none', {}))
      app.set('views', [views])
      probe.seen('one folder in a list', await render(app, 'none', {}))
      app.set('views', [])
      probe.seen('no folder', await render(app, 'none', {}))
      app.set('views', ['/one', '/two', '/three'])
      probe.seen('three folders', await render(app, 'none', {}))
    },
    'takes a view engine that is written with a dot': async (express, probe) => {
      probe.seen('page', await render(appWith(express, '.ejs'), 'page', { title: 't' }))
    },
    'looks in several folders in order': async (express, probe) => {
      const app = appWith(express, 'ejs')
      app.set('views', [other, views])
      probe.seen('page', await render(app, 'page', { title: 't' }))
      probe.seen('only', await render(app, 'only', {}))
      probe.seen('inner', await render(app, 'sub/inner', { title: 't' }))
      app.set('views', [views, other])
      probe.seen('page', await render(app, 'page', { title: 't' }))
    },
    'refuses views without an engine': async (express, probe) => {
      const app = express().set('views', views)
      for (const name of ['page', 'page.nosuchengine', '', 'page.']) {
        probe.attempt(name, () =>
          app.render(name, {}, (...args: unknown[]) => probe.seen('cb', ...args)),
        )
      }
      app.set('view engine', 'nosuchengine')
      probe.attempt('unknown engine', () => app.render('page', {}, () => {}))
      const folder = fileURLToPath(new URL('../fixtures/engines', import.meta.url))
      app.set('view engine', `${folder}/empty.cjs`)
      probe.attempt('no hook', () => app.render('page.fs', {}, () => {}))
      probe.attempt('no hook in a module', () => app.render('page.path', {}, () => {}))
    },
    'takes odd arguments': async (express, probe) => {
      const app = appWith(express, 'ejs')
      probe.seen('no locals', await render(app, 'merge'))
      probe.seen('null locals', await render(app, 'merge', null))
      probe.seen('undefined locals', await render(app, 'merge', undefined))
      probe.attempt('no name', () =>
        app.render(undefined, {}, (...args: unknown[]) => probe.seen('cb', ...args)),
      )
      probe.attempt('null name', () =>
        app.render(null, {}, (...args: unknown[]) => probe.seen('cb', ...args)),
      )
      probe.attempt('object name', () =>
        app.render({}, {}, (...args: unknown[]) => probe.seen('cb', ...args)),
      )
    },
    'merges locals': async (express, probe) => {
      const app = appWith(express, 'ejs')
      Object.assign(app.locals, { a: 'app', b: 'app', c: 'app' })
      probe.seen('app', await render(app, 'merge'))
      probe.seen('given', await render(app, 'merge', { a: 'given' }))
      probe.seen(
        '_locals',
        await render(app, 'merge', { a: 'given', _locals: { a: 'res', b: 'res' } }),
      )
      probe.seen('settings', await render(app, 'merge', { settings: {} }))
      probe.seen('untouched', app.locals.a, Object.keys(app.locals))
    },
    'caches when told': async (express, probe) => {
      for (const cache of [undefined, true, false]) {
        const app = appWith(express, 'tmpl')
        app.engine('tmpl', template)
        if (cache !== undefined) app.set('view cache', cache)
        await render(app, 'page', { title: 1 })
        probe.seen('keys', Object.keys(app.cache))
        await render(app, 'page', { title: 1, cache: true })
        probe.seen('locals.cache', Object.keys(app.cache))
        app.set('views', other)
        probe.seen('moved', await render(app, 'page', { title: 2, cache: true }))
      }
    },
    'hands settings to the engine': async (express, probe) => {
      const app = appWith(express, 'tmpl').set('view cache', true)
      app.engine('tmpl', (_path: string, options: Options, done: Done) => {
        probe.seen('cache', options.cache)
        done(null, 'x')
      })
      await render(app, 'page', {})
      await render(app, 'page', { cache: false })
      await render(app, 'page', { cache: 0 })
      await render(app, 'page', { cache: null })
    },
  }),
  probes(
    'app.render',
    {
      'does not take a folder for a view': async (express, probe) => {
        probe.seen('folder', await render(appWith(express, 'ejs'), 'named-like-a-view', {}))
      },
    },
    // In 3.x the engine is given the folder.
    { dialects: ['5.x', '4.x'] },
  ),
  ...['production', 'development'].map((env) =>
    probes(
      `in ${env}`,
      {
        'the view cache is as it is': async (express, probe) => {
          const app = appWith(express, 'tmpl')
          app.engine('tmpl', template)
          probe.seen('setting', app.get('view cache'), app.enabled('view cache'))
          await render(app, 'page', { title: 1 })
          probe.seen('cache', Object.keys(app.cache))
        },
      },
      { env },
    ),
  ),
  probes('a custom view class', {
    'is used as it is': async (express, probe) => {
      const app = express().set('views', '/somewhere').set('view engine', 'own')
      app.engine('own', template)
      class View {
        name: string
        path: string
        root = '/nowhere'
        constructor(name: string, options: Options) {
          probe.seen('new View', name, Object.keys(options), options.defaultEngine, options.root)
          probe.seen('engines', options.engines === app.engines)
          this.name = name
          this.path = name === 'missing' ? '' : `found:${name}`
        }
        render(options: Options, done: Done): void {
          probe.seen('render', Object.keys(options))
          done(null, `custom ${this.path}`)
        }
      }
      app.set('view', View)
      probe.seen('found', await render(app, 'thing', { a: 1 }))
      probe.seen('missing', await render(app, 'missing', { a: 1 }))
      app.enable('view cache')
      await render(app, 'thing', {})
      await render(app, 'thing', {})
      probe.seen('cache', Object.keys(app.cache))
    },
    'is made again unless the call says to cache': async (express, probe) => {
      const app = express()
      class View {
        path = 'somewhere'
        constructor(name: string) {
          probe.seen('new View', name)
        }
        render(options: Options, done: Done): void {
          done(null, `rendered ${String(options.cache)}`)
        }
      }
      app.set('view', View)
      for (const options of [{}, { cache: true }, { cache: true }, { cache: false }, {}]) {
        probe.seen('rendered', await render(app, 'a', options))
      }
      probe.seen('cache', Object.keys(app.cache))
    },
    'is the default one otherwise': (express, probe) => {
      const app = appWith(express, 'tmpl')
      app.engine('tmpl', template)
      const View = app.get('view') as unknown as new (name: string, options: Options) => Options
      probe.seen('View', View)
      probe.seen('prototype', Object.getOwnPropertyNames(View.prototype).sort())
      probe.attempt('made', () => {
        const view = new View('page', { defaultEngine: 'tmpl', root: views, engines: app.engines })
        return [
          Object.keys(view),
          String(view.path).slice(views.length),
          view.ext,
          view.name,
          view.defaultEngine,
        ]
      })
      probe.attempt('missing', () => {
        const view = new View('none', { defaultEngine: 'tmpl', root: views, engines: app.engines })
        return [view.path, typeof view.engine]
      })
      probe.attempt('nothing', () => new View('x', {}))
    },
  }),
  scenario(
    'res.render merges app, response and given locals',
    (express, probe) => {
      const app = appWith(express, 'ejs')
      Object.assign(app.locals, { a: 'app', b: 'app', c: 'app' })
      app.use((_req, res, next) => {
        Object.assign(res.locals, { b: 'res', c: 'res' })
        next()
      })
      app.get('/', (_req, res) => res.render('merge', { c: 'given' }))
      app.get('/none', (_req, res) => res.render('merge'))
      app.get('/null', (_req, res) => res.render('merge', null))
      app.get('/status', (_req, res) => res.status(404).type('text').render('merge'))
      app.get('/callback', (_req, res) => {
        res.render('merge', { c: 'cb' }, (err: unknown, html: unknown) => {
          probe.seen('callback', err, html)
          res.send('by callback')
        })
      })
      app.get('/callback-first', (_req, res) => {
        res.render('merge', (err: unknown, html: unknown) => {
          probe.seen('callback', err, html)
          res.send('by callback')
        })
      })
      app.get('/callback-error', (_req, res) => {
        res.render('missing', (err: unknown, html: unknown) => {
          probe.seen('callback', err, html)
          res.send('by callback')
        })
      })
      app.get('/frozen', (_req, res) => res.render('merge', Object.freeze({ c: 'frozen' })))
      app.get('/mutated', (_req, res) => {
        const locals = { c: 'kept' }
        res.render('merge', locals, () => {
          probe.seen('locals', Object.keys(locals))
          res.end()
        })
      })
      return app
    },
    [
      '',
      'none',
      'null',
      'status',
      'callback',
      'callback-first',
      'callback-error',
      'frozen',
      'mutated',
    ].map((name) => get(`/${name}`)),
  ),
  scenario(
    'res.render hands errors on',
    (express, probe) => {
      const app = appWith(express, 'ejs')
      app.get('/missing', (_req, res) => res.render('missing'))
      app.get('/fails', (_req, res) => res.render('fails'))
      app.get('/noengine', (_req, res) => res.render('page.nosuchengine'))
      app.use(
        onError((err, _req, res, _next) => {
          probe.seen('caught', err.message.split('\n')[0]?.replace(views, ''), Object.keys(err))
          if (!res.headersSent) res.status(500).send('caught')
        }),
      )
      return app
    },
    [get('/missing'), get('/fails'), get('/noengine')],
  ),
  scenario(
    'res.render asks the app and the request at work',
    (express, probe) => {
      const top = appWith(express, 'ejs')
      const sub = express().set('views', other)
      sub.locals.title = 'sub local'
      sub.get('/page', (_req, res) => res.render('page'))
      const bare = express()
      bare.get('/page', (_req, res) => res.render('page', { title: 'inherited' }))
      top.use('/sub', sub).use('/bare', bare)
      top.get('/patched', (req, res) => {
        const { render: original } = req.app
        req.app.render = (...args) => {
          probe.seen('app.render', args[0], typeof args[2])
          return original.apply(req.app, args)
        }
        res.render('page', { title: 'patched' })
        req.app.render = original
      })
      top.engine('tmpl', (_path: string, options: Options, done: Done) => {
        probe.seen('_locals', options._locals)
        done(null, 'rendered')
      })
      top.get('/_locals', (_req, res) => {
        res.locals.a = 1
        res.render('page.tmpl')
      })
      top.get('/send', (_req, res) => {
        const { send } = res
        res.send = (...args) => {
          probe.seen('send', ...args)
          return send.apply(res, args)
        }
        res.render('page', { title: 'sent' })
      })
      return top
    },
    ['/sub/page', '/bare/page', '/patched', '/_locals', '/send'].map((path) => get(path)),
  ),
)
