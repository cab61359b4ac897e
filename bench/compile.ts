import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installLocked } from '../tools/install-locked.ts'
import {
  type Cost,
  compile,
  compilerVersion,
  writeClientOfDeclarations,
  writeProgram,
} from './compile/compiler.ts'
import { complete } from './compile/editor.ts'
import { createProgram, type Style } from './compile/program.ts'
import { styles } from './compile/styles.ts'
import { describeMachine } from './machine.ts'
import { toList, toPositive } from './options.ts'
import { quantile } from './statistics.ts'

// npx tsx bench/compile.ts [--routes 500] [--calls 50,500] [--runs 3] [--edits 10] [--only hono,trpc]: the cost of typed clients for the
// compiler, and how long an editor waits for the names in a client.

const { values: options } = parseArgs({
  options: {
    routes: { type: 'string', default: '500' },
    calls: { type: 'string', default: '50,500' },
    runs: { type: 'string', default: '3' },
    edits: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
  },
})
const routes = toPositive('routes', options.routes)
const calls = toList(options.calls).map((count) => toPositive('calls', count))
const runs = toPositive('runs', options.runs)
const edits = toPositive('edits', options.edits)
const only = toList(options.only)
const chosen = Object.values(styles).filter(({ name }) => only.length === 0 || only.includes(name))

const here = fileURLToPath(new URL('compile/', import.meta.url))
installLocked(here)
const { dependencies } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'))
const { cpu, cores, node } = describeMachine()
console.log(
  `${compilerVersion()}, ${routes} routes; ${cpu}, ${cores} cores, ${node}; ${JSON.stringify(dependencies)}\n`,
)

const rows = chosen.map((style) => ({
  style,
  programs: [0, ...calls].map((count) => ({
    count,
    folder: write(style, count),
    costs: [] as Cost[],
  })),
}))
// By turns, because the speed of a machine changes.
for (let run = 0; run < runs; run++) {
  for (const { programs } of rows)
    for (const { folder, costs } of programs) costs.push(compile(folder))
}

console.log('| program | types | instantiations | memory | time | more than the server |')
console.log('|---|---:|---:|---:|---:|---:|')
for (const { style, programs } of rows) {
  const server = secondsOf(programs[0]?.costs ?? [])
  for (const { count, costs } of programs) {
    const [{ types, instantiations, megabytes } = { types: 0, instantiations: 0, megabytes: 0 }] =
      costs
    const seconds = secondsOf(costs)
    const cells = [
      `${style.name}, ${count === 0 ? 'server alone' : `${count} calls`}`,
      ...[types, instantiations].map((figure) => figure.toLocaleString('en')),
      `${Math.round(megabytes)} MB`,
      `${seconds.toFixed(1)} s`,
      count === 0 ? '' : (seconds / server).toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

// The compiler infers the types of the sources again after each edit, which takes as long each time.
console.log(
  '\n| the editor waits for | in the sources | with declarations: opening | an edit | names |',
)
console.log('|---|---:|---:|---:|---:|')
for (const { style, programs } of rows) {
  const folder = programs[1]?.folder
  if (folder === undefined) continue
  writeClientOfDeclarations(folder, `${folder}-declared`)
  const sources = complete(folder, style.places)
  const declared = complete(`${folder}-declared`, style.places, edits)
  for (const [at, text] of style.places.entries()) {
    const { names, milliseconds } = declared.places[at] ?? { names: [], milliseconds: [] }
    const cells = [
      `${style.name}: \`${text}\``,
      toMilliseconds(sources.places[at]?.milliseconds ?? []),
      toMilliseconds([declared.opening]),
      toMilliseconds(milliseconds),
      names.length,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** The median. */
function toMilliseconds(times: readonly number[]): string {
  return `${Math.round(quantile(times, 0.5))} ms`
}

function write(style: Style, count: number): string {
  const folder = `${here}node_modules/.cache/${style.name}-${routes}-${count}`
  writeProgram(folder, createProgram(style, { routes, calls: count }))
  return folder
}

/** A busy machine makes single runs slower, never faster. */
function secondsOf(costs: readonly Cost[]): number {
  return quantile(
    costs.map(({ seconds }) => seconds),
    0,
  )
}
