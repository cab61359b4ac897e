import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inject } from '../../src/inject.ts'
import type { Application, Response } from '../../src/types/v5/public.ts'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'
import type { RequestOptions } from '../support/exchange.ts'
import { startHttp2 } from '../support/http2.ts'

const root = createFolder({ 'file.txt': 'file', 'page.tpl': 'page' })
const file = join(root, 'file.txt')
const missing = join(root, 'missing')

type Fail = (...args: never[]) => unknown
type Engine = (path: string, options: object, callback: Rendered) => unknown
type Rendered = (error: unknown, html?: string) => void

/** An application of any dialect, with the members that a hook needs. */
interface Hooked extends Omit<Application, 'engine'> {
  engine(name: string, engine: Engine): this
}
type Sender = Omit<Response, 'sendfile'> & {
  sendfile(path: string, done: (error?: unknown) => void): void
}

const later: Engine = (_path, _options, callback) => setImmediate(callback, null, 'html')
const atOnce: Engine = (_path, _options, callback) => callback(null, 'html')
const json: RequestOptions = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
}

interface Hook {
  readonly name: string
  readonly isSent?: boolean
  /** A promise takes the place of a value, so the response is sent before it is rejected. */
  readonly isSentIfRejected?: boolean
  readonly status?: number
  readonly request?: RequestOptions
  readonly path?: string
  readonly not?: string
  use(app: Hooked, fail: Fail, factory: Factory): void
}

interface Factory {
  json(options: object): never
  static(root: string, options: object): never
}

const respond = (use: (res: Sender, fail: (...args: unknown[]) => void) => void): Hook['use'] => {
  return (app, fail) => {
    app.engine('tpl', later)
    app.get('/', (_req, res) => use(res as unknown as Sender, fail as never))
  }
}

const hooks: Hook[] = [
  { name: 'a handler of res.format', use: respond((res, fail) => res.format({ html: fail })) },
  { name: 'the default of res.format', use: respond((res, fail) => res.format({ default: fail })) },
  {
    name: 'the callback of res.sendFile, after the file',
    isSent: true,
    not: '3.x',
    use: respond((res, fail) => res.sendFile(file, fail)),
  },
  {
    name: 'the callback of res.sendFile, without a file',
    not: '3.x',
    use: respond((res, fail) => res.sendFile(missing, fail)),
  },
  {
    name: 'the callback of res.sendfile',
    not: '5.x',
    use: respond((res, fail) => res.sendfile(missing, fail)),
  },
  {
    name: 'the callback of res.download, after the file',
    isSent: true,
    use: respond((res, fail) => res.download(file, fail)),
  },
  {
    name: 'the callback of res.download, without a file',
    use: respond((res, fail) => res.download(missing, fail)),
  },
  { name: 'the callback of res.render', use: respond((res, fail) => res.render('page.tpl', fail)) },
  {
    name: 'the callback of res.render, without a view',
    use: respond((res, fail) => res.render('missing.tpl', fail)),
  },
  {
    name: 'the callback of res.render, with an engine that calls back at once',
    use(app, fail) {
      app.engine('tpl', atOnce)
      app.get('/', (_req, res) => res.render('page.tpl', fail as never))
    },
  },
  {
    name: 'an engine',
    use(app, fail) {
      app.engine('tpl', fail as never)
      app.get('/', (_req, res) => res.render('page.tpl'))
    },
  },
  {
    name: 'the option verify of a body parser',
    status: 403,
    request: json,
    use: (app, fail, factory) => app.use(factory.json({ verify: fail })),
  },
  {
    name: 'the option type of a body parser',
    request: json,
    use: (app, fail, factory) => app.use(factory.json({ type: fail })),
  },
  {
    name: 'the option reviver of a body parser',
    status: 400,
    request: json,
    use: (app, fail, factory) => app.use(factory.json({ reviver: fail })),
  },
  {
    name: 'the setting etag',
    isSentIfRejected: true,
    use(app, fail) {
      app.set('etag', fail)
      app.get('/', (_req, res) => res.send('sent'))
    },
  },
  {
    name: 'the setting query parser',
    isSentIfRejected: true,
    not: '3.x',
    use(app, fail) {
      app.set('query parser', fail)
      app.get('/', (req, res) => res.send(typeof req.query))
    },
  },
  {
    name: 'the setting trust proxy',
    isSentIfRejected: true,
    use(app, fail) {
      app.set('trust proxy', fail)
      app.get('/', (req, res) => res.send(`${req.ip} ${req.protocol}`))
    },
  },
  {
    name: 'the setting json replacer',
    isSentIfRejected: true,
    use(app, fail) {
      app.set('json replacer', fail)
      app.get('/', (_req, res) => res.json({ a: 1 }))
    },
  },
  {
    name: 'toJSON of a body',
    isSentIfRejected: true,
    use(app, fail) {
      app.get('/', (_req, res) => res.json({ toJSON: fail }))
    },
  },
  {
    name: 'a callback of app.param',
    path: '/1',
    use(app, fail) {
      app.param('id', fail as never)
      app.get('/:id', (_req, res) => res.send('never'))
    },
  },
]

