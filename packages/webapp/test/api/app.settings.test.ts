import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects(
  'app.set(), app.get(), app.enable() and their family',
  ['5.x', '4.x', '3.x'],
  (t) => {
    it('write and read any name', () => {
      expect(t.app.set('title', 'My Site')).toBe(t.app)
      expect(t.app.get('title')).toBe('My Site')
      expect(t.app.settings.title).toBe('My Site')
    })

    it('read what was never set as undefined, whatever its name', () => {
      for (const name of ['foo', 'hasOwnProperty', 'constructor', '__proto__']) {
        expect(t.app.get(name)).toBeUndefined()
      }
    })

    it('read with set(name) too, and store undefined with set(name, undefined)', () => {
      t.app.set('title', 'x')
      expect(t.app.set.call(t.app, 'title', ...([] as unknown as [never]))).toBe('x')
      expect(t.app.set('title', undefined)).toBe(t.app)
      expect(t.app.get('title')).toBeUndefined()
    })

    it('enable and disable, and tell which', () => {
      expect(t.app.enable('tobi')).toBe(t.app)
      expect([t.app.get('tobi'), t.app.enabled('tobi'), t.app.disabled('tobi')]).toEqual([
        true,
        true,
        false,
      ])
      expect(t.app.disable('tobi')).toBe(t.app)
      expect([t.app.get('tobi'), t.app.enabled('tobi'), t.app.disabled('tobi')]).toEqual([
        false,
        false,
        true,
      ])
      expect(t.app.enabled('unknown')).toBe(false)
      expect(t.app.disabled('unknown')).toBe(true)
    })

    it.each([
      ['production', 'production', true],
      ['development', 'development', undefined],
      ['', 'development', undefined],
    ])('take env from NODE_ENV %j', (value, env, viewCache) => {
      const before = process.env.NODE_ENV
      process.env.NODE_ENV = value
      const app = t.webapp()
      process.env.NODE_ENV = before
      expect(app.get('env')).toBe(env)
      expect(app.get('view cache')).toBe(viewCache)
    })

    describe('etag', () => {
      it.each([
        [true, /^W\//],
        ['weak', /^W\//],
        ['strong', /^"/],
      ])('%j makes a function', (value, form) => {
        t.app.set('etag', value)
        expect(t.app.get('etag fn')('text')).toMatch(form)
        expect(t.app.get('etag fn')(Buffer.from('text'))).toBe(t.app.get('etag fn')('text'))
      })

      it('false makes none', () => {
        t.app.set('etag', false)
        expect(t.app.get('etag fn')).toBeUndefined()
      })

      it('takes a function as it is', () => {
        const own = () => '"x"'
        t.app.set('etag', own)
        expect(t.app.get('etag fn')).toBe(own)
      })

      it('refuses what it does not know', () => {
        expect(() => t.app.set('etag', 42)).toThrow(
          new TypeError('unknown value for etag function: 42'),
        )
      })
    })

    describe('x-powered-by', () => {
      it('names the product, and the first middleware sees and may remove it', async () => {
        t.app.get('/kept', (_req, res) => res.end())
        t.app.use((_req, res) => {
          const seen = res.getHeader('X-Powered-By')
          res.removeHeader('X-Powered-By')
          res.end(seen)
        })
        expect((await t.request('/kept')).headers['x-powered-by']).toBe('webapp')
        const answer = await t.request('/')
        expect(answer.text).toBe('webapp')
        expect(answer.headers['x-powered-by']).toBeUndefined()
      })

      it('can be disabled', async () => {
        t.app.disable('x-powered-by')
        expect((await t.request('/')).headers['x-powered-by']).toBeUndefined()
      })
    })

    describe("'case sensitive routing' and 'strict routing'", () => {
      it('are off by default', async () => {
        t.app.get('/Foo', (_req, res) => res.send('x'))
        for (const path of ['/Foo', '/foo', '/FOO/']) {
          expect((await t.request(path)).status).toBe(200)
        }
      })

      it('are taken when the router is first used', async () => {
        t.app.enable('case sensitive routing')
        t.app.enable('strict routing')
        t.app.get('/Foo', (_req, res) => res.send('x'))
        t.app.get('/bar/', (_req, res) => res.send('x'))
        const statuses = []
        for (const path of ['/Foo', '/foo', '/Foo/', '/bar/', '/bar']) {
          statuses.push((await t.request(path)).status)
        }
        expect(statuses).toEqual([200, 404, 404, 200, 404])
      })

      it('come too late after that', async () => {
        t.app.get('/Foo', (_req, res) => res.send('x'))
        t.app.enable('case sensitive routing')
        expect((await t.request('/foo')).status).toBe(200)
      })
    })
  },
)

describeDialects('the settings of a new application of 5.x', ['5.x'], (t) => {
  it('have the defaults of 5.x', () => {
    const { settings } = t.app
    expect(Object.getPrototypeOf(settings)).toBeNull()
    expect(settings).toMatchObject({
      'x-powered-by': true,
      etag: 'weak',
      env: 'test',
      'query parser': 'simple',
      'subdomain offset': 2,
      'trust proxy': false,
      'jsonp callback name': 'callback',
      views: resolve('views'),
    })
    for (const name of ['etag fn', 'query parser fn', 'trust proxy fn', 'view']) {
      expect(typeof settings[name]).toBe('function')
    }
    for (const name of ['case sensitive routing', 'strict routing', 'view engine', 'view cache']) {
      expect(settings[name]).toBeUndefined()
    }
  })
})

describeDialects('the settings of a new application of 4.x', ['4.x'], (t) => {
  it('have the defaults of 4.x', () => {
    const { settings } = t.app
    expect(Object.getPrototypeOf(settings)).toBe(Object.prototype)
    expect(settings).toMatchObject({
      'x-powered-by': true,
      etag: 'weak',
      env: 'test',
      'query parser': 'extended',
      'subdomain offset': 2,
      'trust proxy': false,
      'jsonp callback name': 'callback',
      views: resolve('views'),
    })
    for (const name of ['etag fn', 'query parser fn', 'trust proxy fn', 'view']) {
      expect(typeof settings[name]).toBe('function')
    }
    for (const name of ['case sensitive routing', 'strict routing', 'view engine', 'view cache']) {
      expect(settings[name]).toBeUndefined()
    }
    expect(Object.keys(settings)).toEqual([
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
      'jsonp callback name',
    ])
  })

  it('names no product in the 404 of an application without routes', async () => {
    const answer = await t.request('/')
    expect([answer.status, answer.headers['x-powered-by']]).toEqual([404, undefined])
  })
})
