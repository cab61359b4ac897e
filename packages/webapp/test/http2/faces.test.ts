import http from 'node:http'
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { afterEach, describe, expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

type Member = (...args: unknown[]) => unknown

describeDialects('messages of HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as Express
  const restoringNext: (() => void)[] = []

  // Test files share their process: what is put on a shared prototype is taken away again.
  afterEach(() => {
    for (const undo of restoringNext.splice(0)) undo()
  })

  function add(target: object, members: object): void {
    for (const name of Object.keys(members)) {
      restoringNext.push(() => Reflect.deleteProperty(target, name))
    }
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(members))
  }

  function replace(target: object, name: string, value: unknown): void {
    const before = Object.getOwnPropertyDescriptor(target, name) as PropertyDescriptor
    restoringNext.push(() => Object.defineProperty(target, name, before))
    Object.defineProperty(target, name, { ...before, value })
  }

  it('are those of Node, and of no other version', async () => {
    app().get('/', (req, res) => {
      res.json([
        req instanceof Http2ServerRequest,
        res instanceof Http2ServerResponse,
        req instanceof http.IncomingMessage,
        res instanceof http.ServerResponse,
        req.httpVersion,
        typeof (res as unknown as Http2ServerResponse).createPushResponse,
        (req as unknown as Http2ServerRequest).stream ===
          (res as never as Http2ServerResponse).stream,
      ])
    })
    const link = await startHttp2(app())
    const { text } = await link.ask('/')
    expect(JSON.parse(text)).toEqual([true, true, false, false, '2.0', 'function', true])
  })

  it('know each other and their application', async () => {
    app().get('/', (req, res) => {
      res.json([req.res === res, res.req === req, req.app === t.app, res.app === t.app])
    })
    const link = await startHttp2(app())
    expect((await link.ask('/')).text.replace(/\s/g, '')).toBe('[true,true,true,true]')
  })

  it('may be of classes that a server was given', async () => {
    class OwnRequest extends Http2ServerRequest {
      mark = 'own request'
    }
    class OwnResponse extends Http2ServerResponse {
      sign(): string {
        return 'own response'
      }
    }
    app().get('/', (req, res) => {
      const { mark } = req as unknown as OwnRequest
      res.send(`${mark}, ${(res as unknown as OwnResponse).sign()}`)
    })
    const link = await startHttp2(app(), {
      Http2ServerRequest: OwnRequest,
      Http2ServerResponse: OwnResponse as never, // Its type wants any request.
    })
    expect((await link.ask('/')).text).toBe('own request, own response')
  })

  describe.each([
    ['webapp', () => t.webapp as unknown as { request: object; response: object }],
    ['app', () => t.app as unknown as { request: object; response: object }],
  ])('show what is put on %s.request and %s.response', (_name, owner) => {
    it('before and after requests came', async () => {
      add(owner().response, { early: () => 'early' })
      app().get('/', (req, res) => {
        const { early } = res as unknown as Record<string, () => string>
        const { later } = req as unknown as Record<string, string>
        res.send(`${early?.()} ${later} ${'later' in req} ${'other' in req}`)
      })
      const link = await startHttp2(app())
      expect((await link.ask('/')).text).toBe('early undefined false false')
      add(owner().request, {
        get later() {
          return `later ${(this as unknown as http.IncomingMessage).url}`
        },
      })
      expect((await link.ask('/')).text).toBe('early later / true false')
    })

    it('while a request is being answered', async () => {
      app().get('/', (_req, res) => {
        add(owner().response, { now: () => 'now' })
        res.send((res as unknown as Record<string, () => string>).now?.())
      })
      const link = await startHttp2(app())
      expect((await link.ask('/')).text).toBe('now')
    })

    it('with setters, and without touching the prototype', async () => {
      const seen: unknown[] = []
      add(owner().request, {
        set noted(value: unknown) {
          seen.push(value)
        },
        shared: 'shared',
      })
      app().get('/', (req, res) => {
        const extended = req as unknown as Record<string, string>
        extended.noted = 'x'
        const before = extended.shared
        extended.shared = 'own'
        res.send([before, extended.shared, Reflect.get(owner().request, 'shared')].join())
      })
      const link = await startHttp2(app())
      expect((await link.ask('/')).text).toBe('shared,own,shared')
      expect(seen).toEqual(['x'])
    })
  })

  it('go through members of ours that are replaced by ones that call them', async () => {
    const { response } = t.webapp as unknown as { response: Record<string, Member> }
    const { setHeader, send, writeHead } = response
    const seen: unknown[] = []
    for (const [name, original] of Object.entries({ setHeader, send, writeHead })) {
      replace(response, name, function (this: unknown, ...args: unknown[]) {
        seen.push(name)
        return original?.apply(this, args)
      })
    }
    app().get('/', (_req, res) => res.set('X-A', '1').send('replaced'))
    const link = await startHttp2(app())
    const answer = await link.ask('/')
    expect(answer).toMatchObject({ text: 'replaced', headers: { 'x-a': '1' } })
    expect(seen).toEqual(expect.arrayContaining(['setHeader', 'send', 'writeHead']))
  })

  it('go through members of Node and of ours that a nearer prototype takes over later', async () => {
    app().get('/', (_req, res) => res.send(`status ${res.statusCode}`))
    const link = await startHttp2(app())
    expect((await link.ask('/')).text).toBe('status 200')
    const { response } = app() as unknown as { response: object }
    const { send } = t.webapp.response as unknown as { send: Member }
    add(response, {
      statusCode: 203,
      send(this: unknown, body: unknown) {
        return send.call(this, `${body} taken over`)
      },
    })
    expect((await link.ask('/')).text).toBe('status 203 taken over')
  })

  it('show the members of the application that they are in', async () => {
    const sub = factories['4.x']()
    add(sub.response, { whose: 'sub' })
    add(app().response, { whose: 'parent' })
    const tell = (_req: unknown, res: unknown) => {
      ;(res as { send(body: string): void }).send((res as { whose: string }).whose)
    }
    sub.get('/in', tell)
    app().use('/sub', sub as never)
    app().get('/sub/out', tell as never)
    const link = await startHttp2(app())
    expect((await link.ask('/sub/in')).text).toBe('sub')
    expect((await link.ask('/sub/out')).text).toBe('parent')
  })
})
