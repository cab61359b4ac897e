import { AsyncLocalStorage } from 'node:async_hooks'
import { channel, subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type {
  ErrorTrace,
  LayerTrace,
  RequestTrace,
  RouteTrace,
} from '../../src/types/shared/trace.ts'
import { describeDialects } from '../support/dialects.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0)) each()
})

/** Notes what is told on a tracing channel, as the name of the part and what `show` picks. */
function watchOperation<Event>(name: string, show: (event: Event) => unknown): [string, unknown][] {
  const seen: [string, unknown][] = []
  const note = (part: string) => (event: unknown) => void seen.push([part, show(event as Event)])
  const subscribers = {
    start: note('start'),
    end: note('end'),
    asyncStart: note('asyncStart'),
    asyncEnd: note('asyncEnd'),
    error: note('error'),
  }
  tracingChannel(name).subscribe(subscribers)
  undo.push(() => tracingChannel(name).unsubscribe(subscribers))
  return seen
}

function watchChannel<Event>(name: string, show: (event: Event) => unknown): unknown[] {
  const seen: unknown[] = []
  const note = (event: unknown) => void seen.push(show(event as Event))
  subscribe(name, note)
  undo.push(() => void unsubscribe(name, note))
  return seen
}

/** Lets the events that follow an answer happen. */
async function settle(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !isDone(); turn++) await wait(5)
}

describeDialects('webapp.request', ['5.x', '4.x', '3.x'], (t) => {
  it('tells of a request from its arrival until its answer is out', async () => {
    t.app.get('/users/:id', (_req, res) => setImmediate(() => res.send('x')))
    const seen = watchOperation<RequestTrace>('webapp.request', (event) => [
      event.method,
      event.url,
      event.route,
      event.res.writableFinished,
    ])
    await t.request('/users/7?a=b')
    await settle(() => seen.length === 4)
    expect(seen).toEqual([
      ['start', ['GET', '/users/7?a=b', undefined, false]],
      ['end', ['GET', '/users/7?a=b', '/users/:id', false]],
      ['asyncStart', ['GET', '/users/7?a=b', '/users/:id', true]],
      ['asyncEnd', ['GET', '/users/7?a=b', '/users/:id', true]],
    ])
  })

  it('tells of an error that nobody took', async () => {
    t.app.set('env', 'test')
    t.app.get('/', () => {
      throw new Error('lost')
    })
    const seen = watchOperation<RequestTrace>('webapp.request', (event) => String(event.error))
    await t.request('/')
    await settle(() => seen.length === 5)
    // Whether that happens before the end of the first part is for each dialect.
    expect(seen.filter(([part]) => part !== 'end')).toEqual([
      ['start', 'undefined'],
      ['error', 'Error: lost'],
      ['asyncStart', 'Error: lost'],
      ['asyncEnd', 'Error: lost'],
    ])
  })

  it('runs handlers with the stores that are bound to its start', async () => {
    const store = new AsyncLocalStorage<unknown>()
    const start = channel('tracing:webapp.request:start')
    start.bindStore(store, (event) => (event as RequestTrace).url)
    undo.push(() => void start.unbindStore(store))
    t.app.get('/:id', async (_req, res) => {
      await wait(1)
      res.send(String(store.getStore()))
    })
    const answers = await Promise.all(['/a', '/b'].map((path) => t.request(path)))
    expect(answers.map((answer) => answer.text)).toEqual(['/a', '/b'])
  })
})

