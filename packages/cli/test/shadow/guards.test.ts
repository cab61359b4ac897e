import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createProject, LISTEN, ownPort, routeIn, Shadowed, undo } from './support.ts'

/** Each route uses something outside of the process, and sends what became of it. */
const PROGRAM = `
const { execSync, execFileSync, spawn, fork } = require('node:child_process')
const dgram = require('node:dgram')
const dns = require('node:dns')
const fs = require('node:fs')
const http = require('node:http')
const express = require('express')
const app = express()
const other = 'http://127.0.0.1:' + process.env.OTHER
const attempt = (path, work) => app.get(path, async (req, res) => {
  try { res.json({ done: await work() }) } catch (error) { res.json({ code: error.cause?.code ?? error.code ?? error.message }) }
})
attempt('/write', () => { fs.writeFileSync('written.txt', 'x') })
attempt('/write-promise', () => fs.promises.appendFile('written.txt', 'x'))
attempt('/write-stream', () => new Promise((resolve, reject) => {
  fs.createWriteStream('written.txt').on('error', reject).end('x', () => resolve())
}))
attempt('/read', () => fs.readFileSync('app.js', 'utf8').length)
attempt('/exec', () => execSync('echo yes').toString())
attempt('/exec-file', () => execFileSync('echo', ['yes']).toString())
attempt('/spawn', () => new Promise((resolve, reject) => {
  spawn('echo', ['yes'], { stdio: 'ignore' }).on('error', reject).on('exit', resolve)
}))
attempt('/fork', () => new Promise((resolve, reject) => {
  fork('child.js').on('error', reject).on('message', resolve)
}))
attempt('/lookup', () => dns.promises.lookup('shadow.invalid'))
attempt('/udp', () => new Promise((resolve) => {
  const socket = dgram.createSocket('udp4')
  socket.send('x', Number(process.env.UDP), '127.0.0.1', () => socket.close(resolve))
}))
attempt('/fetch', async () => (await fetch(other)).text())
attempt('/fetch-post', async () => (await fetch(other, { method: 'POST', body: 'x' })).text())
const send = (method) => new Promise((resolve, reject) => {
  http.request(other, { method }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode))).on('error', reject).end()
})
attempt('/request', () => send('GET'))
attempt('/request-post', () => send('POST'))
attempt('/ready', () => 'ready')
const second = express()
second.get('/which', (req, res) => res.send('second'))
app.get('/which', (req, res) => res.send('first'))
second.listen(process.env.SECOND)
const third = express()
third.get('/which', (req, res) => res.send('third'))
third.listen(__dirname + '/socket')
${LISTEN}
`

/** Tries to reach what its parent may not reach. */
const CHILD = `
const { execFileSync } = require('node:child_process')
try { process.send(execFileSync('echo', ['yes']).toString()) } catch (error) { process.send(error.code) }
`

