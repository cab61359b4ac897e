import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../src/shadow/report/report.ts'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import type { Project } from '../support/project.ts'
import { createProject, IS_WEBAPP, LISTEN, ownPort, routeIn, Shadowed, undo } from './support.ts'

const ENTRY = fileURLToPath(new URL('../../dist/shadow/entry.js', import.meta.url))

const PROGRAM = `const express = require('express')
${IS_WEBAPP}
const app = express()
app.get('/same', (req, res) => res.send('same'))
app.get('/other', (req, res) => res.send(isWebapp ? 'b' : 'a'))
${LISTEN}`

/** The same in two workers. */
const CLUSTER = `const cluster = require('node:cluster')
if (cluster.isPrimary) {
  cluster.fork()
  cluster.fork()
  process.on('SIGTERM', () => process.exit(0))
} else {
  ${PROGRAM}
}`

function report(project: Project): Report | undefined {
  const path = project.path('report.json')
  return existsSync(path) ? JSON.parse(project.read('report.json')) : undefined
}

/** Starts a program as in production, with the flag of Node. */
function startProgram(
  project: Project,
  flag: string,
  options: string,
): { url: string; end(): Promise<void> } {
  const port = ownPort()
  const child = spawn(process.execPath, [flag, ENTRY, 'app.js'], {
    cwd: project.folder,
    env: { ...process.env, PORT: String(port), WEBAPP_SHADOW_OPTIONS: options },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  const end = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  undo.push(end)
  return { url: `http://127.0.0.1:${port}`, end }
}

describe.skipIf(process.platform === 'win32')('without the command', () => {
  it.each(['--import', '--require'])('the program compares itself: %s', async (flag) => {
    const project = createProject(4, { 'app.js': PROGRAM })
    const { url, end } = startProgram(project, flag, '--sample 1 --report report.json')
    await expect
      .poll(() =>
        ask(`${url}/same`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    // The process that compares starts beside the program, which does not wait for it.
    await expect
      .poll(async () => {
        await ask(`${url}/other`)
        await ask(`${url}/same`)
        return report(project)?.routes.length
      })
      .toBe(2)
    await end()
    await expect.poll(() => report(project)?.requests.compared).toBeGreaterThan(1)
    const last = report(project) as Report
    expect(routeIn(last, 'GET /same').verdict).toBe('ready')
    expect(routeIn(last, 'GET /other').verdict).toBe('different')
  })

  it('a wrong option is a warning, and the program runs', async () => {
    const project = createProject(4, { 'app.js': PROGRAM })
    const { url } = startProgram(project, '--import', '--sample 5')
    await expect
      .poll(() =>
        ask(`${url}/same`).then(
          ({ text }) => text,
          () => '',
        ),
      )
      .toBe('same')
    expect(report(project)).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('webapp shadow', () => {
  it('compares the workers of a cluster', async () => {
    const shadowed = new Shadowed(createProject(5, { 'app.js': CLUSTER }))
    await shadowed.listening()
    await shadowed.get('/same', '/same', '/other', '/same')
    const last = await shadowed.end()
    expect(routeIn(last, 'GET /same')).toMatchObject({ compared: 3, equal: 3 })
    expect(routeIn(last, 'GET /other').verdict).toBe('different')
  })

  it('--to compares with another dialect', async () => {
    const program = `const express = require('express')
const app = express()
app.get('/query', (req, res) => res.json(req.query))
app.get('/same', (req, res) => res.send('same'))
${LISTEN}`
    const shadowed = new Shadowed(createProject(4, { 'app.js': program }), ['--to', '5'])
    await shadowed.listening()
    await shadowed.get('/same', '/query?a=1', '/query?a[b]=1')
    const last = await shadowed.end()
    expect(last.dialect).toBe('5')
    expect(routeIn(last, 'GET /same').verdict).toBe('ready')
    // 5.x parses queries without nesting by default.
    expect(routeIn(last, 'GET /query')).toMatchObject({ compared: 2, equal: 1, different: 1 })
  })

  it('--copy compares with another file', async () => {
    const other = `const webapp = require('webapp')
const app = webapp()
app.get('/same', (req, res) => res.send('same'))
app.get('/other', (req, res) => res.send('changed'))
app.listen(process.env.PORT)`
    const project = createProject(4, { 'app.js': PROGRAM, 'new.js': other })
    const shadowed = new Shadowed(project, ['--copy', 'new.js'])
    await shadowed.listening()
    await shadowed.get('/same', '/other')
    const last = await shadowed.end()
    expect(routeIn(last, 'GET /same').verdict).toBe('ready')
    expect(routeIn(last, 'GET /other').examples[0]?.differences[0]).toMatchObject({
      webapp: 'changed',
    })
  })

  it('--methods repeats requests with bodies', async () => {
    const program = `const express = require('express')
const app = express()
app.use(express.json())
app.post('/echo', (req, res) => res.status(201).json({ got: req.body, type: req.get('content-type') }))
${LISTEN}`
    const shadowed = new Shadowed(createProject(5, { 'app.js': program }), [
      '--methods',
      'get,post',
    ])
    await shadowed.listening()
    const headers = { 'content-type': 'application/json' }
    const answer = await shadowed.ask('/echo', { method: 'POST', headers, body: '{"a":[1,2]}' })
    expect(answer.status).toBe(201)
    shadowed.sent = 1
    const last = await shadowed.end()
    expect(routeIn(last, 'POST /echo')).toMatchObject({ compared: 1, equal: 1, unlikeProgram: 0 })
  })

  it('ends with the status of the program, and with --check tells whether a route differs', async () => {
    const project = createProject(4, { 'app.js': PROGRAM })
    const run = async (args: readonly string[], path?: string) => {
      const shadowed = new Shadowed(project, args)
      await shadowed.listening()
      if (path !== undefined) await shadowed.get(path)
      await shadowed.end()
      return shadowed.command.ended
    }
    expect(await run([], '/other')).toBe(0)
    expect(await run(['--check'], '/same')).toBe(0)
    expect(await run(['--check'], '/other')).toBe(1)
    project.write('app.js', 'process.exit(7)')
    const failed = new RunningCommand(['shadow', 'app.js'], { cwd: project.folder })
    undo.push(() => failed.stop())
    expect(await failed.ended).toBe(7)
  })

  it.each([
    [['--sample', '2'], '--sample is "2", but must be a number above 0 and at most 1.'],
    [['--to', '6'], '--to is "6", but must be 3, 4 or 5.'],
    [['--outgoing', 'some'], '--outgoing is "some", but must be refuse, read-only or pass.'],
    [
      ['--methods', 'GET;POST'],
      '--methods is "GET;POST", but must be a list such as GET,HEAD,POST.',
    ],
    [['--every', '10ms'], '--every is "10ms", but must be at least 1s.'],
    [['--nothing'], 'Unknown option \'--nothing\'. "webapp shadow --help" lists the options.'],
    [['none.js'], 'there is no file "none.js"'],
  ])('refuses %j', async (args, message) => {
    const { folder } = createProject(4, { 'app.js': PROGRAM })
    const command = new RunningCommand(['shadow', ...args], { cwd: folder })
    expect(await command.ended).toBe(1)
    await command.until(/\n/)
    expect(command.output).toContain(message)
  })
})
