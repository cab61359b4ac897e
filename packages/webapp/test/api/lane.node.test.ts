import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Request, Response } from '../../src/types/v5/public.ts'
import { factories } from '../support/dialects.ts'
import { hold, nodes, type Play, play, starts, takeTurns } from '../support/lane-stage.ts'
import { get } from '../support/smuggled.ts'
import { endOnUncaught } from '../support/uncaught.ts'

endOnUncaught()

const webapp = factories['5.x']

const post = (path: string, body = 'hello') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** Ways to read a body, which call back behind it. */
const readers: Readonly<Record<string, Reader>> = {
  'a data listener': (req, note, done) => req.on('data', note).on('end', done),
  'a data listener of a later tick': (req, note, done) =>
    process.nextTick(() => req.on('data', note).on('end', done)),
  'a data listener of a microtask': (req, note, done) =>
    queueMicrotask(() => req.on('data', note).on('end', done)),
  'a data listener of a later turn': (req, note, done) =>
    setImmediate(() => req.on('data', note).on('end', done)),
  'a readable listener': (req, note, done) =>
    req.on('readable', () => note(req.read())).on('end', done),
  'a loop': (req, note, done) => {
    const read = async () => {
      for await (const chunk of req) note(chunk)
    }
    read().then(done, note)
  },
  'a pipe': (req, note, done) => req.pipe(new PassThrough()).on('data', note).on('end', done),
  'a parser': (req, note, done) =>
    webapp.text({ type: () => true })(req, req.res as Response, () => {
      note(req.body)
      done()
    }),
  'a parser behind another': (req, note, done) =>
    webapp.json()(req, req.res as Response, () =>
      webapp.raw({ type: () => true })(req, req.res as Response, () => {
        note(req.body)
        done()
      }),
    ),
  nothing: (_req, _note, done) => done(),
  'nothing, in a later tick': (_req, _note, done) => process.nextTick(done),
  'nothing, in a microtask': (_req, _note, done) => queueMicrotask(done),
  'a dump': (req, _note, done) => {
    req.resume()
    done()
  },
  'a data listener that pauses': (req, note, done) => {
    req.on('data', note).on('end', done).pause()
    setImmediate(() => req.resume())
  },
  'a listener that destroys the request': (req, note, done) => {
    req.on('data', (chunk) => {
      note(chunk)
      req.destroy()
    })
    req.on('close', done)
  },
}

type Reader = (req: Request, note: (chunk: unknown) => unknown, done: () => void) => unknown

/** Logs what the ticks around each event of a body see. */
function playReader(read: Reader, body: string): Play {
  return async (stage) => {
    stage.app.post('/body', (req, res) => {
      const see = (when: string) => {
        const { complete, readableEnded, readableLength, destroyed, readableFlowing } = req
        const seen = [complete, readableEnded, readableLength, destroyed, readableFlowing]
        stage.log.push(`${when}: ${seen.join(' ')}`)
      }
      const seeAll = (when: string) => {
        see(when)
        process.nextTick(see, `a tick behind ${when}`)
        queueMicrotask(() => see(`a microtask behind ${when}`))
      }
      seeAll('the handler')
      const note = (chunk: unknown) => seeAll(`a chunk of ${(chunk as Buffer | null)?.length}`)
      read(req, note, () => {
        seeAll('the end')
        res.send('done')
      })
    })
    const client = await stage.known()
    await stage.crowd()
    for (let time = 0; time < 3 && !client.socket.destroyed; time++) {
      await client.say(post('/body', body), 'done')
    }
    await client.say(get('/now'), 'now')
    return client.text
  }
}

