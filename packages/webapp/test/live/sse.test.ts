import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { createGunzip } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '../../src/sse.ts'
import { rooms } from '../../src/ws.ts'
import { collectGarbage } from '../fixtures/garbage.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

// It brings no types.
const compression = createRequire(import.meta.url)('compression') as (options: object) => never

describeDialects('events(req, res)', ['5.x', '4.x', '3.x'], (t) => {
  async function open(headers = {}): Promise<IncomingMessage> {
    const outgoing = get({ host: '127.0.0.1', port: await t.port(), headers, agent: false })
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    incoming.setEncoding('utf8')
    incoming.on('error', () => {})
    onTestFinished(() => void incoming.destroy())
    return incoming
  }

  it('sends events with all fields, and data of several lines', async () => {
    t.app.get('/', (req, res) => {
      const stream = events(req, res, { retry: 500, headers: { 'X-Own': 'yes' } })
      stream.send({ event: 'greeting', id: 7, data: 'one\ntwo\r\nthree\rfour', retry: 10 })
      stream.send('plain')
      stream.send({ data: { json: [1, null] } })
      stream.send({ data: '' })
      stream.send({ id: '' })
      stream.comment('a\nb')
      stream.close()
      stream.close()
    })
    const answer = await t.request('/')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'x-accel-buffering': 'no',
      'x-own': 'yes',
    })
    expect(answer.text).toBe(
      [
        'retry: 500',
        'event: greeting\nid: 7\nretry: 10\ndata: one\ndata: two\ndata: three\ndata: four\n',
        'data: plain\n',
        'data: {"json":[1,null]}\n',
        'data: \n',
        'id: \n',
        ': a\n: b\n\n',
      ].join('\n'),
    )
  })

  it('refuses fields that would forge events', async () => {
    const errors: string[] = []
    t.app.get('/', (req, res) => {
      const stream = events(req, res)
      for (const event of [
        { event: 'a\ndata: x' },
        { id: 'a\r' },
        { id: 'a\0' },
        { retry: 1.5 },
        { data: () => {} },
        null,
        [1, 2],
        new Date(),
        { dat: 1 },
      ]) {
        try {
          stream.send(event as never)
        } catch (error) {
          errors.push((error as Error).name)
        }
      }
      stream.close()
    })
    expect((await t.request('/')).text).toBe('')
    expect(errors).toEqual(Array(9).fill('TypeError'))
  })

  it('names wrong arguments', async () => {
    const errors: string[] = []
    t.app.get('/', (req, res) => {
      for (const wrong of [
        [res, req],
        [req],
        [req, res, null],
        [req, res, { heartBeat: 1 }],
        [req, res, { headers: 'a' }],
      ]) {
        try {
          events(...(wrong as [never, never]))
        } catch (error) {
          errors.push(`${error}`)
        }
      }
      res.end()
    })
    await t.request('/')
    expect(errors).toEqual([
      expect.stringMatching(/^TypeError: events\(\) needs the request and the response, .* got \[/),
      expect.stringMatching(/^TypeError: events\(\) needs .* undefined$/),
      'TypeError: events() takes an object of options, got null',
      expect.stringMatching(/^TypeError: events\(\): the option heartBeat is unknown; known are /),
      "TypeError: events(): headers must be an object, got 'a'",
    ])
  })

  it('tells the last event of a client that comes back', async () => {
    t.app.get('/', (req, res) => {
      const stream = events(req, res)
      stream.send({ data: stream.lastEventId })
      stream.close()
    })
    const headers = { 'Last-Event-ID': Buffer.from('é7').toString('latin1') }
    expect((await t.request('/', { headers })).text).toBe('data: é7\n\n')
    expect((await t.request('/')).text).toBe('data: \n\n')
  })

  it('sends each event at once, also through compression', async () => {
    const gate = createGate()
    t.app.use(compression({ threshold: 0 }))
    t.app.get('/', async (req, res) => {
      const stream = events(req, res)
      stream.send('first')
      await gate.opened
      stream.send('second')
      stream.close()
    })
    const incoming = await open({ 'accept-encoding': 'gzip' })
    expect(incoming.headers['content-encoding']).toBe('gzip')
    await once(incoming, 'data') // Before the second event exists.
    gate.open()
    incoming.resume()
    await once(incoming, 'end')
  })

  it('sends what an iterable yields, and ends', async () => {
    t.app.get('/', (req, res) => {
      events(req, res).from(
        (async function* () {
          yield 'one'
          yield { id: 2, data: 'two' }
        })(),
      )
    })
    expect((await t.request('/')).text).toBe('data: one\n\nid: 2\ndata: two\n\n')
  })

  it('tells the iterator that the client has left, even while it waits', async () => {
    const returned = createGate()
    t.app.get('/', (req, res) => {
      let count = 0
      events(req, res).from({
        [Symbol.asyncIterator]: () => ({
          next: () =>
            count++ === 0
              ? Promise.resolve({ done: false, value: 'one' })
              : new Promise<never>(() => {}),
          return: async () => {
            returned.open()
            return { done: true, value: undefined }
          },
        }),
      })
    })
    const incoming = await open()
    await once(incoming, 'data')
    incoming.destroy()
    await returned.opened
  })

  it('gives the error of an iterable to next, and cuts the response off', async () => {
    t.app.set('env', 'test')
    const seen = createGate()
    t.app.get('/', (req, res) =>
      events(req, res).from(
        (async function* () {
          yield 'one'
          throw new Error('source failed')
        })(),
      ),
    )
    t.app.use(((error: Error, _req: never, _res: never, next: (error: Error) => void) => {
      if (error.message === 'source failed') seen.open()
      next(error)
    }) as never)
    const incoming = await open()
    const closed = new Promise((resolve) => incoming.once('close', resolve))
    incoming.resume()
    await seen.opened
    await closed
    expect(incoming.complete).toBe(false)
  })

  it('does not read an iterable faster than the client', async () => {
    let yielded = 0
    const left = createGate()
    t.app.get('/', (req, res) => {
      events(req, res, { maxBuffered: 64 * 1024 * 1024 })
        .from(
          (function* () {
            for (; yielded < 5000; yielded++) yield 'x'.repeat(64 * 1024)
          })(),
        )
        .then(left.open)
    })
    const incoming = await open()
    incoming.pause()
    let before = -1
    await expect
      .poll(
        () => {
          const isSame = before === yielded && yielded > 0
          before = yielded
          return isSame
        },
        { interval: 100 },
      )
      .toBe(true)
    expect(yielded).toBeLessThan(5000)
    incoming.destroy()
    await left.opened
  })

  it('drops a client that does not read, at a limit', async () => {
    const closed = createGate()
    let largest = 0
    t.app.get('/', (req, res) => {
      const stream = events(req, res, { maxBuffered: 1024 * 1024 })
      stream.closed.then(closed.open)
      for (let at = 0; at < 2000 && stream.isOpen; at++) {
        stream.send('x'.repeat(64 * 1024))
        largest = Math.max(largest, res.socket?.writableLength ?? 0)
      }
    })
    const incoming = await open()
    incoming.pause()
    await closed.opened
    expect(largest).toBeLessThan(4 * 1024 * 1024)
  })

  it('sends a comment as a heartbeat', async () => {
    t.app.get('/', (req, res) => void events(req, res, { heartbeat: 10 }))
    const incoming = await open()
    const [chunk] = await once(incoming, 'data')
    expect(chunk).toMatch(/^: \n\n/)
  })

  it('ends on app.close(), and when the client leaves', async () => {
    const left = createGate()
    t.app.get('/', (req, res) => {
      const stream = events(req, res)
      stream.signal.addEventListener('abort', () => left.open())
      stream.send('hi')
    })
    const leaving = await open()
    await once(leaving, 'data')
    leaving.destroy()
    await left.opened
    const staying = await open()
    await once(staying, 'data')
    const ended = once(staying, 'end')
    const closing = t.app.close()
    await ended
    expect(await closing).toEqual({ forced: 0 })
  })

  it('ends behind a response that is still in flight when the client leaves', async () => {
    const left = createGate()
    const reached = createGate()
    const ended: string[] = []
    const start = (req: never, res: never, name: string) => {
      events(req, res).closed.then(() => ended.push(name))
    }
    t.app.get('/waits', () => {})
    t.app.get('/now', (req, res) => {
      start(req as never, res as never, 'now')
      reached.open()
    })
    t.app.get('/late', (req, res, next) => {
      req.once('close', () => left.open())
      left.opened.then(() => start(req as never, res as never, 'late')).catch(next)
    })
    const client = connect(await t.port(), '127.0.0.1')
    const requests = ['/waits', '/now', '/late'].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
    )
    client.write(requests.join(''))
    await reached.opened
    client.destroy()
    await expect.poll(() => ended.sort()).toEqual(['late', 'now'])
  })

  it('answers HEAD with the headers alone', async () => {
    t.app.get('/', (req, res) => void events(req, res).send('hi'))
    const answer = await t.request('/', { method: 'HEAD' })
    expect([answer.headers['content-type'], answer.text]).toEqual([
      'text/event-stream; charset=utf-8',
      '',
    ])
  })

  it('works over HTTP/2, in app.inject and in app.fetch', async () => {
    const left = createGate()
    t.app.get('/', (req, res) => {
      const stream = events(req, res)
      stream.send('one')
      if (req.query.stay === undefined) stream.close()
      else stream.closed.then(left.open)
    })
    const link = await startHttp2(t.app as never)
    expect((await link.ask('/')).text).toBe('data: one\n\n')
    expect((await t.app.inject('/')).text()).toBe('data: one\n\n')
    const response = await t.app.fetch(new Request('http://a/?stay=1'))
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: one\n\n')
    await reader?.cancel()
    await left.opened
  })
})

