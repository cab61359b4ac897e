import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { get } from 'node:https'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import type { Express, RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { identity, startHttp2 } from '../support/http2.ts'

/** Members of Node's HTTP/2 responses that are made to fit HTTP/1 (docs/guide/http2.md). */
const FITTED = [
  'appendHeader',
  'createPushResponse',
  'destroy',
  'emit',
  'end',
  'getHeaderNames',
  'getHeaders',
  'removeHeader',
  'setHeader',
  'statusMessage',
  'write',
  'writeContinue',
  'writeEarlyHints',
  'writeHead',
]

/** Members of HTTP/1 responses that HTTP/2 responses have too, because middleware uses them. */
const LENT = [
  '_implicitHeader',
  'closed',
  'destroyed',
  'getRawHeaderNames',
  'setHeaders',
  'writableNeedDrain',
  'writeProcessing',
]

describeDialects('members by HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as Express

  /** What a handler finds out about its exchange by HTTP/2. */
  async function look<Result>(find: (...args: Parameters<RequestHandler>) => Result) {
    let found: Result | undefined
    app().get('/', (req, res, next) => {
      found = find(req, res, next)
      res.end()
    })
    await (await startHttp2(app())).ask('/')
    return found
  }

  it('have a route from the route on, as by HTTP/1', async () => {
    let found: boolean[] = []
    const look: RequestHandler = (req, _res, next) => {
      found.push('route' in req, Object.hasOwn(req, 'route'))
      next()
    }
    app().use(look)
    app().get('/met', look)
    app().use(look)
    app().use(((_req, res) => res.end('text')) as RequestHandler)
    const { ask } = await startHttp2(app())
    for (const path of ['/none', '/met', '/none']) {
      found = []
      await t.request(path)
      const byHttp1 = found
      found = []
      await ask(path)
      expect(found, path).toEqual(byHttp1)
      expect(found.slice(0, 2), path).toEqual([false, false])
    }
  })

  it('of a request are Node’s own', async () => {
    const native = Http2ServerRequest.prototype
    expect(await look((req) => replacedMembers(req, native))).toEqual(['_destroy'])
  })

  it('of a response are Node’s own, but for those that are made to fit HTTP/1', async () => {
    const native = Http2ServerResponse.prototype
    const replaced = await look((_req, res) => replacedMembers(res, native))
    // 3.x has a notice for those who listen to 'header'.
    const fitted = [...FITTED, ...LENT, ...(t.dialect === '3.x' ? ['on'] : [])]
    expect(replaced).toContain('setHeader')
    expect(replaced?.filter((name) => !fitted.includes(name))).toEqual([])
  })

  it('of a request are not those that only HTTP/1 has', async () => {
    const names = namesOnlyIn(IncomingMessage.prototype, Http2ServerRequest.prototype)
    expect(names).toContain('_dump')
    // Requests of both versions have a signal of ours, and newer versions of Node have one by HTTP/1.
    const others = names.filter((name) => name !== 'signal')
    expect(await look((req) => others.filter((name) => name in req))).toEqual([])
  })

  it('of a response are not those that only HTTP/1 has, but for those that are used', async () => {
    const names = namesOnlyIn(ServerResponse.prototype, Http2ServerResponse.prototype)
    const shown = await look((_req, res) => names.filter((name) => name in res))
    expect(shown?.sort()).toEqual(LENT.filter((name) => names.includes(name)))
  })

  it('are those that users put on the prototypes, also instead of ones for HTTP/1', async () => {
    const { request, response } = app() as unknown as { request: object; response: object }
    const replacement: unknown = () => undefined
    const seen: boolean[][] = []
    app().get('/', (req, res) => {
      seen.push([req.pause === replacement, res.hasHeader === replacement])
      res.end()
    })
    const link = await startHttp2(app())
    await link.ask('/')
    const member = { configurable: true, value: replacement }
    Object.defineProperty(request, 'pause', member)
    Object.defineProperty(response, 'hasHeader', member)
    await link.ask('/')
    Reflect.deleteProperty(request, 'pause')
    Reflect.deleteProperty(response, 'hasHeader')
    await link.ask('/')
    expect(seen).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
  })

  it('may be replaced on the prototypes of a dialect by ones that call them', async () => {
    const { request } = t.webapp as unknown as { request: Express['request'] }
    const before = Object.getOwnPropertyDescriptor(request, 'on') as PropertyDescriptor
    const link = await startHttp2(app())
    const seen: string[] = []
    app().post('/', (req, res) => {
      const chunks: string[] = []
      req.on('data', (chunk) => chunks.push(String(chunk)))
      req.on('end', () => res.send(chunks.join('')))
    })
    const ask = async () => (await link.ask('/', { method: 'POST', body: 'body' })).text
    expect(await ask()).toBe('body')
    Object.defineProperty(request, 'on', {
      ...before,
      value(this: unknown, ...args: unknown[]) {
        seen.push(String(args[0]))
        return before.value.apply(this, args)
      },
    })
    try {
      expect(await ask()).toBe('body')
    } finally {
      Object.defineProperty(request, 'on', before)
    }
    expect(seen).toEqual(expect.arrayContaining(['data', 'end']))
    seen.length = 0
    expect(await ask()).toBe('body')
    expect(seen).toEqual([])
  })
})

describeDialects('members that only HTTP/2 has', ['5.x', '4.x', '3.x'], (t) => {
  const message = new IncomingMessage(new Socket())
  const ofRequests = namesOnlyIn(Http2ServerRequest.prototype, message)
  const ofResponses = namesOnlyIn(Http2ServerResponse.prototype, new ServerResponse(message))

  function register(): unknown[] {
    const shown: unknown[] = []
    const app = t.app as unknown as Express
    app.get('/', (req, res) => {
      shown.push(req.httpVersion, ...ofRequests.filter((name) => name in req))
      shown.push(...ofResponses.filter((name) => name in res))
      res.end()
    })
    return shown
  }

  it('do not show by HTTP/1', async () => {
    expect(ofRequests).toEqual(expect.arrayContaining(['stream', 'authority']))
    expect(ofResponses).toContain('createPushResponse')
    const shown = register()
    await t.request('/')
    await t.requestFrom((req, res) => t.app(req as never, res as never), '/')
    expect(shown).toEqual(['1.1', '1.1'])
  })

  it('do not show by HTTP/1 on a server of HTTP/2', async () => {
    const shown = register()
    const link = await startHttp2(t.app as never, { secure: true })
    const { port } = link
    await link.ask('/')
    shown.length = 0
    const options = { port, host: '127.0.0.1', ca: identity.cert, servername: 'localhost' }
    const [answer] = await once(get({ ...options, agent: false }), 'response')
    await once(answer.resume(), 'end')
    expect(shown).toEqual(['1.1'])
  })
})

/** The names of members in a chain of prototypes. */
function namesOf(prototype: object): PropertyKey[] {
  const names = new Set<PropertyKey>()
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Reflect.ownKeys(at)) names.add(name)
  }
  names.delete('__proto__') // It is the prototype itself.
  return [...names]
}

function namesOnlyIn(prototype: object, other: object): PropertyKey[] {
  return namesOf(prototype).filter((name) => !(name in other))
}

/** Where a message gives something else than Node's prototype would give for it. */
function replacedMembers(message: object, native: object): string[] {
  return namesOf(native)
    .filter((name) => !Object.hasOwn(message, name))
    .filter((name) => !Object.is(Reflect.get(message, name), Reflect.get(native, name, message)))
    .map(String)
    .sort()
}
