import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { shed } from '../../src/ops.ts'
import { createGate } from '../fixtures/gate.ts'
import { burn, keepLoopBusy } from '../support/busy.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('shed() in an overload', ['5.x', '4.x', '3.x'], (t) => {
  it('accepts requests during overload while many streams are open', async () => {
    const overload = shed({ maxDelay: 100 })
    t.app.use(overload as never)
    t.app.get('/stream', (_req, res) => void res.write('begun'))
    t.app.get('/', (_req, res) => {
      burn(20)
      res.send('done')
    })
    const port = await t.port()
    const streams = Array.from({ length: 60 }, () =>
      request({ host: '127.0.0.1', port, path: '/stream', agent: false }),
    )
    onTestFinished(() => {
      for (const stream of streams) stream.destroy()
    })
    for (const stream of streams) stream.on('error', () => {}).end()
    await Promise.all(streams.map((stream) => once(stream, 'response')))
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = get.repeat(19) + get.replace('Host', 'Connection: close\r\nHost')
    // Open streams are no longer recent after four seconds.
    const end = performance.now() + 5000
    while (!overload.isShedding || performance.now() < end) await t.raw(bytes)
    const text = await t.raw(bytes)
    expect(text).toContain('HTTP/1.1 200')
    expect(text).toContain('HTTP/1.1 503')
    expect(overload.inFlight).toBeGreaterThanOrEqual(60)
    while (overload.isShedding) await sleep(10)
  })

  it('detects an overload in which each turn of the event loop takes longer than a second', async () => {
    const overload = shed({ maxDelay: 100 })
    t.app.use(overload as never)
    t.app.get('/', (_req, res) => res.send('done'))
    keepLoopBusy(1100)
    for (let asked = 0; asked < 3 && !overload.isShedding; asked++) await t.request('/')
    expect(overload.isShedding).toBe(true)
  })

  it('ends an overload although requests with priority arrive', async () => {
    const overload = shed({ maxDelay: 100, maxInFlight: 1, priority: (req) => req.url !== '/' })
    const gate = createGate()
    t.app.use(overload as never)
    t.app.get('/wait', (_req, res) => void gate.opened.then(() => res.end('waited')))
    t.app.get('/vip', (_req, res) => void res.end('vip'))
    t.app.get('/', (_req, res) => {
      burn(20)
      res.send('done')
    })
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = get.repeat(19) + get.replace('Host', 'Connection: close\r\nHost')
    while (!overload.isShedding) await t.raw(bytes)
    const waiting = t.request('/wait')
    // Each of them is one too many, and passes.
    while (overload.isShedding) await t.request('/vip')
    gate.open()
    await waiting
  })
})
