import { EventEmitter, once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { expect, it } from 'vitest'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'

describeDialects('app.close() when a listener or a server fails', ['5.x', '4.x', '3.x'], (t) => {
  it.each<[string, unknown]>([
    ['an error', new Error('no')],
    ['undefined', undefined],
    ['null', null],
    ['text', 'no'],
  ])('drains its servers, and rejects with %s that a listener throws', async (_, reason) => {
    t.app.on('closing', () => {
      throw reason
    })
    expect(await drain()).toEqual({ reason })
  })

  it('drains its servers, and rejects with the error of an async listener', async () => {
    const reason = new Error('no')
    t.app.on('closing', async () => {
      throw reason
    })
    expect(await drain()).toEqual({ reason })
  })

  it('runs all listeners, and rejects with the errors of all', async () => {
    const errors = [new Error('first'), new Error('second')]
    const ran: unknown[] = []
    t.app.on('closing', () => {
      throw errors[0]
    })
    t.app.once('closing', function (this: unknown, ...args: unknown[]) {
      ran.push(this, args)
    })
    t.app.on('closing', () => {
      throw errors[1]
    })
    const { reason } = (await drain()) as { reason: AggregateError }
    expect(reason).toBeInstanceOf(AggregateError)
    expect(reason.errors).toEqual(errors)
    expect(ran).toEqual([t.app, []])
    expect(t.app.listenerCount('closing')).toBe(2)
  })

  it('does not wait for the promise of a listener', async () => {
    t.app.on('closing', () => new Promise(() => {}))
    expect(await drain()).toEqual({ report: { forced: 0 } })
  })

  it('does not start a thenable that a listener returns', async () => {
    let calls = 0
    // biome-ignore lint/suspicious/noThenProperty: query builders have it.
    t.app.on('closing', () => ({ then: () => calls++ }) as never)
    await t.app.close()
    expect(calls).toBe(0)
  })

  it('gives the same promise when it is called again, and closes again after a new start', async () => {
    const reason = new Error('no')
    t.app.once('closing', () => {
      throw reason
    })
    await t.port()
    const closing = t.app.close()
    expect(t.app.close({ timeout: 5 })).toBe(closing)
    await expect(closing).rejects.toBe(reason)
    expect([t.app.close(), t.app.closing]).toEqual([closing, true])
    await listen(t.app.listen(0, '127.0.0.1'))
    expect(await t.app.close()).toEqual({ forced: 0 })
  })

  it('leaves the parent open if a mounted application fails to close', async () => {
    const sub = t.webapp()
    t.app.use('/sub', sub as never)
    sub.on('closing', () => {
      throw new Error('no')
    })
    t.app.get('/', (_req, res) => res.send('response'))
    await expect(sub.close()).rejects.toThrow('no')
    expect((await t.request('/')).text).toBe('response')
    expect([t.app.closing, sub.closing]).toEqual([false, true])
  })

  it('runs all listeners though the `emit` of all emitters was replaced later', async () => {
    const { emit } = EventEmitter.prototype
    const events: string[] = []
    t.app.on('closing', () => throwNo())
    t.app.on('closing', () => events.push('second'))
    EventEmitter.prototype.emit = function (...args) {
      return Reflect.apply(emit, this, args)
    }
    try {
      expect(await drain()).toMatchObject({ reason: { message: 'no' } })
    } finally {
      EventEmitter.prototype.emit = emit
    }
    expect(events).toEqual(['second'])
  })

  it('calls an `emit` that the program replaced', async () => {
    const events: unknown[] = []
    const reason = new Error('no')
    t.app.emit = (event: unknown) => {
      events.push(event)
      throw reason
    }
    expect(await drain()).toEqual({ reason })
    expect(events).toEqual(['closing'])
  })

  it.each([
    ['throws', () => throwNo()],
    ['rejects', async () => throwNo()],
  ])('closes all servers, also one whose `close` %s', async (_, close) => {
    const servers = [t.app.listen(0, '127.0.0.1'), t.app.listen(0, '127.0.0.1')]
    for (const server of servers) await listen(server)
    Object.assign(servers[0] as object, { close })
    expect(await drain()).toMatchObject({ reason: { message: 'no' } })
    expect(servers.map(({ listening }) => listening)).toEqual([false, false])
  })

  /** Closes the application with a request in flight. Returns the outcome after the response. */
  async function drain(): Promise<unknown> {
    const [arrival, answering] = [createGate(), createGate()]
    let isSettled = false
    t.app.get('/slow', (_req, res) => {
      arrival.open()
      answering.opened.then(() => res.send('whole response'))
    })
    const port = await t.port()
    const asking = exchange(port, '/slow')
    await arrival.opened
    const closing = t.app.close().then(
      (report) => ({ report }),
      (reason: unknown) => ({ reason }),
    )
    closing.then(() => {
      isSettled = true
    })
    // The system resets connections while it closes the port.
    const connecting = () => exchange(port, '/slow').catch(({ code }) => code)
    await expect.poll(connecting).toBe('ECONNREFUSED')
    expect(isSettled).toBe(false)
    answering.open()
    const { status, headers, text } = await asking
    expect([status, headers.connection, text]).toEqual([200, 'close', 'whole response'])
    return closing
  }
})

function throwNo(): never {
  throw new Error('no')
}

async function listen(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
