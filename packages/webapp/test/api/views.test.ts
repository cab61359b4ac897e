import { readFile } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

const views = join(import.meta.dirname, 'fixtures', 'views')

type Callback = (error: unknown, text?: string) => void

/** Replaces `{{name}}`; a view engine as small as they come. */
function mustache(path: string, options: object, callback: Callback): void {
  const variables = options as Record<string, unknown>
  readFile(path, 'utf8', (error, text) => {
    if (error) callback(error)
    else
      callback(
        null,
        text.replace(/\{\{(\w+)\}\}/g, (_all, name) => String(variables[name])),
      )
  })
}

function rendered(app: Express, name: string, options: object = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    app.render(name, options, (error, html) => (error ? reject(error) : resolve(html)))
  })
}

describeDialects('views', ['5.x', '4.x'], (t) => {
  function useTpl(app = t.app): Express {
    app.engine('tpl', mustache)
    app.set('views', join(views, 'first'))
    app.set('view engine', 'tpl')
    return app
  }

  describe('app.engine(extension, engine)', () => {
    it('gives the application back, and takes the extension with and without dot', async () => {
      expect(t.app.engine('.tpl', mustache)).toBe(t.app)
      expect(t.app.engines['.tpl']).toBe(mustache)
      t.app.engine('html', mustache)
      expect(t.app.engines['.html']).toBe(mustache)
    })

    it('refuses what is no function', () => {
      expect(() => t.app.engine('tpl', null as never)).toThrow(
        new Error('callback function required'),
      )
    })

    it('maps another extension to a real engine', async () => {
      const ejs = createRequire(import.meta.url)('ejs') as { renderFile: typeof mustache }
      t.app.engine('tpl', ejs.renderFile)
      t.app.set('views', join(views, 'first'))
      expect(await rendered(t.app, 'both.tpl')).toBe('first {{name}}')
    })
  })

  describe('lookup', () => {
    it('finds a view by name, by name with extension and by absolute path', async () => {
      useTpl()
      const name = 'tj'
      expect(await rendered(t.app, 'both', { name })).toBe('first tj')
      expect(await rendered(t.app, 'both.tpl', { name })).toBe('first tj')
      expect(await rendered(t.app, join(views, 'second', 'only.tpl'), { name })).toBe(
        'only second tj',
      )
    })

    it('takes a view engine that is written with a dot', async () => {
      useTpl().set('view engine', '.tpl')
      expect(await rendered(t.app, 'both', { name: 'x' })).toBe('first x')
    })

    it('tries several directories in order', async () => {
      useTpl().set('views', [join(views, 'first'), join(views, 'second')])
      expect(await rendered(t.app, 'both', { name: 'x' })).toBe('first x')
      expect(await rendered(t.app, 'only', { name: 'x' })).toBe('only second x')
    })

    it('finds the index of a directory', async () => {
      t.app.set('views', join(views, 'ejs'))
      t.app.set('view engine', 'ejs')
      expect(await rendered(t.app, 'admin', { name: 'x' })).toBe('admin index of x\n')
    })

    it('names the view and the directory that it is not in', async () => {
      useTpl()
      const error = (await rendered(t.app, 'none').catch((e) => e)) as Error & { view: object }
      expect(error.message).toBe(
        `Failed to lookup view "none" in views directory "${join(views, 'first')}"`,
      )
      expect(error.view).toMatchObject({ name: 'none', ext: '.tpl' })
    })

    it('names all directories that it is not in', async () => {
      useTpl().set('views', ['/one', '/two', '/three'])
      await expect(rendered(t.app, 'none')).rejects.toThrow(
        'Failed to lookup view "none" in views directories "/one", "/two" or "/three"',
      )
    })

    it('names a single directory of a list', async () => {
      useTpl().set('views', ['/one'])
      await expect(rendered(t.app, 'none')).rejects.toThrow('in views directory "/one"')
    })

    it('does not take a directory for a view', async () => {
      useTpl().set('views', join(views, 'second'))
      await expect(rendered(t.app, 'dir')).rejects.toThrow('Failed to lookup view "dir"')
    })

    it('finds an engine that is installed beside the views, by __webapp first', async () => {
      const home = await mkdtemp(join(tmpdir(), 'webapp-views-'))
      const engine = join(home, 'node_modules', 'tinyengine')
      await mkdir(engine, { recursive: true })
      await writeFile(join(home, 'page.tinyengine'), '')
      await writeFile(
        join(engine, 'index.js'),
        `exports.__express = (path, options, done) => done(null, '__express')
         exports.__webapp = (path, options, done) => done(null, '__webapp')`,
      )
      t.app.set('views', home)
      const html = await rendered(t.app, 'page.tinyengine')
      await rm(home, { recursive: true })
      expect(html).toBe('__webapp')
    })

    it('needs an extension or a view engine', () => {
      expect(() => t.app.render('both', () => {})).toThrow(
        'No default engine was specified and no extension was provided.',
      )
    })

    it('throws for an engine that is not installed, or that is none', () => {
      t.app.set('views', views)
      expect(() => t.app.render('a.not-installed-engine', () => {})).toThrow(/Cannot find module/)
      expect(() => t.app.render('a.vary', () => {})).toThrow(
        'Module "vary" does not provide a view engine.',
      )
    })
  })

  describe('app.render(name, options, callback)', () => {
    it('takes the options away', async () => {
      useTpl()
      t.app.locals.name = 'local'
      const html = await new Promise((resolve) => {
        t.app.render('both', (_error, text) => resolve(text))
      })
      expect(html).toBe('first local')
    })

    it('prefers its options to the locals of the application', async () => {
      useTpl()
      t.app.locals.name = 'local'
      expect(await rendered(t.app, 'both', { name: 'option' })).toBe('first option')
      expect(t.app.locals.name).toBe('local')
    })

    it('gives an engine the path, the settings and whether to cache', async () => {
      useTpl()
      let seen: unknown[] = []
      t.app.engine('tpl', (path, options, callback) => {
        const { settings, cache, _locals } = options as Record<string, unknown>
        seen = [isAbsolute(path), settings === t.app.settings, cache, _locals]
        callback(null, 'x')
      })
      await rendered(t.app, 'both')
      expect(seen).toEqual([true, true, false, undefined])
    })

    it('hands the error of an engine to the callback', async () => {
      useTpl()
      t.app.engine('tpl', (_path, _options, callback) => callback(new Error('engine')))
      await expect(rendered(t.app, 'both')).rejects.toThrow('engine')
      t.app.engines['.tpl'] = () => {
        throw new Error('thrown')
      }
      await expect(rendered(t.app, 'both')).rejects.toThrow('thrown')
    })
  })

  describe('caching', () => {
    class CountingView {
      static made = 0
      path = 'somewhere'
      readonly name: string
      constructor(name: string) {
        this.name = name
        CountingView.made++
      }
      render(options: { cache: unknown }, callback: Callback) {
        callback(null, `${this.name} ${options.cache}`)
      }
    }

    it('is off by default', async () => {
      t.app.set('view', CountingView)
      CountingView.made = 0
      expect(await rendered(t.app, 'a')).toBe('a false')
      await rendered(t.app, 'a')
      expect(CountingView.made).toBe(2)
      expect(Object.keys(t.app.cache)).toEqual([])
    })

    it("keeps views with 'view cache'", async () => {
      t.app.set('view', CountingView).enable('view cache')
      CountingView.made = 0
      expect(await rendered(t.app, 'a')).toBe('a true')
      await rendered(t.app, 'a')
      await rendered(t.app, 'b')
      expect(CountingView.made).toBe(2)
      expect(Object.keys(t.app.cache)).toEqual(['a', 'b'])
    })

    it('follows the option of one call', async () => {
      t.app.set('view', CountingView)
      CountingView.made = 0
      await rendered(t.app, 'a', { cache: true })
      await rendered(t.app, 'a', { cache: true })
      expect(CountingView.made).toBe(1)
      await rendered(t.app, 'a', { cache: false })
      expect(CountingView.made).toBe(2)
    })
  })

  describe("a 'view' class of one's own", () => {
    it('is given the name and the options, and reports a missing path', async () => {
      let given: Record<string, unknown> = {}
      class Missing {
        root = '/nowhere'
        constructor(name: string, options: object) {
          given = { name, ...options }
        }
      }
      useTpl().set('view', Missing)
      await expect(rendered(t.app, 'x')).rejects.toThrow(
        'Failed to lookup view "x" in views directory "/nowhere"',
      )
      expect(given).toEqual({
        name: 'x',
        defaultEngine: 'tpl',
        root: join(views, 'first'),
        engines: t.app.engines,
      })
    })
  })

  describe('res.render(name, locals, callback)', () => {
    it('sends HTML', async () => {
      useTpl().get('/', (_req, res) => res.render('both', { name: 'tj' }))
      const answer = await t.request('/')
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.text).toBe('first tj')
      expect(answer.headers.etag).toBeDefined()
    })

    it('merges locals: of the call, of the response, of the application', async () => {
      useTpl()
      t.app.locals.name = 'app'
      t.app.get('/app', (_req, res) => res.render('both'))
      t.app.use((_req, res, next) => {
        res.locals.name = 'res'
        next()
      })
      t.app.get('/res', (_req, res) => res.render('both'))
      t.app.get('/call', (_req, res) => res.render('both', { name: 'call' }))
      for (const name of ['app', 'res', 'call']) {
        expect((await t.request(`/${name}`)).text).toBe(`first ${name}`)
      }
    })

    it('gives engines the locals of the response as _locals', async () => {
      useTpl()
      t.app.engine('tpl', (_path, options, callback) => {
        callback(null, JSON.stringify((options as { _locals: object })._locals))
      })
      t.app.get('/', (_req, res) => {
        res.locals.a = 1
        res.render('both')
      })
      expect((await t.request('/')).json()).toEqual({ a: 1 })
    })

    it('sends nothing when it has a callback', async () => {
      useTpl()
      t.app.get('/two', (_req, res) => res.render('both', (_error, html) => res.send(`<${html}>`)))
      t.app.get('/three', (_req, res) => {
        res.render('both', { name: 'x' }, (_error, html) => res.send(`<${html}>`))
      })
      t.app.get('/error', (_req, res) => {
        res.render('none', (error) => res.send(error.message.slice(0, 21)))
      })
      expect((await t.request('/two')).text).toBe('<first undefined>')
      expect((await t.request('/three')).text).toBe('<first x>')
      expect((await t.request('/error')).text).toBe('Failed to lookup view')
    })

    it('hands errors to the error handler', async () => {
      useTpl()
      t.app.get('/missing', (_req, res) => res.render('none'))
      t.app.get('/engine', (_req, res) => res.render('x.not-installed-engine'))
      expect((await t.request('/missing')).text).toContain('Failed to lookup view')
      expect((await t.request('/engine')).text).toContain('Cannot find module')
    })

    it('sends through res.send, and renders through app.render', async () => {
      useTpl()
      const { render } = t.app
      t.app.render = ((name: string, options: object, callback: Callback) => {
        render.call(t.app, name, { ...options, name: 'patched' }, callback)
      }) as never
      t.app.use((_req, res, next) => {
        res.send = ((html: string) => res.end(`sent ${html}`)) as never
        next()
      })
      t.app.get('/', (_req, res) => res.render('both'))
      expect((await t.request('/')).text).toBe('sent first patched')
    })

    it('uses the views of the mounted application it is called in', async () => {
      const sub = useTpl(t.webapp())
      sub.set('views', join(views, 'second'))
      sub.get('/', (_req, res) => res.render('both', { name: 'x' }))
      useTpl().use('/sub', sub)
      t.app.get('/', (_req, res) => res.render('both', { name: 'x' }))
      expect((await t.request('/sub')).text).toBe('second x')
      expect((await t.request('/')).text).toBe('first x')
    })

    it('keeps a type and a status that were set', async () => {
      useTpl().get('/', (_req, res) => res.status(404).type('text').render('both'))
      const answer = await t.request('/')
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ])
    })
  })

  describe('real engines', () => {
    it('ejs renders, includes, sees settings and fails properly', async () => {
      t.app.set('views', join(views, 'ejs')).set('view engine', 'ejs').set('title', 'A & B')
      t.app.get('/:view', (req, res) => res.render(req.params.view, { name: '<tj>' }))
      expect((await t.request('/user')).text).toBe('<p>&lt;tj&gt;</p>\n')
      expect((await t.request('/page')).text).toBe('<p>&lt;tj&gt;</p>\n<em>A &amp; B</em>\n')
      const broken = await t.request('/broken')
      expect(broken.status).toBe(500)
      expect(broken.text).toContain('in the template')
    })

    it('pug renders and inherits layouts', async () => {
      t.app.set('views', join(views, 'pug')).set('view engine', 'pug')
      t.app.get('/:view', (req, res) => res.render(req.params.view, { name: 'tj', title: 'T' }))
      expect((await t.request('/user')).text).toBe('<p>tj</p>')
      expect((await t.request('/page')).text).toBe('<html><body><h1>T</h1></body></html>')
    })

    it('hbs renders into its layout', async () => {
      t.app.set('views', join(views, 'hbs')).set('view engine', 'hbs')
      t.app.get('/:view', (req, res) => res.render(req.params.view, { name: 'tj' }))
      expect((await t.request('/user')).text).toBe('<main><p>tj</p></main>')
      expect((await t.request('/none')).status).toBe(500)
    })
  })
})

