import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { headline } from '../../src/shadow/report/table.ts'
import { FILES, PACKAGES, QUIET } from './program.ts'
import { createProject, routeIn, Shadowed, undo, verdicts } from './support.ts'

/** At full size, for each version of Express: HARDENING_FULL=1. */
const ROUNDS = process.env.HARDENING_FULL ? 500 : 50

/** A server outside of the program, which counts its requests. */
async function createOther(): Promise<{ port: number; count: () => number }> {
  let count = 0
  const server = createServer((_req, res) => res.end(`other ${++count}`)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, count: () => count }
}

describe.skipIf(process.platform === 'win32').each([5, 4] as const)('Express %i', (major) => {
  it('seeded differences are found, and nothing else', async () => {
    const project = createProject(major, FILES, PACKAGES)
    const shadowed = new Shadowed(project, ['--report', 'report.html', '--queue', '5000'])
    await shadowed.listening()
    for (let round = 0; round < ROUNDS; round++) await shadowed.get(...QUIET)
    const paths = ['body', 'header', 'status', 'secret'].map((name) => `/seeded/${name}`)
    await shadowed.get(...paths)
    await shadowed.ask('/file', { headers: { 'accept-encoding': 'gzip' } })
    await shadowed.ask('/page', { headers: { 'accept-encoding': 'br, gzip' } })
    await shadowed.ask('/file', { headers: { range: 'bytes=2-5' } })
    await shadowed.ask('/file', { method: 'HEAD' })
    await shadowed.ask('/fixed', { headers: { authorization: 'Bearer top-secret' } })
    // Not a safe method, so it is not repeated.
    await shadowed.ask('/fixed', { method: 'POST', body: 'x' })
    const report = await shadowed.end()

    const differing = report.routes.filter(({ verdict }) => verdict !== 'ready')
    expect(differing.map(({ route }) => route).sort()).toEqual([
      'GET /seeded/body',
      'GET /seeded/header',
      'GET /seeded/secret',
      'GET /seeded/status',
    ])
    expect(report.requests.dropped).toBe(0)
    expect(report.requests.lost).toBe(0)
    expect(report.requests.compared).toBeGreaterThanOrEqual(shadowed.sent)
    expect(headline(report)).toMatch(
      /^\d+ of \d+ routes equal over [\d,]+ requests; 4 need a look; \d routes without traffic$/,
    )
    expect([...report.unseen].sort()).toEqual([
      'GET /hang',
      'GET /headers',
      'GET /out',
      'GET /seeded/crash',
    ])

    const [body] = routeIn(report, 'GET /seeded/body').examples
    expect(body?.differences).toEqual([
      { place: 'body, at list[1].name', express: '"a"', webapp: '"b"' },
    ])
    const [header] = routeIn(report, 'GET /seeded/header').examples
    expect(header?.differences).toEqual([{ place: 'header x-kind', express: 'old', webapp: 'new' }])
    const [status] = routeIn(report, 'GET /seeded/status').examples
    expect(status?.differences).toEqual([
      { place: 'status', express: '200 OK', webapp: '201 Created' },
    ])
    expect(routeIn(report, 'GET /fixed').declared['X-Powered-By']).toBeGreaterThan(0)
    expect(routeIn(report, 'GET /random').changing).toContain('body')
    expect(routeIn(report, 'GET /api/v1/things/:thing').equal).toBe(ROUNDS)
    expect(routeIn(report, 'GET /missing/:id').equal).toBe(ROUNDS)

    const texts = [
      project.read('report.json'),
      project.read('report.html'),
      shadowed.command.output,
    ]
    for (const text of texts) {
      for (const secret of ['hidden-one', 'secret-a', 'secret-b', 'cookie-a', 'cookie-b']) {
        expect(text).not.toContain(secret)
      }
    }
    expect(project.read('report.html')).toContain('GET /seeded/body')
  })

  it('a copy that ends is no event for the program, and is reported', async () => {
    const shadowed = new Shadowed(createProject(major, FILES, PACKAGES))
    await shadowed.listening()
    const [answer] = await shadowed.get('/seeded/crash')
    expect(answer).toMatchObject({ status: 200, text: 'ok' })
    const after = await shadowed.get('/fixed', '/fixed')
    expect(after.map(({ status }) => status)).toEqual([200, 200])
    await shadowed.command.until(/the copy on webapp ended \(status 3\); it starts again in \d+ ms/)
    const report = await shadowed.end()
    const [example] = routeIn(report, 'GET /seeded/crash').examples
    expect(example?.differences).toMatchObject([{ place: 'connection', express: '200' }])
    expect(routeIn(report, 'GET /fixed')).toMatchObject({ verdict: 'ready', equal: 2 })
    expect(report.copies.find(({ name }) => name === 'webapp')?.ends).toBeGreaterThan(0)
    expect(report.copies.find(({ name }) => name === 'express')?.ends).toBe(0)
  })

  it('the copies connect to nothing that is not allowed', async () => {
    const other = await createOther()
    const project = createProject(major, FILES, PACKAGES)
    const shadowed = new Shadowed(project, [], { OTHER: String(other.port) })
    await shadowed.listening()
    const [answer] = await shadowed.get('/out')
    expect(answer).toMatchObject({ status: 200, text: 'other 1' })
    const report = await shadowed.end()
    expect(other.count()).toBe(1)
    expect(routeIn(report, 'GET /out')).toMatchObject({
      ...{ verdict: 'ready', unlikeProgram: 1, firstUnlike: { program: 200, copies: 502 } },
    })
    for (const { wishes } of report.copies) {
      const target = `127.0.0.1:${other.port}`
      expect(wishes).toContainEqual({ kind: 'connection', target, isRefused: true })
    }
  })

  it('the copies connect to what is allowed', async () => {
    const other = await createOther()
    const allowed = ['--allow', `127.0.0.1:${other.port}`]
    const project = createProject(major, FILES, PACKAGES)
    const shadowed = new Shadowed(project, allowed, { OTHER: String(other.port) })
    await shadowed.listening()
    await shadowed.get('/out')
    const report = await shadowed.end()
    expect(other.count()).toBeGreaterThan(2)
    expect(routeIn(report, 'GET /out')).toMatchObject({ verdict: 'ready', unlikeProgram: 0 })
  })

  it('the client and the program see the same bytes and members as without it', async () => {
    const shadowed = new Shadowed(createProject(major, FILES, PACKAGES))
    await shadowed.listening()
    const [answer] = await shadowed.get('/headers')
    // Middleware that lists the members of a response does not find those of the recorder.
    expect(answer?.text).toBe('true false')
    // A client that leaves: its response is never complete, so it is not compared.
    const socket = connect(shadowed.port, '127.0.0.1', () =>
      socket.write('GET /hang HTTP/1.1\r\nHost: a\r\n\r\n'),
    )
    await once(socket, 'data')
    socket.destroy()
    // Two requests on one connection.
    const kept = connect(shadowed.port, '127.0.0.1', () =>
      kept.write(
        'GET /users/1 HTTP/1.1\r\nHost: a\r\n\r\nGET /users/2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      ),
    )
    let text = ''
    kept.on('data', (chunk) => {
      text += chunk
    })
    await once(kept, 'close')
    expect(text.match(/"id":"\d"/g)).toEqual(['"id":"1"', '"id":"2"'])
    const report = await shadowed.end()
    expect(verdicts(report)).not.toHaveProperty('GET /hang')
    expect(routeIn(report, 'GET /users/:id')).toMatchObject({ compared: 2, equal: 2 })
  })
})
