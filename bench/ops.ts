import { type ChildProcess, execFile, execFileSync, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { nextMessage } from './child-messages.ts'
import { type Client, openClient, toBytes } from './load/client.js'
import { describeMachine } from './machine.ts'
import { toList, toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/ops.ts [--slices 20] [--seconds 1] [--node program] [--load wrk] [--only shed,deadline]: the processor
// time that each part of webapp/ops adds to a request. All servers run at once and take turns,
// because the speed of a machine changes within seconds. Each slice is compared with the slice of the
// application without the part that is next to it.

const execute = promisify(execFile)
const SERVERS = fileURLToPath(new URL('ops-servers.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '1' },
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
  ...['empty middleware', 'listener', 'deadline', 'shed', 'requestId', 'health'],
  ...['health+shed+requestId+deadline', 'refusal', 'node'],
].filter((name) => only.length === 0 || only.includes(name))

const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
const { cpu, cores, node } = describeMachine(version)
console.log(
  `${slices} slices of ${seconds} s, load ${options.load}, ${options.connections} connections; ${cpu}, ${cores} cores, ${node}`,
)
console.log('µs of processor time for each request\n')
for (const kind of kinds) {
  console.log(
    `| handler that responds ${kind} | µs (lower quartile) | more than without (median of differences) | (difference of lower quartiles) |`,
  )
  console.log('|---|---:|---:|---:|')
  for (const name of CASES) await compare(name, kind)
  console.log()
}

async function compare(name: string, kind: string): Promise<void> {
  const base = await start('', kind)
  const other = await start(name, kind)
  try {
    for (let turn = 0; turn < 3; turn++) for (const each of [base, other]) await measure(each)
    const costs: number[] = []
    const bases: number[] = []
    const differences: number[] = []
    for (let slice = 0; slice < slices; slice++) {
      const order = slice % 2 === 0 ? [base, other] : [other, base]
      const [first = 0, second = 0] = [
        await measure(order[0] as Server),
        await measure(order[1] as Server),
      ]
      const [without, withPart] = slice % 2 === 0 ? [first, second] : [second, first]
      costs.push(withPart)
      bases.push(without)
      differences.push(withPart - without)
    }
    const low = quantile(costs, 0.1) - quantile(bases, 0.1)
    const cells = [quantile(costs, 0.1), quantile(differences, 0.5), low]
    console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`)
  } finally {
    base.child.kill()
    other.child.kill()
  }
}

interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly clients: Client[]
}

async function start(name: string, kind: string): Promise<Server> {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = fork(SERVERS, [name, kind], { execArgv: [], execPath: options.node, env })
  return { child, port: await nextMessage<number>(child), clients: [] }
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
