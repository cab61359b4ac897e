import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import type { Closable, ShutdownOptions } from '../../src/types/shared/lifecycle.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { accepts } from '../support/exchange.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** An application that answers `/` when it is told to, and says what happens to it. */
const program = `
  const webapp = require('webapp/v5')
  const app = webapp()
  const say = (...words) => console.log(words.join(' '))
  let answer
  app.get('/', (req, res) => {
    say('asked')
    answer = () => res.send('answer')
  })
  app.get('/health', (req, res) => res.send(req.app.closing ? 'closing' : 'up'))
  const server = app.listen(0, '127.0.0.1', () => say('port', server.address().port))
  process.stdin.on('data', () => answer()).unref?.()
  const options = eval('(' + process.env.OPTIONS + ')')
  const unwire = webapp.shutdown(app, options)
  process.on('exit', (code) => say('exit', code))
`

describe('webapp.shutdown(app, options)', () => {
  const children: ChildProcess[] = []

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  it('closes the application at the first signal, and ends the process', async () => {
    const app = await start()
    const kept = new KeptConnection(app.port)
    const asking = kept.ask(GET)
    await app.says('asked')
    app.kill('SIGTERM')
    await app.notes('webapp: SIGTERM received; waiting up to 10 s for in-flight requests')
    await expect.poll(() => accepts(app.port)).toBe(false)
    app.tell('answer')
    expect(await asking).toContain('Connection: close')
    expect(await app.ended).toEqual([0, null])
    await app.notes('webapp: closed')
  })

  it('ends at once at the second signal', async () => {
    const app = await start()
    new KeptConnection(app.port).ask(GET).catch(() => {})
    await app.says('asked')
    app.kill('SIGTERM')
    await app.notes('webapp: SIGTERM received; waiting up to 10 s for in-flight requests')
    app.kill('SIGINT')
    await app.notes('webapp: SIGINT received again; exiting at once')
    expect(await app.ended).toEqual([130, null])
  })

  it('cuts off what takes longer than the timeout, and tells of it', async () => {
    const app = await start('{ timeout: 100 }')
    const kept = new KeptConnection(app.port)
    kept.ask(GET).catch(() => {})
    await app.says('asked')
    app.kill('SIGINT')
    await app.notes('webapp: SIGINT received; waiting up to 100 ms for in-flight requests')
    await app.notes('webapp: closed; 1 connection destroyed at the timeout')
    expect(await app.ended).toEqual([0, null])
    await kept.closed
  })

  it('runs `before` while requests are still answered, and `after` when all is closed', async () => {
    const app = await start(`{
      before: (signal) => new Promise((resolve) => {
        say('before', signal)
        process.once('SIGUSR2', resolve)
      }),
      after: async (signal) => say('after', signal, server.listening),
    }`)
    const kept = new KeptConnection(app.port)
    const health = GET.replace('/ ', '/health ')
    expect(await kept.ask(health, 'up')).toContain('200 OK')
    app.kill('SIGTERM')
    await app.says('before SIGTERM')
    expect(await kept.ask(health, 'closing')).toContain('200 OK')
    app.kill('SIGUSR2')
    await app.says('after SIGTERM false')
    expect(await app.ended).toEqual([0, null])
  })

  it('ends within the timeout while clients go on sending', async () => {
    const app = await start('{ timeout: 30_000 }')
    const health = GET.replace('/ ', '/health ')
    const clients = Array.from({ length: 8 }, () => sendOn(app.port, health))
    await Promise.all(clients.map(({ begun }) => begun))
    app.kill('SIGTERM')
    await app.notes('webapp: closed')
    expect(await app.ended).toEqual([0, null])
    for (const answers of await Promise.all(clients.map(({ answers }) => answers))) {
      expect(answers.slice(0, -1).every((text) => text.includes('keep-alive'))).toBe(true)
      expect(answers.at(-1)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Connection: close/)
    }
  })

  it('ends though its log function throws', async () => {
    const app = await start("{ log: () => { throw new Error('no disk') } }")
    app.kill('SIGTERM')
    await app.notesPart('waiting up to 10 s for in-flight requests (the log function failed: Error')
    expect(await app.ended).toEqual([0, null])
  })

  /** Starts the application, and reads what it says. */
  async function start(options = '{}') {
    const args = ['--eval', program]
    const env = { ...process.env, OPTIONS: options }
    const child = spawn(process.execPath, args, { env })
    children.push(child)
    const ended = once(child, 'exit')
    const said = createInterface(child.stdout)[Symbol.asyncIterator]()
    const noted = createInterface(child.stderr)[Symbol.asyncIterator]()
    const port = await readUntil(said, (line) => line.startsWith('port '))
    return {
      port: Number(port.slice('port '.length)),
      ended,
      says: (text: string) => readUntil(said, (line) => line === text),
      notes: (text: string) => readUntil(noted, (line) => line === text),
      notesPart: (text: string) => readUntil(noted, (line) => line.includes(text)),
      tell: (text: string) => child.stdin.write(text),
      kill: (signal: NodeJS.Signals) => child.kill(signal),
    }
  }
})

