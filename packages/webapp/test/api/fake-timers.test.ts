import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import timers from 'node:timers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
] as const

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'webapp-fake-timers-'))
  writeFileSync(join(folder, 'small.txt'), 'small')
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(300_000))
})

afterAll(() => rmSync(folder, { recursive: true }))

describeDialects('an application under fake timers', ['5.x', '4.x', '3.x'], (t) => {
  beforeEach(() => {
    const { app, webapp } = t
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
    // Longer than the stack that a router uses before it waits for the next turn.
    for (let count = 0; count < 1000; count++) app.get('/deep', (_req, _res, next) => next())
    app.get('/deep', (_req, res) => {
      res.send('deep')
    })
    // Not `nextTick`, which Node's own streams need: ecosystem/test-runners fakes that too.
    vi.useFakeTimers({ toFake: [...TIMERS, 'queueMicrotask', 'performance', 'Date'] })
    // Other fake timers replace the members of the module too.
    for (const name of TIMERS) vi.spyOn(timers, name).mockImplementation(globalThis[name] as never)
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it.each([
    ['GET', '/', 200, 'text'],
    ['HEAD', '/', 200, ''],
    ['GET', '/deep', 200, 'deep'],
    ['GET', '/files/small.txt', 200, 'small'],
    ['GET', '/files/large.txt', 200, 'x'.repeat(300_000)],
    ['GET', '/file', 200, 'x'.repeat(300_000)],
    ['GET', '/throw', 500, 'thrown'],
    ['GET', '/nothing', 404, 'Cannot GET'],
  ])('responds to %s %s', async (method, path, status, text) => {
    const answer = await t.request(path, { method })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(text)
  })

  it.each([
    ['application/json', '{"a":"1"}'],
    ['application/x-www-form-urlencoded', 'a=1'],
  ])('parses %s', async (type, body) => {
    const answer = await t.request('/', { method: 'POST', headers: { 'content-type': type }, body })
    expect(answer.json()).toEqual({ a: '1' })
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
