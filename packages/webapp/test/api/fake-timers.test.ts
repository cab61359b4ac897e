import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import timers from 'node:timers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeDialects, factories } from '../support/dialects.ts'
import { loadFresh } from '../support/fresh-modules.ts'
import { startHttp2 } from '../support/http2.ts'

// Vitest contains @sinonjs/fake-timers, as sinon and jest do. These are all of its functions but
// `nextTick`, which Node's own streams need: ecosystem/test-runners fakes that too.
const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const
const OTHERS = ['queueMicrotask', 'performance', 'hrtime', 'Date'] as const

const { promises: _promises, ...nodes } = timers

/** Outside of vitest, these fake timers replace the members of the module too. */
function install(): void {
  vi.useFakeTimers({ toFake: [...TIMERS, ...OTHERS] })
  for (const name of TIMERS) Reflect.set(timers, name, globalThis[name])
}

function uninstall(): void {
  Object.assign(timers, nodes)
  vi.useRealTimers()
}

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'webapp-fake-timers-'))
  writeFileSync(join(folder, 'small.txt'), 'small')
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(300_000))
})

afterAll(() => rmSync(folder, { recursive: true }))

let loadedUnderFakes: typeof factories

beforeAll(async () => {
  install()
  try {
    loadedUnderFakes = await loadFresh()
  } finally {
    uninstall()
  }
})

describe.each([
  ['after the package was loaded', () => factories],
  ['before the package was loaded', () => loadedUnderFakes],
])('fake timers that were installed %s', (_when, load) => {
  describeEssentials(load)
})

function describeEssentials(load: () => typeof factories): void {
  describeDialects('serve an application', ['5.x', '4.x', '3.x'], (t) => {
    beforeEach(() => {
      const webapp = load()[t.dialect] as unknown as (typeof factories)['5.x']
      const app = webapp()
      t.app = app
      app.set('env', 'test')
      app.use(webapp.json())
      app.use(webapp.urlencoded({ extended: true }))
      app.use('/files', webapp.static(folder))
      app.get('/', (_req, res) => {
        res.send('text')
      })
      app.post('/', (req, res) => {
        res.send(req.body)
      })
      app.get('/file', (_req, res) => {
        res.download(join(folder, 'large.txt'))
      })
      app.get('/throw', () => {
        throw new Error('thrown')
      })
      app.get('/slow', (_req, res) => {
        res.setTimeout(1, () => res.status(503).send('slow'))
      })
      app.post('/slow', (req, res) => {
        req.setTimeout(1, () => res.status(408).set('Connection', 'close').send('slow'))
      })
      // Longer than the stack that a router uses before it waits for the next turn.
      for (let count = 0; count < 1000; count++) app.get('/deep', (_req, _res, next) => next())
      app.get('/deep', (_req, res) => {
        res.send('deep')
      })
      install()
    })

    afterEach(uninstall)

    it.each([
      ['GET', '/', 200, 'text'],
      ['HEAD', '/', 200, ''],
      ['GET', '/deep', 200, 'deep'],
      ['GET', '/files/small.txt', 200, 'small'],
      ['GET', '/files/large.txt', 200, 'x'.repeat(300_000)],
      ['GET', '/file', 200, 'x'.repeat(300_000)],
      ['GET', '/throw', 500, 'thrown'],
      ['GET', '/nothing', 404, 'Cannot GET'],
      ['GET', '/slow', 503, 'slow'],
    ])('responds to %s %s', async (method, path, status, text) => {
      const answer = await t.request(path, { method })
      expect(answer.status).toBe(status)
      expect(answer.text).toContain(text)
    })

    it.each([
      ['application/json', '{"a":"1"}'],
      ['application/x-www-form-urlencoded', 'a=1'],
    ])('parses %s', async (type, body) => {
      const answer = await t.request('/', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect(answer.json()).toEqual({ a: '1' })
    })

    it('rejects a body that is not JSON', async () => {
      const headers = { 'content-type': 'application/json' }
      expect(await t.request('/', { method: 'POST', headers, body: '{' })).toMatchObject({
        status: 400,
      })
    })

    it('responds to all requests of a connection', async () => {
      const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`
      const last = `${head('/files/large.txt')}Connection: close\r\n\r\n`
      const client = connect(await t.port(), '127.0.0.1')
      client.write(`${head('/')}\r\n`)
      await once(client, 'data')
      client.write(`${head('/throw')}\r\n${head('/nothing')}\r\n${last}`)
      const received = await text(client)
      expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 500',
        'HTTP/1.1 404',
        'HTTP/1.1 200',
      ])
      expect(received).toMatch(/x{300000}$/)
    })

    it('responds to a client that stops in the middle of a body', async () => {
      const received = await t.raw(
        'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf',
      )
      expect(received).toMatch(/^HTTP\/1\.1 408 /)
    })

    it('responds to requests in memory', async () => {
      const answer = await t.app.inject({ method: 'POST', url: '/', body: { a: '1' } })
      expect(answer.json()).toEqual({ a: '1' })
      expect((await t.app.inject('/throw')).statusCode).toBe(500)
    })

    it('responds by HTTP/2', async () => {
      const link = await startHttp2(t.app)
      const headers = { 'content-type': 'application/json' }
      const answer = await link.ask('/', { method: 'POST', headers, body: '{"a":"1"}' })
      expect(JSON.parse(answer.text)).toEqual({ a: '1' })
      expect((await link.ask('/files/large.txt')).body).toHaveLength(300_000)
      expect((await link.ask('/nothing')).status).toBe(404)
    })

    it('closes', async () => {
      await t.request('/')
      await t.app.close()
      expect(vi.getTimerCount()).toBe(0)
    })
  })
}
