import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { conclude } from '../conclude.ts'
import { formatPage, type Results, type StepResult } from './page.ts'
import { findMissing } from './programs.ts'
import { runSteps } from './run-steps.ts'
import { type Step, type Tier, tiers } from './steps.ts'

// npm run ci, npm run nightly: the steps of a tier (tools/ci/steps.ts) on any system with Node and npm.
// The output ends with the steps that broke, a line for each failure, a line for each unsteady test,
// what was left out, and the count of the tests: N passed, N failed.
//
//   --nightly           the steps that take too long for every change
//   --only <names>      some steps of both
//   --write             writes the results into docs/nightly.md
//   --list              prints the steps
const { values: options } = parseArgs({
  options: {
    nightly: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = join(root, 'tools/ci/results.json')
const tier: Tier = options.nightly ? 'nightly' : 'ci'
const steps = chooseSteps(options.only)
if (options.list) for (const { name, command } of steps) console.log(`${name}: ${command}`)
else await run()

function chooseSteps(only: string | undefined): readonly Step[] {
  if (only === undefined) return tiers[tier]
  const all = [...tiers.ci, ...tiers.nightly]
  return only.split(',').map((name) => {
    const step = all.find((one) => one.name === name)
    if (step !== undefined) return step
    throw new Error(`no step is called '${name}'; there are ${all.map((one) => one.name).join()}`)
  })
}

async function run(): Promise<void> {
  const logs = mkdtempSync(join(tmpdir(), 'webapp-ci-'))
  const began = performance.now()
  try {
    const nodes = { '24': findNode('24'), other: findNode(chooseOther()) }
    await runSteps(steps, {
      root,
      logs,
      nodeFolder: ({ node }) => (node === undefined ? undefined : nodes[node]),
      write: (text) => void process.stdout.write(text),
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    const { lines, isGreen } = conclude(logs)
    const end = withLeftOut(lines)
    console.log(`\n${end.join('\n')}`)
    if (options.write) keep(readSteps(logs), { seconds, lines: end })
    process.exitCode = isGreen ? 0 : 1
  } finally {
    rmSync(logs, { recursive: true, force: true })
  }
}

/** The last line stays the count of the tests. */
function withLeftOut(lines: readonly string[]): string[] {
  const left = findMissing().flatMap((program) => {
    const names = steps.filter(({ programs }) => programs?.includes(program))
    if (names.length === 0) return []
    return `left out: the tests with ${program} in ${names.map(({ name }) => name).join(', ')}`
  })
  return [...lines.slice(0, -1), ...left, ...lines.slice(-1)]
}

/** The folder of a major version of Node. Without it the machine's Node has to do. */
function findNode(major: string): string | undefined {
  if (!steps.some(({ node }) => node !== undefined)) return undefined
  const { status, stdout } = spawnSync('npx', ['tsx', 'tools/node-folder.ts', major], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status === 0) return stdout.trim()
  console.log(`Node ${major} could not be installed, so Node ${process.version} runs its steps`)
  return undefined
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return '0'
  }
}

/** By turns Node 20 and 26. The same commit always gets the same one. */
function chooseOther(): string {
  return Number.parseInt(currentCommit().slice(-1), 16) % 2 === 0 ? '20' : '26'
}

function describeMachine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: currentCommit().slice(0, 8),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
  }
}

function readSteps(logs: string): Record<string, StepResult> {
  const lines = readFileSync(join(logs, 'steps'), 'utf8').split('\n').filter(Boolean)
  const { date, commit } = describeMachine()
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', , code, seconds] = line.split(' ')
      return [name, { code: Number(code), seconds: Number(seconds), date, commit }]
    }),
  )
}

function keep(
  own: Results['steps'],
  { seconds, lines }: { seconds: number; lines: readonly string[] },
): void {
  const kept: Results = JSON.parse(readFileSync(file, 'utf8'))
  const isWhole = options.only === undefined
  const results: Results = {
    steps: { ...kept.steps, ...own },
    runs: { ...kept.runs, ...(isWhole && { [tier]: { ...describeMachine(), seconds, lines } }) },
  }
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`)
  writeFileSync(join(root, 'docs/nightly.md'), formatPage(tiers, results))
}
