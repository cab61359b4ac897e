import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { nextMessage } from './child-messages.ts'
import { describeMachine } from './machine.ts'
import { toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/in-process.ts [--slices 15] [--requests 2000] [--node program]: the processor time of a small
// JSON response without a network. Each candidate has a process, and they take turns, because the
// speed of a machine changes within seconds.

const WORKER = fileURLToPath(new URL('in-process-worker.js', import.meta.url))
const { values: options } = parseArgs({
  options: {
    slices: { type: 'string', default: '15' },
    requests: { type: 'string', default: '2000' },
    node: { type: 'string', default: process.execPath },
  },
})
const slices = toPositive('slices', options.slices)
const requests = toPositive('requests', options.requests)

/** Names of the worker, and the shortcuts that are switched off. */
const CANDIDATES = [
  ['webapp fetch', ''],
  ['webapp fetch', 'directRequests'],
  ['hono fetch', ''],
  ['webapp inject', ''],
  ['webapp inject', 'directRequests'],
  ['fastify inject', ''],
] as const

interface Candidate {
  readonly name: string
  readonly child: ChildProcess
  readonly figures: number[]
}

const candidates = CANDIDATES.map(([name, off]): Candidate => {
  const child = fork(WORKER, [name], {
    execPath: options.node,
    execArgv: [],
    env: { ...process.env, NODE_ENV: 'production', WEBAPP_SHORTCUTS: off },
  })
  return { name: off === '' ? name : `${name} without ${off}`, child, figures: [] }
})

try {
  for (const { child } of candidates) await nextMessage(child)
  for (let slice = 0; slice <= slices; slice++) {
    for (const { child, figures } of candidates) {
      child.send(requests)
      const { microseconds } = (await nextMessage(child)) as { microseconds: number }
      // The first slice is the warm-up.
      if (slice > 0) figures.push(microseconds)
    }
  }
  const { cpu, cores } = describeMachine(process.version)
  console.log(`${slices} slices of ${requests} requests; ${cpu}, ${cores} cores, ${options.node}`)
  console.log('µs of processor time for each request: median, and the first quartile\n')
  for (const { name, figures } of candidates) {
    console.log(
      `${name.padEnd(40)} ${quantile(figures, 0.5).toFixed(1).padStart(7)} ${quantile(figures, 0.25).toFixed(1).padStart(7)}`,
    )
  }
} finally {
  for (const { child } of candidates) child.kill()
}
