import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureSlices } from './cpu-slices.ts'
import { describeMachine } from './machine.ts'
import { toList, toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/ops.ts [--slices 100] [--seconds 0.1] [--processes 2] [--node program] [--load wrk]
// [--only shed,deadline]: the processor time that each part of webapp/ops adds to a request.

const program = fileURLToPath(new URL('ops-servers.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '0.1' },
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
const processes = toPositive('processes', options.processes)
const connections = toPositive('connections', options.connections)
const only = toList(options.only)
const { load, node: path } = options

const KINDS = ['at once', 'later'] as const
const kinds = options.kind === '' ? KINDS : KINDS.filter((kind) => kind === options.kind)
const CASES = [
  ...['nothing', 'empty middleware', 'deadline', 'shed', 'requestId', 'health'],
  ...['health+shed+requestId+deadline', 'refusal', 'node 503'],
].filter((name) => name === 'nothing' || only.length === 0 || only.includes(name))

const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
const { cpu, cores, node } = describeMachine(version)
console.log(
  `${slices} slices of ${seconds} s, ${processes} processes, load ${load}, ${connections} connections; ` +
    `${cpu}, ${cores} cores, ${node}`,
)
console.log('µs of processor time for each request\n')
for (const kind of kinds) {
  const compared = CASES.map((name) => ({ name, args: [name, kind] }))
  const settings = { program, path: '/', slices, seconds, processes, connections, node: path, load }
  report(kind, await measureSlices(compared, settings))
}

/** A busy machine makes single slices slower, never faster: the lowest twentieth counts. */
function report(kind: string, costs: ReadonlyMap<string, readonly number[]>): void {
  console.log(
    `| a handler that responds ${kind} | lowest twentieth | more than nothing | median | more |`,
  )
  console.log('|---|---:|---:|---:|---:|')
  const figures = CASES.map((name) => {
    const list = costs.get(name) ?? []
    return { name, low: quantile(list, 0.05), half: quantile(list, 0.5) }
  })
  const [base = { low: 0, half: 0 }] = figures
  for (const { name, low, half } of figures) {
    const cells = [low, low - base.low, half, half - base.half]
    console.log(`| ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} |`)
  }
  const find = (wanted: string) => figures.find(({ name }) => name === wanted)
  const [refusal, bare] = [find('refusal'), find('node 503')]
  if (refusal !== undefined && bare !== undefined) {
    const share = [refusal.low - bare.low, refusal.half - bare.half].map((one) => one.toFixed(1))
    console.log(`\na refusal, more than the same response of bare Node: ${share.join(', median ')}`)
  }
  console.log()
}
