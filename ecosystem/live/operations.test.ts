import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'

// webapp/ops beside the packages that write logs and metrics, in each dialect. The built package, as
// users have it; the packages of this folder bring their own types or none.
// biome-ignore lint/suspicious/noExplicitAny: three dialects, and packages without types
const load = createRequire(import.meta.url) as (name: string) => any
const { deadline, requestId, shed } = load('webapp/ops') as typeof import('webapp/ops')
const { problemDetails } = load('webapp/contract') as typeof import('webapp/contract')

// biome-ignore lint/suspicious/noExplicitAny: the application of any dialect
async function listen(app: any): Promise<string> {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A logger, and the lines that it has written. */
function createLog() {
  const lines: { msg: string; [field: string]: unknown }[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(line))
      done()
    },
  })
  return { lines, logger: load('pino')({ base: undefined }, stream) }
}

/** A handler that responds when it is released, which is after its deadline. */
function createLateHandler() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const handle = async (_req: unknown, res: { send(text: string): void }) => {
    await released
    res.send('late')
  }
  return { handle, release: () => release() }
}

describe.each(['webapp', 'webapp/v4', 'webapp/v3'])('%s', (entry) => {
  it('pino-http has the id of requestId, the error of deadline and its report', async () => {
    const { lines, logger } = createLog()
    const { handle, release } = createLateHandler()
    const app = load(entry)()
    app.set('env', 'test')
    app.set('trust proxy', true)
    app.use(requestId())
    app.use(load('pino-http')({ logger }))
    // biome-ignore lint/suspicious/noExplicitAny: pino-http adds the logger
    const onLate = (report: object, req: any) => req.log.warn(report, 'late handler')
    app.use(deadline(50, { onLate }))
    app.get('/users/:id', handle)
    app.use((error: unknown, _req: unknown, res: object, next: (error: unknown) => void) => {
      Object.assign(res, { err: error })
      next(error)
    })
    app.use(problemDetails({ log: false }))

    const headers = { 'X-Request-Id': 'id-of-proxy', Accept: 'application/json' }
    const response = await fetch(`${await listen(app)}/users/7`, { headers })
    expect(response.headers.get('X-Request-Id')).toBe('id-of-proxy')
    expect(response.headers.get('Content-Type')).toMatch('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 503, requestId: 'id-of-proxy' })
    release()
    await expect.poll(() => lines.length).toBe(2)
    const [ofRequest, ofHandler] = lines
    expect(ofRequest).toMatchObject({
      msg: 'request errored',
      req: { id: 'id-of-proxy', url: '/users/7' },
      res: { statusCode: 503 },
      err: { code: 'ETIMEDOUT', message: 'GET /users/:id did not respond within 50 ms' },
    })
    expect(ofHandler).toMatchObject({
      msg: 'late handler',
      req: { id: 'id-of-proxy' },
      route: '/users/:id',
      deadline: 50,
    })
  })

  it('pino-http creates the id if no requestId has', async () => {
    const { lines, logger } = createLog()
    const app = load(entry)()
    app.use(load('pino-http')({ logger, genReqId: () => 'id-of-pino' }))
    app.use((req: { id: unknown }, res: { end(text: string): void }) => res.end(String(req.id)))
    expect(await (await fetch(await listen(app))).text()).toBe('id-of-pino')
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatchObject({ msg: 'request completed', req: { id: 'id-of-pino' } })
  })

  it('prom-client exports the figures of shed', async () => {
    const { Counter, Gauge, Registry } = load('prom-client')
    const registry = new Registry()
    const overload = shed({ maxInFlight: 1, maxDelay: 60_000 })
    const figure = (Kind: typeof Gauge, name: string, read: () => number) =>
      new Kind({
        ...{ name, help: name, registers: [registry] },
        collect(this: { reset(): void; inc(value: number): void }) {
          this.reset()
          this.inc(read())
        },
      })
    figure(Counter, 'refused_total', () => overload.refused)
    figure(Gauge, 'in_flight', () => overload.inFlight)
    figure(Gauge, 'is_shedding', () => Number(overload.isShedding))
    const { handle, release } = createLateHandler()
    const app = load(entry)()
    // Not with `get`: in 3.x, all routes would come before shed.
    app.use('/metrics', async (_req: unknown, res: { end(text: string): void }) => {
      res.end(await registry.metrics())
    })
    app.use(overload)
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    app.get('/', (req: unknown, res: { send(text: string): void }) => {
      begin()
      return handle(req, res)
    })
    const origin = await listen(app)
    const metrics = async () => (await fetch(`${origin}/metrics`)).text()
    const slow = fetch(origin)
    await begun
    for (let count = 0; count < 3; count++) expect((await fetch(origin)).status).toBe(503)
    expect(await metrics()).toMatch(
      /^refused_total 3\n[\s\S]*^in_flight 1\n[\s\S]*^is_shedding 0$/m,
    )
    release()
    expect(await (await slow).text()).toBe('late')
    await expect.poll(metrics).toMatch(/^in_flight 0$/m)
  })
})
