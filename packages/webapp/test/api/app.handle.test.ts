import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'
import { certificate } from './fixtures/certificate.ts'

type Middleware = (req: IncomingMessage, res: ServerResponse, next: (e?: unknown) => void) => void

/** A chain as connect makes it. */
function chain(...links: Middleware[]) {
  return (req: IncomingMessage, res: ServerResponse) => {
    const run = (index: number, error?: unknown): void => {
      const link = links[index]
      if (error || link === undefined) {
        res.statusCode = 599
        res.end(`fell through: ${error}`)
        return
      }
      link(req, res, (failure) => run(index + 1, failure))
    }
    run(0)
  }
}

describeDialects('app(req, res, next) and app.handle(req, res, next)', ['5.x', '4.x'], (t) => {
  it('answer on a server of Node', async () => {
    t.app.get('/', (_req, res) => res.send('hello'))
    expect((await t.requestFrom(createHandler(), '/')).text).toBe('hello')
    function createHandler() {
      return t.app
    }
  })

  it('answer 404 without a callback, and call it when there is one', async () => {
    expect((await t.requestFrom((req, res) => t.app(req, res), '/')).status).toBe(404)
    const answer = await t.requestFrom((req, res) => {
      t.app.handle(req, res, (error) => res.end(`next ${error}`))
    }, '/')
    expect(answer.text).toBe('next undefined')
  })

  it('give errors to the callback', async () => {
    t.app.get('/', () => {
      throw new Error('boom')
    })
    const answer = await t.requestFrom((req, res) => {
      t.app(req, res, (error) => res.end(`next ${(error as Error).message}`))
    }, '/')
    expect(answer.text).toBe('next boom')
  })

  it('stand in a chain as connect makes it', async () => {
    t.app.get('/app', (req, res) => res.send(`app ${req.url}`))
    const last: Middleware = (req, res) => res.end(`last ${req.url}`)
    const handler = chain(
      (_req, res, next) => next(void res.setHeader('X-First', '1')),
      t.app,
      last,
    )
    const answer = await t.requestFrom(handler, '/app')
    expect([answer.text, answer.headers['x-first']]).toEqual(['app /app', '1'])
    expect((await t.requestFrom(handler, '/other?x')).text).toBe('last /other?x')
  })

  it('send a file to a mock that has headers of its own', async () => {
    const root = createFolder({ 'a.txt': 'content' })
    t.app.use(t.webapp.static(root))
    const headers: Record<string, unknown> = {}
    const mock = Object.assign(new EventEmitter(), {
      body: '',
      writable: true,
      finished: false,
      setHeader: (name: string, value: unknown) => Object.assign(headers, { [name]: value }),
      getHeader: (name: string) => headers[name],
      removeHeader: (name: string) => delete headers[name],
      write(chunk: unknown) {
        this.body += chunk
        return true
      },
      end(this: EventEmitter & { body: string }, chunk = '') {
        this.body += chunk
        this.emit('finish')
      },
    })
    // An emitter loses its methods when it gets the prototype of the responses.
    for (const name of ['on', 'once', 'emit', 'removeListener'] as const) {
      Object.assign(mock, { [name]: mock[name] })
    }
    const req = {
      method: 'GET',
      url: '/a.txt',
      headers: { host: 'a' },
      socket: { on() {} },
      on() {},
    }
    const sent = once(mock, 'finish')
    const failed = new Promise<never>((_resolve, reject) => {
      t.app.handle(req as never, mock as never, (error) => reject(error ?? new Error('no file')))
    })
    await Promise.race([sent, failed])
    expect([mock.body, headers['Content-Length']]).toEqual(['content', 7])
  })

  it('leave on the request no trace of the routing when they fall through', async () => {
    t.app.use('/:a', (_req, _res, next) => next())
    const last: Middleware = (req, res) => {
      const { baseUrl, params, next } = req as unknown as Record<string, unknown>
      res.end(JSON.stringify([String(baseUrl), String(params), String(next), req.url]))
    }
    const answer = await t.requestFrom(chain(t.app, last), '/x/y')
    expect(answer.json()).toEqual(['undefined', 'undefined', 'undefined', '/x/y'])
  })

  it('may be replaced, and the application calls the replacement', async () => {
    t.app.handle = (_req: IncomingMessage, res: ServerResponse) => {
      res.end('patched')
    }
    expect((await t.requestFrom(t.app, '/')).text).toBe('patched')
  })

  it('take a request again that a handler has rewritten', async () => {
    t.app.get('/old', (req, res, next) => {
      req.url = '/new'
      t.app.handle(req, res, next)
    })
    t.app.get('/older', (req, res) => {
      req.url = '/nothing'
      t.app(req, res)
    })
    t.app.get('/new', (req, res) => res.json([req.url, req.originalUrl, req.baseUrl]))
    expect((await t.request('/old')).json()).toEqual(['/new', '/old', ''])
    const missing = await t.request('/older')
    expect([missing.status, missing.text.includes('Cannot GET /older')]).toEqual([404, true])
  })

  it('serve a request whose base and URL someone prepared', async () => {
    t.app.get('/x', (req, res) => res.json([req.baseUrl, req.originalUrl]))
    const answer = await t.requestFrom((req, res) => {
      Object.assign(req, { baseUrl: '/outer', originalUrl: '/outer/x', url: '/x' })
      t.app(req, res)
    }, '/anything')
    expect(answer.json()).toEqual(['/outer', '/outer/x'])
  })

  describe('over TLS', () => {
    it('know that they are secure', async () => {
      t.app.get('/', (req, res) => res.json([req.secure, req.protocol]))
      const server = createSecureServer(certificate, t.app).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const text = await new Promise<string>((resolve, reject) => {
        secureRequest(
          { port, host: '127.0.0.1', agent: false, ca: certificate.cert, servername: 'localhost' },
          (answer) => {
            answer.setEncoding('utf8').on('data', resolve)
          },
        )
          .on('error', reject)
          .end()
      })
      server.closeAllConnections()
      await once(server.close(), 'close')
      expect(JSON.parse(text)).toEqual([true, 'https'])
    })
  })

  it.each([undefined, null, 7])('route a mock request whose method is %s', async (method) => {
    const router = t.webapp.Router()
    router.get('/', (_req, res) => res.send('get'))
    router.route('/').all((_req, res, next) => next(void res.append('X-Order', 'all')))
    t.app.use(router)
    t.app.get('/', (_req, res) => res.send('get'))
    t.app.use((_req, res) => res.append('X-Order', 'use').end())
    const answer = await t.requestFrom((req, res) => {
      Object.assign(req, { method })
      t.app(req, res)
    }, '/')
    expect([answer.status, answer.headers['x-order']]).toEqual([200, 'all, use'])
  })

  it('run one application on two servers at once', async () => {
    t.app.get('/', (_req, res) => res.send('shared'))
    const server = createServer(t.app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    expect((await t.request('/')).text).toBe('shared')
    expect((await t.requestFrom(t.app.handle.bind(t.app), '/')).text).toBe('shared')
    await once(server.close(), 'close')
  })
})

describeDialects('app.handle(req, res) without a method', ['3.x'], (t) => {
  it('runs middleware, and fails in the router as the original does', async () => {
    t.app.use('/middleware', (_req: unknown, res: ServerResponse) => res.end('middleware'))
    t.app.get('/route', (_req, res) => res.send('get'))
    t.app.use((error: Error, _req: unknown, res: ServerResponse, _next: unknown) => {
      res.end(error.message)
    })
    const handler = (req: IncomingMessage, res: ServerResponse) => {
      delete req.method
      t.app(req as never, res as never)
    }
    expect((await t.requestFrom(handler, '/middleware')).text).toBe('middleware')
    expect((await t.requestFrom(handler, '/route')).text).toContain("reading 'toLowerCase'")
  })
})
