import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nextMessage } from './child-messages.ts'
import { describeMachine } from './machine.ts'
import { toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/router-features.ts [--slices 40] [--requests 5000] [--node program]: the processor time of
// what the router can do beyond Express, without a network. Each candidate has a process, and they take turns,
// because the speed of a machine changes within seconds.

const WORKER = fileURLToPath(new URL('router-features-worker.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '40' },
    requests: { type: 'string', default: '5000' },
    node: { type: 'string', default: process.execPath },
  },
})
const slices = toPositive('slices', options.slices)
const requests = toPositive('requests', options.requests)

/** Names of the worker: what is measured, and what it is compared with. */
const COMPARED: readonly (readonly [name: string, base?: string])[] = [
  ['a route'],
  ['a route, 405 on', 'a route'],
  ['a route, a pattern', 'a route'],
  ['a mounted router'],
  ['a mounted router, 405 on', 'a mounted router'],
  ['another method, 404'],
  ['another method, 405', 'another method, 404'],
  ['X-Forwarded'],
  ['Forwarded', 'X-Forwarded'],
  ['text and encodeURIComponent'],
  ['app.url', 'text and encodeURIComponent'],
  ['app.url, a query', 'text and encodeURIComponent'],
  ['app.url, a pattern', 'text and encodeURIComponent'],
  ['app.url, a mount', 'text and encodeURIComponent'],
  ['app.get'],
  ['app.get and app.remove', 'app.get'],
]

interface Candidate {
  readonly child: ChildProcess
  readonly figures: number[]
}

const candidates = new Map(COMPARED.map(([name]) => [name, start(name)]))
try {
  for (const { child } of candidates.values()) await nextMessage(child)
  for (let slice = -2; slice < slices; slice++) {
    for (const { child, figures } of candidates.values()) {
      child.send(requests)
      const { nanoseconds } = await nextMessage<{ nanoseconds: number }>(child)
      // The first slices are the warm-up.
      if (slice >= 0) figures.push(nanoseconds)
    }
  }
  report()
} finally {
  for (const { child } of candidates.values()) child.kill()
}

function start(name: string): Candidate {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' }
  const child = fork(WORKER, [name], { execPath: options.node, execArgv: [], env })
  return { child, figures: [] }
}

/** A busy machine makes single slices slower, never faster, so the first quartile is shown as well. */
function report(): void {
  const version = execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
  const { cpu, cores, node, load } = describeMachine(version)
  console.log(
    `${slices} slices of ${requests}; ${cpu}, ${cores} cores, load ${load.toFixed(1)}, ${node}`,
  )
  console.log('ns of processor time for each request or call\n')
  console.log('| | median | more | first quartile | more |\n|---|---:|---:|---:|---:|')
  for (const [name, base] of COMPARED) {
    const columns = [0.5, 0.25].map((part) => {
      const cost = costOf(name, part)
      const more = base === undefined ? '' : (cost - costOf(base, part)).toFixed(0)
      return `${cost.toFixed(0)} | ${more}`
    })
    console.log(`| ${name} | ${columns.join(' | ')} |`)
  }
}

function costOf(name: string, part: number): number {
  return quantile(candidates.get(name)?.figures ?? [], part)
}
