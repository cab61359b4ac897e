import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Service, startService } from '../examples/notes/test/faults/service.ts'
import {
  missingPrograms,
  type RealParts,
  startRealParts,
} from '../examples/notes/test/real-parts.ts'
import { describeMachine } from './machine.ts'
import { processorTime, residentMemory } from './notes/usage.ts'
import { mix, type Visit, Visitors, visits } from './notes/visitors.ts'
import { toPositive } from './options.ts'
import { requireQuiet } from './publish/quiet.ts'
import { type NotesFigures, type NotesRow, notesPath, renderNotes } from './report/notes.ts'
import { reportPublished } from './report/publish.ts'
import { writeJson } from './results-file.ts'
import { quantile } from './statistics.ts'

// npm run bench:notes [-- --seconds 3 --rounds 3 --rough]: the application of examples/notes behind
// nginx, with PostgreSQL and Redis, on webapp and on Express 5, with one, two and four processes. It
// needs a quiet machine, like bench:publish, and writes the table of docs/guide/scaling.md.

const CONNECTIONS = 32
const MOST_REQUESTS = 50_000
const WARM_UP = 1_500
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    wait: { type: 'string', default: '180' },
    rough: { type: 'boolean', default: false },
  },
})
const seconds = toPositive('seconds', options.seconds)
const rounds = toPositive('rounds', options.rounds)
const wait = toPositive('wait', options.wait)

const onExpress = fileURLToPath(new URL('notes/on-express.js', import.meta.url))
const candidates = [
  { name: 'webapp', imports: [] },
  { name: 'express 5', imports: [onExpress] },
] as const

// The servers end with this process, also if somebody interrupts it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const missing = missingPrograms()
if (missing) throw new Error(`The measurement needs all parts; ${missing}`)

const doubts = await requireQuiet({ wait, isRough: options.rough }).catch(refuse)
const machine = describeMachine()
const rows: NotesRow[] = []
for (const processes of [1, 2, 4]) await compare(processes, { mix })
await compare(1, {
  page: [visits.page],
  note: [visits.note],
  list: [visits.list],
  write: [visits.write],
})
const results = { date: new Date().toISOString(), machine, seconds, rounds, doubts, rows }
writeJson(notesPath, results)
console.log(renderNotes(results))
reportPublished()

/** Measures both by turns; the median of each figure counts. */
async function compare(processes: number, kinds: Record<string, readonly Visit[]>): Promise<void> {
  const all = new Map<string, NotesFigures[]>()
  for (let round = 0; round < rounds; round++) {
    for (const { name, imports } of round % 2 === 0 ? candidates : [...candidates].reverse()) {
      for (const [kind, figures] of await measure(processes, imports, kinds)) {
        const key = `${kind}/${name}`
        all.set(key, [...(all.get(key) ?? []), figures])
      }
    }
  }
  for (const requests of Object.keys(kinds)) {
    for (const { name: on } of candidates) {
      const figures = medianOf(all.get(`${requests}/${on}`) ?? [])
      rows.push({ processes, on, requests, ...figures })
    }
  }
}

function medianOf(rounds: readonly NotesFigures[]): NotesFigures {
  const median = (name: keyof NotesFigures) =>
    quantile(
      rounds.map((one) => one[name]),
      0.5,
    )
  return {
    perSecond: median('perSecond'),
    application: median('application'),
    nginx: median('nginx'),
    postgres: median('postgres'),
    redis: median('redis'),
    memory: median('memory'),
  }
}

async function measure(
  processes: number,
  imports: readonly string[],
  kinds: Record<string, readonly Visit[]>,
): Promise<Map<string, NotesFigures>> {
  const parts = await startRealParts()
  let service: Service | undefined
  try {
    service = await startService(parts, { processes, imports })
    const visitors = await Visitors.signUp(service.port, CONNECTIONS)
    const figures = new Map<string, NotesFigures>()
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
): Promise<NotesFigures> {
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

/** A busy machine needs a sentence, not a stack. */
function refuse(error: Error): never {
  console.error(error.message)
  process.exit(1)
}
