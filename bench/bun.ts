import { type ChildProcess, execFile, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { installLocked } from '../tools/install-locked.ts'
import { fetchRuntime } from '../tools/runtimes/fetch-runtime.ts'
import { runtimes } from '../tools/runtimes/runtimes.ts'
import { nextMessage } from './child-messages.ts'
import { describeMachine } from './machine.ts'
import { toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/bun.ts [--turns 15] [--seconds 1] [--connections 64]: requests per second and processor time
// of webapp on Bun, next to Hono, Elysia, Express 5 and the node:http of Bun. All servers run at once and
// take turns under wrk, because the speed of a machine changes within seconds. Needs the built package.

const execute = promisify(execFile)
const CANDIDATES = ['webapp', 'node:http', 'express5', 'hono', 'elysia'] as const
const ROUTES = [
  { title: 'a small JSON response', path: '/item', body: { id: 7, name: 'Ada', isActive: true } },
  { title: 'a route with a parameter', path: '/users/42', body: { id: '42', name: 'Ada' } },
] as const

const { values: options } = parseArgs({
  options: {
    turns: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '64' },
  },
})
const turns = toPositive('turns', options.turns)
const seconds = toPositive('seconds', options.seconds)
const connections = toPositive('connections', options.connections)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

interface Server {
  readonly name: string
  readonly child: ChildProcess
  readonly origin: string
}

interface Figures {
  /** Requests per second, in each turn. */
  readonly rates: number[]
  /** Microseconds of processor time for a request, in each turn. */
  readonly costs: number[]
}

installLocked(here('bun/'))
const bun = runtimes.find(({ id }) => id === 'bun')
if (bun === undefined) throw new Error('tools/runtimes/runtimes.ts has no bun')
const { cores, cpu, load } = describeMachine()
console.log(
  `Bun ${bun.version}, wrk with one thread and ${connections} connections, medians of ${turns} turns of ` +
    `${seconds} s; ${cpu}, ${cores} cores, load average at the start ${load.toFixed(1)}\n`,
)
const program = await fetchRuntime(bun)
const servers: Server[] = []
try {
  for (const name of CANDIDATES) servers.push(await start(name))
  for (const route of ROUTES) report(route.title, await measure(route))
} finally {
  for (const { child } of servers) child.kill()
}

async function start(name: string): Promise<Server> {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = fork(here('bun/servers.js'), [name], { execArgv: [], execPath: program, env })
  return { name, child, origin: `http://127.0.0.1:${await nextMessage<number>(child)}` }
}

async function measure({ path, body }: (typeof ROUTES)[number]): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>()
  for (const { name, origin } of servers) {
    const response = await fetch(origin + path)
    const text = await response.text()
    if (response.status !== 200 || text !== JSON.stringify(body)) {
      throw new Error(`${name} responds to ${path} with ${response.status} ${text}`)
    }
    figures.set(name, { rates: [], costs: [] })
  }
  // The first turn compiles the programs, and does not count.
  for (let turn = 0; turn <= turns; turn++) {
    const ordered = turn % 2 === 0 ? servers : [...servers].reverse()
    for (const server of ordered) {
      const before = await readCpu(server)
      const requests = await runWrk(server.origin + path)
      const cost = ((await readCpu(server)) - before) / requests
      if (turn === 0) continue
      figures.get(server.name)?.rates.push(requests / seconds)
      figures.get(server.name)?.costs.push(cost)
    }
  }
  return figures
}

async function runWrk(url: string): Promise<number> {
  const bounds = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`]
  const { stdout } = await execute('wrk', [...bounds, url])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under load:\n${stdout}`)
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

function readCpu({ child }: Server): Promise<number> {
  const told = nextMessage<number>(child)
  child.send('cpu')
  return told
}

/** Ratios are those of neighbouring turns, because a slow moment of the machine is slow for all servers. */
function report(title: string, figures: ReadonlyMap<string, Figures>): void {
  console.log(
    `| ${title} | requests per second | lowest to highest turn | CPU µs | webapp's CPU, relative to it |`,
  )
  console.log('|---|---:|---:|---:|---:|')
  const own = figures.get('webapp')?.costs ?? []
  for (const [name, { rates, costs }] of figures) {
    const [low, half, high] = [0, 0.5, 1].map((part) => Math.round(quantile(rates, part)))
    const ratio = quantile(
      own.map((cost, turn) => cost / (costs[turn] ?? Number.NaN)),
      0.5,
    )
    const cpu = [quantile(costs, 0.5).toFixed(1), `${ratio.toFixed(2)} ×`]
    console.log(`| ${name} | ${half} | ${low} to ${high} | ${cpu.join(' | ')} |`)
  }
  console.log()
}
