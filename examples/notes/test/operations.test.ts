import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { MemoryStore } from '../src/accounts/memory-store.ts'
import { ROOT } from '../src/config.ts'
import { lockFolder } from '../src/database/folder-lock.ts'
import { openPostgres } from '../src/database/postgres.ts'
import { createLog } from '../src/http/logging.ts'
import { Client, PASSWORD } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'
import { addressOf, textOf } from './support/process.ts'

const LOCK_MODULE = new URL('../src/database/folder-lock.ts', import.meta.url).href

let notes: TestNotes
let user: Client
let address: string

beforeAll(async () => {
  notes = await openNotes()
  user = await Client.signUp(notes.app)
  const server = notes.app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => notes?.close())

describe('health and metrics', () => {
  it('say whether the process lives and is ready', async () => {
    expect((await notes.app.inject('/health/live')).json()).toEqual({ status: 'ok' })
    const ready = await notes.app.inject('/health/ready')
    expect(ready.statusCode).toBe(200)
    const up = { status: 'ok', ms: expect.any(Number) }
    expect(ready.json()).toMatchObject({ status: 'ok', checks: { database: up } })
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const outside = await notes.app.inject({ url: '/health/ready', headers })
    expect(outside.json()).toEqual({ status: 'ok' })
  })

  it.each(['/METRICS', '/metrics/', '/Health/ready', '/health/ready/', '/health/LIVE'])(
    'are at no other address, which a proxy would let through: %s',
    async (path) => {
      expect((await notes.app.inject(path)).statusCode).toBe(404)
    },
  )

  it('count requests by route', async () => {
    await user.get('/notes')
    await user.api('GET', '/notes/3f3c1a2e-0000-4000-8000-000000000000')
    const text = (await notes.app.inject('/metrics')).text()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/notes",status="200"\} \d+/,
    )
    expect(text).toContain('route="/api/v1/notes/:id",status="404"')
    expect(text).toContain('process_resident_memory_bytes')
  })

  it('give each response an id, that of the proxy if it has one', async () => {
    const idOf = async (app: TestNotes['app'], given: string) =>
      (await app.inject({ url: '/', headers: { 'X-Request-Id': given } })).headers['x-request-id']
    expect(await idOf(notes.app, 'abc-1')).toMatch(/^[\da-f-]{36}$/)
    const proxied = await openNotes({ trustProxy: 'loopback' })
    try {
      expect(await idOf(proxied.app, 'abc-1')).toBe('abc-1')
      expect(await idOf(proxied.app, '<b>')).toMatch(/^[\da-f-]{36}$/)
    } finally {
      await proxied.close()
    }
  })

  it('end a request that gets no response in time, as a page and as problem details', async () => {
    const late = await openNotes({ deadlineMs: 3_000 })
    const visitor = await Client.signUp(late.app)
    const query = vi.spyOn(late.database, 'query').mockReturnValue(new Promise(() => {}))
    try {
      const [page, api] = await Promise.all([
        visitor.get('/notes', { Accept: 'text/html' }),
        visitor.api('GET', '/notes'),
      ])
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        ...[503, 'text/html; charset=utf-8'],
      ])
      expect(page.text()).toContain('The service is not available at the moment.')
      expect(api.json()).toMatchObject({
        ...{ status: 503, requestId: api.headers['x-request-id'] },
      })
    } finally {
      query.mockRestore()
      await late.close()
    }
  })
})

