import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installLocked } from '../../tools/install-locked.ts'
import { eventOf } from './events.ts'

// npx tsx ecosystem/serverless/first-response.ts [--runs 30] [--node program]: the time from the first import
// to the first response of a function. Each run is a new process, and the packages take turns. A busy machine makes a start slower,
// never faster, so the lower quartile says more than the median there.

const SIDES = ['webapp/lambda', 'serverless-http', '@codegenie/serverless-express'] as const
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '30' },
    node: { type: 'string', default: process.execPath },
  },
})

interface Figures {
  readonly milliseconds: number
  readonly cpu: number
}

installLocked(here('.'))
const folder = mkdtempSync(join(tmpdir(), 'webapp-first-response-'))
try {
  const event = join(folder, 'event.json')
  writeFileSync(event, JSON.stringify(eventOf('an HTTP API', {})))
  const figures = new Map<string, Figures[]>(SIDES.map((side) => [side, []]))
  // The first round brings the files into the memory of the system.
  for (let round = 0; round <= Number(options.runs); round++) {
    // Neighbours change places, because other work of the machine may come at regular times.
    const sides = [...figures]
    for (const [side, list] of round % 2 === 0 ? sides : sides.reverse()) {
      const measured = measure(side, event)
      if (round > 0) list.push(measured)
    }
  }
  const [load = 0] = loadavg()
  console.log(
    `Node ${nodeVersion()}, ${options.runs} processes each, load average ${load.toFixed(1)}; ms until the first ` +
      'response, and of processor time: lower quartile and median\n',
  )
  for (const [side, list] of figures) {
    const columns = [list.map(({ milliseconds }) => milliseconds), list.map(({ cpu }) => cpu)]
    const cells = columns.flatMap((values) => [quantile(values, 0.25), quantile(values, 0.5)])
    console.log(`${side.padEnd(32)} ${cells.map((cell) => cell.toFixed(1).padStart(7)).join(' ')}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(side: string, event: string): Figures {
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = [here('first-response-child.cjs'), side, event]
  return JSON.parse(execFileSync(options.node, args, { encoding: 'utf8', env })) as Figures
}

function nodeVersion(): string {
  return execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim()
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}
