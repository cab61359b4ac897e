import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { collectGarbage, settle } from '../fixtures/garbage.ts'
import { Stage, type Start, starts } from '../support/lane-stage.ts'
import { get } from '../support/smuggled.ts'

async function stageOf(start: Start = starts['app.listen()'] as Start): Promise<Stage> {
  const stage = new Stage(start)
  onTestFinished(() => stage.end())
  return stage
}

describe('a connection with several requests', () => {
  it('has to send its heads in time', async () => {
    const stage = await stageOf(starts['http.createServer(app)'])
    stage.server.headersTimeout = 100
    stage.server.requestTimeout = 200
    const client = await stage.known()
    await client.say(get('/now'), 'now')
    client.text = ''
    client.socket.write('GET /now HTTP/1.1\r\nHost: a')
    await client.closed
    expect(client.text).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('keeps no more than a header value that the program keeps', async () => {
    const stage = await stageOf()
    const MANY = 4000
    const kept: unknown[] = []
    stage.app.get('/quiet/keep', (req, res) => {
      kept.push(req.get('x-kept'), req.url)
      res.send('kept')
    })
    const client = await stage.known()
    const lines = `X-Kept: ${'k'.repeat(40)}\r\nX-Large: ${'x'.repeat(7000)}\r\n`
    const ask = async (count: number) => {
      for (let request = 0; request < count; request++) {
        await client.say(get(`/quiet/keep?${'q'.repeat(40)}`, lines), 'kept')
        client.text = ''
      }
    }
    await ask(51)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    await ask(MANY)
    const grown = () => process.memoryUsage().heapUsed - before
    // With their heads the values would be more than MANY * 7000.
    expect(await settle(grown, MANY * 3500)).toBeLessThan(MANY * 3500)
    expect(kept.length).toBe(2 * (51 + MANY))
  })

  it('keeps the async context of its connection', async () => {
    const store = new AsyncLocalStorage<number>()
    const stage = await stageOf()
    let connections = 0
    stage.server.prependListener('connection', () => store.enterWith(++connections))
    stage.app.get('/store', (_req, res) => void res.send(`in ${store.getStore()}.`))
    const clients = [await stage.known(), await stage.known(), await stage.known()]
    await Promise.all(clients.map((client, at) => client.say(get('/store'), `in ${at + 2}.`)))
    const stores = clients.map(({ text }) => text.slice(text.indexOf('in ')))
    expect(stores).toEqual(['in 2.', 'in 3.', 'in 4.'])
  })

  it('answers what Node has to answer in its turn', async () => {
    const stage = await stageOf()
    const client = await stage.known()
    const unknown = get('/now', 'Expect: miracles\r\n')
    await client.say(get('/later') + unknown + get('/now') + unknown + get('/later'), 'later')
    while (client.text.split('HTTP/1.1 ').length < 6) await once(client.socket, 'data')
    expect(client.text.match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 417, 200, 417, 200].map((status) => `HTTP/1.1 ${status}`),
    )
  })

  it('is not read while many requests wait for Node', async () => {
    const stage = await stageOf()
    let [socket, release]: [Socket | undefined, () => void] = [undefined, () => {}]
    stage.app.get('/quiet/held', (req, res) => {
      socket = req.socket
      release = () => void res.send('held')
    })
    const client = await stage.known()
    const unknown = get('/now', 'Expect: miracles\r\n')
    client.socket.write(get('/quiet/held') + unknown.repeat(5000))
    await expect.poll(() => socket?.isPaused()).toBe(true)
    release()
    await expect
      .poll(() => client.text.split('HTTP/1.1 417 ').length, { timeout: 30_000 })
      .toBe(5001)
    await client.say(get('/now'), 'now')
  })

  it('adds no listener to its socket with each request', async () => {
    const stage = await stageOf()
    const counts = new Set<number>()
    stage.app.get('/count', ({ socket }, res) => {
      const names = socket.eventNames()
      counts.add(names.reduce((sum, name) => sum + socket.listenerCount(name), 0))
      res.send('counted')
    })
    const client = await stage.known()
    for (let request = 0; request < 50; request++) {
      await client.say(get('/count'), 'counted')
      client.text = ''
    }
    expect(counts.size).toBe(1)
  })

  it('tells performance observers and subscribers of each request', async () => {
    const stage = await stageOf()
    const client = await stage.known()
    const finished: string[] = []
    const onFinish = (message: unknown) => {
      const { request, server } = message as { request: Request; server: Server }
      if (server === stage.server) finished.push(request.url)
    }
    const entries: string[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) entries.push(name)
    })
    observer.observe({ entryTypes: ['http'] })
    subscribe('http.server.response.finish', onFinish)
    onTestFinished(() => void unsubscribe('http.server.response.finish', onFinish))
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), 'now')
    await expect.poll(() => finished).toEqual(['/now', '/now'])
    unsubscribe('http.server.response.finish', onFinish)
    await client.say(get('/now'), 'now')
    await expect.poll(() => entries.filter((name) => name === 'HttpRequest').length).toBe(3)
    observer.disconnect()
  })

  it('stops to read a client that does not read its responses', async () => {
    const stage = await stageOf()
    let served = 0
    const text = 'x'.repeat(50_000)
    stage.app.get('/much', (_req, res) => {
      served++
      res.send(text)
    })
    const client = await stage.known()
    client.socket.pause()
    const flood = get('/much', `X-Large: ${'x'.repeat(4000)}\r\n`).repeat(10)
    let accepted = 0
    while (accepted < 2000 && client.socket.write(flood)) accepted++
    // It goes on only as far as the buffers of the kernel, and then no further.
    let before = -1
    await expect
      .poll(
        () => {
          const isStill = served === before
          before = served
          return isStill && served > 0
        },
        { interval: 300 },
      )
      .toBe(true)
    expect(served).toBeLessThan(2000)
    client.socket.destroy()
  })

  it('ends when it is idle for too long, and not while a response is under way', async () => {
    const stage = await stageOf()
    let release = () => {}
    stage.app.get('/slow', (_req, res) => {
      release = () => res.send('slow')
    })
    const client = await stage.known()
    // It counts from the next response on, so that a busy machine has time for the request.
    stage.server.keepAliveTimeout = 200
    client.socket.write(get('/slow'))
    // More than the timeout, and the second that newer versions of Node add to it.
    await new Promise((resolve) => setTimeout(resolve, 1700))
    expect(client.socket.destroyed).toBe(false)
    release()
    await client.closed
    expect(client.text).toMatch(/slow$/)
  })
})
