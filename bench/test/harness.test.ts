import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sleep } from '../../tools/sleep.ts'
import { type FoundCandidate, findCandidates, findScenarios } from '../discover.ts'
import { judgeTargets } from '../judge.ts'
import type { LoadOrder, LoadReport } from '../load/order.ts'
import { isInstalled, Load, OpenLoad } from '../load.ts'
import type { Context } from '../measure/context.ts'
import { renderTable } from '../report/table.ts'
import type { ScenarioResult } from '../results.ts'
import { runScenario } from '../run-scenarios.ts'
import type { Scenario } from '../scenario.ts'
import { targets } from '../targets.ts'
import { ask } from '../verify.ts'

// The whole way with bare Node and webapp, which need no peer: small counts, no statement on speed.
let context: Context
let candidates: FoundCandidate[]
let scenarios: Scenario[]

beforeAll(async () => {
  const limits = {
    rounds: 2,
    turns: 1,
    requests: 100,
    connections: 8,
    seconds: 5,
    warmUp: 200,
    warmUpSeconds: 5,
    soak: 100,
  }
  context = { ...limits, node: process.execPath, load: new Load('sockets'), progress: () => {} }
  candidates = await findCandidates()
  scenarios = await findScenarios()
})

afterAll(() => context.load.stop())

