import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { closeSocketsAfterEach, openSocket } from '../live/client.ts'
import { describeDialects } from '../support/dialects.ts'
import { accepts, exchange } from '../support/exchange.ts'

const FOLDERS = { '5.x': 'v5', '4.x': 'v4', '3.x': 'v3' } as const

/**
 * Two applications, the first of them with two servers and one for HTTP/2. They respond to requests
 * when a line arrives on standard input.
 */
const program = `
  const { createServer } = require('node:http')
  const http2 = require('node:http2')
  const webapp = require('webapp/' + process.env.FOLDER)
  const { events } = require('webapp/sse')
  const { upgrade } = require('webapp/ws')
  const say = (...words) => console.log(words.join(' '))
  const waiting = []
  const create = () => {
    const app = webapp()
    const respond = (req, res) => {
      waiting.push(() => res.send('whole response'))
      say('arrived')
    }
    app.get('/', respond)
    app.post('/', (req, res) => {
      say('began')
      req.resume().on('end', () => respond(req, res))
    })
    app.get('/events', (req, res) => void events(req, res).send('first'))
    app.get('/socket', upgrade((socket) => void socket.send('first')))
    return app
  }
  const [app, other] = [create(), create()]
  const apps = [app, other]
  const options = {}
  const servers = [
    app.listen(0, '127.0.0.1'),
    createServer(app).listen(0, '127.0.0.1'),
    other.listen(0, '127.0.0.1'),
    http2.createServer(app).listen(0, '127.0.0.1'),
  ]
  eval(process.env.SETUP)
  webapp.shutdown(apps, options)
  process.stdin.on('data', () => waiting.forEach((respond) => respond())).unref?.()
  process.on('exit', (code) => say('exit', code))
  Promise.all(servers.map((server) => new Promise((resolve) => server.on('listening', resolve))))
    .then(() => say('ports', ...servers.map((server) => server.address().port)))
`

/** Each setup makes one step of a shutdown fail. The text is a part of the line that reports it. */
const FAILURES: Record<string, readonly [setup: string, notice: string]> = {
  '`before` throws': [`options.before = () => { throw new Error('no') }`, 'Error: no'],
  '`before` rejects': [`options.before = async () => { throw new Error('no') }`, 'Error: no'],
  '`before` throws undefined': [`options.before = () => { throw undefined }`, 'undefined'],
  '`before` rejects with null': [`options.before = () => Promise.reject(null)`, 'null'],
  '`before` throws text': [`options.before = () => { throw 'no' }`, "'no'"],
  '`before` throws an object that cannot be inspected': [
    `options.before = () => {
      throw { [Symbol.for('nodejs.util.inspect.custom')]() { throw new Error('never') } }
    }`,
    'an error that cannot be inspected',
  ],
  '`before` returns a thenable that throws': [
    `options.before = () => ({ then() { throw new Error('no') } })`,
    'Error: no',
  ],
  'a `closing` listener throws': [
    `app.on('closing', () => { throw new Error('no') })`,
    'Error: no',
  ],
  'a `closing` listener for one call throws undefined': [
    `app.once('closing', () => { throw undefined })`,
    'undefined',
  ],
  'an async `closing` listener rejects': [
    `app.on('closing', async () => { throw new Error('no') })`,
    'Error: no',
  ],
  'a `closing` listener of each application throws': [
    `for (const each of apps) each.on('closing', () => { throw new Error('no') })`,
    'Error: no',
  ],
  '`app.close` of another application throws': [
    `apps.unshift({ close() { throw new Error('no') } })`,
    'Error: no',
  ],
  '`app.close` of another application rejects': [
    `apps.unshift({ close: async () => { throw new Error('no') } })`,
    'Error: no',
  ],
  '`app.close` that the program replaced throws': [
    `app.close = () => { throw new Error('no') }`,
    'Error: no',
  ],
  '`app.close` that the program wrapped rejects before it closes': [
    `app.close = async () => { await null; throw new Error('no') }`,
    'Error: no',
  ],
  '`app.close` that the program wrapped rejects while it closes': [
    `const { close } = app
    app.close = async (options) => { close.call(app, options); throw new Error('no') }`,
    'Error: no',
  ],
  '`server.close` throws': [`servers[0].close = () => { throw new Error('no') }`, 'Error: no'],
  '`after` throws': [`options.after = () => { throw new Error('no') }`, 'Error: no'],
}

