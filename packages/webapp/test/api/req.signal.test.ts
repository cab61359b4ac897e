import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { say } from '../fixtures/leave.ts'
import { describeDialects } from '../support/dialects.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

describeDialects('req.signal', ['5.x', '4.x', '3.x'], (t) => {
  /** The signal of a request whose client waits. */
  async function waitForSignal(bytes = GET) {
    const arrival = createGate()
    let signal: AbortSignal | undefined
    t.app.all('/', (req) => {
      signal = req.signal
      arrival.open()
    })
    const client = await say(await t.port(), bytes)
    await arrival.opened
    return { client, signal: signal as unknown as AbortSignal }
  }

  it('aborts when the client leaves before the answer', async () => {
    const { client, signal } = await waitForSignal()
    expect(signal).toBeInstanceOf(AbortSignal)
    expect(signal.aborted).toBe(false)
    client.destroy()
    await once(signal, 'abort')
    expect(signal.reason).toBeInstanceOf(Error)
    expect(signal.reason).toMatchObject({
      name: 'AbortError',
      message: 'the client disconnected before the response was finished',
      code: 'ECONNABORTED',
      type: 'request.aborted',
      status: 400,
    })
  })

  it('aborts when the client leaves in the middle of its own body', async () => {
    const { client, signal } = await waitForSignal(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc',
    )
    client.destroy()
    await once(signal, 'abort')
  })

  it('aborts when the client leaves in the middle of the answer', async () => {
    const abort = createGate()
    t.app.get('/', (req, res) => {
      req.signal.addEventListener('abort', abort.open)
      res.write('the beginning')
    })
    const client = await say(await t.port(), GET)
    await once(client, 'data')
    client.destroy()
    await abort.opened
  })

  it('aborts when the answer was given, but the client did not take it', async () => {
    const abort = createGate()
    t.app.get('/', (req, res) => {
      req.signal.addEventListener('abort', abort.open)
      res.send('x'.repeat(50_000_000))
    })
    const client = await say(await t.port(), GET)
    await once(client, 'readable')
    client.destroy()
    await abort.opened
  })

  it('does not abort after a normal answer, nor when the connection closes later', async () => {
    const signals: AbortSignal[] = []
    t.app.get('/', (req, res) => {
      signals.push(req.signal)
      res.send('answer')
    })
    const kept = new KeptConnection(await t.port())
    for (let request = 0; request < 3; request++) await kept.ask(GET)
    kept.socket.destroy()
    await kept.closed
    await t.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
    expect(new Set(signals).size).toBe(3)
  })

  it('can be read when all is over', async () => {
    const over = createGate()
    const seen: boolean[] = []
    t.app.get('/answered', (req, res) => {
      res.on('close', () => {
        seen.push(req.signal.aborted)
        over.open()
      })
      res.send('answer')
    })
    const left = createGate()
    t.app.get('/', (req, res) => {
      left.open()
      res.on('close', () => {
        seen.push(req.signal.aborted)
        over.open()
      })
    })
    await t.request('/answered')
    await over.opened
    expect(seen).toEqual([false])
    const client = await say(await t.port(), GET)
    await left.opened
    client.destroy()
    while (seen.length === 1) await turn()
    expect(seen).toEqual([false, true])
  })

  it('is the same for all who read it, in mounted applications too', async () => {
    const [sub, seen] = [t.webapp(), [] as unknown[]]
    t.app.use((req, _res, next) => {
      seen.push(req.signal)
      next()
    })
    t.app.use('/sub', sub as never)
    sub.get('/', (req, res) => {
      seen.push(req.signal)
      res.send('answer')
    })
    await t.request('/sub')
    expect(seen).toHaveLength(2)
    expect(seen[0]).toBe(seen[1])
  })

  it('reaches applications that the client left in', async () => {
    const [sub, arrival, abort] = [t.webapp(), createGate(), createGate()]
    t.app.use('/sub', sub as never)
    sub.get('/', (req) => {
      req.signal.addEventListener('abort', abort.open)
      arrival.open()
    })
    const client = await say(await t.port(), 'GET /sub HTTP/1.1\r\nHost: a\r\n\r\n')
    await arrival.opened
    client.destroy()
    await abort.opened
  })

  it('aborts for every request of a pipeline, without warnings', async () => {
    const [count, all] = [20, createGate()]
    const aborts: string[] = []
    const warnings: unknown[] = []
    const warn = (warning: unknown) => warnings.push(warning)
    process.on('warning', warn)
    let calls = 0
    t.app.get('/', (req) => {
      req.signal.addEventListener('abort', () => aborts.push(String(req.query.n)))
      if (++calls === count) all.open()
    })
    const requests = Array.from({ length: count }, (_, n) => GET.replace('/ ', `/?n=${n} `))
    const client = await say(await t.port(), requests.join(''))
    await all.opened
    client.destroy()
    while (aborts.length < count) await turn()
    process.off('warning', warn)
    expect(new Set(aborts).size).toBe(count)
    expect(warnings).toEqual([])
  })

  it('does not abort for those of a pipeline that were answered', async () => {
    const signals: AbortSignal[] = []
    t.app.get('/', (req, res) => {
      signals.push(req.signal)
      turn().then(() => res.send(`answer ${req.query.n}`))
    })
    const kept = new KeptConnection(await t.port())
    const requests = [0, 1, 2].map((n) => GET.replace('/ ', `/?n=${n} `))
    await kept.ask(requests.join(''), 'answer 2')
    kept.socket.destroy()
    await t.close()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
  })

  it('calls back in the context in which it was read', async () => {
    const [storage, arrival, abort] = [new AsyncLocalStorage(), createGate(), createGate()]
    let seen: unknown
    t.app.get('/', (req) => {
      storage.run('of the request', () => {
        req.signal.addEventListener('abort', () => {
          seen = storage.getStore()
          abort.open()
        })
      })
      arrival.open()
    })
    const client = await say(await t.port(), GET)
    await arrival.opened
    client.destroy()
    await abort.opened
    expect(seen).toBe('of the request')
  })

  it('leaves late answers without effect', async () => {
    const [over, arrival] = [createGate(), createGate()]
    const errors: unknown[] = []
    t.app.get('/', (req, res) => {
      res.on('error', (error) => errors.push(error))
      req.signal.addEventListener('abort', () => {
        res.write('late')
        res.send('late')
        setImmediate(over.open)
      })
      arrival.open()
    })
    t.app.get('/after', (_req, res) => res.send('answer'))
    const client = await say(await t.port(), GET)
    await arrival.opened
    client.destroy()
    await over.opened
    expect((await t.request('/after')).text).toBe('answer')
    expect(errors).toEqual([])
  })

  it('can be replaced by assignment', async () => {
    const own = AbortSignal.abort('mine')
    t.app.get('/', (req, res) => {
      req.signal = own
      res.json([req.signal === own, Object.keys(req).includes('signal')])
    })
    expect((await t.request('/')).json()).toEqual([true, true])
  })

  it('is nothing that a prototype keeps for all', async () => {
    expect(t.app.request.signal).not.toBe(t.app.request.signal)
    expect(Object.getOwnPropertySymbols(t.app.request).map(String)).not.toContain(
      'Symbol(webapp.signal)',
    )
  })
})
