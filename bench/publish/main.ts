import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Load } from '../load.ts'
import { describeMachine } from '../machine.ts'
import type { Context } from '../measure/context.ts'
import { installPeers } from '../peers.ts'
import { clearProgress, showProgress } from '../progress.ts'
import { reportPublished } from '../report/publish.ts'
import { publishedPath } from '../report/published.ts'
import { renderTable } from '../report/table.ts'
import { renderTargets } from '../report/target-lines.ts'
import type { PublishedResults } from '../results.ts'
import { writeJson } from '../results-file.ts'
import { runScenario } from '../run-scenarios.ts'
import { processFiles, takeReading } from './activity.ts'
import { isAgreed } from './agreement.ts'
import { CONNECTIONS, collectResults, MOST_REQUESTS } from './collect.ts'
import {
  estimateSeconds,
  TURN_SECONDS,
  turnsWithin,
  WARM_UP_REQUESTS,
  WARM_UP_SECONDS,
} from './duration.ts'
import { agreementOf, describeWork, type Entry, focusOf, prepareEntries } from './entries.ts'
import { help, type PublishOptions, parsePublishOptions } from './options.ts'
import { fetchNode, requireWrk } from './programs.ts'
import { requireQuiet } from './quiet.ts'

await main(process.argv.slice(2)).catch((error) => {
  clearProgress()
  // What was asked for and cannot be had needs a sentence, not a stack.
  console.error(error instanceof RangeError ? error.message : error)
  process.exitCode = 1
})

async function main(args: readonly string[]): Promise<void> {
  const options = parsePublishOptions(args)
  if (options.help) return console.log(help)
  requireWrk()
  installPeers()
  if (options.uws) process.env.BENCH_UWS = resolve(options.uws)
  for (const major of options.majors) await publishFor(major, options)
}

async function publishFor(major: string, options: PublishOptions): Promise<void> {
  const { node, version } = await fetchNode(major)
  const entries = await prepareEntries(options.scenarios, options.candidates)
  const turns = chooseTurns(entries, options.minutes)
  const doubts = await requireQuiet(options)
  const machine = describeMachine(version)
  const before = takeReading(processFiles)
  const path = fileURLToPath(new URL(`../results/run-node-${major}.json`, import.meta.url))
  const collect = () => collectResults(entries, { machine, turns, doubts, before })
  const load = new Load('wrk')
  try {
    for (let run = 1; run <= options.mostRuns; run++) {
      const left = run <= 2 ? entries : entries.filter((entry) => !isAgreed(agreementOf(entry)))
      for (const entry of left) {
        await runOnce(entry, `Node ${major}, run ${run}`, { ...contextOf(turns), node, load })
        // After each one: a long run that is ended early has still measured something.
        writeJson(path, collect())
      }
    }
  } finally {
    load.stop()
  }
  publish(collect(), { path, isRough: options.isRough })
}

function chooseTurns(entries: readonly Entry[], minutes: number): number {
  const work = entries.map(describeWork)
  const turns = turnsWithin(minutes, work, 2)
  const each = Math.ceil(estimateSeconds(work, turns) / 60)
  console.log(`${turns} turns in a run, which takes about ${each} minutes\n`)
  return turns
}

function contextOf(turns: number): Omit<Context, 'node' | 'load'> {
  return {
    rounds: 1,
    turns,
    requests: MOST_REQUESTS,
    connections: CONNECTIONS,
    seconds: TURN_SECONDS,
    warmUp: WARM_UP_REQUESTS,
    warmUpSeconds: WARM_UP_SECONDS,
    soak: 0,
    progress: showProgress,
  }
}

async function runOnce(entry: Entry, title: string, context: Context): Promise<void> {
  const progress = (text: string) => showProgress(`${title}, ${text}`)
  const own = { ...context, focus: focusOf(entry), progress }
  const result = await runScenario(entry.scenario, entry.candidates, own)
  entry.runs.push(result)
  clearProgress()
  console.log(`${title}, ${renderTable(result)}`)
}

function publish(results: PublishedResults, { path, isRough }: { path: string; isRough: boolean }) {
  console.log(renderTargets(results.targets))
  const unsteady = results.agreements.filter((one) => !isAgreed(one)).map((one) => one.scenario)
  if (unsteady.length > 0 && !isRough) {
    const file = `bench/results/${basename(path)}`
    throw new RangeError(
      `Two runs of ${unsteady.join(', ')} differ by more than 5 %, so nothing is published. ${file} has the figures; npm run bench:report -- ${file} publishes them, and says so.`,
    )
  }
  const target = publishedPath(results)
  writeJson(target, results)
  reportPublished()
  console.log(`published as bench/results/published/${basename(target)}`)
}
