import { EventEmitter } from 'node:events'
import { IncomingMessage, METHODS, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp()', ['5.x', '4.x'], (t) => {
  it('makes a function of three parameters', () => {
    expect(typeof t.app).toBe('function')
    expect(t.app.length).toBe(3)
  })

  it('makes applications that share nothing', () => {
    const other = t.webapp()
    t.app.set('title', 'one')
    t.app.locals.a = 1
    expect(other.get('title')).toBeUndefined()
    expect(other.locals.a).toBeUndefined()
  })

  it('makes an emitter of events', () => {
    const heard: unknown[] = []
    t.app.once('news', (what: string) => heard.push(what))
    expect(t.app.emit('news', 'first')).toBe(true)
    expect(t.app.emit('news', 'second')).toBe(false)
    expect(heard).toEqual(['first'])
    for (const name of ['on', 'off', 'emit', 'listenerCount'] as const) {
      expect(t.app[name]).toBe(EventEmitter.prototype[name])
    }
  })

  it('has a function for every method that Node knows', () => {
    const app = t.app as unknown as Record<string, unknown>
    const router = t.webapp.Router() as unknown as Record<string, unknown>
    const route = t.app.route('/') as unknown as Record<string, unknown>
    for (const method of METHODS) {
      const name = method.toLowerCase()
      expect(typeof app[name]).toBe('function')
      expect(typeof router[name]).toBe('function')
      expect(typeof route[name]).toBe('function')
    }
  })

  describe('live prototypes', () => {
    it('are those of Node below', () => {
      expect(Object.getPrototypeOf(t.webapp.request)).toBe(IncomingMessage.prototype)
      expect(Object.getPrototypeOf(t.webapp.response)).toBe(ServerResponse.prototype)
      expect(Object.getPrototypeOf(t.app.request)).toBe(t.webapp.request)
      expect(Object.getPrototypeOf(t.app.response)).toBe(t.webapp.response)
    })

    it('give every request and response what is added to them later', async () => {
      t.app.get('/', (req, res) => {
        const message = req as typeof req & { shout(): string; whisper(): string }
        const answer = res as typeof res & { cry(text: string): void; sigh(): string }
        answer.cry(`${message.shout()} ${message.whisper()} ${answer.sigh()}`)
      })
      await t.port()
      Object.assign(t.webapp.request, { shout: () => 'HEY' })
      Object.assign(t.webapp.response, {
        cry(this: ServerResponse, text: string) {
          this.end(`${text}!`)
        },
      })
      Object.assign(t.app.request, { whisper: () => 'hey' })
      Object.assign(t.app.response, { sigh: () => 'oh' })
      const answer = await t.request('/')
      Reflect.deleteProperty(t.webapp.request, 'shout')
      Reflect.deleteProperty(t.webapp.response, 'cry')
      expect(answer.text).toBe('HEY hey oh!')
    })

    it('give every application what is added to webapp.application', () => {
      Object.assign(t.webapp.application, { greet: () => 'hello' })
      const { greet } = t.app as unknown as { greet(): string }
      Reflect.deleteProperty(t.webapp.application, 'greet')
      expect(greet()).toBe('hello')
    })

    it('are what tracing tools patch before applications are made', async () => {
      const { use, defaultConfiguration } = t.webapp.application
      const traced: string[] = []
      t.webapp.application.use = function (this: unknown, ...args: unknown[]) {
        traced.push('use')
        return (use as (...args: unknown[]) => unknown).apply(this, args)
      } as never
      t.webapp.application.defaultConfiguration = function () {
        defaultConfiguration.call(this)
        this.set('traced', true)
      }
      const app = t.webapp()
      t.webapp.application.use = use
      t.webapp.application.defaultConfiguration = defaultConfiguration
      app.use((_req, res) => res.send(String(app.get('traced'))))
      expect((await t.requestFrom(app, '/')).text).toBe('true')
      expect(traced).toEqual(['use'])
    })

    it('may be overridden for one application', async () => {
      t.app.response.send = function (body: string) {
        this.end(`own ${body}`)
        return this
      }
      t.app.get('/', (_req, res) => res.send('x'))
      const other = t.webapp()
      other.get('/', (_req, res) => res.send('x'))
      expect((await t.request('/')).text).toBe('own x')
      expect((await t.requestFrom(other, '/')).text).toBe('x')
    })

    it('give way to prototypes that users put in their place', async () => {
      t.app.response = Object.create(t.app.response, {
        mine: { value: () => 'mine' },
      })
      t.app.get('/', (_req, res) => res.send((res as unknown as { mine(): string }).mine()))
      expect((await t.request('/')).text).toBe('mine')
    })

    it('make real requests and responses of Node', async () => {
      t.app.get('/', (req, res) => {
        res.json([req instanceof IncomingMessage, res instanceof ServerResponse])
      })
      expect((await t.request('/')).json()).toEqual([true, true])
    })
  })
})

describeDialects('webapp of 4.x', ['4.x'], (t) => {
  it('has the members of 4.x, in their order', () => {
    expect(Object.keys(t.webapp)).toEqual([
      'application',
      'request',
      'response',
      'Route',
      'Router',
      'json',
      'query',
      'raw',
      'static',
      'text',
      'urlencoded',
    ])
  })

  it.each([
    'bodyParser',
    'compress',
    'cookieSession',
    'session',
    'logger',
    'cookieParser',
    'favicon',
    'responseTime',
    'errorHandler',
    'timeout',
    'methodOverride',
    'vhost',
    'csrf',
    'directory',
    'limit',
    'multipart',
    'staticCache',
  ])('tells where %s went', (name) => {
    expect(() => (t.webapp as unknown as Record<string, unknown>)[name]).toThrow(
      new Error(
        `Most middleware (like ${name}) is no longer bundled with Express and must be ` +
          'installed separately. Please see https://github.com/senchalabs/connect#middleware.',
      ),
    )
    expect(Object.getOwnPropertyDescriptor(t.webapp, name)).toMatchObject({ configurable: true })
  })

  it('makes middleware that parses the query, with webapp.query', async () => {
    const parse = t.webapp.query({ allowDots: true })
    const answer = await t.requestFrom((req, res) => {
      parse(req, res, () => res.end(JSON.stringify((req as { query?: unknown }).query)))
    }, '/?a.b=1')
    expect(answer.json()).toEqual({ a: { b: '1' } })
  })
})
