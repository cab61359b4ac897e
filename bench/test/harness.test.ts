import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sleep } from '../../tools/sleep.ts'
import { type FoundCandidate, findCandidates, findScenarios } from '../discover.ts'
import { judgeTargets } from '../judge.ts'
import type { LoadOrder, LoadReport } from '../load/order.ts'
import { isInstalled, Load } from '../load.ts'
import type { Context } from '../measure/context.ts'
import { renderDocuments } from '../report/publish.ts'
import { renderTable } from '../report/table.ts'
import type { Results, ScenarioResult } from '../results.ts'
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
    slices: 1,
    requests: 100,
    connections: 8,
    seconds: 5,
    warmUp: 200,
    soak: 100,
  }
  context = { ...limits, load: new Load('sockets'), progress: () => {} }
  candidates = await findCandidates()
  scenarios = await findScenarios()
})

afterAll(() => context.load.stop())

it.skipIf(!isInstalled('wrk'))('takes the load from wrk, where that is installed', async () => {
  const load = new Load('wrk')
  const order = { amount: 1, connections: 4, seconds: 5, time: 1 }
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

  const results = toResults([result])
  const judged = results.targets.filter(({ met }) => met !== undefined)
  expect(judged.map(({ text }) => text)).toEqual(['webapp ≤ 0.65 × node'])

  const page = `# Title\n<!-- results: written by npm run bench:report -->old<!-- end of results -->\n`
  const documents = renderDocuments({ main: results, others: [results] }, page)
  expect(documents['performance.md']).toContain(`### Node ${results.machine.node.slice(1)}\n`)
  expect(documents['performance.md']).toMatch(/\| hello text \| \d+\.\d \| \d+\.\d\d \|/)
  expect(documents['performance.md']).not.toContain('old')
  expect(documents['performance/bars.svg']).toMatch(/^<svg .*>webapp<.*<\/svg>\n$/s)
})

it('warms up new processes in each round, and measures them by turns', async () => {
  const load = new WatchedLoad(1)
  const lines: string[] = []
  const progress = (line: string) => void lines.push(line)
  await run('hello', ['node', 'webapp'], { load, progress, slices: 2 })
  load.stop()
  // The first number goes to the look at the answer, the one before each load to the watching.
  const warmUp = [
    { amount: 67, number: 2 },
    { amount: 67, number: 70 },
    { amount: 67, number: 138 },
  ]
  const first = { amount: 50, number: 206 }
  const second = { amount: 50, number: 257 }
  const round = [...warmUp, ...warmUp, first, first, second, second]
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
  const order = { amount: 6, connections: 2, seconds: 5, time: 1 }
  const request = { method: 'GET', path: '/' } as const
  const report = await context.load.run({ origin: `http://127.0.0.1:${port}`, request, ...order })
  expect(report).toMatchObject({ errors: 0, statuses: { 200: 6 } })
  server.close()
})

it('asks of a slow candidate what it can do in the time of a round', async () => {
  const load = new WatchedLoad(40)
  await run('hello', ['node'], { load, rounds: 1 })
  load.stop()
  // 67 answers in 40 seconds are 1.7 per second, and a round has 5 seconds.
  expect(load.seen.map(({ amount }) => amount)).toEqual([67, 67, 67, 8])
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

function toResults(measured: readonly ScenarioResult[]): Results {
  return {
    date: '2026-01-01',
    machine: { cores: 2, arch: 'x64', platform: 'linux', memoryGB: 8, node: 'v20.0.0', load: 0 },
    rounds: context.rounds,
    requests: context.requests,
    connections: context.connections,
    load: 'sockets',
    scenarios: measured,
    targets: judgeTargets(targets, measured),
  }
}