describe('presence', () => {
  const open = async (client: Client, id: string, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`ws://${address}/notes/${id}/presence`, {
      headers: { Cookie: client.cookie, ...headers },
    })
    const messages: Record<string, unknown>[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await once(socket, 'open')
    return { socket, messages, closed }
  }

  it('tells all pages of a note who does what, and that it was changed', async () => {
    const friend = await Client.signUp(notes.app)
    const { id } = await user.addNote('Live')
    await user.api('PUT', `/notes/${id}/shares/${friend.name}`, { access: 'write' })
    const mine = await open(user, id)
    const theirs = await open(friend, id)
    mine.socket.send('{"state":"viewing"}')
    theirs.socket.send('{"state":"editing"}')
    await expect
      .poll(() => mine.messages)
      .toContainEqual(expect.objectContaining({ name: friend.name, state: 'editing' }))
    await expect
      .poll(() => theirs.messages)
      .toContainEqual(expect.objectContaining({ name: user.name, state: 'viewing' }))
    await friend.api('PUT', `/notes/${id}`, { title: 'Live 2' })
    const change = { kind: 'changed', by: friend.name, version: 2 }
    await expect.poll(() => mine.messages).toContainEqual({ change })
    theirs.socket.close()
    await expect.poll(() => mine.messages).toContainEqual(expect.objectContaining({ gone: true }))
    mine.socket.close()
    await mine.closed
  })

  it('ends for a user with whom the note is no longer shared', async () => {
    const friend = await Client.signUp(notes.app)
    const { id } = await user.addNote('Revoked')
    await user.api('PUT', `/notes/${id}/shares/${friend.name}`, { access: 'read' })
    const theirs = await open(friend, id)
    await user.api('DELETE', `/notes/${id}/shares/${friend.name}`)
    expect(await theirs.closed).toBe(1008)
  })

  it('ends with the login, as streams of events do', async () => {
    const { id } = await user.addNote('Left open')
    const leave = {
      'by the logout': (client: Client) => client.api('DELETE', '/session'),
      'by the administrator': async (client: Client) => {
        const page = await user.visit('/admin')
        const row = page.slice(page.indexOf(`>${client.name}</th>`))
        const path = /\/admin\/users\/\d+/.exec(row)?.[0] ?? ''
        return user.post(path, { disabled: 'yes' })
      },
    }
    for (const [how, end] of Object.entries(leave)) {
      const friend = await Client.signUp(notes.app)
      await user.api('PUT', `/notes/${id}/shares/${friend.name}`, { access: 'read' })
      const theirs = await open(friend, id)
      const headers = { Cookie: friend.cookie }
      const events = await fetch(`http://${address}/events`, { headers })
      expect((await end(friend)).statusCode, how).toBeLessThan(400)
      expect(await theirs.closed, how).toBe(1008)
      expect(await events.text(), how).toContain('retry:')
      expect((await fetch(`http://${address}/events`, { headers })).status, how).toBe(401)
    }
  })

  it('tells a page that connects which version the note has', async () => {
    const { id } = await user.addNote('Old')
    await user.api('PUT', `/notes/${id}`, { title: 'New' })
    const page = await open(user, id)
    await expect.poll(() => page.messages).toContainEqual({ version: 2 })
    page.socket.close()
    await page.closed
  })

  it('drops the reports of a page that floods the others', async () => {
    const { id } = await user.addNote('Flooded')
    const [quiet, loud] = [await open(user, id), await open(user, id)]
    for (let report = 0; report < 500; report++) loud.socket.send('{"state":"editing"}')
    loud.socket.close()
    await expect.poll(() => quiet.messages).toContainEqual(expect.objectContaining({ gone: true }))
    const received = quiet.messages.filter(({ state }) => state === 'editing')
    expect(received.length).toBeGreaterThan(0)
    expect(received.length).toBeLessThan(200)
    quiet.socket.close()
    await quiet.closed
  })

  it('refuses strangers, other sites, and what is no report', async () => {
    const stranger = await Client.signUp(notes.app)
    const { id } = await user.addNote('Private')
    const visitor = new Client(notes.app)
    await expect(open(stranger, id)).rejects.toThrow('404')
    await expect(open(visitor, id)).rejects.toThrow('401')
    await expect(open(user, id, { Origin: 'https://evil.test' })).rejects.toThrow('403')
    for (const odd of ['x', '{}', '{"state":"admin"}', 'null']) {
      const page = await open(user, id)
      page.socket.send(odd)
      expect(await page.closed).toBe(1008)
    }
    expect((await user.get(`/notes/${id}/presence`)).statusCode).toBe(426)
  })
})

