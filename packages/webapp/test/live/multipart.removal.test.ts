import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTemporary, removeTemporary } from '../../src/body/temporary-file.ts'
import { multipart } from '../../src/multipart.ts'
import { createGate } from '../fixtures/gate.ts'
import { say } from '../fixtures/leave.ts'
import { describeDialects } from '../support/dialects.ts'
import { type Link, startHttp2 } from '../support/http2.ts'

const headers = { 'content-type': 'multipart/form-data; boundary=B' }
const form =
  '--B\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\ncontent\r\n--B--\r\n'

describeDialects('files on disk of a request over HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webapp-uploads-'))
    t.app.set('env', 'test')
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  type Cut = (stream: ReturnType<Link['open']>, session: Link['session']) => void
  const cuts: Record<string, Cut> = {
    'resets the stream': (stream) => stream.close(8),
    'closes the stream without an error': (stream) => stream.close(0),
    'destroys the session': (_stream, session) => session.destroy(),
  }
  for (const [name, cut] of Object.entries(cuts)) {
    for (const begins of [false, true]) {
      it(`are removed if the client ${name} ${begins ? 'during' : 'before'} the response`, async () => {
        const handled = createGate()
        t.app.post('/', multipart({ storage: 'disk', directory }), (_req, res) => {
          if (begins) res.write('beginning')
          handled.open()
        })
        const { open, session } = await startHttp2(t.app as never)
        const stream = open('/', { method: 'POST', headers })
        stream.on('error', () => {})
        stream.end(form)
        await handled.opened
        expect(readdirSync(directory)).toHaveLength(1)
        cut(stream, session)
        await expect.poll(() => readdirSync(directory)).toEqual([])
      })
    }
  }

  it('are removed if the program cuts the response off', async () => {
    const handlers: Parameters<typeof t.app.post>[1][] = [
      (_req, res) => void res.destroy(),
      (_req, res) => {
        res.write('beginning')
        setImmediate(() => res.destroy())
      },
      (_req, res) => {
        res.write('beginning')
        throw new Error('late')
      },
    ]
    handlers.forEach((handler, at) => {
      t.app.post(`/${at}`, multipart({ storage: 'disk', directory }), handler)
    })
    const { ask } = await startHttp2(t.app as never)
    for (const at of handlers.keys()) {
      const answer = await ask(`/${at}`, { method: 'POST', headers, body: form })
      expect(answer.reset).not.toBe(0)
      await expect.poll(() => readdirSync(directory)).toEqual([])
    }
  })
})

/** A server with one upload that is handled or arrives; it ends itself as `how` says. */
const program = `
  const webapp = require('webapp/v5')
  const { multipart } = require('webapp/multipart')
  const { HOW, DIRECTORY } = process.env
  const app = webapp()
  const upload = multipart({ storage: 'disk', directory: DIRECTORY })
  const exits = { exit: () => process.exit(), shutdown: () => process.kill(process.pid, 'SIGTERM') }
  app.post('/', upload, (req, res) => {
    if (HOW === 'keep') req.files.f[0].keep()
    if (HOW === 'finish') res.once('finish', exits.exit).send('sent')
    else (exits[HOW] ?? exits.exit)()
  })
  process.on('message', () => process.exit())
  const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port))
  if (HOW === 'shutdown') webapp.shutdown(app, { timeout: 0, log: false })
`

describe('files on disk of requests that the end of the process cuts off', () => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webapp-uploads-'))
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  async function runUntilExit(how: string, body: string): Promise<void> {
    const env = { ...process.env, HOW: how, DIRECTORY: directory }
    const cwd = import.meta.dirname
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    const child = spawn(process.execPath, ['-e', program], { cwd, env, stdio: [...stdio] })
    const exited = once(child, 'exit')
    const [port] = await once(child, 'message')
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${form.length}\r\n\r\n`
    const socket = await say(port, head + body)
    socket.on('error', () => {})
    if (body !== form) {
      await expect.poll(() => readdirSync(directory)).toHaveLength(1)
      child.send('exit')
    }
    await exited
    socket.destroy()
  }

  for (const how of ['exit', 'shutdown']) {
    it(`are removed by ${how} during the handler`, async () => {
      await runUntilExit(how, form)
      expect(readdirSync(directory)).toEqual([])
    })
  }

  it('are removed by an exit during the upload', async () => {
    await runUntilExit('exit', form.slice(0, -10))
    expect(readdirSync(directory)).toEqual([])
  })

  it('stay if the program keeps them, or if the response is finished', async () => {
    await runUntilExit('keep', form)
    expect(readdirSync(directory)).toHaveLength(1)
    await runUntilExit('finish', form)
    expect(readdirSync(directory)).toHaveLength(2)
  })

  it('need no listener while there are none', async () => {
    const before = process.listenerCount('exit')
    await createTemporary(join(directory, 'a'), 1024, async (target) => {
      expect(process.listenerCount('exit')).toBe(before + 1)
      target.end()
      await once(target, 'close')
    })
    await removeTemporary(join(directory, 'a'))
    expect(process.listenerCount('exit')).toBe(before)
    expect(readdirSync(directory)).toEqual([])
  })
})