async function create(args: readonly string[] = []) {
  const methods: string[] = []
  const other = createServer((req, res) => {
    methods.push(String(req.method))
    res.end('reached')
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  undo.push(() => {
    other.closeAllConnections()
    other.close()
  })
  let datagrams = 0
  const udp = createSocket('udp4', () => datagrams++).bind(0, '127.0.0.1')
  await once(udp, 'listening')
  undo.push(() => udp.close())
  const project = createProject(5, { 'app.js': PROGRAM, 'child.js': CHILD, 'temporary/a': '' })
  const second = ownPort()
  const shadowed = new Shadowed(project, args, {
    OTHER: String((other.address() as AddressInfo).port),
    UDP: String(udp.address().port),
    SECOND: String(second),
    // The folder of the project is outside of it.
    TMPDIR: project.path('temporary'),
  })
  await shadowed.listening()
  return { shadowed, project, second, methods, datagrams: () => datagrams }
}

/** The responses of the program, and what each copy wanted to use for them. */
async function report(shadowed: Shadowed, paths: readonly string[]) {
  const answers = await shadowed.get(...paths)
  const { copies, ...seen } = await shadowed.end()
  const wishes = copies.map((copy) =>
    copy.wishes.map(({ kind, target, isRefused }) => `${kind} ${target} ${isRefused}`),
  )
  for (const path of paths)
    expect(routeIn({ copies, ...seen }, `GET ${path}`).verdict).toBe('ready')
  return { answers: answers.map((answer) => JSON.parse(answer.text)), wishes }
}

describe.skipIf(process.platform === 'win32')('the copies', () => {
  it('start no other programs, neither do their children', async () => {
    const { shadowed } = await create()
    const paths = ['/exec', '/exec-file', '/spawn', '/fork']
    const { answers, wishes } = await report(shadowed, paths)
    expect(answers).toEqual([{ done: 'yes\n' }, { done: 'yes\n' }, { done: 0 }, { done: 'yes\n' }])
    for (const list of wishes) {
      expect(list).toEqual(
        expect.arrayContaining([
          'process echo yes true',
          'process echo true',
          expect.stringMatching(/^process .*node .*child\.js false$/),
        ]),
      )
    }
  })

  it('start them with --allow-processes', async () => {
    const { shadowed } = await create(['--allow-processes'])
    const { wishes } = await report(shadowed, ['/exec', '/spawn'])
    for (const list of wishes) expect(list).toContain('process echo yes false')
  })

  it('send no datagrams and look up no names', async () => {
    const { shadowed, datagrams } = await create()
    const { wishes } = await report(shadowed, ['/udp', '/lookup'])
    for (const list of wishes) {
      expect(list).toContain('lookup shadow.invalid true')
      expect(list).toEqual(
        expect.arrayContaining([expect.stringMatching(/^datagram 127\.0\.0\.1:\d+ true$/)]),
      )
    }
    expect(datagrams()).toBe(1)
  })

  it('send only safe requests with --outgoing read-only', async () => {
    const { shadowed, methods } = await create(['--outgoing', 'read-only'])
    const paths = ['/fetch', '/fetch-post', '/request', '/request-post']
    const { answers } = await report(shadowed, paths)
    expect(answers).toEqual([
      { done: 'reached' },
      { done: 'reached' },
      { done: 200 },
      { done: 200 },
    ])
    // The posts are those of the program itself.
    expect(methods.filter((method) => method === 'POST')).toHaveLength(2)
    expect(methods.filter((method) => method === 'GET').length).toBeGreaterThanOrEqual(6)
  })

  it('send all requests with --outgoing pass', async () => {
    const { shadowed, methods } = await create(['--outgoing', 'pass'])
    await report(shadowed, ['/fetch-post', '/request-post'])
    expect(methods.filter((method) => method === 'POST').length).toBeGreaterThanOrEqual(6)
  })

  it('write files, which the report lists', async () => {
    const { shadowed, project } = await create()
    const { wishes } = await report(shadowed, ['/write', '/write-promise', '/write-stream'])
    for (const list of wishes) expect(list).toContain(`write ${project.path('written.txt')} false`)
  })

  it('write no files with --refuse-writes', async () => {
    const { shadowed, project } = await create(['--refuse-writes'])
    const paths = ['/write-promise', '/write-stream', '/write', '/read']
    const { wishes } = await report(shadowed, paths)
    for (const list of wishes) expect(list).toContain(`write ${project.path('written.txt')} true`)
    // The first of them appends: each copy would add to what the program has written.
    const again = await create(['--refuse-writes'])
    await report(again.shadowed, ['/write-promise'])
    expect(again.project.read('written.txt')).toBe('x')
  })

  it('of a program with several servers stand for the right one', async () => {
    const { shadowed, second, project } = await create()
    const bySocket = (socketPath: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = request({ socketPath, path: '/which' }, (answer) => resolve(text(answer)))
        sent.on('error', reject).end()
      })
    await shadowed.get('/which')
    shadowed.sent += 2
    expect(await (await fetch(`http://127.0.0.1:${second}/which`)).text()).toBe('second')
    expect(await bySocket(project.path('socket'))).toBe('third')
    const report = await shadowed.end()
    expect(routeIn(report, 'GET /which')).toMatchObject({ compared: 3, equal: 3, unlikeProgram: 0 })
  })
})