describeDialects('webapp.shutdown(apps) when a step fails', ['5.x', '4.x', '3.x'], (t) => {
  const children: ChildProcessWithoutNullStreams[] = []

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })
  closeSocketsAfterEach()

  it.each(Object.entries(FAILURES))('%s: drains all servers, exits with 1', async (_, failure) => {
    const [setup, notice] = failure
    const process = await start(setup)
    const ports = process.ports.slice(0, 3)
    const requests = ports.map((port) => exchange(port, '/'))
    for (const _request of requests) await process.says('arrived')
    process.kill('SIGTERM')
    for (const port of ports) await expect.poll(() => accepts(port)).toBe(false)
    process.respond()
    for (const response of await Promise.all(requests)) {
      const { status, headers, text: body } = response
      expect([status, headers.connection, body]).toEqual([200, 'close', 'whole response'])
    }
    await process.notes(`webapp: shutdown failed: ${notice}`)
    await process.notes('webapp: closed')
    expect(await process.ended).toEqual([1, null])
  })

  it.each([
    ['', 0],
    [`options.exit = false`, 0],
    [`app.on('closing', () => { throw new Error('no') })`, 1],
  ])('drains the applications of two calls of `shutdown`: %s', async (setup, code) => {
    const process = await start(
      `apps.pop(); webapp.shutdown(other, { log: (notice) => say('other', notice) }); ${setup}`,
    )
    const [first = 0, , second = 0] = process.ports
    const request = exchange(first, '/')
    await process.says('arrived')
    process.kill('SIGTERM')
    // The second application has nothing to wait for.
    await process.says('other closed')
    await expect.poll(() => accepts(second)).toBe(false)
    process.respond()
    expect((await request).text).toBe('whole response')
    expect(await process.ended).toEqual([code, null])
  })

  it('runs the listeners behind one that fails, and `after`', async () => {
    const process = await start(`
      app.on('closing', () => { throw new Error('first') })
      app.on('closing', async () => { throw new Error('second') })
      app.once('closing', function () { say('third', this === app, arguments.length) })
      other.on('closing', () => say('other'))
      options.before = () => { throw new Error('before') }
      options.after = () => say('after')
    `)
    process.kill('SIGINT')
    for (const line of ['third true 0', 'other', 'after']) await process.says(line)
    // The error of a promise is reported later than those that are thrown.
    const notices = await Promise.all(
      ['first', 'second', 'before'].map((name) => process.notes(`shutdown failed: Error: ${name}`)),
    )
    expect(notices).toHaveLength(3)
    expect(await process.ended).toEqual([1, null])
  })

  it('ends event streams and WebSockets, and receives the rest of uploads', async () => {
    const process = await start(`
      app.on('closing', () => { throw new Error('no') })
      options.before = () => { throw new Error('no') }
      // One connection that cannot be ended must not keep the others.
      app.get('/broken', (req, res) => {
        events(req, res).send('first')
        res.end = () => { throw new Error('broken') }
      })
    `)
    const [port = 0] = process.ports
    const broken = await openStream(port, '/broken')
    broken.on('error', () => {}) // It is cut off.
    const stream = await openStream(port, '/events')
    const socket = await openSocket(`ws://127.0.0.1:${port}/socket`)
    expect(await socket.next()).toBe('first')
    const upload = request({ port, host: '127.0.0.1', method: 'POST', agent: false })
    upload.setHeader('Content-Length', 6).write('abc')
    await process.says('began')
    process.kill('SIGTERM')
    expect(await text(stream)).toBe('data: first\n\n')
    expect(await socket.closed).toMatchObject({ code: 1001 })
    await process.notes('webapp: shutdown failed: Error: broken')
    upload.end('def')
    await process.says('arrived')
    process.respond()
    const [response] = (await once(upload, 'response')) as [IncomingMessage]
    expect(await text(response)).toBe('whole response')
    broken.destroy()
    await process.notes('webapp: closed')
    expect(await process.ended).toEqual([1, null])
  })

  it('lets the streams of HTTP/2 finish', async () => {
    const process = await start(`app.on('closing', () => { throw new Error('no') })`)
    const session = connectHttp2(`http://127.0.0.1:${process.ports[3]}`)
    const stream = session.request({ ':path': '/' })
    await process.says('arrived')
    process.kill('SIGTERM')
    await process.notes('webapp: shutdown failed: Error: no')
    await expect.poll(() => accepts(process.ports[3] ?? 0)).toBe(false)
    process.respond()
    expect(await text(stream)).toBe('whole response')
    expect(await process.ended).toEqual([1, null])
    session.destroy()
  })

  it('ends at once at a second signal', async () => {
    const process = await start(`options.before = () => { throw new Error('no') }`)
    const cutOff = exchange(process.ports[0] ?? 0, '/').catch((error: unknown) => error)
    await process.says('arrived')
    process.kill('SIGTERM')
    await process.notes('webapp: shutdown failed: Error: no')
    process.kill('SIGTERM')
    expect(await process.ended).toEqual([143, null])
    expect(await cutOff).toMatchObject({ code: 'ECONNRESET' })
  })

  it.each(['5', 'undefined', 'null'])('takes %s as the result of `before`', async (result) => {
    const process = await start(`options.before = () => ${result}`)
    process.kill('SIGTERM')
    await process.notes('webapp: closed')
    expect(await process.ended).toEqual([0, null])
  })

  it.each([
    ['throws', `options.log = () => { throw new Error('no disk') }`],
    ['rejects', `options.log = async () => { throw new Error('no disk') }`],
  ])('drains though `log` %s', async (_, setup) => {
    const process = await start(`${setup}; options.before = () => { throw new Error('no') }`)
    const response = exchange(process.ports[0] ?? 0, '/')
    await process.says('arrived')
    process.kill('SIGTERM')
    await process.notes('(the log function failed: Error: no disk')
    await expect.poll(() => accepts(process.ports[0] ?? 0)).toBe(false)
    process.respond()
    expect((await response).text).toBe('whole response')
    expect(await process.ended).toEqual([1, null])
  })

  it('drains though nothing reads standard error', async () => {
    const process = await start(`options.before = () => { throw new Error('no') }`)
    const response = exchange(process.ports[0] ?? 0, '/')
    await process.says('arrived')
    process.closeStandardError()
    process.kill('SIGTERM')
    await expect.poll(() => accepts(process.ports[0] ?? 0)).toBe(false)
    process.respond()
    expect((await response).text).toBe('whole response')
    expect(await process.ended).toEqual([1, null])
  })

  it('leaves an error of a listener that comes after app.close() to the process', async () => {
    const process = await start(`
      const third = create()
      third.on('closing', async () => {
        await null
        await closed
        throw new Error('late')
      })
      const closed = third.close()
      closed.then(() => say('closed'))
      process.on('unhandledRejection', ({ message }) => say('unhandled', message))
    `)
    await process.says('closed')
    await process.says('unhandled late')
  })

  /** Starts the applications, and reads the lines that they write. */
  async function start(setup: string) {
    const env = { ...process.env, FOLDER: FOLDERS[t.dialect], SETUP: setup }
    const child = spawn(process.execPath, ['--eval', program], { env, cwd: import.meta.dirname })
    children.push(child)
    const ended = once(child, 'exit')
    const said = new Lines(child.stdout)
    const noted = new Lines(child.stderr)
    const ports = (await said.find('ports ')).split(' ').slice(1).map(Number)
    return {
      ports,
      ended,
      says: (part: string) => said.find(part),
      notes: (part: string) => noted.find(part),
      respond: () => child.stdin.write('respond\n'),
      kill: (signal: NodeJS.Signals) => child.kill(signal),
      closeStandardError: () => child.stderr.destroy(),
    }
  }
})

/** The lines of a stream. Each line is found once, in any order. */
class Lines {
  readonly #lines: string[] = []
  readonly #ended: Promise<unknown>
  #hasEnded = false
  #onLine: () => void = () => {}

  constructor(stream: NodeJS.ReadableStream) {
    const reader = createInterface(stream)
    reader.on('line', (line) => {
      this.#lines.push(line)
      this.#onLine()
    })
    this.#ended = once(reader, 'close').then(() => {
      this.#hasEnded = true
    })
  }

  async find(part: string): Promise<string> {
    for (;;) {
      const at = this.#lines.findIndex((line) => line.includes(part))
      if (at !== -1) return this.#lines.splice(at, 1)[0] ?? ''
      if (this.#hasEnded) throw new Error(`Missing: ${part}; others: ${this.#lines.join('\n')}`)
      const next = new Promise<void>((resolve) => {
        const before = this.#onLine
        this.#onLine = () => {
          before()
          resolve()
        }
      })
      await Promise.race([next, this.#ended])
    }
  }
}

/** The response of an event stream, whose first event has arrived. */
async function openStream(port: number, path: string): Promise<IncomingMessage> {
  const outgoing = request({ port, path, host: '127.0.0.1', agent: false }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  await once(response, 'readable')
  return response
}
