import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCandidates, findScenarios } from './discover.ts'
import { judgeTargets } from './judge.ts'
import { Load } from './load.ts'
import { describeMachine } from './machine.ts'
import type { Context } from './measure/context.ts'
import { help, type Options, parseOptions } from './options.ts'
import { installPeers } from './peers.ts'
import { profileCandidate, readSelfTimes, renderSelfTimes } from './profile.ts'
import { clearProgress, showProgress } from './progress.ts'
import { renderTable } from './report/table.ts'
import { renderTargets } from './report/target-lines.ts'
import type { Results, ScenarioResult } from './results.ts'
import { writeJson } from './results-file.ts'
import { runScenario } from './run-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { selectCandidates, selectScenarios } from './select.ts'
import { targets } from './targets.ts'

await main(process.argv.slice(2)).catch((error) => {
  clearProgress()
  // What was asked for and does not exist needs a sentence, not a stack.
  console.error(error instanceof RangeError ? error.message : error)
  process.exitCode = 1
})

async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args)
  if (options.help) return console.log(help)
  const scenarios = selectScenarios(await findScenarios(), options.scenarios)
  if (options.list) {
    const candidates = await findCandidates()
    console.log('scenarios:', scenarios.map(({ name }) => name).join(' '))
    console.log('candidates:', candidates.map(({ name }) => name).join(' '))
    return
  }
  installPeers()
  if (options.uws) process.env.BENCH_UWS = resolve(options.uws)
  const load = new Load(options.load)
  const context = { ...options, node: process.execPath, load, progress: showProgress }
  try {
    if (options.profile !== undefined) await profile(options.profile, scenarios, context)
    else await measure(scenarios, options, context)
  } finally {
    load.stop()
  }
}

async function measure(
  scenarios: readonly Scenario[],
  options: Options,
  context: Context,
): Promise<void> {
  const candidates = await findCandidates()
  const finished: ScenarioResult[] = []
  const path = pathOfRun(new Date())
  const machine = describeMachine()
  for (const [index, scenario] of scenarios.entries()) {
    const chosen = selectCandidates(candidates, { only: options.only, scenario })
    const progress = (text: string) => showProgress(`[${index + 1} of ${scenarios.length}] ${text}`)
    const result = await runScenario(scenario, chosen, { ...context, progress })
    finished.push(result)
    clearProgress()
    console.log(renderTable(result))
    // After each one: a long run that is ended early has still measured something.
    saveResults(path, { machine, scenarios: finished }, options)
  }
  console.log(renderTargets(judgeTargets(targets, finished)))
  console.log(`written to bench/results/${basename(path)}`)
}

async function profile(
  name: string,
  scenarios: readonly Scenario[],
  context: Context,
): Promise<void> {
  const candidates = await findCandidates()
  for (const scenario of scenarios) {
    for (const candidate of selectCandidates(candidates, { only: [name], scenario })) {
      const path = await profileCandidate(candidate, scenario, context)
      clearProgress()
      console.log(`${scenario.name}, ${candidate.name}: bench/results/${basename(path)}`)
      console.log(`${renderSelfTimes(readSelfTimes(path), 40)}\n`)
    }
  }
}

function pathOfRun(date: Date): string {
  const time = date.toISOString().slice(0, 19).replaceAll(':', '-')
  return fileURLToPath(new URL(`results/run-${time}.json`, import.meta.url))
}

function saveResults(
  path: string,
  { machine, scenarios }: Pick<Results, 'machine' | 'scenarios'>,
  options: Options,
): void {
  const { rounds, requests, connections, load } = options
  writeJson(path, {
    date: new Date().toISOString().slice(0, 10),
    machine,
    rounds,
    requests,
    connections,
    load,
    scenarios,
    targets: judgeTargets(targets, scenarios),
  })
}