it.skipIf(!isInstalled('wrk'))('takes the load from wrk, where that is installed', async () => {
  const load = new Load('wrk')
  const order = { status: 201, amount: 1, connections: 4, seconds: 5, time: 1 }
  const server = createServer((req, res) => {
    const isAsked =
      req.method === 'POST' && req.headers['x-quote'] === '"\\\'' && req.url === '/a?b'
    text(req).then((body) => res.writeHead(isAsked && body === 'ä\n"' ? 201 : 500).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = {
    method: 'POST',
    path: '/a?b',
    headers: { 'X-Quote': '"\\\'' },
    body: 'ä\n"',
  } as const
  const report = await load.run({ origin: `http://127.0.0.1:${port}`, request, ...order })
  expect(Object.keys(report.statuses)).toEqual(['201'])
  expect(report.errors).toBe(0)
  expect(report.seconds).toBeGreaterThan(0.5)
  load.stop()
  server.close().closeAllConnections()
})

function run(
  scenarioName: string,
  names: readonly string[],
  changes: Partial<Scenario & Context> = {},
): Promise<ScenarioResult> {
  const scenario = scenarios.find(({ name }) => name === scenarioName)
  if (scenario === undefined) throw new Error(`no scenario ${scenarioName}`)
  const chosen = candidates.filter(({ name }) => names.includes(name))
  return runScenario({ ...scenario, ...changes }, chosen, { ...context, ...changes })
}

/** Notes each order, and asks first which number the server has come to: a new one begins at 1. */
class WatchedLoad extends Load {
  readonly seen: { amount: number; number: number }[] = []
  /** What it says that an order took, whatever that was. */
  readonly #seconds: number

  constructor(seconds: number) {
    super('sockets')
    this.#seconds = seconds
  }

  override async run(order: LoadOrder): Promise<LoadReport> {
    const { body } = await ask(order.origin, order.request)
    this.seen.push({ amount: order.amount, number: Number(body.toString().slice(-6)) })
    return { ...(await super.run(order)), seconds: this.#seconds }
  }
}

it('measures candidates under load and shows the figures', async () => {
  const result = await run('hello', ['node', 'webapp'])
  expect(result.omitted).toEqual([])
  expect(result.candidates.map(({ candidate }) => candidate).sort()).toEqual(['node', 'webapp'])
  for (const { rounds, summary } of result.candidates) {
    expect(rounds).toHaveLength(2)
    expect(summary.cpu?.median).toBeGreaterThan(0)
    expect(summary.rps?.median).toBeGreaterThan(0)
  }
  expect(renderTable(result)).toMatch(
    /hello text \(hello\)\n.*CPU µs per request.*\n.*(node|webapp)/,
  )

  const judged = judgeTargets(targets, [result]).filter(({ met }) => met !== undefined)
  expect(judged.map(({ text }) => text)).toEqual(['webapp ≤ 0.7 × node'])
})

it('warms up new processes in each round, and measures them by turns', async () => {
  const load = new WatchedLoad(1)
  const lines: string[] = []
  const progress = (line: string) => void lines.push(line)
  await run('hello', ['node', 'webapp'], {
    ...{ load, progress, requests: 50, turns: 2 },
    warmUpSeconds: Number.MIN_VALUE,
  })
  load.stop()
  // The first number goes to the look at the answer, the one before each load to the watching. The
  // time of the warm-up is over after two parts.
  const warmUp = [
    { amount: 100, number: 2 },
    { amount: 100, number: 103 },
  ]
  // The first turn is not counted: the process was idle during the warm-up of the other.
  const idle = { amount: 50, number: 204 }
  const first = { amount: 50, number: 255 }
  const second = { amount: 50, number: 306 }
  const round = [...warmUp, ...warmUp, idle, first, idle, first, second, second]
  expect(load.seen).toEqual([...round, ...round])
  expect(lines.filter((line) => line.endsWith('measuring'))).toEqual([
    'hello: round 1 of 2, node, measuring',
    'hello: round 1 of 2, webapp, measuring',
    'hello: round 1 of 2, webapp, measuring',
    'hello: round 1 of 2, node, measuring',
    'hello: round 2 of 2, webapp, measuring',
    'hello: round 2 of 2, node, measuring',
    'hello: round 2 of 2, node, measuring',
    'hello: round 2 of 2, webapp, measuring',
  ])
})

/** Responses that arrive in odd pieces, over one connection. */
const pieces: Record<string, readonly string[]> = {
  'a head in two': ['HTTP/1.1 200 OK\r\nContent-Le', 'ngth: 2\r\n\r\nok'],
  'a body apart': ['HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n', 'ok', 'ok'],
  'a body in chunks': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n',
    '0\r\n',
    '\r\n',
  ],
  'no body in chunks': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  'no body': ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
}

it.each(Object.entries(pieces))('reads %s', async (_, parts) => {
  const server = createTcpServer((socket) => {
    socket.setNoDelay()
    socket.on('data', async () => {
      for (const part of parts) {
        socket.write(part)
        await sleep(5)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const order = { status: 200, amount: 6, connections: 2, seconds: 5, time: 1 }
  const request = { method: 'GET', path: '/' } as const
  const report = await context.load.run({ origin: `http://127.0.0.1:${port}`, request, ...order })
  expect(report).toMatchObject({ errors: 0, statuses: { 200: 6 } })
  server.close()
})

it('asks of a slow candidate what it can do in the time of a turn', async () => {
  const load = new WatchedLoad(40)
  await run('hello', ['node'], { load, rounds: 1, warmUpSeconds: Number.MIN_VALUE })
  load.stop()
  // 100 answers in 40 seconds are 2.5 per second, and a turn has 5 seconds.
  expect(load.seen.map(({ amount }) => amount)).toEqual([100, 100, 13, 13])
})

it('reports a load whose server is gone as a failure', async () => {
  const request = { method: 'GET', path: '/' } as const
  const order = { origin: 'http://127.0.0.1:1', request, seconds: 1, connections: 2 }
  const open = new OpenLoad()
  const failure = { errors: 1, statuses: {}, reason: expect.stringContaining('ECONNREFUSED') }
  expect(await open.run({ ...order, rate: 10 })).toMatchObject(failure)
  open.stop()
  const http2 = { ...order, origin: 'https://127.0.0.1:1', protocol: 'http2' } as const
  const rest = { status: 200, amount: 1, time: 1 }
  expect(await context.load.run({ ...http2, ...rest })).toMatchObject(failure)
})

it('measures latency at a share of the capacity of bare Node', async () => {
  const { candidates: measured } = await run('latency-half', ['node', 'webapp'], {
    rounds: 1,
    seconds: 0.2,
  })
  expect(measured.map(({ candidate }) => candidate).sort()).toEqual(['node', 'webapp'])
  for (const { summary } of measured) {
    expect(summary.p99?.median).toBeGreaterThanOrEqual(summary.p50?.median ?? Number.NaN)
    expect(summary.p999?.median).toBeGreaterThanOrEqual(summary.p99?.median ?? Number.NaN)
  }
})

it('leaves out all candidates if the capacity of bare Node cannot be measured', async () => {
  const answer = { status: 200, body: 'Something else' }
  const { candidates: measured, omitted } = await run('latency-half', ['node', 'webapp'], {
    answer,
  })
  expect(measured).toEqual([])
  expect(omitted.map(({ candidate }) => candidate).sort()).toEqual(['node', 'webapp'])
})

it('gives a candidate its environment', async () => {
  const scenario = scenarios.find(({ name }) => name === 'hello') as Scenario
  const node = candidates.find(({ name }) => name === 'node') as FoundCandidate
  const module = `data:text/javascript,${encodeURIComponent(greeter)}`
  const measure = (env: Record<string, string>) =>
    runScenario(scenario, [{ ...node, name: 'greeter', module, env }], context)
  expect(await measure({ BENCH_GREETING: 'Hello, World! 1000000' })).toMatchObject({ omitted: [] })
  const { omitted } = await measure({ BENCH_GREETING: 'Nothing' })
  expect(omitted[0]?.reason).toBe('answers otherwise: body "Nothing"')
})

/** Greets with what its environment says. */
const greeter = `
  import { createServer } from 'node:http'
  const answer = (req, res) => res.setHeader('Content-Type', 'text/plain').end(process.env.BENCH_GREETING)
  const listen = () => createServer(answer).listen(0, '127.0.0.1')
  export const candidates = [{ name: 'greeter', create: () => ({ steps: { text() {} }, listen }) }]
`

it('leaves out a candidate that is absent, without a process', async () => {
  const { omitted, candidates: measured } = await run('hello', ['fulmine.js'])
  expect(measured).toEqual([])
  expect(omitted).toEqual([
    { candidate: 'fulmine.js', reason: expect.stringContaining('--uws names no folder') },
  ])
})

it('leaves out a candidate whose process ends under load, and goes on with the others', async () => {
  const scenario = scenarios.find(({ name }) => name === 'hello') as Scenario
  const node = candidates.find(({ name }) => name === 'node') as FoundCandidate
  const module = `data:text/javascript,${encodeURIComponent(mortal)}`
  const result = await runScenario(scenario, [{ ...node, name: 'mortal', module }, node], context)
  expect(result.omitted).toEqual([
    { candidate: 'mortal', reason: expect.stringMatching(/^unexpected answers under load: /) },
  ])
  expect(result.candidates).toEqual([
    expect.objectContaining({ candidate: 'node', rounds: [expect.anything(), expect.anything()] }),
  ])
})

/** Greets some times, and is gone. */
const mortal = `
  import { createServer } from 'node:http'
  let left = 20
  const server = createServer((req, res) => {
    if (left-- === 0) process.exit()
    res.setHeader('Content-Type', 'text/plain').end('Hello, World! 1000000')
  })
  const listen = () => server.listen(0, '127.0.0.1')
  export const candidates = [{ name: 'mortal', create: () => ({ steps: { text() {} }, listen }) }]
`

it('leaves out a candidate whose answer is another, with what is wrong about it', async () => {
  const answer = { status: 200, body: 'Something else' }
  const { candidates: measured, omitted } = await run('hello', ['node'], { answer })
  expect(measured).toEqual([])
  expect(omitted).toHaveLength(1)
  expect(omitted[0]?.reason).toMatch(/^answers otherwise: body "Hello, World! \d+"$/)
})

it('wants from those like Express what Express sends', async () => {
  const node = candidates.find(({ name }) => name === 'node') as FoundCandidate
  const scenario = scenarios.find(({ name }) => name === 'hello') as Scenario
  const { omitted } = await runScenario(scenario, [{ ...node, answersLikeExpress: true }], context)
  expect(omitted).toEqual([
    { candidate: 'node', reason: 'answers otherwise: no x-powered-by, no etag' },
  ])
})

it('leaves out a candidate that has no way to do a step, or does not start', async () => {
  const nested = await run('nested', ['webapp-v3'])
  expect(nested.omitted).toEqual([{ candidate: 'webapp-v3', reason: 'has no "nested"' }])
  const plan: Scenario['plan'] = () => [{ do: 'view', path: '/', root: 'nowhere', name: 'none' }]
  const broken = await run('view', ['node'], { plan })
  expect(broken.omitted[0]?.reason).toMatch(/^does not start: ENOENT/)
})

it('measures the start of a process', async () => {
  const { candidates: measured } = await run('start', ['node'])
  expect(measured[0]?.summary).toMatchObject({
    start: { median: expect.any(Number) },
    startCpu: { median: expect.any(Number) },
    rss: { median: expect.any(Number) },
    heap: { median: expect.any(Number) },
  })
})

it('measures how memory grows', async () => {
  const { candidates: measured } = await run('soak', ['node'])
  expect(measured[0]?.summary.growth?.median).toBeGreaterThan(0)
})
