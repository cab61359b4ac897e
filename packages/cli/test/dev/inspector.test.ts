import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { detailsOf, findRequest, listOf, openEvents, readCounts } from './inspector-client.ts'
import { SAMPLE } from './sample.ts'
import { createProject, ownPort, startDev, urlOf } from './support.ts'

describe('the inspector', () => {
  const project = new Project({ 'server.js': SAMPLE })
  const dev = new RunningCommand(['dev'], { cwd: project.folder, env: ownPort() })
  let url = ''
  let inspector = ''
  let origin = ''
  beforeAll(async () => {
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    origin = new URL(inspector).origin
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
  })

  it('records handlers with their places, values, bodies and output', async () => {
    const body = JSON.stringify({ name: 'Ada', password: 's3cret' })
    const headers = { 'content-type': 'application/json', cookie: 'sid=s3cret' }
    await ask(`${url}api/users?a=1`, { method: 'POST', body, headers })
    const details = await detailsOf(inspector, '/api/users?a=1')
    expect(details).toMatchObject({
      method: 'POST',
      status: 201,
      route: '/api/users',
      query: "{ a: '1' }",
      parsedBody: "{ name: 'Ada', password: '••••••' }",
      requestBody: { size: body.length, text: body },
      responseBody: { size: body.length, text: body },
      output: [
        { stream: 'stdout', text: 'seen /api/users\n' },
        { stream: 'stderr', text: 'saves Ada\n' },
      ],
    })
    const { layers } = details
    expect(layers.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['jsonParser', 'next'],
      ['announces', 'next'],
      ['router', 'answered'],
      ['router', 'answered'],
      ['createUser', 'answered'],
    ])
    expect(layers.at(-1)).toMatchObject({
      place: `${project.path('server.js')}:12:7`,
      duration: expect.any(Number),
    })
    expect(details.requestHeaders).toContainEqual({
      name: 'cookie',
      value: 'sid=s3cret',
      masked: 'sid=••••••',
    })
    expect(details.responseHeaders).toContainEqual({
      name: 'Content-Type',
      value: 'application/json; charset=utf-8',
    })
    expect(details.curl).toContain(`--data-binary '${body}'`)
  })

  it('records errors, parameters and mounted applications', async () => {
    for (const path of ['api/fails', 'api/users/7', 'v4/page/a', 'v3/x']) await ask(url + path)
    const failed = await detailsOf(inspector, '/api/fails')
    expect(failed.error).toMatchObject({
      message: 'async <b>failure</b>',
      cause: { message: 'no database' },
    })
    expect((await detailsOf(inspector, '/api/users/7')).params).toBe("{ id: '7' }")
    expect((await detailsOf(inspector, '/v4/page/a')).route).toBe('/v4/page/:name?')
    expect((await detailsOf(inspector, '/v3/x')).route).toBe('/v3/x')
  })

  it('shows previews of streams, uploads, compressed and binary bodies', async () => {
    await ask(`${url}stream`)
    expect((await detailsOf(inspector, '/stream')).responseBody).toMatchObject({
      size: 14,
      text: 'one\ntwo\nthree\n',
    })
    const upload = 'x'.repeat(200_000)
    const answer = await ask(`${url}upload`, { method: 'POST', body: upload })
    expect(answer.text).toBe('{"size":200000}')
    const { requestBody, whyNotAgain } = await detailsOf(inspector, '/upload')
    expect(requestBody).toMatchObject({ size: 200_000, note: 'The first 65536 of 200000 bytes.' })
    expect(requestBody.text).toHaveLength(65_536)
    expect(whyNotAgain).toContain('64 KB')
    await ask(`${url}zip`)
    expect((await detailsOf(inspector, '/zip')).responseBody.text).toBe('unpacked text')
    await ask(`${url}binary`)
    expect((await detailsOf(inspector, '/binary')).responseBody).toEqual({
      size: 8,
      note: '8 bytes of binary data (image/png)',
    })
  })

  it('sends a request again', async () => {
    const headers = { 'content-type': 'application/json', 'x-once': 'a' }
    await ask(`${url}api/users?again=1`, { method: 'POST', body: '{"name":"Bob"}', headers })
    const { id } = await findRequest(inspector, '/api/users?again=1')
    const sent = await ask(`${inspector}requests/${id}/send`, {
      method: 'POST',
      headers: { origin },
    })
    expect(sent.status).toBe(200)
    await expect
      .poll(
        async () =>
          (await listOf(inspector)).filter((each) => each.url === '/api/users?again=1').length,
      )
      .toBe(2)
    const again = await detailsOf(inspector, '/api/users?again=1')
    expect(again.id).not.toBe(id)
    expect(again.requestBody.text).toBe('{"name":"Bob"}')
    expect(again.requestHeaders).toContainEqual({ name: 'x-once', value: 'a' })
  })

  it('lists routes with counts and the settings of all applications', async () => {
    await ask(`${url}v3/x`)
    await expect
      .poll(async () => {
        const { counts } = (await openEvents(inspector)).state as {
          counts: { routes: { route: string; count: number }[] }
        }
        return counts.routes.find(({ route }) => route === '/v3/x')?.count ?? 0
      })
      .toBeGreaterThan(0)
    const { applications } = (await openEvents(inspector)).state as {
      applications: {
        path: string
        routes: { method: string; path: string }[]
        settings: [string, string][]
      }[]
    }
    expect(applications.map(({ path }) => path)).toEqual(['/', '/v4', '/v3'])
    const routes = applications[0]?.routes.map(({ method, path }) => `${method} ${path}`)
    expect(routes).toContain('GET /api/users/:id')
    expect(routes).toContain('GET /v4/page/:name?')
    expect(applications[0]?.settings).toContainEqual(['api secret', '••••••'])
  })

  it('refuses everything but its own pages on this machine', async () => {
    const { host, port } = new URL(inspector)
    const events = `${inspector}events`
    const { id } = await findRequest(inspector, '/v3/x')
    const send = `${inspector}requests/${id}/send`
    const attempts: [string, string, Record<string, string>][] = [
      [
        'another token',
        events.replace(/\/[0-9a-f]{32}\//, `/${randomBytes(16).toString('hex')}/`),
        {},
      ],
      ['no token', `${origin}/events`, {}],
      ['a name that resolves to this machine', events, { host: `evil.test:${port}` }],
      ['another site', events, { origin: 'https://evil.test' }],
      ['another port of this machine', events, { origin: url.replace(/\/$/, '') }],
      ['a sandboxed frame', events, { origin: 'null' }],
      ['a tag of another site', events, { 'sec-fetch-site': 'cross-site' }],
      ['a page on another port', events, { 'sec-fetch-site': 'same-site' }],
    ]
    for (const [title, target, headers] of attempts) {
      expect([title, (await ask(target, { headers })).status]).toEqual([title, 403])
    }
    for (const headers of [{}, { origin: 'http://localhost:1' }] as Record<string, string>[]) {
      expect((await ask(send, { method: 'POST', headers })).status).toBe(403)
    }
    const page = await ask(inspector, { headers: { host, 'sec-fetch-site': 'none' } })
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
    expect((await ask(`${inspector}requests/0123`)).status).toBe(404)
    expect((await ask(`${inspector}../package.json`)).status).not.toBe(200)
  })

  it('counts all requests, also those that it does not record', async () => {
    const total = 200
    for (let sent = 0; sent < total; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => ask(`${url}v3/x`)))
    }
    // The requests of the tests before may be counted late, so wait for those of this route.
    await expect
      .poll(async () => {
        const { routes } = await readCounts(inspector)
        return routes.find(({ route }) => route === '/v3/x')?.count
      })
      .toBeGreaterThanOrEqual(total)
    const { seen, recorded } = await readCounts(inspector)
    expect(seen).toBeGreaterThanOrEqual(total)
    expect(recorded).toBeLessThanOrEqual(seen)
  })
})