const failures: Record<string, Fail> = {
  'throws an error': () => {
    throw new Error('boom')
  },
  'returns a rejected promise': () => Promise.reject(new Error('boom')),
  'rejects later': () => new Promise((_, reject) => setImmediate(reject, new Error('boom'))),
}

/** Without the setting, a promise that takes the place of a value is nobody's. */
function isOwnPromise({ isSentIfRejected, name }: Hook): boolean {
  return isSentIfRejected === true || name.includes('type')
}

/** The rejections that nothing handles, in place of the test runner. */
function collectRejections(): unknown[] {
  const rejections: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  const collect = (reason: unknown) => rejections.push(reason)
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', collect)
  onTestFinished(() => {
    process.off('unhandledRejection', collect)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  })
  return rejections
}

describeDialects('a callback of the program', ['5.x', '4.x', '3.x'], (t) => {
  /** The errors that reach the error handler; `next` passes them on to the final handler. */
  function handleErrors(): unknown[] {
    const errors: unknown[] = []
    const app = t.app as unknown as Hooked
    app.use((error: unknown, _req: unknown, _res: unknown, next: (error: unknown) => void) => {
      errors.push(error)
      next(error)
    })
    return errors
  }

  function use(hook: Hook, fail: Fail): unknown[] {
    const app = t.app as unknown as Hooked
    app.set('env', 'test').set('views', root)
    hook.use(app, fail, t.webapp as unknown as Factory)
    return handleErrors()
  }

  const known = hooks.filter(({ not }) => not !== t.dialect)

  function statusOf({ isSent, isSentIfRejected, status }: Hook, isRejected: boolean): number {
    return isSent || (isSentIfRejected && isRejected) ? 200 : (status ?? 500)
  }

  describe.each(Object.entries(failures))('that %s', (name, fail) => {
    const isRejected = name !== 'throws an error'

    it.each(known)('reaches the error handler once: $name', async (hook) => {
      const errors = use(hook, fail)
      const answer = await t.request(hook.path ?? '/', hook.request)
      await expect.poll(() => errors).toHaveLength(1)
      expect(errors[0]).toMatchObject({ message: 'boom' })
      expect(answer.status).toBe(statusOf(hook, isRejected))
      // A second error would arrive before another response does.
      await t.request('/other/path')
      expect(errors).toHaveLength(1)
    })
  })

  it.each(known)('may reject without a reason: $name', async (hook) => {
    const errors = use(hook, () => Promise.reject())
    const answer = await t.request(hook.path ?? '/', hook.request)
    await expect.poll(() => errors).toHaveLength(1)
    expect(errors[0]).toBeInstanceOf(Error)
    expect(answer.status).toBe(statusOf(hook, true))
  })

  it.each(known)('reaches the error handler over HTTP/2: $name', async (hook) => {
    const errors = use(hook, () => Promise.reject(new Error('boom')))
    const { ask } = await startHttp2(t.app as never)
    const answer = await ask(hook.path ?? '/', hook.request)
    await expect.poll(() => errors).toHaveLength(1)
    expect(answer.status).toBe(statusOf(hook, true))
  })

  it.each(known)('reaches the error handler of an injected request: $name', async (hook) => {
    const errors = use(hook, () => Promise.reject(new Error('boom')))
    const { method = 'GET', headers, body } = hook.request ?? {}
    const request = { method, url: hook.path ?? '/', headers, body } as never
    const answer = await inject(t.app as never, request)
    await expect.poll(() => errors).toHaveLength(1)
    expect(answer.statusCode).toBe(statusOf(hook, true))
  })

  it.each(known.filter(isOwnPromise))(
    'is left alone without the setting catch rejections: $name',
    async (hook) => {
      t.app.disable('catch rejections')
      const errors = use(hook, () => Promise.reject(new Error('boom')))
      const rejections = collectRejections()
      await t.request(hook.path ?? '/', hook.request)
      await expect.poll(() => rejections.length).toBeGreaterThan(0)
      expect(rejections[0]).toMatchObject({ message: 'boom' })
      expect(errors).toEqual([])
    },
  )

  it.each([
    ['an error', new Error('boom')],
    ['a text', 'boom'],
  ])(
    'is passed once if the handler awaits the query that rejects with %s',
    async (_what, reason) => {
      t.app.set('env', 'test')
      t.app.set('query parser', () => Promise.reject(reason))
      t.app.get('/', async (req, res) => void res.send(await req.query))
      const errors = handleErrors()
      const { status } = await t.request('/')
      await t.request('/other/path')
      expect([status, errors.length]).toEqual(t.dialect === '3.x' ? [200, 0] : [500, 1])
    },
  )

  it('is passed once if an error handler passes another error on', async () => {
    t.app.set('env', 'test')
    t.app.set('query parser', () => Promise.reject(new Error('boom')))
    t.app.get('/', async (req, res) => void res.send(await req.query))
    const seen: string[] = []
    const app = t.app as unknown as Hooked
    app.use((error: Error, _req: unknown, _res: unknown, next: (error: unknown) => void) => {
      seen.push(error.message)
      next(new Error('another'))
    })
    await t.request('/')
    await t.request('/other/path')
    expect(seen).toEqual(t.dialect === '3.x' ? [] : ['boom'])
  })

  it('follows the response of a handler that caught it', async () => {
    t.app.set('env', 'test')
    t.app.set('query parser', () => Promise.reject(new Error('boom')))
    t.app.get('/', async (req, res) => {
      await Promise.resolve(req.query).catch(() => {})
      res.send('caught')
    })
    const errors = handleErrors()
    const { status, text } = await t.request('/')
    expect([status, text]).toEqual([200, 'caught'])
    // 3.x reads the query without a parser of the program.
    if (t.dialect !== '3.x') await expect.poll(() => errors).toHaveLength(1)
  })

  it('is passed once if toJSON of an object inside a body throws', async () => {
    t.app.set('env', 'test')
    const item = {
      toJSON() {
        throw new Error('boom')
      },
    }
    t.app.get('/', (_req, res) => void res.json({ list: [item] }))
    const errors = handleErrors()
    expect((await t.request('/')).status).toBe(500)
    expect(errors).toMatchObject([{ message: 'boom' }])
  })

  it('cuts a response that setHeaders of static rejects', async () => {
    const app = t.app as unknown as Hooked
    app.set('env', 'test')
    const setHeaders = () => Promise.reject(new Error('boom'))
    app.use((t.webapp as unknown as Factory).static(root, { setHeaders }))
    const errors = handleErrors()
    await t.request('/file.txt').catch(() => {})
    await expect.poll(() => errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ message: 'boom' })
  })

  it('lets an engine call back and reject', async () => {
    const app = t.app as unknown as Hooked
    app.set('env', 'test').set('views', root)
    app.engine('tpl', async (_path, _options, callback) => {
      callback(null, 'html')
      throw new Error('boom')
    })
    app.get('/', (_req, res) => res.render('page.tpl'))
    const errors = handleErrors()
    await t.request('/').catch(() => {})
    await expect.poll(() => errors).toHaveLength(1)
  })

  it('may take its time to verify a body', async () => {
    const app = t.app as unknown as Hooked
    let isVerified = false
    const verify = () =>
      new Promise<void>((resolve) => {
        setImmediate(() => {
          isVerified = true
          resolve()
        })
      })
    app.use((t.webapp as unknown as Factory).json({ verify }))
    app.post('/', (req, res) => void res.send(JSON.stringify([isVerified, req.body])))
    expect((await t.request('/', json)).json()).toEqual([true, {}])
  })
})