describe('parts that are not available', () => {
  it('Redis: pages and the API are 503, with a clear text, and the process is not ready', async () => {
    const port = await closedPort()
    const lonely = await openNotes({
      redisUrl: `redis://127.0.0.1:${port}`,
      requestsPerMinute: 100,
    })
    try {
      const page = await lonely.app.inject({ url: '/login', headers: { Accept: 'text/html' } })
      expect(page.statusCode).toBe(503)
      expect(page.headers['retry-after']).toBe('2')
      expect(page.text()).toContain('The service is not available at the moment.')
      const api = await lonely.app.inject('/api/v1/session')
      expect(api.statusCode).toBe(503)
      expect(api.json()).toMatchObject({ status: 503, code: 'unavailable.redis' })
      const ready = await lonely.app.inject('/health/ready')
      expect(ready.statusCode).toBe(503)
      expect(ready.json()).toMatchObject({
        ...{ status: 'unavailable', reasons: ['redis'], checks: { database: { status: 'ok' } } },
      })
      expect((await lonely.app.inject('/health/live')).statusCode).toBe(200)
    } finally {
      await lonely.close()
    }
  })

  it('a session that cannot be renewed leaves the connection to the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const renew = vi.spyOn(MemoryStore.prototype, 'touch')
    renew.mockImplementation((_id, _session, callback?: (error?: Error) => void) => {
      callback?.(new Error('Redis went away'))
    })
    onTestFinished(() => {
      renew.mockRestore()
      agent.destroy()
    })
    const ports = new Set<unknown>()
    for (let count = 0; count < 5; count++) {
      const url = `http://${address}/api/v1/notes/7d3b9a52-0c0e-4a56-9d8e-1d0a3f0c9e11`
      const [response] = await once(
        get(url, { agent, headers: { Cookie: user.cookie } }),
        'response',
      )
      ports.add(response.socket.localPort)
      response.resume()
      await once(response, 'end')
      expect(response.statusCode).toBe(404)
    }
    expect(renew).toHaveBeenCalledTimes(5)
    expect(ports.size).toBe(1)
  })

  it('PostgreSQL: a query and a transaction are 503', async () => {
    const url = `postgres://notes@127.0.0.1:${await closedPort()}/notes`
    const database = openPostgres({ url, poolSize: 2, log: createLog('silent') })
    const failure = { status: 503, type: 'unavailable.database' }
    await expect(database.query('SELECT 1')).rejects.toMatchObject(failure)
    await expect(database.transaction(async () => 1)).rejects.toMatchObject(failure)
    await database.close()
  })
})

describe('the folder of PGlite', () => {
  it('is for one process at a time, and free after one that was killed', async () => {
    const folder = join(notes.folder, 'postgres')
    await expect(lockFolder(folder)).rejects.toThrow(
      /Another process uses the database in .*postgres/,
    )

    const other = join(notes.folder, 'other')
    const program = `
      const { lockFolder } = await import(${JSON.stringify(LOCK_MODULE)})
      await lockFolder(${JSON.stringify(other)})
      console.log('locked')
      setInterval(() => {}, 1000)`
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    try {
      await once(child.stdout, 'data')
      await expect(lockFolder(other)).rejects.toThrow('Another process')
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    const unlock = await lockFolder(other)
    await unlock()
    await (await lockFolder(other))()
  })
})

describe('npm start', () => {
  const children: ChildProcess[] = []

  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  function start(env: Record<string, string>) {
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, ['--import', 'tsx', join('src', 'server.ts')], {
      cwd: ROOT,
      env: { PATH, LOG_LEVEL: 'silent', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return child
  }

  it('keeps everything on disk, closes on SIGTERM, and finishes what it has begun', async () => {
    const spare = await openNotes()
    const { folder } = spare
    const owner = await Client.signUp(spare.app, 'keeper')
    await owner.addNote('Still here')
    await spare.stop()
    const child = start({ DATA_DIR: folder })
    const url = await addressOf(child)
    const login = await fetch(`${url}/api/v1/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'keeper', password: PASSWORD }),
    })
    expect(login.status).toBe(201)
    const Cookie = String(login.headers.get('set-cookie')).split(';')[0] ?? ''
    const list = await fetch(`${url}/api/v1/notes`, { headers: { Cookie } })
    expect(await list.json()).toMatchObject({ notes: [{ title: 'Still here' }] })

    const events = await fetch(`${url}/events`, { headers: { Cookie } })
    child.kill('SIGTERM')
    expect(await events.text()).toContain('retry:')
    expect(await once(child, 'exit')).toEqual([0, null])
    await spare.close()
  })

  it('says that its port is taken, and ends with 1', async () => {
    const spare = await openNotes()
    await spare.stop()
    const [, port = ''] = address.split(':')
    const child = start({ DATA_DIR: spare.folder, PORT: port })
    const [said] = await Promise.all([textOf(child.stderr), once(child, 'exit')])
    expect(said).toContain(`address already in use 127.0.0.1:${port}`)
    expect(child.exitCode).toBe(1)
    await spare.close()
  })

  it('says what is missing, and ends with 1', async () => {
    const child = start({ NODE_ENV: 'production' })
    const [said] = await Promise.all([textOf(child.stderr), once(child, 'exit')])
    expect(said).toContain('SESSION_SECRET is not set')
    expect(child.exitCode).toBe(1)
  })
})

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
