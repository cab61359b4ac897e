import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { toCurl } from '../../src/dev/inspector/curl.ts'
import type { RequestRecord } from '../../src/dev/inspector/messages.ts'
import { PortHolder } from '../../src/dev/port-holder.ts'
import { ask } from '../support/client.ts'
import type { RunningCommand } from '../support/command.ts'
import type { Project } from '../support/project.ts'
import { detailsOf, findRequest, listOf } from './inspector-client.ts'
import { createProject, startDev, undo, urlOf } from './support.ts'

/** Members that every object has. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__defineGetter__',
]

/** Sends back what arrived, also as response headers; listens when the file `go` is there. */
const program = `const { existsSync, watch } = require('node:fs')
const webapp = require('webapp')
const app = webapp()
app.use(webapp.urlencoded({ extended: false }))
const urls = []
app.use((req, res, next) => { urls.push(req.url); next() })
app.get('/urls', (req, res) => res.json(urls))
app.get('/chunks', (req, res) => { res.write('one'); res.end('two') })
app.all('/odd/:status', (req, res) => {
  res.socket.end('HTTP/1.1 ' + req.params.status + ' odd\\r\\nconstructor: x\\r\\n__proto__: y\\r\\nContent-Length: 0\\r\\n\\r\\n')
})
app.use((req, res) => {
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    if (/^(?:__|[a-z]+[A-Z]|constructor|prototype)/.test(req.rawHeaders[at])) res.appendHeader(req.rawHeaders[at], req.rawHeaders[at + 1])
  }
  res.json({ url: req.url, raw: req.rawHeaders, query: Object.keys(req.query), body: Object.keys(req.body ?? {}) })
})
const listen = () => app.listen(process.env.PORT)
if (!existsSync('wait')) listen()
else {
  const watcher = watch('.', () => { if (!existsSync('wait')) { watcher.close(); listen() } })
  console.log('does not listen yet')
}
`

interface Echo {
  readonly url: string
  readonly raw: readonly string[]
  readonly query: readonly string[]
  readonly body: readonly string[]
}

/** A connection that has sent some bytes; resolves when the server has got them. */
async function send(
  port: string,
  text: string,
  host = 'localhost',
): Promise<{ socket: Socket; closed: Promise<string> }> {
  const socket = connect(Number(port), host)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(received))
  })
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.write(text, 'latin1', () => resolve()))
  return { socket, closed }
}

const echoOf = (response: string): Echo => JSON.parse(response.split('\r\n\r\n')[1] ?? '')

/** Starts the program, and starts it again so that it waits with `listen`. */
async function startWaiting(): Promise<{
  project: Project
  dev: RunningCommand
  port: string
  /** Lets the program listen. */
  listen: () => Promise<void>
}> {
  const project = createProject({ 'server.js': program })
  const port = String(await freePorts(1))
  const dev = startDev(project, ['--port', port])
  await urlOf(dev)
  const before = dev.output.length
  project.write('wait', '')
  project.write('server.js', `${program}// changed`)
  await dev.until(/does not listen yet/, before)
  const listen = async () => {
    // The holder of the port responds to these, so it has read what was sent before.
    for (let sent = 0; sent < 3; sent++) await ask(`http://localhost:${port}/.webapp-dev/reload.js`)
    project.removeFile('wait')
    await urlOf(dev, before)
  }
  return { project, dev, port, listen }
}

