import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installLocked } from '../../tools/install-locked.ts'
import { eventOf } from './events.ts'

// npx tsx ecosystem/serverless/first-response.ts [--runs 30] [--node program]: the time from the first import
// to the first response of a function. Each run is a new process, and the packages take turns.

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
    for (const [side, list] of figures) {
      const measured = measure(side, event)
      if (round > 0) list.push(measured)
    }
  }
  console.log(
    `${options.runs} processes each; median of ms until the first response, and of processor time\n`,
  )
  for (const [side, list] of figures) {
    const time = median(list.map(({ milliseconds }) => milliseconds)).toFixed(1)
    const cpu = median(list.map((one) => one.cpu)).toFixed(1)
    console.log(`${side.padEnd(32)} ${time.padStart(7)} ${cpu.padStart(7)}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(side: string, event: string): Figures {
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = [here('first-response-child.cjs'), side, event]
  return JSON.parse(execFileSync(options.node, args, { encoding: 'utf8', env })) as Figures
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
