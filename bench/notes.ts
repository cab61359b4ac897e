import { fileURLToPath } from 'node:url'
import { type Service, startService } from '../examples/notes/test/faults/service.ts'
import {
  missingPrograms,
  type RealParts,
  startRealParts,
} from '../examples/notes/test/real-parts.ts'
import { describeMachine } from './machine.ts'
import { processorTime, residentMemory } from './notes/usage.ts'
import { mix, type Visit, Visitors, visits } from './notes/visitors.ts'

// npm run bench:notes [-- --seconds 3 --rounds 1]: the application of examples/notes behind nginx,
// with PostgreSQL and Redis, on webapp and on Express 5, with one, two and four processes.

const CONNECTIONS = 32
const MOST_REQUESTS = 50_000
const WARM_UP = 1_500
const seconds = option('--seconds', 3)
const rounds = option('--rounds', 1)

const onExpress = fileURLToPath(new URL('notes/on-express.js', import.meta.url))
const candidates = [
  { name: 'webapp', imports: [] },
  { name: 'express 5', imports: [onExpress] },
] as const

/** The cost of one request in milliseconds of processor time, by part. */
interface Figures {
  readonly perSecond: number
  readonly application: number
  readonly nginx: number
  readonly postgres: number
  readonly redis: number
  readonly memory: number
}

// The servers end with this process, also if somebody interrupts it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const missing = missingPrograms()
if (missing) throw new Error(`The measurement needs all parts; ${missing}`)

const machine = describeMachine()
console.log(`${machine.cores} cores, ${machine.platform} ${machine.arch}, Node ${machine.node}`)
console.log(`load of the machine before: ${machine.load.toFixed(2)}\n`)
console.log(
  '| processes | on | requests | per second | application | nginx | PostgreSQL | Redis | MB |',
)
console.log('|---|---|---|---:|---:|---:|---:|---:|---:|')
for (const processes of [1, 2, 4]) await compare(processes, { mix })
await compare(1, {
  page: [visits.page],
  note: [visits.note],
  list: [visits.list],
  write: [visits.write],
})
console.log(`\nload of the machine after: ${describeMachine().load.toFixed(2)}`)

/** Measures both by turns, and prints the round with the lowest cost of each. */
async function compare(processes: number, kinds: Record<string, readonly Visit[]>): Promise<void> {
  const best = new Map<string, Figures>()
  for (let round = 0; round < rounds; round++) {
    for (const candidate of candidates) {
      for (const [kind, figures] of await measure(processes, candidate.imports, kinds)) {
        const key = `${kind} | ${candidate.name}`
        const known = best.get(key)
        if (!known || figures.application < known.application) best.set(key, figures)
      }
    }
  }
  for (const kind of Object.keys(kinds)) {
    for (const { name } of candidates) {
      const figures = best.get(`${kind} | ${name}`)
      if (figures) print(processes, name, kind, figures)
    }
  }
}

function print(processes: number, name: string, kind: string, figures: Figures): void {
  const { perSecond, application, nginx, postgres, redis, memory } = figures
  const costs = [application, nginx, postgres, redis].map((cost) => cost.toFixed(2))
  const cells = [processes, name, kind, perSecond.toFixed(0), ...costs, memory.toFixed(0)]
  console.log(`| ${cells.join(' | ')} |`)
}

async function measure(
  processes: number,
  imports: readonly string[],
  kinds: Record<string, readonly Visit[]>,
): Promise<Map<string, Figures>> {
  const parts = await startRealParts()
  let service: Service | undefined
  try {
    service = await startService(parts, { processes, imports })
    const visitors = await Visitors.signUp(service.port, CONNECTIONS)
    const figures = new Map<string, Figures>()
    for (const [kind, turns] of Object.entries(kinds)) {
      figures.set(kind, await measureOne(visitors, turns, { parts, service }))
    }
    visitors.close()
    return figures
  } finally {
    await service?.release()
    await parts.release()
  }
}

async function measureOne(
  visitors: Visitors,
  turns: readonly Visit[],
  { parts, service }: { parts: RealParts; service: Service },
): Promise<Figures> {
  const applications = [...service.processes.values()].map((process) => process.pid)
  const pids = [applications, [service.nginx.pid], [parts.postgres.pid], [parts.redis.pid]]
  // The first requests compile the program, in each process.
  await visitors.send(turns, { requests: WARM_UP * applications.length, ms: 60_000 })
  const before = pids.map(processorTime)
  const began = performance.now()
  const requests = await visitors.send(turns, { requests: MOST_REQUESTS, ms: seconds * 1000 })
  const time = performance.now() - began
  const costs = pids.map((group, at) => (processorTime(group) - (before[at] ?? 0)) / requests)
  const [application = 0, nginx = 0, postgres = 0, redis = 0] = costs
  const memory = Math.max(...applications.map(residentMemory))
  return { perSecond: (requests / time) * 1000, application, nginx, postgres, redis, memory }
}

function option(name: string, byDefault: number): number {
  const at = process.argv.indexOf(name)
  return at < 0 ? byDefault : Number(process.argv[at + 1])
}