it('records requests with values that throw, and the program goes on', async () => {
  const code = `const app = require('webapp')()
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    app.get('/getter', (req, res) => { Object.defineProperty(req, 'body', { get() { throw new Error('getter') } }); res.send('ok') })
    app.get('/proxy', (req, res) => { req.body = proxy; res.send('ok') })
    app.get('/throws', () => { throw proxy })
    app.listen(process.env.OWN_PORT)`
  const dev = startDev(createProject({ 'server.js': code }))
  const inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
  const url = await urlOf(dev)
  for (const [path, status] of [
    ['/getter', 200],
    ['/proxy', 200],
    ['/throws', 500],
  ] as const) {
    expect((await ask(new URL(path, url).href)).status).toBe(status)
    expect(await findRequest(inspector, path)).toMatchObject({ status })
  }
})

it('keeps its list when the program starts again', async () => {
  const project = createProject({ 'server.js': SAMPLE })
  const dev = startDev(project)
  const inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
  await ask(`${await urlOf(dev)}v3/x`)
  await findRequest(inspector, '/v3/x')
  const before = dev.output.length
  project.write('server.js', `${SAMPLE}// changed`)
  const url = await urlOf(dev, before)
  await ask(`${url}stream`)
  await findRequest(inspector, '/stream')
  await findRequest(inspector, '/v3/x')
})
