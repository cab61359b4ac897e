import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeTargets } from '../judge.ts'
import type { Results, ScenarioResult } from '../results.ts'
import { targets } from '../targets.ts'
import { renderBars } from './bars.ts'
import { renderCurves } from './curves.ts'
import { renderHeadline } from './headline.ts'
import { replaceResults } from './markdown.ts'
import type { Published } from './published.ts'

/** Several runs as one: what a later one has measured again counts. */
export function mergeRuns(runs: readonly Results[]): Results {
  const last = runs.at(-1)
  if (last === undefined) throw new Error('no run to publish')
  const scenarios = new Map<string, ScenarioResult>()
  for (const run of runs) {
    for (const scenario of run.scenarios) scenarios.set(scenario.name, scenario)
  }
  const merged = [...scenarios.values()]
  return {
    ...last,
    rounds: Math.min(...runs.map(({ rounds }) => rounds)),
    requests: Math.max(...runs.map(({ requests }) => requests)),
    scenarios: merged,
    targets: judgeTargets(targets, merged),
  }
}

/** The documents that show the published results, by path in the folder `docs/`. */
export function renderDocuments({ main, others }: Published, page: string): Record<string, string> {
  return {
    'performance.md': replaceResults(page, main, others),
    'performance/bars.svg': renderBars(main),
    'performance/curves.svg': renderCurves(main),
    'performance/headline.svg': renderHeadline(main),
  }
}

export function writeDocuments(published: Published, docs: string): void {
  const page = readFileSync(join(docs, 'performance.md'), 'utf8')
  mkdirSync(join(docs, 'performance'), { recursive: true })
  for (const [path, content] of Object.entries(renderDocuments(published, page))) {
    writeFileSync(join(docs, path), content)
  }
}
