import { once } from 'node:events'
import fs from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { PassThrough, Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { deadline, requestId } from '../../src/ops.ts'
import { events } from '../../src/sse.ts'
import { upgrade } from '../../src/ws.ts'
import { createGate } from '../fixtures/gate.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { closeSocketsAfterEach, openSocket, refusal } from '../live/client.ts'
import { describeDialects } from '../support/dialects.ts'
import { hasClosed } from '../support/has-closed.ts'
import { startHttp2 } from '../support/http2.ts'

const endless = () =>
  new Readable({
    read() {
      this.push('more')
    },
  })

const isDestroyed = (stream: { destroyed: boolean }) => () => stream.destroyed

/** Tells an error without a member of a dialect. */
const tell = ((error: Error & { status: number }, _req: never, res: never, _next: never) => {
  Object(res).statusCode = error.status
  Object(res).end(`told ${error.name}`)
}) as never

describeDialects('deadline(ms) and streams', ['5.x', '4.x', '3.x'], (t) => {
  closeSocketsAfterEach()

  it('sends the error if the signal destroys the response', async () => {
    t.app.get('/', deadline(20, { onLate: false }), (req, res) => {
      // It destroys the response when the signal is aborted.
      void pipeline(new PassThrough(), res, { signal: req.signal }).catch(() => {})
    })
    t.app.use(tell)
    expect(await t.request('/')).toMatchObject({ status: 503, text: 'told TimeoutError' })
    const link = await startHttp2(t.app as never)
    expect(await link.ask('/')).toMatchObject({ status: 503, text: 'told TimeoutError', reset: 0 })
  })

  it('sends the error if the signal destroys the request, whose body still arrives', async () => {
    const ended = createGate()
    t.app.post('/', deadline(20, { onLate: false }), async (req) => {
      const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
      await pipeline(req, sink, { signal: req.signal }).catch(() => {})
      ended.open()
    })
    t.app.use(((error: Error, req: never, res: never, next: never) => {
      setImmediate(() => (tell as (...args: unknown[]) => void)(error, req, res, next))
    }) as never)
    const outgoing = request({ host: '127.0.0.1', port: await t.port(), method: 'POST', path: '/' })
    outgoing.on('error', () => {})
    onTestFinished(() => void outgoing.destroy())
    outgoing.write('the beginning')
    const [incoming] = await once(outgoing, 'response')
    expect(incoming.statusCode).toBe(503)
    expect(incoming.headers.connection).toBe('close')
    await ended.opened
  })

  it('does not ask for a body that nothing has read yet', async () => {
    t.app.post('/', deadline(20), () => {})
    t.app.use(tell)
    const answer = await t.raw(
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  })

  it('destroys what is piped to the response later', async () => {
    const [piped, closed] = [createGate(), createGate()]
    const [slow, open, late] = [new PassThrough(), endless(), endless()]
    t.app.get('/', deadline(20, { onLate: false }), async (req, res) => {
      slow.pipe(res) // It has nothing to say before the deadline.
      res.on('close', () => closed.open())
      await once(req.signal, 'abort')
      slow.write('late')
      open.pipe(res)
      await closed.opened
      late.pipe(res)
      piped.open()
    })
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told TimeoutError')
    await piped.opened
    for (const source of [slow, open, late]) await expect.poll(isDestroyed(source)).toBe(true)
  })

  it('leaves a source alone that has another reader', async () => {
    const [piped, source, reader] = [createGate(), new PassThrough(), new PassThrough()]
    t.app.get('/', deadline(20, { onLate: false }), async (req, res) => {
      await once(req.signal, 'abort')
      source.pipe(reader)
      source.pipe(res)
      piped.open()
    })
    t.app.use(tell)
    await t.request('/')
    await piped.opened
    source.end('all of it')
    expect(await text(reader)).toBe('all of it')
  })

  it('closes a file that opens too late', async () => {
    const opened = createGate()
    const descriptors: number[] = []
    const open = vi.spyOn(fs, 'open').mockImplementation(((...args: unknown[]) => {
      const callback = args.at(-1) as (error: Error | null, descriptor: number) => void
      void opened.opened.then(() => {
        const descriptor = fs.openSync(args[0] as string, 'r')
        descriptors.push(descriptor)
        callback(null, descriptor)
      })
    }) as never)
    onTestFinished(() => open.mockRestore())
    t.app.get('/', deadline(20), (_req, res) => {
      const send = t.dialect === '3.x' ? Object(res).sendfile : Object(res).sendFile
      send.call(res, import.meta.filename)
    })
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('told TimeoutError')
    opened.open()
    await expect.poll(() => descriptors).toHaveLength(1)
    const isOpen = () => {
      try {
        fs.fstatSync(descriptors[0] as number)
        return true
      } catch {
        return false
      }
    }
    await expect.poll(isOpen).toBe(false)
  })

  it('cuts off a client that does not read, with the option whole', async () => {
    const ended = createGate()
    t.app.get('/', deadline(50, { whole: true }), (_req, res) => {
      res.on('close', ended.open)
      res.end(Buffer.alloc(64 * 1024 * 1024))
    })
    const socket = connect(await t.port(), '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await ended.opened
    const link = await startHttp2(t.app as never)
    const stream = link.open('/')
    stream.on('error', () => {}).pause()
    await hasClosed(stream)
  })

  it('keeps the order of pipelined responses', async () => {
    const gate = createGate()
    t.app.use(deadline(20, { onLate: false }))
    t.app.get('/slow', deadline(Number.POSITIVE_INFINITY), (_req, res) => {
      void gate.opened.then(() => res.end('<slow>'))
    })
    t.app.get('/late', (req, res) => {
      req.signal.addEventListener('abort', () => {
        setImmediate(() => {
          res.end('<never>')
          gate.open()
        })
      })
    })
    t.app.get('/fast', (_req, res) => res.end('<fast>'))
    t.app.use(tell)
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`
    const answers = await t.raw(
      `${get('/slow')}\r\n${get('/late')}\r\n${get('/fast')}Connection: close\r\n\r\n`,
    )
    expect(answers.match(/HTTP\/1\.1 \d+|<\w+>|told TimeoutError/g)).toEqual([
      ...['HTTP/1.1 200', '<slow>', 'HTTP/1.1 503', 'told TimeoutError', 'HTTP/1.1 200', '<fast>'],
    ])
  })

  it('gives a response to HEAD no body', async () => {
    t.app.get('/', deadline(20), () => {})
    t.app.use(tell)
    const client = new KeptConnection(await t.port())
    onTestFinished(() => void client.socket.destroy())
    const head = await client.ask('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n\r\n')
    expect(head).toContain(' 503 ')
    expect(await client.ask('GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'TimeoutError')).toContain(' 503 ')
  })

  it('does not end a WebSocket or a stream of events that was opened in time', async () => {
    t.app.use(deadline(20))
    t.app.get('/wait', deadline(60), () => {})
    t.app.get(
      '/socket',
      upgrade((socket) => {
        socket.on('message', (data) => socket.send(String(data)))
      }) as never,
    )
    const begun = createGate()
    t.app.get('/events', (req, res) => {
      const stream = events(req, res)
      stream.send('one')
      void begun.opened.then(() => {
        stream.send('two')
        stream.close()
      })
    })
    const { socket, next } = await openSocket(`ws://127.0.0.1:${await t.port()}/socket`)
    const stream = t.request('/events')
    expect((await t.request('/wait')).status).toBe(503)
    begun.open()
    expect((await stream).text).toContain('data: two')
    socket.send('still here')
    expect(await next()).toBe('still here')
  })

  it('refuses a WebSocket that opens too late', async () => {
    const [opened, refused] = [createGate(), createGate()]
    let sockets = 0
    t.app.get(
      '/',
      deadline(20, { onLate: false }),
      upgrade(() => void sockets++, {
        origin: async () => {
          await opened.opened
          setImmediate(() => setImmediate(refused.open))
          return true
        },
      }) as never,
    )
    t.app.use(((error: Error, req: never, res: never, next: never) => {
      opened.open()
      void refused.opened.then(() => (tell as (...args: unknown[]) => void)(error, req, res, next))
    }) as never)
    const answer = await refusal(`ws://127.0.0.1:${await t.port()}/`)
    expect([answer.status, answer.text, sockets]).toEqual([503, 'told TimeoutError', 0])
  })

  it('works for requests in memory', async () => {
    t.app.use(requestId({ generate: () => 'id-1' }) as never)
    t.app.get('/', deadline(20), () => {})
    t.app.use(tell)
    const { statusCode, headers, body } = await t.app.inject('/')
    expect([statusCode, headers['x-request-id'], String(body)]).toEqual([
      ...[503, 'id-1', 'told TimeoutError'],
    ])
  })
})