describe('requests that wait during a restart', () => {
  it('arrive with every name that a header can have', async () => {
    const { dev, port, listen } = await startWaiting()
    const lines = NAMES.flatMap((name) => [
      `${name}: one`,
      `${name}: two`,
      `${name.toUpperCase()}: three`,
    ])
    const waiting = await Promise.all(
      [lines, ...NAMES.map((name) => [`${name}: x`])].map((each) =>
        send(
          port,
          `GET /a?${NAMES.join('=1&')} HTTP/1.1\r\nHost: localhost\r\n${each.join('\r\n')}\r\n\r\n`,
        ),
      ),
    )
    await listen()
    const [all = '', ...single] = await Promise.all(waiting.map(({ closed }) => closed))
    for (const name of NAMES) {
      const { raw, query } = echoOf(all)
      const values = raw.filter((_each, at) => raw[at - 1]?.toLowerCase() === name.toLowerCase())
      expect([name, values.join(', ')]).toEqual([name, 'one, two, three'])
      expect(query).toContain(name === '__proto__' ? 'constructor' : name)
      expect(all.toLowerCase()).toContain(`\r\n${name.toLowerCase()}: one`)
    }
    for (const response of single) expect(response).toMatch(/^HTTP\/1\.1 200 /)
    expect(dev.child.exitCode).toBeNull()
  })

  it('never end webapp dev', async () => {
    const { dev, port, listen } = await startWaiting()
    const host = 'Host: localhost\r\n'
    const requests = [
      `GET /two HTTP/1.1\r\nHost: localhost\r\nHost: other.test\r\n\r\n`,
      `GET http://evil.test:1/absolute?x HTTP/1.1\r\n${host}\r\n`,
      `GET http://[::1 HTTP/1.1\r\n${host}\r\n`,
      `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
      `GET /a\tb HTTP/1.1\r\n${host}\r\n`,
      `GET /a\fb HTTP/1.1\r\n${host}\r\n`,
      `GET /\xe4\xff HTTP/1.1\r\n${host}X: \xe4\xff\r\n\r\n`,
      `GET /%zz%00?%zz#x HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.0\r\n\r\n`,
      `GET / HTTP/1.1\r\n\r\n`,
      `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(60_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\n${host}Empty:\r\n\r\n`,
      `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nTrailer: __proto__\r\n\r\n1\r\nx\r\n0\r\n__proto__: x\r\n\r\n`,
      `POST / HTTP/1.1\r\n${host}Content-Length: 2\r\nExpect: 100-continue\r\n\r\nab`,
      `POST / HTTP/1.1\r\n${host}Content-Length: 2\r\nExpect: else\r\n\r\nab`,
      `POST / HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nab`,
      `POST / HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\nab`,
      `POST / HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 24\r\n\r\n__proto__=1&constructor=2`,
      `GET /odd/099 HTTP/1.1\r\n${host}\r\n`,
      `GET /odd/101 HTTP/1.1\r\n${host}\r\n`,
      `GET /odd/200 HTTP/1.1\r\n${host}\r\n`,
      `GET /odd/204 HTTP/1.1\r\n${host}\r\n`,
      `GET / HTTP/1.1\r\n${host}\r\nGET /pipelined HTTP/1.1\r\n${host}\r\n`,
      ...[
        'Cookie',
        'Set-Cookie',
        'Authorization',
        'Content-Type',
        'Date',
        'User-Agent',
        'Expect',
        'Connection',
        'Accept',
        'Upgrade',
        'Trailer',
        'TE',
        'Range',
      ].map((name) => `GET /twice HTTP/1.1\r\n${host}${name}: a\r\n${name}: b\r\n\r\n`),
      'not HTTP\r\n\r\n',
      '\x16\x03\x01\x02\x00',
      `GET /half HTTP/1.1\r\n${host}`,
    ]
    const waiting = await Promise.all(requests.map((text) => send(port, text)))
    const leaving = await Promise.all(requests.map((text) => send(port, text)))
    for (const { socket } of leaving) socket.resetAndDestroy()
    const proof = await send(port, `GET /proof HTTP/1.1\r\n${host}\r\n`)
    await listen()
    expect(echoOf(await proof.closed).url).toBe('/proof')
    const first = await waiting[0]?.closed
    expect(echoOf(first ?? '').raw).toContain('localhost')
    expect((await ask(`http://localhost:${port}/alive`)).status).toBe(200)
    expect(dev.child.exitCode).toBeNull()
    // Some of these connections are still open.
    expect(await dev.stop()).toBe(0)
  })

  it('with HTTP/1.0 get a body without chunks, also without a Host', async () => {
    const { port, listen } = await startWaiting()
    const waiting = await Promise.all(
      ['', 'Host: localhost\r\n'].map((host) => send(port, `GET /chunks HTTP/1.0\r\n${host}\r\n`)),
    )
    await listen()
    for (const { closed } of waiting) {
      const response = await closed
      expect(response).toMatch(/^HTTP\/1\.1 200 /)
      expect(response.split('\r\n\r\n').slice(1).join()).toBe('onetwo')
    }
  })

  it('are 500 at most: more get a 503, until clients leave', async () => {
    const holder = new PortHolder(true)
    undo.push(() => holder.close())
    const [port = 0] = await freePorts(1)
    expect(await holder.hold({ port, host: '127.0.0.1' })).toBe(true)
    const wait = () => send(String(port), 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', '127.0.0.1')
    const waiting = await Promise.all(Array.from({ length: 500 }, wait))
    const refused = await Promise.race([
      ...waiting.map(({ closed }) => closed),
      wait().then(({ closed }) => closed),
    ])
    expect(refused).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused).toContain('\r\nRetry-After: 1\r\n')
    expect(refused).toContain('500 requests wait for the program')
    for (const { socket } of waiting) socket.destroy()

    await expect
      .poll(async () => {
        const late = await wait()
        // The holder responds to these, so it has read what was sent before.
        const asked = async () => {
          for (let sent = 0; sent < 3; sent++)
            await ask(`http://127.0.0.1:${port}/.webapp-dev/reload.js`)
          return 'waits'
        }
        return Promise.race([late.closed, asked()])
      })
      .toBe('waits')
  })

  it('are one on each connection, because the response closes it', async () => {
    const { port, listen } = await startWaiting()
    const one = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    const { closed } = await send(port, one('/first') + one('/second'))
    await listen()
    expect(echoOf(await closed).url).toBe('/first')
    const { text } = await ask(`http://localhost:${port}/urls`)
    expect(JSON.parse(text)).toEqual(['/first', '/urls'])
  })

  it('are answered if the program ends instead', async () => {
    const { project, dev, port } = await startWaiting()
    const waiting = await Promise.all(
      NAMES.map((name) => send(port, `GET / HTTP/1.1\r\nHost: localhost\r\n${name}: x\r\n\r\n`)),
    )
    const before = dev.output.length
    project.write('server.js', 'throw new Error("ends")')
    await dev.until(/waiting for a change/, before)
    for (const { closed } of waiting) expect(await closed).toMatch(/^HTTP\/1\.1 500 /)
    expect(dev.child.exitCode).toBeNull()
  })
})

