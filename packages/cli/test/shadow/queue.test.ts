import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Link } from '../../src/shadow/original/link.ts'
import { createFrameReader, ORIGINAL_VARIABLE } from '../../src/shadow/protocol.ts'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import type { Project } from '../support/project.ts'
import { createProject, IS_WEBAPP, LISTEN, ownPort, routeIn, Shadowed, undo } from './support.ts'

const dist = (file: string) => fileURLToPath(new URL(`../../dist/shadow/${file}`, import.meta.url))

const LIMIT = 256 * 1024
/** What the link keeps, and what the buffers of the sockets may hold beside it. */
const KEPT = 8 * 1024 * 1024
const ROOM = 4 * 1024 * 1024

/** A process that compares and does not read: it stops reading each connection. */
async function createReader(): Promise<{ path: string; connection: Promise<Socket> }> {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-queue-'))
  const path = join(folder, 'socket')
  const server = createServer((socket) => socket.pause()).listen(path)
  const connection = once(server, 'connection').then(([socket]) => socket as Socket)
  await once(server, 'listening')
  undo.push(async () => {
    server.close()
    ;(await connection).destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  return { path, connection }
}

function startProgram(project: Project, args: readonly string[], env: NodeJS.ProcessEnv) {
  const port = ownPort()
  const child = spawn(process.execPath, args, {
    cwd: project.folder,
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  undo.push(() => end(child))
  return { child, url: `http://127.0.0.1:${port}`, listening: once(child.stdout, 'data') }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The id of the process that compares, which the program started. */
function comparingProcess(parent: number | undefined): number | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split(
    '\n',
  )
  const line = lines.find(
    (each) => each.includes('compare-process.js') && Number(each.trim().split(/\s+/)[1]) === parent,
  )
  return line === undefined ? undefined : Number.parseInt(line, 10)
}

const PROGRAM = `const express = require('express')
${IS_WEBAPP}
const isCopy = process.env.WEBAPP_SHADOW_COPY !== undefined
const app = express()
const large = 'x'.repeat(250000)
app.get('/large', (req, res) => res.send(large))
app.get('/fixed', (req, res) => res.send('fixed'))
app.get('/slow', (req, res) => { if (!isCopy) res.send('fast') })
app.get('/pid', (req, res) => res.send(String(process.pid)))
${LISTEN}`

describe.skipIf(process.platform === 'win32')('requests that nobody compares in time', () => {
  it('the link is full at its limit, and has room again when the other side reads', async () => {
    const { path, connection } = await createReader()
    const link = await new Promise<Link>((resolve) => {
      const opened: Link = new Link(
        path,
        () => resolve(opened),
        () => undefined,
      )
      expect(opened.isFull).toBe(true)
    })
    const socket = await connection
    const frame = Buffer.alloc(LIMIT)
    let sent = 0
    for (; !link.isFull; sent += frame.length) {
      link.send(frame)
      await new Promise(setImmediate)
      expect(sent).toBeLessThan(KEPT + ROOM)
    }
    expect(sent).toBeGreaterThan(KEPT)
    socket.resume()
    await expect.poll(() => link.isFull).toBe(false)
  })

  it('are dropped by the program, whose clients do not wait', async () => {
    const { path, connection } = await createReader()
    const project = createProject(5, { 'app.js': PROGRAM })
    const settings = { socket: path, sample: 1, methods: ['GET'], limit: LIMIT }
    const flag = `--import=${pathToFileURL(dist('original/preload.js')).href}`
    const { url, listening } = startProgram(project, [flag, 'app.js'], {
      [ORIGINAL_VARIABLE]: JSON.stringify(settings),
    })
    await listening
    const socket = await connection
    const requests = 100
    for (let sent = 0; sent < requests; sent++) {
      const { status, text } = await ask(`${url}/large`)
      expect([status, text.length]).toEqual([200, 250_000])
    }
    // The program never waited: all of its responses came while nothing was read.
    const recorded: string[] = []
    socket.on(
      'data',
      createFrameReader(({ recording }) => recorded.push(recording.url)),
    )
    socket.resume()
    // When the buffers are empty, requests are recorded again.
    await expect
      .poll(async () => {
        await ask(`${url}/fixed`)
        return recorded.includes('/fixed')
      })
      .toBe(true)
    const large = recorded.filter((path) => path === '/large').length
    expect(large).toBeGreaterThan(KEPT / LIMIT - 1)
    expect(large).toBeLessThan((KEPT + ROOM) / LIMIT)
  })

  it('are dropped by the process that compares, which counts them', async () => {
    const options = ['--queue', '2', '--timeout', '1s']
    const shadowed = new Shadowed(createProject(4, { 'app.js': PROGRAM }), options)
    await shadowed.listening()
    // The copies do not respond to the first one, so the others find the queue full.
    const paths = ['/slow', ...Array.from({ length: 30 }, () => '/fixed')]
    const answers = await shadowed.get(...paths)
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      paths.map((path) => [200, path === '/slow' ? 'fast' : 'fixed']),
    )
    const counted = async () => {
      const { compared, lost, dropped, waiting } = (await shadowed.report()).requests
      return waiting === 0 ? compared + lost + dropped : 0
    }
    await expect.poll(counted).toBeGreaterThan(30)
    await shadowed.command.stop()
    const { requests } = shadowed.lastReport()
    expect(requests.dropped).toBeGreaterThanOrEqual(25)
    expect(shadowed.command.output).toMatch(/; \d+ requests dropped/)
  })
})

describe.skipIf(process.platform === 'win32')('recordings that arrive in parts', () => {
  it('are compared, and so are those after them', async () => {
    const shadowed = new Shadowed(createProject(5, { 'app.js': PROGRAM }))
    await shadowed.listening()
    const compared = async () => (await shadowed.report()).requests.compared
    // The queue is empty when the first part of a large recording arrives.
    for (const path of ['/large', '/large', '/fixed']) {
      await expect.poll(async () => (await shadowed.report()).requests.waiting).toBe(0)
      const before = await compared()
      await shadowed.get(path)
      await expect.poll(compared).toBe(before + 1)
    }
    const report = await shadowed.end()
    expect(routeIn(report, 'GET /large')).toMatchObject({ compared: 2, equal: 2 })
  })
})

describe.skipIf(process.platform === 'win32')('the end of the process that compares', () => {
  it('is no event for a program that started it, which starts it again', async () => {
    const project = createProject(4, { 'app.js': PROGRAM })
    const options = '--sample 1 --report report.json'
    const { child, url, listening } = startProgram(
      project,
      ['--import', dist('entry.js'), 'app.js'],
      {
        WEBAPP_SHADOW_OPTIONS: options,
      },
    )
    await listening
    await expect.poll(() => comparingProcess(child.pid)).toBeGreaterThan(0)
    const first = comparingProcess(child.pid) ?? 0
    process.kill(first, 'SIGKILL')
    const isGone = () => comparingProcess(child.pid) !== first
    do expect((await ask(`${url}/fixed`)).text).toBe('fixed')
    while (!isGone())
    await expect.poll(() => comparingProcess(child.pid)).toBeGreaterThan(0)
    // The new process gets recordings from the same program.
    const report = async () => {
      const { text } = await ask(`${url}/pid`)
      expect(text).toBe(String(child.pid))
      const file = project.path('report.json')
      return existsSync(file) ? JSON.parse(project.read('report.json')).routes.length : 0
    }
    await expect.poll(report).toBeGreaterThan(0)
  })

  it('is no event for a program that webapp shadow started', async () => {
    const project = createProject(5, { 'app.js': PROGRAM })
    const port = ownPort()
    const url = `http://127.0.0.1:${port}`
    const env = { PORT: String(port) }
    const command = new RunningCommand(['shadow', 'app.js', '--sample', '1'], {
      cwd: project.folder,
      env,
    })
    await command.until(/listening/)
    const pid = Number((await ask(`${url}/pid`)).text)
    command.child.kill('SIGKILL')
    await command.ended
    undo.push(() => process.kill(pid, 'SIGTERM'))
    for (let sent = 0; sent < 20; sent++) {
      expect((await ask(`${url}/pid`)).text).toBe(String(pid))
    }
  })
})

describe.skipIf(process.platform === 'win32')('a rejection that Express does not catch', () => {
  const ROUTES = `
app.get('/rejects', async (req, res) => { if (isCopy) throw new Error('no database'); res.send('ok') })
app.get('/ends', (req, res) => {
  if (isCopy && !isWebapp) process.exit(3)
  if (isWebapp) throw new Error('another mistake')
  res.send('ok')
})`

  it('is W-021; the end of the copy for another reason is not', async () => {
    const program = PROGRAM.replace(LISTEN, ROUTES + LISTEN)
    const shadowed = new Shadowed(createProject(4, { 'app.js': program }))
    await shadowed.listening()
    await shadowed.get('/rejects', '/ends', '/fixed')
    const report = await shadowed.end()
    expect(routeIn(report, 'GET /rejects')).toMatchObject({
      ...{ verdict: 'ready', declared: { 'W-021': 1 } },
      ...{ unlikeProgram: 1, firstUnlike: { program: 200, copies: 500 } },
    })
    expect(routeIn(report, 'GET /ends')).toMatchObject({
      ...{ verdict: 'lost', lost: 1, declared: {} },
      firstLost: expect.stringContaining('the copy on Express: ') as string,
    })
    expect(routeIn(report, 'GET /fixed').verdict).toBe('ready')
  })

  it('is W-021 too if a listener of the program keeps the process, so that the client waits', async () => {
    const listener = `process.on('unhandledRejection', () => undefined)\n`
    const hanging = `
app.get('/hangs', (req, res) => { if (isWebapp) throw new Error('no'); if (!isCopy) res.send('ok') })`
    const program = listener + PROGRAM.replace(LISTEN, ROUTES + hanging + LISTEN)
    const project = createProject(4, { 'app.js': program })
    const shadowed = new Shadowed(project, ['--timeout', '1s'])
    await shadowed.listening()
    await shadowed.get('/rejects', '/hangs')
    const report = await shadowed.end()
    expect(routeIn(report, 'GET /rejects')).toMatchObject({
      ...{ verdict: 'ready', declared: { 'W-021': 1 } },
    })
    const reason = 'the copy on Express: no complete response after 1000 ms'
    expect(routeIn(report, 'GET /hangs')).toMatchObject({ verdict: 'lost', firstLost: reason })
    expect(shadowed.command.output).toContain(`1 without a response (${reason})`)
    expect(report.copies.map(({ ends }) => ends)).toEqual([0, 0])
  })
})
