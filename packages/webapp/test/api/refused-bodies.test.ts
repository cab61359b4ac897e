import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

interface Reply {
  status(code: number): { send(text: string): unknown }
}

/** All that the server says on a connection, and how the connection ends. */
function hear(socket: Socket): Promise<{ text: string; end: string }> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve({ text, end: 'closed' }))
    socket.on('error', ({ message }) => resolve({ text, end: message }))
  })
}

const head = (...lines: string[]) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${lines.join('\r\n')}\r\n\r\n`

describeDialects('a client that is still sending a refused body', ['5.x', '4.x', '3.x'], (t) => {
  const piece = Buffer.alloc(64 * 1024, ' ')

  function answerErrors() {
    t.app.use(t.webapp.json({ limit: 1000 }) as never)
    t.app.use((_error: Error, _req: unknown, res: Reply, _next: unknown) => {
      res.status(413).send('x'.repeat(100_000))
    })
  }

  /** Sends all of the body before it reads the response, as many clients do. */
  async function upload(opening: string, body: Iterable<Buffer>) {
    const socket = connect(await t.port(), '127.0.0.1')
    try {
      socket.write(opening)
      for (const bytes of body) if (!socket.write(bytes)) await once(socket, 'drain')
      const { text, end } = await hear(socket)
      return { status: text.slice(0, 12), length: text.split('\r\n\r\n')[1]?.length, end }
    } finally {
      socket.destroy()
    }
  }

  function* pieces(count: number) {
    for (let sent = 0; sent < count; sent++) yield piece
  }

  function* chunks(count: number) {
    for (let sent = 0; sent < count; sent++) {
      yield Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
    }
    yield Buffer.from('0\r\n\r\n')
  }

  const whole = { status: 'HTTP/1.1 413', length: 100_000, end: 'closed' }

  it('gets the whole response and a clean end, with a declared length', async () => {
    answerErrors()
    const opening = head('Connection: close', `Content-Length: ${300 * piece.length}`)
    expect(await upload(opening, pieces(300))).toEqual(whole)
  })

  it('gets them with chunks', async () => {
    answerErrors()
    const opening = head('Connection: close', 'Transfer-Encoding: chunked')
    expect(await upload(opening, chunks(300))).toEqual(whole)
  })

  it('gets them with a coding that is not known', async () => {
    answerErrors()
    const opening = head(
      'Connection: close',
      'Content-Encoding: x',
      `Content-Length: ${300 * piece.length}`,
    )
    expect(await upload(opening, pieces(300))).toEqual(whole)
  })

  t.only('3.x', () => {
    it('gets them of webapp.limit()', async () => {
      t.app.use((t.webapp as unknown as { limit(size: number): never }).limit(1000))
      t.app.use((_error: Error, _req: unknown, res: Reply, _next: unknown) => {
        res.status(413).send('x'.repeat(100_000))
      })
      const opening = head('Connection: close', `Content-Length: ${300 * piece.length}`)
      expect(await upload(opening, pieces(300))).toEqual(whole)
    })
  })

  it('may not send for ever', async () => {
    answerErrors()
    const opening = head('Connection: close', 'Transfer-Encoding: chunked')
    await expect(upload(opening, chunks(Number.POSITIVE_INFINITY))).rejects.toThrow(
      /EPIPE|ECONNRESET/,
    )
  })
})

describeDialects('Expect: 100-continue', ['5.x', '4.x', '3.x'], (t) => {
  const expecting = (...lines: string[]) =>
    head('Expect: 100-continue', 'Connection: close', ...lines)

  /** What the server says, to a client that sends its body only after a 100. */
  async function talk(opening: string, body: string): Promise<string[]> {
    const socket = connect(await t.port(), '127.0.0.1', () => socket.write(opening))
    socket.once('data', (chunk) => {
      if (String(chunk).startsWith('HTTP/1.1 100')) socket.write(body)
    })
    const { text } = await hear(socket)
    return text.split('\r\n').filter((line) => /^(HTTP|Connection)/.test(line))
  }

  const ok = ['HTTP/1.1 100 Continue', 'HTTP/1.1 200 OK', 'Connection: close']
  const tooLarge = ['HTTP/1.1 413 Payload Too Large', 'Connection: close']

  it('is answered with 100 for a body that a parser reads', async () => {
    t.app.use(t.webapp.json() as never)
    t.app.post('/', (req, res) => res.json(req.body))
    expect(await talk(expecting('Content-Length: 2'), '{}')).toEqual(ok)
  })

  it('is answered with 100 for a body that a handler reads late', async () => {
    t.app.post('/', (req, res) => {
      setImmediate(() => req.on('end', () => res.send('read')).resume())
    })
    expect(await talk(expecting('Content-Length: 2'), '{}')).toEqual(ok)
  })

  it('is answered with 100 for a body that nobody reads', async () => {
    t.app.post('/', (_req, res) => {
      setImmediate(() => res.send('not read'))
    })
    expect(await talk(expecting('Content-Length: 2'), '{}')).toEqual(ok)
  })

  it('is answered with 100 for an unknown path', async () => {
    const [first, second] = await talk(expecting('Content-Length: 2'), '{}')
    expect([first, second]).toEqual(['HTTP/1.1 100 Continue', 'HTTP/1.1 404 Not Found'])
  })

  it('is answered with 413 alone for a declared length above the limit', async () => {
    t.app.use((_req: unknown, _res: unknown, next: () => void) => setImmediate(next))
    t.app.use(t.webapp.json({ limit: 10 }) as never)
    expect(await talk(expecting('Content-Length: 11'), '[1,2,3,4,5]')).toEqual(tooLarge)
  })

  it('is answered by an error handler alone for a declared length above the limit', async () => {
    t.app.use(t.webapp.json({ limit: 10 }) as never)
    t.app.use((_error: Error, _req: unknown, res: Reply, _next: unknown) => {
      res.status(413).send('own')
    })
    expect(await talk(expecting('Content-Length: 11'), '[1,2,3,4,5]')).toEqual(tooLarge)
  })

  t.only('3.x', () => {
    it('is answered with 413 alone by webapp.limit()', async () => {
      t.app.use((t.webapp as unknown as { limit(size: number): never }).limit(10))
      expect(await talk(expecting('Content-Length: 11'), '[1,2,3,4,5]')).toEqual(tooLarge)
    })
  })

  it('is left to a listener of the program', async () => {
    t.app.use(t.webapp.json() as never)
    t.app.post('/', (req, res) => res.json(req.body))
    await t.port()
    const seen: string[] = []
    t.server().on('checkContinue', (req, res) => {
      seen.push(String(req.headers.expect))
      res.writeContinue()
      t.app(req as never, res as never)
    })
    expect(await talk(expecting('Content-Length: 2'), '{}')).toEqual(ok)
    expect(seen).toEqual(['100-continue'])
  })
})