describeDialects('webapp.shutdown(apps, options)', ['5.x', '4.x', '3.x'], (t) => {
  const listeners = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')

  const notices: string[] = []
  const { exitCode } = process

  afterEach(() => {
    notices.length = 0
    process.exitCode = exitCode
  })

  /** Sends a signal within the process, and waits until all is over. */
  function end(signal: NodeJS.Signals, apps: readonly Closable[], options: ShutdownOptions) {
    return new Promise<void>((resolve) => {
      const log = (notice: string) => {
        notices.push(notice)
        if (!notice.startsWith('closed')) return
        undo()
        setImmediate(resolve)
      }
      const undo = t.webapp.shutdown(apps, { ...options, exit: false, log })
      process.emit(signal, signal)
    })
  }

  it('can be undone', () => {
    const before = listeners()
    const undo = t.webapp.shutdown(t.app)
    expect(listeners()).toBe(before + 2)
    undo()
    expect(listeners()).toBe(before)
  })

  it('takes several applications, of any dialect', async () => {
    const apps = [t.app, factories['4.x'](), factories['3.x']()]
    for (const app of apps) app.listen(0, '127.0.0.1')
    await end('SIGTERM', apps, {})
    expect(apps.map(({ closing }) => closing)).toEqual([true, true, true])
    expect(notices).toEqual([
      'SIGTERM received; waiting up to 10 s for in-flight requests',
      'closed',
    ])
    expect(process.exitCode).toBe(0)
  })

  it('hears the signals that it is told to', async () => {
    const timeout = Number.POSITIVE_INFINITY
    await end('SIGUSR2', [t.app], { signals: ['SIGUSR2'], timeout })
    expect(notices[0]).toBe('SIGUSR2 received; waiting without limit for in-flight requests')
  })

  it('keeps the exit code that somebody set', async () => {
    process.exitCode = 7
    await end('SIGTERM', [t.app], {})
    expect(process.exitCode).toBe(7)
  })

  it.each(['before', 'after'])('tells when `%s` fails, by the exit code too', async (name) => {
    const fail = async () => {
      throw new Error('no database')
    }
    await end('SIGTERM', [t.app], { [name]: fail })
    expect(notices[1]).toMatch(/^shutdown failed: Error: no database\n/)
    expect(process.exitCode).toBe(1)
  })

  it('closes by members that people replaced', async () => {
    let given: unknown
    const own = { close: (options: unknown) => (given = options) }
    await end('SIGINT', [own], { timeout: 5 })
    expect([given, notices[1]]).toEqual([{ timeout: 5 }, 'closed'])
  })

  it.each([
    [[undefined], 'shutdown takes an application or a list of them, got undefined'],
    [[{ a: 1 }], 'shutdown takes an application or a list of them, got { a: 1 }'],
    [[[5]], 'shutdown takes an application or a list of them, got 5'],
    [[[], { signals: ['SIGNONE'] }], "signals must be names such as 'SIGTERM', got 'SIGNONE'"],
    [
      [[], { timeout: '5s' }],
      "timeout must be a number of milliseconds from 0 to Infinity, got '5s'",
    ],
  ])('refuses %j', (args, message) => {
    const before = listeners()
    expect(() => t.webapp.shutdown(...(args as [never]))).toThrow(new TypeError(message))
    expect(listeners()).toBe(before)
  })
})

/** Sends a request on one connection again and again, until the server ends the connection. */
function sendOn(port: number, request: string) {
  const kept = new KeptConnection(port)
  const first = kept.ask(request, 'up')
  const answers = first.then(async (begun) => {
    const all = [begun]
    while (!all.at(-1)?.includes('Connection: close'))
      all.push(await kept.ask(request, ['up', 'closing']))
    await kept.closed
    return all
  })
  return { begun: first, answers }
}

async function readUntil(
  lines: AsyncIterator<string>,
  isIt: (line: string) => boolean,
): Promise<string> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (isIt(next.value)) return next.value
  }
  throw new Error('The process has ended, and did not say so.')
}
