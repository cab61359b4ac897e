import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findCandidates, findScenarios } from './discover.ts'
import { Load } from './load.ts'
import { describeMachine } from './machine.ts'
import { help, type Options, parseOptions } from './options.ts'
import { installPeers } from './peers.ts'
import { clearProgress, showProgress } from './progress.ts'
import { renderTable } from './report/table.ts'
import type { Results, ScenarioResult } from './results.ts'
import { runScenario } from './run-scenarios.ts'
import { selectCandidates, selectScenarios } from './select.ts'

await main(parseOptions(process.argv.slice(2)))

async function main(options: Options): Promise<void> {
  if (options.help) return console.log(help)
  const scenarios = selectScenarios(await findScenarios(), options.scenarios)
  const candidates = await findCandidates()
  if (options.list) {
    console.log('scenarios:', scenarios.map(({ name }) => name).join(' '))
    console.log('candidates:', candidates.map(({ name }) => name).join(' '))
    return
  }
  installPeers()
  const load = new Load(options.load)
  const finished: ScenarioResult[] = []
  const context = { ...options, load, progress: showProgress }
  try {
    for (const scenario of scenarios) {
      const chosen = selectCandidates(candidates, { only: options.only, scenario })
      finished.push(await runScenario(scenario, chosen, context))
      clearProgress()
      console.log(renderTable(finished.at(-1) as ScenarioResult))
    }
  } finally {
    load.stop()
  }
  console.log(`written to ${saveResults(finished, options)}`)
}

function saveResults(scenarios: readonly ScenarioResult[], options: Options): string {
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
    targets: [],
  }
  const name = `results/run-${date.slice(0, 19).replaceAll(':', '-')}.json`
  const path = fileURLToPath(new URL(name, import.meta.url))
  mkdirSync(fileURLToPath(new URL('results', import.meta.url)), { recursive: true })
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
  return `bench/${name}`
}