it('a port that another program has for a moment is held afterwards', async () => {
  const holder = new PortHolder(true)
  undo.push(() => holder.close())
  const [port = 0] = await freePorts(1)
  const other = createServer().listen(port)
  await once(other, 'listening')
  // Without a host, Node binds at once: the first attempt fails before the other server closes.
  const held = holder.hold({ port, host: undefined })
  other.close()
  expect(await held).toBe(true)
  expect(holder.ports).toEqual([port])
})

it('a port that another program keeps is not held', async () => {
  const holder = new PortHolder(true)
  undo.push(() => holder.close())
  const other = createServer().listen(0, '127.0.0.1')
  undo.push(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await holder.hold({ port, host: '127.0.0.1' })).toBe(false)
  expect(holder.ports).toEqual([])
})

it('a page that is told of another port after its stream ended does not end webapp dev', async () => {
  const holder = new PortHolder(true)
  undo.push(() => holder.close())
  const [one = 0, other = 0] = await freePorts(2)
  for (const port of [one, other]) expect(await holder.hold({ port, host: '127.0.0.1' })).toBe(true)
  const stream = await send(
    String(one),
    'GET /.webapp-dev/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
    '127.0.0.1',
  )
  await once(stream.socket, 'data')
  const failures: Error[] = []
  const keep = (error: Error) => failures.push(error)
  process.on('uncaughtException', keep)
  undo.push(() => process.off('uncaughtException', keep))
  holder.release(one)
  holder.redirect('http://localhost/')
  expect(await stream.closed).toContain('"boot":"holding"')
  expect(failures).toEqual([])
})

describe('the inspector', () => {
  it('records, sends again and copies a request with such names', async () => {
    const project = createProject({ 'server.js': program })
    const dev = startDev(project)
    const inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    const { port } = new URL(await urlOf(dev))
    const form = NAMES.map((name) => `${name}=1`).join('&')
    const lines = NAMES.flatMap((name) => [`${name}: one`, `${name.toUpperCase()}: two`])
    const path = `/a?${form}`
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nHost: other.test\r\nTrailer: x\r\nCookie: ${form.replaceAll('&', '; ')}\r\n`
    const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`
    const sent = await send(
      port,
      `${head}${type}${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${form}`,
    )
    expect(await sent.closed).toMatch(/^HTTP\/1\.1 200 /)
    const { id } = await findRequest(inspector, path)
    const first = await detailsOf(inspector, path)
    const { origin } = new URL(inspector)
    const again = await ask(`${inspector}requests/${id}/send`, {
      method: 'POST',
      headers: { origin },
    })
    expect([again.status, again.text]).toEqual([200, '{}'])
    await expect
      .poll(async () => (await listOf(inspector)).filter(({ url }) => url === path).length)
      .toBe(2)
    const second = await detailsOf(inspector, path)
    for (const details of [first, second]) {
      for (const name of NAMES) {
        expect(JSON.stringify(details.requestHeaders)).toContain(`"name":"${name}","value":"one"`)
        expect(details.curl.toLowerCase()).toContain(`-h '${name.toLowerCase()}: two'`)
      }
      expect(details.parsedBody).toContain('hasOwnProperty')
      expect(details.requestBody.text).toBe(form)
    }
    expect(dev.child.exitCode).toBeNull()
  })

  it('copies a body that begins like the name of a file as a body', () => {
    const data = Buffer.from('@/etc/passwd').toString('base64')
    const record = {
      method: 'POST',
      url: '/',
      requestHeaders: [],
      requestBody: { size: 12, data },
    } as unknown as RequestRecord
    expect(toCurl(record, 'http://localhost:3000/').split(' \\\n  ')).toEqual([
      `printf %s '${data}' | base64 -d | curl -i 'http://localhost:3000/'`,
      `-X 'POST'`,
      `-H 'Content-Type:'`,
      '--data-binary @-',
    ])
  })
})
