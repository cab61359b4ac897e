import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { inject } from '../../src/inject.ts'
import { factories } from '../support/dialects.ts'

const hello: RequestListener = (req, res) => {
  res.end(`${req.method} ${req.url} ${'encrypted' in req.socket && req.socket.encrypted}`)
}

describe('inject(listener, options)', () => {
  it('asks a function', async () => {
    expect((await inject(hello, '/a')).text()).toBe('GET /a false')
  })

  it('asks a server that does not listen', async () => {
    const server = createServer(hello)
    expect((await inject(server, '/a')).text()).toBe('GET /a false')
    expect((await inject(createServer(factories['4.x']()), '/a')).statusCode).toBe(404)
  })

  it('asks a server of https over an encrypted connection', async () => {
    expect((await inject(createSecureServer(hello), '/a')).text()).toBe('GET /a true')
  })

  it('asks an application of any dialect', async () => {
    for (const webapp of Object.values(factories)) {
      expect((await inject(webapp(), '/none')).text()).toContain('Cannot GET /none')
    }
  })

  it('rejects with what a function throws, or with what its promise is rejected with', async () => {
    const thrown = inject(() => {
      throw new Error('thrown')
    }, '/')
    await expect(thrown).rejects.toThrow('thrown')
    await expect(inject(async () => Promise.reject('text'), '/')).rejects.toBe('text')
    const late = inject(async (_req, res) => {
      res.write('begun')
      await new Promise(setImmediate)
      throw new Error('late')
    }, '/')
    await expect(late).rejects.toThrow('late')
  })

  it('refuses what cannot answer', async () => {
    await expect(inject({} as never, '/')).rejects.toThrow(/server of node:http, not {}/)
  })

  it('rejects where the server switches protocols', async () => {
    const server = createServer()
    server.on('upgrade', (_req, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    })
    const headers = { connection: 'upgrade', upgrade: 'x' }
    await expect(inject(server, { headers })).rejects.toThrow('GET / switched protocols')
  })

  it('gives what the parser says to a request that it cannot read', async () => {
    expect((await inject(hello, { method: 'NONSENSE' })).statusCode).toBe(400)
    const headers = { 'x-long': 'x'.repeat(20_000) }
    expect((await inject(hello, { headers })).statusCode).toBe(431)
  })

  it('keeps the async context of the caller', async () => {
    const storage = new AsyncLocalStorage<string>()
    const listener: RequestListener = (_req, res) => {
      setImmediate(() => res.end(storage.getStore()))
    }
    const answers = ['one', 'two'].map((name) => storage.run(name, () => inject(listener, '/')))
    expect((await Promise.all(answers)).map((answer) => answer.text())).toEqual(['one', 'two'])
  })
})

describe('a process that injects', () => {
  it('ends by itself', async () => {
    const program = `
      const { inject } = require('webapp/inject')
      const app = require('webapp')()
      app.get('/', (_req, res) => res.send('hello'))
      app.get('/never', () => {})
      const keepAlive = { url: '/', headers: { connection: 'keep-alive' } }
      Promise.all([app.inject('/'), inject(app, keepAlive), app.fetch(new Request('http://a/'))])
        .then(() => app.inject('/never'), console.error)
      process.on('exit', () => console.log('ended'))`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
      cwd: import.meta.dirname,
    })
    expect(stdout).toBe('ended\n')
  })
})