describeDialects('the events of queued requests', ['5.x'], (t) => {
  it('end if the connection closes before their turn', async () => {
    const seen = watchOperation<RequestTrace>('webapp.request', (event) => event.url)
    const layers = watchOperation<LayerTrace>('webapp.layer', (event) => event.req.url)
    const partsOf = (of: [string, unknown][], part: string) => of.filter(([name]) => name === part)
    t.app.get('/:id', () => {})
    const socket = connect(await t.port(), '127.0.0.1')
    socket.write(['/1', '/2'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
    await expect.poll(() => partsOf(seen, 'start')).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => partsOf(seen, 'asyncEnd')).toHaveLength(2)
    expect(partsOf(layers, 'asyncEnd')).toHaveLength(partsOf(layers, 'start').length)
  })
})

describeDialects('event.wrap()', ['5.x', '4.x', '3.x'], (t) => {
  it('runs the work of a request and of a layer inside of functions', async () => {
    const store = new AsyncLocalStorage<readonly string[]>()
    const within = (name: string) => (work: () => void) =>
      store.run([...(store.getStore() ?? []), name], work)
    const wrap = (name: string) => {
      const start = (event: unknown) => (event as LayerTrace).wrap(within(name))
      return { start, end() {}, asyncStart() {}, asyncEnd() {}, error() {} }
    }
    for (const [name, wrapper] of [
      ['webapp.request', wrap('request')],
      ['webapp.request', wrap('also')],
      ['webapp.layer', wrap('layer')],
    ] as const) {
      tracingChannel(name).subscribe(wrapper)
      undo.push(() => tracingChannel(name).unsubscribe(wrapper))
    }
    t.app.use((_req, res) => void res.end(JSON.stringify(store.getStore())))
    const names = JSON.parse((await t.request('/')).text) as string[]
    expect(names.slice(0, 3)).toEqual(['request', 'also', 'layer'])
  })
})

describeDialects('webapp.layer', ['5.x', '4.x', '3.x'], (t) => {
  const show = (event: LayerTrace) => [event.name, event.mountPath, event.route, event.outcome]

  /** What handlers of the program did, without those that dialects put in front. */
  function ofProgram(seen: readonly unknown[], part: string): unknown[] {
    const own = ['first', 'answer', 'fails', 'mends']
    return (seen as [string, [string]][])
      .filter(([of, [name]]) => of === part && own.includes(name))
      .map(([, shown]) => shown)
  }

  it('tells of each handler, where it is mounted and how it ended', async () => {
    t.app.use('/api', function first(_req, _res, next) {
      next()
    })
    t.app.get('/api/:id', function answer(_req, res) {
      res.send('x')
    })
    const seen = watchOperation('webapp.layer', show)
    await t.request('/api/1')
    expect(ofProgram(seen, 'start')).toEqual([
      ['first', '/api', undefined, undefined],
      ['answer', '', '/api/:id', undefined],
    ])
    expect(ofProgram(seen, 'asyncEnd')).toEqual([
      ['first', '/api', undefined, 'next'],
      ['answer', '', '/api/:id', 'answered'],
    ])
  })

  it('tells when a promise answered', async () => {
    t.app.get('/', async function answer(_req, res) {
      await wait(1)
      res.send('x')
    })
    const seen = watchOperation('webapp.layer', show)
    await t.request('/')
    await settle(() => ofProgram(seen, 'asyncEnd').length === 1)
    expect(ofProgram(seen, 'asyncEnd')).toEqual([['answer', '', '/', 'answered']])
  })

  it('names the place of a registration, in development only', async () => {
    const { NODE_ENV } = process.env
    undo.push(() => {
      process.env.NODE_ENV = NODE_ENV
      t.webapp()
    })
    const seen = watchOperation<LayerTrace>('webapp.layer', (event) => [event.name, event.place])
    for (const env of ['development', 'production']) {
      process.env.NODE_ENV = env
      const app = t.webapp()
      app.get('/', function answer(_req: unknown, res: { end(text: string): void }) {
        res.end(env)
      } as never)
      t.app.use(`/${env}`, app as never)
    }
    await t.request('/development')
    await t.request('/production')
    const places = seen.flatMap(([part, shown]) => {
      const [name, place] = shown as [string, string | undefined]
      return part === 'start' && name === 'answer' ? [place] : []
    })
    expect(places).toEqual([expect.stringMatching(/tracing\.test\.ts:\d+:\d+$/), undefined])
  })

  it('tells of failures, and who mends them', async () => {
    t.app.get('/', function fails() {
      throw new Error('once')
    })
    t.app.use(function mends(error: Error, _req: unknown, res: never, _next: unknown) {
      ;(res as { end(text: string): void }).end(error.message)
    } as never)
    const seen = watchOperation<LayerTrace>('webapp.layer', (event) => [
      event.name,
      event.handlesErrors,
      event.outcome,
      String(event.error),
    ])
    const errors = watchChannel<ErrorTrace>('webapp.error', (event) => [
      event.name,
      event.route,
      String(event.error),
    ])
    expect((await t.request('/')).text).toBe('once')
    expect(ofProgram(seen, 'error')).toEqual([['fails', false, undefined, 'Error: once']])
    expect(ofProgram(seen, 'asyncEnd')).toEqual([
      ['fails', false, 'failed', 'Error: once'],
      ['mends', true, 'answered', 'undefined'],
    ])
    expect(errors).toEqual([['fails', '/', 'Error: once']])
  })

  it('ends what never answered when the client leaves', async () => {
    t.app.get('/', function answer(req) {
      setImmediate(() => req.socket.destroy())
    })
    const seen = watchOperation('webapp.layer', show)
    await t.request('/').catch(() => {})
    await settle(() => ofProgram(seen, 'asyncEnd').length === 1)
    expect(ofProgram(seen, 'asyncEnd')).toEqual([['answer', '', '/', 'answered']])
  })

  it('leaves the order of handlers and their answers as they are', async () => {
    const steps: string[] = []
    for (const name of ['a', 'b', 'c']) {
      t.app.use((_req, _res, next) => {
        steps.push(name)
        next()
        steps.push(`${name} after`)
      })
    }
    t.app.get('/', (_req, res) => res.send('x'))
    watchOperation('webapp.layer', show)
    expect((await t.request('/')).text).toBe('x')
    expect(steps).toEqual(['a', 'b', 'c', 'c after', 'b after', 'a after'])
  })
})

describeDialects('webapp.route', ['5.x', '4.x', '3.x'], (t) => {
  it('tells of each route that matches', async () => {
    t.app.get('/users/:id', (_req, _res, next) => next('route'))
    t.app.all('/users/7', (_req, res) => res.send('x'))
    const seen = watchChannel<RouteTrace>('webapp.route', ({ method, route, mountPath }) => {
      return [method, route, mountPath]
    })
    await t.request('/users/7')
    expect(seen).toEqual([
      ['GET', '/users/:id', ''],
      ['GET', '/users/7', ''],
    ])
  })
})

describeDialects('the pattern of a route in mounts', ['5.x', '4.x'], (t) => {
  it('is told with those of its mounts', async () => {
    const inner = t.webapp.Router()
    inner.get('/', (_req, res) => void res.send('x'))
    inner.get('/posts/:post', (_req, res) => void res.send('x'))
    const outer = t.webapp.Router()
    outer.use('/:section', inner)
    t.app.use(['/users/:user', '/people/:user'], outer)
    t.app.use('/plain', inner)
    const seen = watchChannel<RouteTrace>('webapp.route', ({ route, mountPath }) => {
      return [route, mountPath]
    })
    for (const path of ['/users/1/a/posts/2', '/people/1/b', '/plain/posts/3', '/plain']) {
      await t.request(path)
    }
    const users = '/users/:user,/people/:user/:section'
    expect(seen).toEqual([
      [`${users}/posts/:post`, '/users/1/a'],
      [users, '/people/1/b'],
      ['/plain/posts/:post', '/plain'],
      ['/plain', '/plain'],
    ])
  })
})

describeDialects('the pattern of a route in a mounted application', ['5.x', '4.x', '3.x'], (t) => {
  it('is told with that of its mount, as the program wrote it', async () => {
    const inner = t.webapp()
    inner.get('/posts/:post', (_req, res) => void res.send('x'))
    t.app.use('/Blog', inner)
    const seen = watchChannel<RouteTrace>('webapp.route', ({ route, mountPath }) => {
      return [route, mountPath]
    })
    await t.request('/blog/posts/2')
    expect(seen).toEqual([['/Blog/posts/:post', '/blog']])
  })
})

describe('channels without subscribers', () => {
  it('are found by their names', () => {
    for (const part of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
      expect(channel(`tracing:webapp.request:${part}`).hasSubscribers).toBe(false)
      expect(channel(`tracing:webapp.layer:${part}`).hasSubscribers).toBe(false)
    }
    expect(channel('webapp.route').hasSubscribers).toBe(false)
    expect(channel('webapp.error').hasSubscribers).toBe(false)
  })
})

describeDialects('webapp.application', ['5.x', '4.x', '3.x'], (t) => {
  it('tells of each application that is created', () => {
    const seen = watchChannel<{ app: unknown }>('webapp.application', ({ app }) => app)
    const apps = [t.webapp(), t.webapp()]
    expect(seen).toHaveLength(2)
    expect(seen.every((app, at) => app === apps[at])).toBe(true)
  })
})