describeDialects('app.render(name, options, callback) of 5.x', ['5.x'], (t) => {
  function useTpl(): void {
    t.app.engine('tpl', mustache)
    t.app.set('views', join(views, 'first')).set('view engine', 'tpl')
  }

  it('takes null for the options', async () => {
    useTpl()
    expect(await rendered(t.app, 'both', null as never)).toBe('first undefined')
  })

  it('calls back after it has returned, also for a synchronous engine', async () => {
    useTpl()
    t.app.engine('tpl', (_path, _options, callback) => callback(null, 'sync'))
    const order: string[] = []
    const done = new Promise<void>((resolve) => {
      t.app.render('both', () => {
        order.push('callback')
        resolve()
      })
    })
    order.push('returned')
    await done
    expect(order).toEqual(['returned', 'callback'])
  })
})

describeDialects('app.render(name, options, callback) of 4.x', ['4.x'], (t) => {
  it('calls back at once when the engine does', () => {
    t.app.set('views', join(views, 'first')).set('view engine', 'tpl')
    t.app.engine('tpl', (_path, _options, callback) => callback(null, 'sync'))
    const order: string[] = []
    t.app.render('both', {}, () => order.push('callback'))
    order.push('returned')
    expect(order).toEqual(['callback', 'returned'])
  })
})
