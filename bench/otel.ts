import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureSlices } from './cpu-slices.ts'
import { describeMachine } from './machine.ts'
import { toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/otel.ts [--slices 150] [--seconds 0.1] [--processes 2] [--node program]: the processor time
// that OpenTelemetry adds to a request, with webapp/otel and with @fastify/otel. Both record two spans.
// It needs Node 22.15 or later, as the SDK does.

const program = fileURLToPath(new URL('otel-servers.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '0.1' },
    processes: { type: 'string', default: '2' },
    connections: { type: 'string', default: '16' },
    node: { type: 'string', default: process.execPath },
  },
})
const slices = toPositive('slices', options.slices)
const seconds = toPositive('seconds', options.seconds)
const processes = toPositive('processes', options.processes)
const connections = toPositive('connections', options.connections)

const LOW = 0.05

/** Each framework, and the same one with OpenTelemetry. */
const PAIRS = [
  ['webapp', 'webapp and webapp/otel'],
  ['fastify', 'fastify and @fastify/otel'],
] as const

const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
const { cpu, cores, node } = describeMachine(version)
console.log(
  `${slices} slices of ${seconds} s, ${processes} processes, ${connections} connections; ` +
    `${cpu}, ${cores} cores, ${node}\n`,
)
const costs = await measureSlices(
  PAIRS.flat().map((name) => ({ name, args: [name] })),
  {
    ...{ program, path: '/users/7', slices, seconds, processes, connections },
    ...{ node: options.node, load: 'own' },
  },
)
report()

/** A busy machine makes single slices slower, never faster: the lowest twentieth counts. */
function report(): void {
  console.log(
    '| µs of processor time | lowest twentieth | more with OpenTelemetry | median | more |',
  )
  console.log('|---|---:|---:|---:|---:|')
  for (const [bare, recorded] of PAIRS) {
    print([bare, cost(bare, LOW), undefined, cost(bare, 0.5), undefined])
    const low = added([bare, recorded], LOW)
    const median = added([bare, recorded], 0.5)
    print([recorded, cost(recorded, LOW), low, cost(recorded, 0.5), median])
  }
  const [low, median] = [ratioOf(LOW), ratioOf(0.5)].map((ratio) => ratio.toFixed(2))
  console.log(`\nwebapp/otel adds ${low} times as much as @fastify/otel (medians: ${median})`)
}

function ratioOf(part: number): number {
  const [ours, theirs] = PAIRS
  return added(ours, part) / added(theirs, part)
}

function added([bare, recorded]: readonly [string, string], part: number): number {
  return cost(recorded, part) - cost(bare, part)
}

function cost(name: string, part: number): number {
  return quantile(costs.get(name) ?? [], part)
}

function print(cells: readonly (string | number | undefined)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : (cell ?? '')))
  console.log(`| ${texts.join(' | ')} |`)
}
