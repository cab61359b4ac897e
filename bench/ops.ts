import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { nextMessage } from './child-messages.ts'
import { type Client, openClient, toBytes } from './load/client.js'
import { describeMachine } from './machine.ts'
import { toList, toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/ops.ts [--slices 20] [--seconds 1] [--processes 2] [--node program] [--load wrk] [--only shed,deadline]: the processor
// time that each part of webapp/ops adds to a request. All servers run at once and take turns,
// because the speed of a machine changes within seconds.

const execute = promisify(execFile)
const WARM_UP = 4
const SERVERS = fileURLToPath(new URL('ops-servers.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    load: { type: 'string', default: 'own' },
    connections: { type: 'string', default: '16' },
    node: { type: 'string', default: process.execPath },
    kind: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})
const slices = toPositive('slices', options.slices)
const seconds = toPositive('seconds', options.seconds)
const only = toList(options.only)

const KINDS = ['at once', 'later'] as const
const kinds = options.kind === '' ? KINDS : KINDS.filter((kind) => kind === options.kind)
const CASES = [
  ...['nothing', 'empty middleware', 'deadline', 'shed', 'requestId', 'health'],
  ...['health+shed+requestId+deadline', 'refusal'],
].filter((name) => name === 'nothing' || only.length === 0 || only.includes(name))

const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
const { cpu, cores, node } = describeMachine(version)
console.log(
  `${slices} slices of ${seconds} s, load ${options.load}, ${options.connections} connections; ${cpu}, ${cores} cores, ${node}`,
)
console.log('µs of processor time for each request\n')
for (const kind of kinds) await compare(kind)

async function compare(kind: string): Promise<void> {
  const servers: Server[] = []
  try {
    for (let count = 0; count < Number(options.processes); count++) {
      for (const name of CASES) servers.push(await start(name, kind))
    }
    for (let turn = 0; turn < WARM_UP; turn++) for (const server of servers) await measure(server)
    for (let slice = 0; slice < slices; slice++) {
      for (const server of servers) server.costs.push(await measure(server))
    }
    report(kind, servers)
  } finally {
    for (const { child } of servers) child.kill()
  }
}

/** A busy machine makes single slices slower, never faster: the lower quartile counts. */
function report(kind: string, servers: readonly Server[]): void {
  console.log(
    `| a handler that responds ${kind} | lower quartile | more than nothing | median | more |`,
  )
  console.log('|---|---:|---:|---:|---:|')
  const figures = CASES.map((name) => {
    const costs = servers.flatMap((server) => (server.name === name ? server.costs : []))
    return { name, quarter: quantile(costs, 0.25), half: quantile(costs, 0.5) }
  })
  const [base = { quarter: 0, half: 0 }] = figures
  for (const { name, quarter, half } of figures) {
    const cells = [quarter, quarter - base.quarter, half, half - base.half]
    console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`)
  }
  console.log()
}

interface Server {
  readonly name: string
  readonly child: ChildProcess
  readonly port: number
  readonly clients: Client[]
  /** The cost of a request in each slice. */
  readonly costs: number[]
}

async function start(name: string, kind: string): Promise<Server> {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = fork(SERVERS, [name, kind], { execArgv: [], execPath: options.node, env })
  return { name, child, port: await nextMessage<number>(child), clients: [], costs: [] }
}

/** The processor time of a request, in microseconds. */
async function measure(server: Server): Promise<number> {
  const before = await readCpu(server.child)
  const requests = await (options.load === 'wrk' ? runWrk(server) : send(server))
  return ((await readCpu(server.child)) - before) / requests
}

async function runWrk({ port }: Server): Promise<number> {
  const bounds = ['-t', '1', '-c', options.connections, '-d', `${seconds}s`]
  const { stdout } = await execute('wrk', [...bounds, `http://127.0.0.1:${port}/`])
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

/** A slice can be shorter than those of wrk, which takes whole seconds. */
async function send({ port, clients }: Server): Promise<number> {
  const origin = `http://127.0.0.1:${port}`
  const bytes = toBytes(origin, { method: 'GET', path: '/' })
  while (clients.length < Number(options.connections)) clients.push(await openClient(origin))
  const end = performance.now() + seconds * 1000
  let requests = 0
  await Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          client.onAnswer = (status: number | undefined) => {
            requests++
            if (status === undefined || performance.now() > end) resolve()
            else client.ask(bytes)
          }
          client.ask(bytes)
        }),
    ),
  )
  return requests
}

async function readCpu(child: ChildProcess): Promise<number> {
  const told = nextMessage<number>(child)
  child.send('cpu')
  return told
}
