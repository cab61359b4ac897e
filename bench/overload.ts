import { execFileSync, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nextMessage } from './child-messages.ts'
import { describeMachine } from './machine.ts'
import { toList, toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/overload.ts [--seconds 10] [--rounds 3] [--work 5] [--pause 0] [--node program]: how a
// server behaves at three times the load that it can carry. Each request uses the processor for --work
// milliseconds, after waiting for --pause. Clients leave after a second. The servers take turns, and
// the median of the rounds counts. It needs two quiet cores: one for the server, one for the clients.

const SERVERS = fileURLToPath(new URL('overload-servers.js', import.meta.url))
const LOAD = fileURLToPath(new URL('load/impatient-main.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    work: { type: 'string', default: '5' },
    pause: { type: 'string', default: '0' },
    patience: { type: 'string', default: '1000' },
    node: { type: 'string', default: process.execPath },
    only: { type: 'string', default: '' },
  },
})
const seconds = toPositive('seconds', options.seconds)
const rounds = toPositive('rounds', options.rounds)
const patience = toPositive('patience', options.patience)
const only = toList(options.only)

/** Each server, and the same one without the part that refuses requests. */
const bases: Readonly<Record<string, string>> = {
  webapp: 'webapp without shed',
  'webapp without shed': 'webapp without shed',
  'fastify and under-pressure': 'fastify',
  'the same, as its README shows': 'fastify',
  fastify: 'fastify',
}
const names = Object.keys(bases).filter((name) => only.length === 0 || only.includes(name))

/** Times in milliseconds, and responses for each second. */
interface Figures {
  readonly sent: number
  readonly left: number
  readonly failed: number
  readonly useful: number
  readonly refused: number
  readonly p50: number
  readonly p99: number
  readonly refusal: number
  readonly probe: number
  readonly probes: number
  readonly probesRefused: number
}

interface Round {
  /** How many requests for each second the server can carry that refuses none. */
  readonly peak: number
  readonly half: Figures
  readonly triple: Figures
}

if (availableParallelism() < 2) throw new Error('The measurement needs two cores')
const all = new Map<string, Round[]>()
for (let round = 0; round < rounds; round++) {
  for (const name of round % 2 === 0 ? names : [...names].reverse()) {
    all.set(name, [...(all.get(name) ?? []), await measure(name)])
  }
}
report()

async function measure(name: string): Promise<Round> {
  const capacity = await withServer(bases[name] ?? name, (send) => send<number>({}))
  return withServer(name, async (send) => ({
    peak: capacity,
    half: await send<Figures>({ rate: capacity / 2, patience }),
    triple: await send<Figures>({ rate: capacity * 3, patience }),
  }))
}

type Send = <Report>(order: object) => Promise<Report>

async function withServer<Report>(
  name: string,
  run: (send: Send) => Promise<Report>,
): Promise<Report> {
  // Without the loader of this program.
  const args = { execArgv: [], execPath: options.node }
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const server = fork(SERVERS, [name, options.work, options.pause], { ...args, env })
  const load = fork(LOAD, [], { execArgv: [] })
  try {
    const origin = `http://127.0.0.1:${await nextMessage<number>(server)}`
    return await run(<Report>(order: object) => {
      load.send({ origin, seconds, ...order })
      return nextMessage<Report>(load)
    })
  } finally {
    server.kill()
    load.kill()
  }
}

function report(): void {
  const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
  const { cpu, cores, node } = describeMachine(version)
  console.log(
    `${options.work} ms of work after ${options.pause} ms, clients leave after ${patience} ms,`,
  )
  console.log(`${rounds} rounds of ${seconds} s; ${cpu}, ${cores} cores, ${node}\n`)
  const head = ['server', 'peak/s', 'useful/s', 'share', 'p99 at half', 'p99']
  print([...head, 'ratio', 'refused/s', 'p99 of refusals', 'clients that left', 'slowest health'])
  print([...head.map((_, at) => (at === 0 ? '---' : '---:')), ...Array(5).fill('---:')])
  for (const [name, figures] of all) print([name, ...describe(figures)])
}

function describe(list: readonly Round[]): string[] {
  const median = (read: (round: Round) => number) => quantile(list.map(read), 0.5)
  const ms = (read: (round: Round) => number) => median(read).toFixed(0)
  const isUseless = median(({ triple }) => triple.useful) === 0
  return [
    median(({ peak }) => peak).toFixed(0),
    median(({ triple }) => triple.useful).toFixed(0),
    `${(median(({ peak, triple }) => triple.useful / peak) * 100).toFixed(0)} %`,
    ms(({ half }) => half.p99),
    isUseless ? '' : ms(({ triple }) => triple.p99),
    isUseless ? '' : median(({ half, triple }) => triple.p99 / half.p99).toFixed(1),
    ms(({ triple }) => triple.refused),
    median(({ triple }) => triple.refused) === 0 ? '' : ms(({ triple }) => triple.refusal),
    `${(median(({ triple }) => (triple.left + triple.failed) / triple.sent) * 100).toFixed(0)} %`,
    ms(({ triple }) => triple.probe),
  ]
}

function print(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}
