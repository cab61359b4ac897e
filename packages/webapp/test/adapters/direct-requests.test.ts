import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

// Requests of `app.inject` and `app.fetch` that reach the handlers without a connection in memory. The
// files beside this one compare their responses with those of a socket.

const origin = 'http://planets.test'

describeDialects('a request in memory', ['5.x', '4.x', '3.x'], (t) => {
  const fetch = (path: string, init: RequestInit & { duplex?: 'half' } = {}) =>
    t.app.fetch(new Request(origin + path, init))

  it('has the members of a request over HTTP/1', async () => {
    t.app.post('/', (req, res) => {
      const { httpVersion, complete, aborted, rawHeaders, headers } = req
      req.resume().on('end', () => {
        res.json([httpVersion, complete, aborted, rawHeaders, headers.cookie, req.complete])
      })
    })
    const headers = { 'X-A': ['1', '2'], Cookie: ['a=1', 'b=2'] }
    const response = await t.app.inject({ method: 'POST', url: '/', headers, body: 'text' })
    expect(response.json()).toEqual([
      '1.1',
      false,
      false,
      [
        ...['Host', 'localhost', 'X-A', '1', 'X-A', '2', 'Cookie', 'a=1', 'Cookie', 'b=2'],
        ...['Content-Length', '4', 'Connection', 'close'],
      ],
      'a=1; b=2',
      true,
    ])
  })

  it('emits the events of a response as over a socket, before the promise is settled', async () => {
    let seen: unknown[] = []
    t.app.get('/', (req, res) => {
      for (const event of ['prefinish', 'finish', 'close']) {
        res.on(event, () => seen.push(event, res.writableFinished))
      }
      seen.push(res.headersSent, res.writableEnded)
      res.end('text', () => seen.push('called back'))
      seen.push(res.headersSent, res.writableEnded, res.socket === req.socket)
    })
    await t.request('/')
    const overSocket = seen
    seen = []
    await t.app.inject('/')
    expect(seen).toEqual(overSocket)
    expect(seen.slice(-2)).toEqual(['close', true])
  })

  it('keeps no finished response while a program sends one request after the other', async () => {
    let open = 0
    let most = 0
    t.app.get('/', (_req, res) => {
      most = Math.max(most, ++open)
      res.on('close', () => open--)
      res.send('text')
    })
    for (let count = 0; count < 100; count++) await (await fetch('/')).text()
    expect([open, most]).toEqual([0, 1])
  })

  it('runs in the async context of the caller, and leaves it as it is', async () => {
    const storage = new AsyncLocalStorage<string>()
    const inner: unknown[] = []
    t.app.get('/', (_req, res) => {
      inner.push(storage.getStore())
      storage.enterWith('the handler')
      res.send('text')
    })
    await storage.run('the caller', async () => {
      const asked = t.app.inject('/')
      expect(storage.getStore()).toBe('the caller')
      await asked
      expect(storage.getStore()).toBe('the caller')
    })
    expect(inner).toEqual(['the caller'])
  })

  it('may be sent by a handler', async () => {
    t.app.get('/inner', (_req, res) => res.send('inner'))
    t.app.get('/outer', (_req, res) => {
      fetch('/inner')
        .then((response) => response.text())
        .then((text) => res.send(`outer of ${text}`))
    })
    expect(await (await fetch('/outer')).text()).toBe('outer of inner')
  })

  it('is handled while timers are fake', async () => {
    t.app.get('/', (_req, res) => res.json({ text: 'text' }))
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    expect((await t.app.inject('/')).json()).toEqual({ text: 'text' })
    expect(await (await fetch('/')).json()).toEqual({ text: 'text' })
  })

  it('goes through members that a tool replaced on Node’s prototype', async () => {
    const calls: string[] = []
    for (const name of ['writeHead', 'end'] as const) {
      const { prototype } = ServerResponse
      const own = Object.getOwnPropertyDescriptor(prototype, name)
      const member = prototype[name] as (...args: unknown[]) => unknown
      Object.defineProperty(prototype, name, {
        configurable: true,
        writable: true,
        value(this: ServerResponse, ...args: unknown[]) {
          calls.push(name)
          return member.apply(this, args)
        },
      })
      onTestFinished(() => {
        if (own) Object.defineProperty(prototype, name, own)
        else Reflect.deleteProperty(prototype, name)
      })
    }
    t.app.get('/', (_req, res) => res.send('text'))
    expect((await t.app.inject('/')).text()).toBe('text')
    expect(calls).toEqual(['end', 'writeHead'])
  })

  it('goes through members that middleware replaces on a response', async () => {
    t.app.use((_req, res, next) => {
      const { write, end, writeHead } = res
      Object.assign(res, {
        write: (chunk: string) => write.call(res, chunk.toUpperCase(), 'utf8'),
        end: (chunk?: unknown) => end.call(res, String(chunk ?? '').toUpperCase(), 'utf8'),
        writeHead: (status: number) => {
          res.removeHeader('Content-Length')
          return writeHead.call(res, status, { 'X-Patched': 'yes' })
        },
      })
      next()
    })
    t.app.get('/', (_req, res) => {
      res.write('a')
      res.end('b')
    })
    const response = await fetch('/')
    expect([response.headers.get('x-patched'), await response.text()]).toEqual(['yes', 'AB'])
  })

  it('takes interim responses, and sends none of them', async () => {
    t.app.get('/', (_req, res) => {
      res.writeProcessing()
      res.writeContinue()
      res.send('text')
    })
    expect(await (await fetch('/')).text()).toBe('text')
  })

  it('is rejected if the handler writes to the connection itself', async () => {
    t.app.get('/', (req) => {
      req.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    })
    await expect(t.app.inject('/')).rejects.toThrow('use a real connection')
  })

  it('is rejected if the handler switches protocols', async () => {
    t.app.get('/', (_req, res) => {
      res.writeHead(101, { Connection: 'upgrade', Upgrade: 'x' }).end()
    })
    await expect(t.app.inject('/')).rejects.toThrow('GET / switched protocols')
  })

  it('responds 400 to an error of the connection, as Node’s server does', async () => {
    t.app.get('/', (req) => {
      req.socket.emit('error', new Error('of the connection'))
    })
    const response = await t.app.inject('/')
    expect([response.statusCode, response.text()]).toEqual([400, ''])
  })

  it('is rejected if the body is shorter than its Content-Length', async () => {
    t.app.get('/', (_req, res) => {
      res.setHeader('Content-Length', 10)
      res.end('text')
    })
    const message = 'The connection closed before the response to GET / was complete'
    await expect(t.app.inject('/')).rejects.toThrow(message)
    const response = await fetch('/')
    await expect(response.text()).rejects.toThrow(message)
  })

  it('has no more of a body than its Content-Length, and ends the handler', async () => {
    const closed = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.on('close', () => resolve(res.writableFinished))
        res.setHeader('Content-Length', 4)
        res.write('text and more')
      })
    })
    expect((await t.app.inject('/')).text()).toBe('text')
    expect(await closed).toBe(false)
  })

  it('is aborted with the request before the handler responds', async () => {
    const controller = new AbortController()
    const events: string[] = []
    const closed = new Promise<void>((resolve) => {
      t.app.get('/', (req, res) => {
        req.on('aborted', () => events.push('aborted'))
        req.on('error', (error) => events.push((error as NodeJS.ErrnoException).code ?? ''))
        res.on('close', () => resolve())
        setImmediate(() => controller.abort(new Error('Enough')))
      })
    })
    await expect(fetch('/', { signal: controller.signal })).rejects.toThrow('Enough')
    await closed
    expect(events.sort()).toEqual(['ECONNRESET', 'aborted'])
  })

  it('is aborted by a handler that destroys its response after the head', async () => {
    t.app.get('/', (_req, res) => {
      res.write('first')
      setImmediate(() => res.destroy(new Error('gone')))
    })
    const response = await fetch('/')
    await expect(response.text()).rejects.toThrow('response to GET / was complete')
  })

  it('is aborted by an error that a handler throws after the head', async () => {
    t.app.set('env', 'test')
    t.app.get('/', (_req, res) => {
      res.write('first')
      throw new Error('late')
    })
    const response = await fetch('/')
    await expect(response.text()).rejects.toThrow('response to GET / was complete')
  })

  it('aborts the handler if the body of the request fails', async () => {
    const aborted = new Promise<void>((resolve) => {
      t.app.post('/', (req) => {
        req.on('aborted', () => resolve()).on('error', () => {})
        req.resume()
      })
    })
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('The disk is gone'))
      },
    })
    await expect(fetch('/', { method: 'POST', body, duplex: 'half' })).rejects.toThrow(
      'disk is gone',
    )
    await aborted
  })

  it('stops a pipe while its reader waits, and goes on with it', async () => {
    let made = 0
    t.app.get('/', (_req, res) => {
      const pieces = function* () {
        for (; made < 100; made++) yield Buffer.alloc(65536, made)
      }
      Readable.from(pieces()).pipe(res)
    })
    const response = await fetch('/')
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(made).toBeLessThan(20)
    expect((await response.arrayBuffer()).byteLength).toBe(100 * 65536)
  })

  it('copies what is written, so that the program may use its memory again', async () => {
    t.app.get('/', (_req, res) => {
      const memory = Buffer.alloc(3, 'a')
      res.write(memory, () => {
        memory.fill('b')
        res.end(memory)
        memory.fill('c')
      })
    })
    expect((await t.app.inject('/')).text().slice(0, 3)).toBe('aaa')
  })

  it.each([204, 304])('has no body with the status %i', async (status) => {
    t.app.get('/', (_req, res) => {
      res.statusCode = status
      res.end('text')
    })
    const response = await fetch('/')
    expect([response.status, response.body]).toEqual([status, null])
    expect((await t.app.inject('/')).body).toHaveLength(0)
  })

  it('lets the program see a timeout', async () => {
    t.app.get('/', (req, res) => {
      req.socket.setTimeout(1)
      req.socket.on('timeout', () => res.end('late'))
      res.on('timeout', () => {})
    })
    expect((await t.app.inject('/')).text()).toBe('late')
  })

  it('closes its connection once the response is sent', async () => {
    const closed = new Promise<void>((resolve) => {
      t.app.get('/', (req, res) => {
        once(req.socket, 'close').then(() => resolve())
        res.send('text')
      })
    })
    await t.app.inject('/')
    await closed
  })

  it('reads Latin-1 in headers as a connection brings it', async () => {
    t.app.post('/', (req, res) => res.json(req.headers['x-name']))
    const init = { method: 'POST', headers: { 'x-name': 'é' }, body: 'text' }
    expect(await (await fetch('/', init)).json()).toBe('é')
  })

  it('reads a value without the spaces around it', async () => {
    t.app.get('/', (_req, res) => {
      res.setHeader('X-Text', ' \t a \t b\u00a0 \t')
      res.setHeader('X-Spaces', `a${' '.repeat(400_000)}b`) // minutes, if read again from each space
      res.setHeader('X-Empty', ' \t ')
      res.end()
    })
    const { headers } = await t.app.inject('/')
    expect(headers['x-text']).toBe('a \t b\u00a0')
    expect(headers['x-spaces']).toHaveLength(400_002)
    expect(headers['x-empty']).toBe('')
  })
})