const plays: Readonly<Record<string, Play>> = {
  'a response in the same turn': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a listener that is added after the response was sent': async (stage) => {
    stage.app.get('/added', (_req, res) => {
      res.send('added')
      stage.log.push(`ended ${res.writableEnded} ${res.headersSent}`)
      res.on('finish', () => stage.log.push(`finish, finished ${res.writableFinished}`))
      res.on('close', () => stage.log.push(`close, closed ${res.closed} ${res.destroyed}`))
    })
    const client = await stage.known()
    await client.say(get('/added'), 'added')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a listener for nothing but the finish': async (stage) => {
    stage.app.get('/quiet/:event', (req, res) => {
      res.on(req.params.event, () => stage.log.push(`${req.url} is told`))
      res.send('told')
    })
    const client = await stage.known()
    for (const event of ['finish', 'close', 'prefinish', 'other', 'finish']) {
      await client.say(get(`/quiet/${event}`), 'told')
    }
    return client.text
  },

  'what the ticks and turns behind a response see': async (stage) => {
    stage.app.get('/quiet/seen', (req, res) => {
      const see = (when: string) =>
        stage.log.push(`${when}: ${res.writableFinished} ${res.closed} ${req.destroyed}`)
      process.nextTick(see, 'a tick from before')
      res.send('seen')
      see('at once')
      process.nextTick(see, 'the next tick')
      queueMicrotask(() => see('a microtask'))
      setImmediate(see, 'the next turn')
    })
    const client = await stage.known()
    await client.say(get('/quiet/seen'), 'seen')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a listener that is added between the finish and the close': async (stage) => {
    stage.app.get('/quiet/between', (_req, res) => {
      res.send('between')
      process.nextTick(() => {
        res.on('finish', () => stage.log.push('finish'))
        res.on('close', () => stage.log.push(`close ${res.closed} ${res.destroyed}`))
      })
    })
    const client = await stage.known()
    await client.say(get('/quiet/between'), 'between')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a callback of end behind the end': async (stage) => {
    stage.app.get('/again', (_req, res) => {
      res.send('again')
      res.end((...args: unknown[]) => stage.log.push(`called with ${args.length}`))
    })
    const client = await stage.known()
    await client.say(get('/again'), 'again')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'requests behind one that takes its time': async (stage) => {
    const client = await stage.known()
    await client.say(get('/later') + get('/now') + get('/later') + get('/now'), 'now')
    while (client.text.split('HTTP/1.1 200').length < 5) await once(client.socket, 'data')
    return client.text
  },

  'a request in a later piece, while one is under way': async (stage) => {
    let [release, arrived] = [() => {}, () => {}]
    const isHeld = new Promise<void>((resolve) => {
      arrived = resolve
    })
    stage.app.get('/held', (_req, res) => {
      release = () => res.send('held')
      arrived()
    })
    stage.app.get('/release', (_req, res) => {
      // Both handlers run, although only one response can be sent at a time.
      res.send('released')
      release()
    })
    const client = await stage.known()
    client.socket.write(get('/held'))
    await isHeld
    await client.say(get('/release'), 'released')
    return client.text
  },

  'a body, a bodiless request and another body': async (stage) => {
    stage.app.use(webapp.json())
    stage.app.post('/echo', (req, res) => void res.json(req.body))
    const client = await stage.known()
    const echo = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`
    await client.say(echo + get('/now') + echo, '{"a":1}')
    while (client.text.split('HTTP/1.1 200').length < 4) await once(client.socket, 'data')
    return client.text
  },

  ...Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) =>
      ['', 'hello', 'x'.repeat(9999), 'x'.repeat(20_000)].map((body) => [
        `a body of ${body.length} bytes, read by ${name}`,
        playReader(read, body),
      ]),
    ),
  ),

  'a handler that does not read a body': async (stage) => {
    stage.app.post('/unread', (_req, res) => void res.send('unread'))
    const client = await stage.known()
    const head = 'POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n'
    await client.say(`${head}01234`, 'unread')
    await client.say(`56789${get('/now')}`, 'now')
    return client.text
  },

  'an expectation that the server does not know': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now', 'Expect: miracles\r\n'), '\r\n\r\n')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a request without Host behind one that takes its time': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/later')}GET /now HTTP/1.1\r\n\r\n`)
    await client.closed
    return client.text
  },

  'HTTP/1.0 behind one that takes its time': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/later')}GET /now HTTP/1.0\r\n\r\n`)
    await client.closed
    return client.text
  },

  'Connection: close, and requests behind it': async (stage) => {
    const client = await stage.known()
    client.socket.write(get('/now', 'Connection: close\r\n') + get('/later'))
    await client.closed
    return client.text
  },

  'garbage behind a request': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/now')}nonsense\r\n\r\n`)
    await client.closed
    return client.text
  },

  'garbage behind a request that takes its time': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/later')}nonsense\r\n\r\n`)
    await client.closed
    return client.text
  },

  'a client that leaves while responses are under way': async (stage) => {
    const arrived = new Promise<void>((resolve) => {
      stage.app.get('/second', () => resolve())
    })
    stage.app.get('/first', () => {})
    const client = await stage.known()
    client.socket.write(get('/first') + get('/second'))
    await arrived
    client.socket.destroy()
    const closed = ['/first req close', '/second req close', '/first res close']
    await expect.poll(() => closed.every((line) => stage.log.includes(line))).toBe(true)
    return undefined
  },

  'an upgrade that nobody takes': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now', 'Connection: Upgrade\r\nUpgrade: other\r\n'), 'now')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'an upgrade that a listener takes, while a response is under way': async (stage) => {
    stage.server.on('upgrade', (_req, socket) => {
      stage.log.push('upgraded')
      socket.end()
    })
    stage.app.get('/never', () => {})
    const client = await stage.known()
    client.socket.write(get('/never') + get('/now', 'Connection: Upgrade\r\nUpgrade: other\r\n'))
    await client.closed
    return client.text
  },

  'a limit of requests that is set later': async (stage) => {
    const client = await stage.known()
    stage.server.maxRequestsPerSocket = 2
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), 'now')
    await client.say(get('/now'), '\r\n\r\n')
    return client.text
  },

  'a timeout of the program, which ends with its response': async (stage) => {
    const timeouts: unknown[] = []
    stage.app.get('/timed', (req, res) => {
      timeouts.push(req.socket.timeout)
      res.setTimeout(100_000)
      timeouts.push(req.socket.timeout)
      res.send('timed')
      res.on('close', () => timeouts.push(req.socket.timeout))
    })
    const client = await stage.known()
    await client.say(get('/timed'), 'timed')
    await client.say(get('/now'), 'now')
    return timeouts
  },

  'a response that is destroyed while it waits for its turn': async (stage) => {
    const release = hold(stage)
    stage.app.get('/destroyed', (_req, res) => {
      res.on('socket', (socket) => stage.log.push(`assigned ${socket === res.socket}`))
      res.destroy()
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/destroyed') + get('/now'), 'held')
    // Newer versions of Node leave the connection open.
    await takeTurns(30)
    return `${client.text} ${client.socket.destroyed}`
  },

  'a response that gets a timeout while it waits for its turn': async (stage) => {
    const release = hold(stage)
    const timeouts: unknown[] = []
    stage.app.get('/timed', (req, res) => {
      res.setTimeout(100_000)
      res.on('socket', () => timeouts.push(req.socket.timeout))
      res.send('timed')
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/timed'), 'timed')
    return timeouts
  },

  'a response that waits for its turn, with an emit of the program': async (stage) => {
    const release = hold(stage)
    stage.app.get('/emitting', (_req, res) => {
      const { emit } = res
      res.emit = (...args: Parameters<typeof emit>) => {
        stage.log.push(`emits ${String(args[0])}`)
        return emit.apply(res, args)
      }
      res.send('emitting')
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/emitting'), 'emitting')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a timeout of the program, and requests behind its response': async (stage) => {
    const release = hold(stage)
    const timeouts: unknown[] = []
    stage.app.get('/timed', ({ socket }, res) => {
      timeouts.push(socket.setTimeout(100_000).timeout)
      setImmediate(() => res.send('timed'))
    })
    stage.app.get('/seen', ({ socket }, res) => {
      timeouts.push(socket.timeout)
      res.send('seen')
      release()
    })
    const client = await stage.known()
    await client.say(get('/timed') + get('/seen'), 'seen')
    await client.say(get('/held') + get('/seen'), 'seen')
    return timeouts
  },

  'a timeout of the program, and no time between two requests': async (stage) => {
    const timeouts: unknown[] = []
    stage.server.keepAliveTimeout = 0
    stage.app.get('/timed', ({ socket }, res) => {
      timeouts.push(socket.timeout)
      socket.setTimeout(100_000)
      res.send('timed')
    })
    const client = await stage.known()
    for (let request = 0; request < 3; request++) await client.say(get('/timed'), 'timed')
    return timeouts
  },

  'many bytes that wait for their turn, and a socket that drains': async (stage) => {
    const states: unknown[] = []
    const release = hold(stage)
    stage.app.get('/much', ({ socket }, res) => {
      states.push(socket.isPaused())
      res.send(Buffer.alloc(200_000, 'x'))
    })
    stage.app.get('/drain', ({ socket }, res) => {
      states.push(socket.isPaused())
      // As it does when the client has read a part of the first response.
      socket.emit('drain')
      states.push(socket.isPaused())
      res.send('drained')
      release()
    })
    const client = await stage.known()
    await client.say(get('/held') + get('/much').repeat(2) + get('/drain'), 'drained')
    await client.say(get('/now'), 'now')
    return states
  },

  'a response that closes the connection before others had their turn': async (stage) => {
    stage.app.get(
      '/last',
      (_req, res) => void setImmediate(() => res.set('Connection', 'close').send('last')),
    )
    stage.app.get('/never', () => {})
    const client = await stage.known()
    client.socket.write(get('/last') + get('/now') + get('/never'))
    await client.closed
    const closed = ['/now req close', '/never req close']
    await expect.poll(() => closed.every((line) => stage.log.includes(line))).toBe(true)
    return client.text
  },

  'a response that the program detaches from its connection': async (stage) => {
    stage.app.get('/detached', ({ socket }, res) => {
      res.detachSocket(socket)
      socket.end('raw')
    })
    const client = await stage.known()
    client.socket.write(get('/detached'))
    await client.closed
    await expect.poll(() => stage.log).toContain('/detached req close')
    return client.text
  },

  'a head in two pieces, and requests behind it': async (stage) => {
    const client = await stage.known()
    client.socket.write(`${get('/now')}GET /no`)
    while (!client.text.endsWith('now')) await once(client.socket, 'data')
    await client.say(`w HTTP/1.1\r\nHost: a\r\n\r\n`, 'now')
    await client.say(get('/now'), 'now')
    await client.say(get('/now') + get('/later') + get('/now'), 'now')
    while (client.text.split('HTTP/1.1 200').length < 7) await once(client.socket, 'data')
    return client.text
  },

  'bodies in chunks between other requests': async (stage) => {
    stage.app.use(webapp.json())
    stage.app.post('/echo', (req, res) => void res.json(req.body))
    const client = await stage.known()
    const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"b":2}\r\n0\r\n\r\n`
    await client.say(`${get('/later')}${chunked}${get('/later')}${chunked}`, '}')
    while (client.text.split('HTTP/1.1 200').length < 5) await once(client.socket, 'data')
    return client.text
  },

  'a body in two pieces': async (stage) => {
    stage.app.use(webapp.json())
    stage.app.post('/echo', (req, res) => void res.json(req.body))
    const client = await stage.known()
    client.socket.write(
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a"',
    )
    await expect.poll(() => stage.log.join()).toContain('/echo arrives')
    await client.say(':1}', '}')
    await client.say(get('/now'), 'now')
    return client.text
  },

  'a body that one handler reads piece by piece': async (stage) => {
    const seen: unknown[] = []
    stage.app.post('/pieces', (req, res) => {
      req.on('data', (chunk) => seen.push(String(chunk), req.complete))
      req.on('end', () => {
        seen.push(req.complete)
        res.send('pieces')
      })
    })
    const client = await stage.known()
    const sent = 'POST /pieces HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc'
    await client.say(sent, 'pieces')
    await client.say(sent + sent, 'pieces')
    while (client.text.split('HTTP/1.1 200').length < 4) await once(client.socket, 'data')
    return seen
  },

  'HEAD, OPTIONS, DELETE, and a method that is not known': async (stage) => {
    stage.app.all('/any', (req, res) => void res.send(req.method))
    const client = await stage.known()
    const ask = (method: string) => `${method} /any HTTP/1.1\r\nHost: a\r\n\r\n`
    await client.say(ask('HEAD') + ask('OPTIONS') + ask('DELETE') + ask('MKCOL'), 'MKCOL')
    await client.say(ask('NONE'), 'close\r\n\r\n')
    await client.closed
    return client.text
  },

  'a client that ends its half with a request': async (stage) => {
    const client = await stage.known()
    client.socket.end(get('/later') + get('/now'))
    await client.closed
    return client.text
  },

  'an upgrade on a connection that is idle': async (stage) => {
    stage.server.on('upgrade', (_req, socket: Socket, head: Buffer) => {
      socket.on('data', (chunk) => socket.write(`heard ${chunk}`))
      socket.write(`upgraded ${head}`)
    })
    const client = await stage.known()
    await client.say(get('/now'), 'now')
    await client.say(`${get('/now', 'Connection: upgrade\r\nUpgrade: x\r\n')}head`, 'head')
    await client.say('more', 'more')
    client.socket.end()
    return client.text
  },

  'a tunnel': async (stage) => {
    stage.server.on('connect', (_req, socket: Socket) => {
      socket.on('data', (chunk) => socket.write(`heard ${chunk}`))
      socket.write('connected')
    })
    const client = await stage.known()
    await client.say('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'connected')
    await client.say('more', 'more')
    client.socket.end()
    return client.text
  },

  'a listener for the data of the connection': async (stage) => {
    const seen: string[] = []
    stage.app.get('/listen', (req, res) => {
      req.socket.on('data', (chunk) => seen.push(String(chunk)))
      res.send('listens')
    })
    const client = await stage.known()
    await client.say(get('/listen'), 'listens')
    await client.say(get('/now'), 'now')
    await client.say(get('/later'), 'later')
    return [...seen, client.text.match(/now|later/g)]
  },

  'a connection that a handler pauses': async (stage) => {
    stage.app.get('/pause', ({ socket }, res) => {
      socket.pause()
      res.send('paused')
      setImmediate(() => setImmediate(() => socket.resume()))
    })
    const client = await stage.known()
    await client.say(get('/pause'), 'paused')
    await client.say(get('/now') + get('/later'), 'later')
    return client.text
  },

  'a connection that a handler destroys': async (stage) => {
    stage.app.get('/destroy', ({ socket }) => void socket.destroy())
    const client = await stage.known()
    client.socket.write(get('/now') + get('/destroy') + get('/now'))
    await client.closed
    return stage.log.filter((line) => line.endsWith('arrives'))
  },

  'fewer headers than were sent': async (stage) => {
    stage.server.maxHeadersCount = 2
    stage.app.get('/names', (req, res) => void res.json([req.rawHeaders, req.headers]))
    const client = await stage.known()
    await client.say(get('/names', 'X-A: b\r\nX-C: d\r\nX-E: f\r\n'), '}]')
    return client.text
  },

  'a head that is too large': async (stage) => {
    const client = await stage.known()
    await client.say(get('/now', `X-A: ${'b'.repeat(9000)}\r\n`), 'now')
    await client.say(get('/now', `X-A: ${'b'.repeat(17_000)}\r\n`), '\r\n\r\n')
    await client.closed
    return client.text
  },

  'idle connections that are closed, and others that are not': async (stage) => {
    const [idle, busy] = [await stage.known(), await stage.known()]
    let answer = () => {}
    stage.app.get('/slow', (_req, res) => {
      answer = () => void res.send('slow')
    })
    busy.socket.write(get('/slow'))
    await expect.poll(() => stage.log.join()).toContain('/slow arrives')
    stage.server.closeIdleConnections()
    await idle.closed
    answer()
    await busy.say('', 'slow')
    return busy.text
  },

  'header names and values as they were sent': async (stage) => {
    stage.app.get('/raw', (req, res) => void res.json([req.url, req.rawHeaders, req.headers]))
    const client = await stage.known()
    const lines =
      'x-TWO:  a \t b\t \r\nX-Empty:\r\nx-two: c\r\nCookie: a=b\r\nCookie: c=d\r\nAge: 1\r\nAge: 2\r\n'
    await client.say(get('/raw?a=b&c', lines), '}]')
    await client.say(get('/raw?a=b&c', `${lines}X-Long: ${'x'.repeat(2000)}\r\n`), '}]')
    return client.text
  },

  'streams, errors and empty responses': async (stage) => {
    stage.app.get('/parts', (_req, res) => {
      res.write('a')
      setImmediate(() => res.end('z'))
    })
    stage.app.get('/empty', (_req, res) => void res.status(204).end())
    stage.app.get('/fails', () => Promise.reject(new Error('as it must')))
    stage.app.set('env', 'test')
    const client = await stage.known()
    await client.say(get('/parts'), '0\r\n\r\n')
    await client.say(get('/empty'), '\r\n\r\n')
    await client.say(get('/fails'), '</html>\n')
    await client.say(get('/now'), 'now')
    return client.text.replaceAll(/ {4}at .*\n|<br>.*<br>/g, '')
  },
}

describe.each(Object.entries(starts))('a connection with several requests, %s', (_, start) => {
  it.each(Object.entries(plays))('shows what Node shows: %s', async (_name, act) => {
    const expected = await play(nodes, act)
    expect(expected.log.length + String(expected.seen).length).toBeGreaterThan(2)
    expect(await play(start, act)).toEqual(expected)
  })
})
