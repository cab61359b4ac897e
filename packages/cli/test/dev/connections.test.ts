import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { detailsOf, findRequest, listOf, readCounts } from './inspector-client.ts'
import { SAMPLE } from './sample.ts'
import { createProject, ownPort, startDev, urlOf } from './support.ts'

/** Opens a WebSocket; resolves when it is open or refused. */
function open(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers })
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket))
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(socket))
  })
}

describe('handshakes in the inspector', () => {
  const project = new Project({ 'server.js': SAMPLE })
  const dev = new RunningCommand(['dev'], { cwd: project.folder, env: ownPort() })
  let url = ''
  let inspector = ''

  beforeAll(async () => {
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
  })

  it('a WebSocket is listed when it is open, and again when it is closed', async () => {
    const socket = await open(`${url}ws/lobby`)
    const opened = await findRequest(inspector, '/ws/lobby')
    expect(opened).toMatchObject({
      status: 101,
      route: '/ws/:room',
      isAborted: false,
      upgrade: { protocol: 'websocket', isOpen: true },
    })
    const details = await detailsOf(inspector, '/ws/lobby')
    expect(details.params).toBe("{ room: 'lobby' }")
    expect(details.layers.map(({ name }) => name)).toEqual([
      'jsonParser',
      'announces',
      'guards',
      'upgradeToWebSocket',
    ])
    expect(details.responseHeaders).toContainEqual(
      expect.objectContaining({ name: 'Sec-WebSocket-Accept' }),
    )
    expect(details.whyNotAgain).toContain('handshake')
    const echo = new Promise((resolve) => {
      socket.once('message', (data) => resolve(String(data)))
    })
    socket.send('x'.repeat(1000))
    expect(await echo).toBe(`echo ${'x'.repeat(1000)}`)
    socket.close()
    await expect
      .poll(async () => (await findRequest(inspector, '/ws/lobby')).upgrade)
      .toEqual({ protocol: 'websocket', isOpen: false })
    const closed = await detailsOf(inspector, '/ws/lobby')
    expect(closed.id).toBe(opened.id)
    expect(closed.upgrade).toMatchObject({ received: expect.any(Number), sent: expect.any(Number) })
    const { received, sent } = closed.upgrade as { received: number; sent: number }
    expect([received > 1000, received < 1200, sent > 1000, sent < 1200]).toEqual(
      Array(4).fill(true),
    )
    expect(closed.output.map(({ text }) => text)).toContain('enters lobby\n')
    expect((await listOf(inspector)).filter((each) => each.url === '/ws/lobby')).toHaveLength(1)
  })

  it('refused handshakes have their status and the reason', async () => {
    const attempts: [string, number, Record<string, string>][] = [
      ['ws/a?key=wrong', 401, {}],
      ['ws/b', 403, { origin: 'https://evil.test' }],
      ['nowhere', 404, {}],
      ['breaks', 500, {}],
    ]
    for (const [path, status, headers] of attempts) {
      await open(`${url}${path}`, headers)
      const found = await detailsOf(inspector, `/${path}`)
      expect([path, found.status, found.isAborted]).toEqual([path, status, false])
      expect(found.responseBody.size).toBeGreaterThan(0)
    }
    expect((await detailsOf(inspector, '/ws/b')).responseBody.text).toContain('origin')
    expect((await detailsOf(inspector, '/breaks')).error).toMatchObject({
      message: 'before the handshake',
    })
    await ask(`${url}ws/c`)
    expect(await findRequest(inspector, '/ws/c')).toMatchObject({ status: 426 })
  })

  it('a handshake in a mounted application of 4.x has its route', async () => {
    const socket = await open(`${url}v4/ws`)
    expect(await findRequest(inspector, '/v4/ws')).toMatchObject({ status: 101, route: '/v4/ws' })
    socket.terminate()
  })

  it('a client that leaves during the handshake is listed without a response', async () => {
    const slow = createProject(
      {
        'server.js': `const webapp = require('webapp')
const { upgrade } = require('webapp/ws')
const app = webapp()
app.get('/slow', () => console.log('waits'), upgrade(() => {}))
app.listen(0)`,
      },
      ['webapp', 'ws'],
    )
    const other = startDev(slow)
    const page = (await other.until(/inspector at (\S+)/))[1] ?? ''
    const { port } = new URL(await urlOf(other))
    const socket = connect(Number(port), 'localhost')
    socket.write(
      'GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await other.until(/waits/)
    socket.destroy()
    expect(await findRequest(page, '/slow')).toMatchObject({ status: 0, isAborted: true })
  })

  it('sees the sockets of other libraries, and leaves their bytes alone', async () => {
    const plain = createProject(
      {
        'server.js': `const { createServer } = require('node:http')
const { WebSocketServer } = require('ws')
const server = createServer((req, res) => res.end('page'))
const sockets = new WebSocketServer({ server, path: '/live' })
sockets.on('connection', (socket) => { socket.send('hello'); socket.on('message', (data) => socket.send(String(data))) })
server.listen(0)`,
      },
      ['webapp', 'ws'],
    )
    const other = startDev(plain)
    const page = (await other.until(/inspector at (\S+)/))[1] ?? ''
    const base = await urlOf(other)
    const socket = new WebSocket(`${base.replace(/^http/, 'ws')}live`)
    const received: string[] = []
    socket.on('message', (data) => {
      received.push(String(data))
      if (received.length === 1) socket.send('again')
    })
    await expect.poll(() => received).toEqual(['hello', 'again'])
    expect(await findRequest(page, '/live')).toMatchObject({ status: 101 })
    socket.close()
    await open(`${base}elsewhere`)
    expect(await findRequest(page, '/elsewhere')).toMatchObject({ status: 400 })
  })
})

it('a client that waits to be asked for its body is asked before the response', async () => {
  const project = createProject({
    'server.js': `const app = require('webapp')()
app.all('/', (req, res) => res.send('sent'))
app.all('/page', (req, res) => res.send('<p>page</p>'))
app.all('/stream', (req, res) => { res.write('be'); res.end('gun') })
app.listen(process.env.OWN_PORT)`,
  })
  const { port } = new URL(await urlOf(startDev(project)))
  const head =
    'Host: localhost\r\nAccept: text/html\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n'
  const socket = connect(Number(port), 'localhost')
  socket.setEncoding('latin1')
  let seen = ''
  socket.on('data', (text) => {
    seen += text
  })
  for (const path of ['/', '/page', '/stream']) {
    seen = ''
    socket.write(`POST ${path} HTTP/1.1\r\n${head}`)
    await expect.poll(() => seen).toMatch(/sent|<\/script>|gun\r\n0/)
    expect(seen).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
    expect(seen).not.toMatch(/^Connection: close/m)
    socket.write('ab')
  }
  socket.destroy()
})

describe('HTTP/2 in the inspector', () => {
  const fixtures = fileURLToPath(
    new URL('../../../webapp/test/fixtures/localhost-for-tests-only/', import.meta.url),
  )
  const [cert, key] = ['certificate.pem', 'key.pem'].map((name) =>
    readFileSync(fixtures + name, 'utf8'),
  )
  const project = new Project(
    {
      'cert.pem': cert ?? '',
      'key.pem': key ?? '',
      'server.js': `const { readFileSync } = require('node:fs')
const { createSecureServer } = require('node:http2')
const webapp = require('webapp')
const { upgrade } = require('webapp/ws')
const app = webapp()
app.use(webapp.json())
app.post('/items/:id', function saves(req, res) { console.log('saves ' + req.params.id); res.status(201).json(req.body) })
app.get('/fails', () => { throw new Error('over HTTP/2') })
app.get('/hangs', (req, res) => { res.write('begins'); console.log('hangs') })
app.get('/live', upgrade((socket) => socket.send('hello')))
createSecureServer({ cert: readFileSync('cert.pem'), key: readFileSync('key.pem'), allowHTTP1: true }, app).listen(0)`,
    },
    ['webapp', 'ws'],
  )
  const dev = new RunningCommand(['dev'], { cwd: project.folder, env: ownPort() })
  let inspector = ''
  let url = ''
  let session: ClientHttp2Session

  beforeAll(async () => {
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    url = await urlOf(dev)
    session = connectHttp2(url, { ca: cert, rejectUnauthorized: false })
    session.on('error', () => undefined)
  })
  afterAll(async () => {
    session?.destroy()
    await dev.stop()
    project.remove()
  })

  function send(headers: Record<string, string>, body?: string): Promise<string> {
    const stream = session.request(headers)
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    stream.end(body)
    return new Promise((resolve, reject) =>
      stream.on('end', () => resolve(text)).on('error', reject),
    )
  }

  it('records requests with their bodies', async () => {
    const headers = { ':method': 'POST', ':path': '/items/7', 'content-type': 'application/json' }
    expect(await send(headers, '{"name":"Ada"}')).toBe('{"name":"Ada"}')
    const details = await detailsOf(inspector, '/items/7')
    expect(details).toMatchObject({
      status: 201,
      httpVersion: '2.0',
      secure: true,
      route: '/items/:id',
      isAborted: false,
      requestBody: { text: '{"name":"Ada"}' },
      responseBody: { text: '{"name":"Ada"}' },
      output: [{ text: 'saves 7\n' }],
    })
    expect(details.curl).toContain('-k')
    expect(details.curl).not.toContain(':method')
  })

  it('shows the error page, and survives a client that leaves', async () => {
    const page = await send({ ':path': '/fails', accept: 'text/html' })
    expect(page).toContain('<h1>Error</h1>')
    const leaving = connectHttp2(url, { rejectUnauthorized: false })
    leaving.on('error', () => undefined)
    leaving
      .request({ ':path': '/hangs' })
      .on('error', () => undefined)
      .once('data', () => leaving.destroy())
    expect(await findRequest(inspector, '/hangs')).toMatchObject({
      isAborted: false,
      stream: { isOpen: false },
    })
    expect(await send({ ':path': '/fails', accept: 'text/html' })).toContain('over HTTP/2')
  })

  it('records a WebSocket over HTTP/2', async () => {
    await new Promise<void>((resolve) => {
      if (session.remoteSettings.enableConnectProtocol) resolve()
      else session.once('remoteSettings', () => resolve())
    })
    const stream = session.request({
      ':method': 'CONNECT',
      ':protocol': 'websocket',
      ':path': '/live',
      'sec-websocket-version': '13',
    })
    stream.on('error', () => undefined)
    await new Promise((resolve) => stream.once('data', resolve))
    expect(await findRequest(inspector, '/live')).toMatchObject({
      status: 200,
      upgrade: { protocol: 'websocket', isOpen: true },
    })
    stream.destroy()
    await expect
      .poll(async () => (await findRequest(inspector, '/live')).upgrade)
      .toMatchObject({ isOpen: false })
  })
})

it('the workers of a cluster report together', async () => {
  const project = createProject({
    'server.js': `const cluster = require('node:cluster')
const webapp = require('webapp')
if (cluster.isPrimary) { cluster.fork(); cluster.fork() } else {
  const app = webapp()
  app.get('/who/:name', (req, res) => res.json({ pid: process.pid }))
  app.get('/fails', () => { throw new Error('in a worker') })
  app.listen(Number(process.env.PORT), () => console.log('ready'))
}`,
  })
  const dev = startDev(project, ['--port', '0'])
  const inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
  const url = await urlOf(dev)
  await dev.until(/ready[\s\S]*ready/)
  const total = 60
  const pids = new Set<number>()
  for (let sent = 0; sent < total; sent++) {
    pids.add(JSON.parse((await ask(`${url}who/${sent}`)).text).pid)
  }
  expect(pids.size).toBe(2)
  await expect
    .poll(async () => {
      const { routes } = await readCounts(inspector)
      return routes.find(({ route }) => route === '/who/:name')?.count
    })
    .toBe(total)
  expect((await listOf(inspector)).length).toBe(total)
  const page = await ask(`${url}fails`, { headers: { accept: 'text/html' } })
  expect(page.text).toContain('in a worker')
})
