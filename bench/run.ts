import { mkdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
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
import type { JudgedTarget, Results, ScenarioResult } from './results.ts'
import { runScenario } from './run-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { selectCandidates, selectScenarios } from './select.ts'

import { targets } from './targets.ts'

await main(parseOptions(process.argv.slice(2)))

async function main(options: Options): Promise<void> {
  if (options.help) return console.log(help)
  const scenarios = selectScenarios(await findScenarios(), options.scenarios)
  if (options.list) {
    const candidates = await findCandidates()
    console.log('scenarios:', scenarios.map(({ name }) => name).join(' '))
    console.log('candidates:', candidates.map(({ name }) => name).join(' '))
    return
  }
  installPeers()
  const load = new Load(options.load)
  const context = { ...options, load, progress: showProgress }
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
  for (const [index, scenario] of scenarios.entries()) {
    const chosen = selectCandidates(candidates, { only: options.only, scenario })
    const progress = (text: string) => showProgress(`[${index + 1} of ${scenarios.length}] ${text}`)
    const result = await runScenario(scenario, chosen, { ...context, progress })
    finished.push(result)
    clearProgress()
    console.log(renderTable(result))
  }
  const judged = judgeTargets(targets, finished)
  console.log(renderTargets(judged))
  console.log(`written to ${saveResults(finished, judged, options)}`)
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

function saveResults(
  scenarios: readonly ScenarioResult[],
  judged: readonly JudgedTarget[],
  options: Options,
): string {
  const date = new Date().toISOString()
  const { rounds, requests, connections, load } = options
  const results: Results = {
    date: date.slice(0, 10),
    machine: describeMachine(),
    rounds,
    requests,
    connections,
    load,
    scenarios,
    targets: judged,
  }
  const name = `results/run-${date.slice(0, 19).replaceAll(':', '-')}.json`
  const path = fileURLToPath(new URL(name, import.meta.url))
  mkdirSync(fileURLToPath(new URL('results', import.meta.url)), { recursive: true })
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  return `bench/${name}`
}