describeDialects('events() for a long time', ['5.x', '4.x', '3.x'], (t) => {
  it('keeps nothing of the events that were sent', async () => {
    const first: WeakRef<object>[] = []
    const proceed = createGate()
    const sent = createGate()
    t.app.get('/', (req, res) => {
      events(req, res).from(
        (async function* () {
          for (let at = 0; at < 50; at++) {
            const event = { data: { at } }
            first.push(new WeakRef(event))
            yield event
          }
          sent.open()
          await proceed.opened
        })(),
      )
    })
    const incoming = await openEvents(await t.port())
    incoming.resume()
    await sent.opened
    await expect
      .poll(() => {
        collectGarbage()
        return first.slice(0, 40).filter((each) => each.deref() !== undefined).length
      })
      .toBe(0)
    proceed.open()
    await once(incoming, 'end')
  })

  it('drops a client behind compression that does not read, also if nothing awaits', async () => {
    let stream: ReturnType<typeof events> | undefined
    const opened = createGate()
    t.app.use(compression({ threshold: 0 }))
    t.app.get('/', (req, res) => {
      stream = events(req, res, { maxBuffered: 512 * 1024 })
      opened.open()
    })
    const incoming = await openEvents(await t.port(), { 'accept-encoding': 'gzip' })
    incoming.pause()
    await opened.opened
    let sent = 0
    for (; stream?.isOpen && sent < 2000; sent++) {
      stream.send(randomBytes(32 * 1024).toString('base64'))
      if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(stream?.isOpen).toBe(false)
  })

  it('keeps a client for as many bytes as the limit allows', async () => {
    const opened = createGate()
    let stream: ReturnType<typeof events> | undefined
    let waiting = () => 0
    t.app.get('/', (req, res) => {
      stream = events(req, res, { maxBuffered: 1_000_000, heartbeat: false })
      // Node 26 keeps what is written in one turn in the response, older versions in the socket.
      waiting = () => res.writableLength
      opened.open()
    })
    const incoming = await openEvents(await t.port())
    incoming.pause()
    await opened.opened
    let largest = 0
    for (let sent = 0; stream?.isOpen && sent < 20_000; sent++) {
      stream.send('x'.repeat(10_000))
      largest = Math.max(largest, waiting())
      if (sent % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(stream?.isOpen).toBe(false)
    expect(largest).toBeGreaterThan(900_000)
    expect(largest).toBeLessThan(1_100_000)
  })

  it('keeps a client that is behind but reads as fast as events come', async () => {
    const opened = createGate()
    let stream: ReturnType<typeof events> | undefined
    let waiting = () => 0
    t.app.get('/', (req, res) => {
      stream = events(req, res, { maxBuffered: 32_000_000, heartbeat: false })
      waiting = () => res.socket?.writableLength ?? 0
      opened.open()
    })
    const client = connect(await t.port(), '127.0.0.1')
    onTestFinished(() => void client.destroy())
    client.on('readable', () => {}) // It reads by hand.
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await opened.opened
    const data = 'x'.repeat(100_000)
    // More than the operating system buffers, so that the server never writes all of it.
    while (waiting() < 8_000_000) {
      stream?.send(data)
      await new Promise((resolve) => setImmediate(resolve))
    }
    let sent = 0
    for (let received = 0; stream?.isOpen && sent < 500; sent++) {
      stream.send(data)
      while (received < sent * data.length) {
        const chunk = client.read() as Buffer | null
        if (chunk === null) await once(client, 'readable')
        else received += chunk.length
      }
    }
    expect([stream?.isOpen, sent]).toEqual([true, 500])
  })

  it('sends one event that is larger than the limit', async () => {
    const data = 'x'.repeat(3_000_000)
    t.app.get('/', async (req, res) => {
      const stream = events(req, res, { maxBuffered: 1000, heartbeat: 1 })
      await stream.send(data)
      stream.close()
    })
    expect((await t.request('/')).text.replace(/^: \n\n/gm, '')).toBe(`data: ${data}\n\n`)
  })

  it('ends with a response that other code has ended', async () => {
    const settled = createGate()
    const errors: unknown[] = []
    let isSent: boolean | undefined
    t.app.get('/', async (req, res) => {
      const stream = events(req, res)
      res.on('error', (error) => errors.push(error))
      res.end(': over\n\n')
      isSent = await stream.send('late')
      await stream.closed
      settled.open()
    })
    expect((await t.request('/')).text).toBe(': over\n\n')
    await settled.opened
    expect([isSent, errors]).toEqual([false, []])
  })

  it('sends the promises of an iterable as their values', async () => {
    t.app.get('/', (req, res) => events(req, res).from([Promise.resolve('a'), 'b'] as never))
    expect((await t.request('/')).text).toBe('data: a\n\ndata: b\n\n')
  })

  it('can join a room', async () => {
    const hall = rooms()
    t.app.get('/', async (req, res) => {
      const stream = events(req, res)
      await hall.join('a', stream)
      hall.broadcast('a', 'grüß\ndich')
      hall.broadcast('a', Buffer.from('bytes'))
      stream.close()
    })
    expect((await t.request('/')).text).toBe('data: grüß\ndata: dich\n\ndata: bytes\n\n')
    await expect.poll(() => hall.names()).toEqual([])
  })

  it('takes a heartbeat that is longer than a timer of Node', async () => {
    t.app.get('/', (req, res) => {
      const stream = events(req, res, { heartbeat: 2 ** 40 })
      setImmediate(() => setImmediate(() => stream.close()))
    })
    expect((await t.request('/')).text).toBe('')
  })

  it('ends all iterables of one stream when the client leaves', async () => {
    let returned = 0
    const left = createGate()
    const waiting = () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return() {
          if (++returned === 2) left.open()
          return Promise.resolve({ done: true as const, value: undefined })
        },
      }),
    })
    t.app.get('/', (req, res) => {
      const stream = events(req, res)
      stream.from(waiting())
      stream.from(waiting())
      stream.send('begun')
    })
    const incoming = await openEvents(await t.port())
    await once(incoming, 'data')
    incoming.destroy()
    await left.opened
  })

  it('ends an iterable whose promise is pending when the client leaves', async () => {
    const calls: string[] = []
    t.app.get('/', async (req, res) => {
      const stream = events(req, res)
      stream.send('begun')
      await stream.from({
        [Symbol.iterator]: () => ({
          next: () => ({ done: false, value: new Promise<never>(() => {}) as never }),
          return() {
            calls.push('return')
            return { done: true, value: undefined }
          },
        }),
      })
      calls.push('settled')
    })
    const incoming = await openEvents(await t.port())
    await once(incoming, 'data')
    incoming.destroy()
    await expect.poll(() => calls).toEqual(['return', 'settled'])
  })

  for (const encoding of ['identity', 'gzip']) {
    it(`sends the events before an error, and gives an error for none, ${encoding}`, async () => {
      t.app.set('env', 'test')
      const errors: string[] = []
      t.app.use(compression({ threshold: 0 }))
      t.app.get('/', (req, res) =>
        events(req, res).from(
          (async function* () {
            for (let id = 1; id <= 100; id++) yield { id, data: `row ${id}` }
            throw undefined
          })(),
        ),
      )
      t.app.use(((error: Error, _req: never, _res: never, next: (error: Error) => void) => {
        errors.push(error.message)
        next(error)
      }) as never)
      const incoming = await openEvents(await t.port(), { 'accept-encoding': encoding })
      const plain = encoding === 'gzip' ? incoming.pipe(createGunzip()) : incoming
      let text = ''
      plain
        .on('error', () => {})
        .on('data', (chunk) => {
          text += chunk
        })
      await expect.poll(() => text.match(/^data:/gm)?.length).toBe(100)
      if (!incoming.closed) await new Promise((resolve) => incoming.once('close', resolve))
      expect(errors).toEqual(['The iterable of from() failed with undefined'])
      expect(incoming.complete).toBe(false)
    })
  }

  it('cuts the response off if an error handler ignores the error', async () => {
    t.app.get('/', (req, res) => {
      events(req, res).from([{ event: 'a\nb', data: 1 }])
    })
    t.app.use(((_error: unknown, _req: never, _res: never, _next: never) => {}) as never)
    const outgoing = get({ host: '127.0.0.1', port: await t.port(), agent: false })
    const ended = new Promise((resolve) => {
      outgoing.on('error', resolve)
      outgoing.on('response', (incoming) => {
        incoming.on('error', () => {})
        incoming.on('close', resolve).resume()
      })
    })
    await ended
  })
})

async function openEvents(port: number, headers = {}): Promise<IncomingMessage> {
  const outgoing = get({ host: '127.0.0.1', port, headers, agent: false })
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  onTestFinished(() => void incoming.destroy())
  return incoming
}
