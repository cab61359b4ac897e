import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PublishedResults, ScenarioResult } from '../results.ts'
import { readJson } from '../results-file.ts'

const folder = new URL('../results/published/', import.meta.url)

/** The version of Node whose figures come first. */
const MAIN = '24'

/** What is shown of one version of Node: of each scenario the newest figures. */
export interface Edition {
  readonly results: PublishedResults
  readonly older: readonly OlderRun[]
}

/** A run from which some scenarios are shown, because the newest run did not have them. */
export interface OlderRun {
  readonly results: PublishedResults
  readonly scenarios: readonly string[]
}

export interface Published {
  /** The main version of Node first, then the newest. */
  readonly editions: readonly Edition[]
  /** The runs with the main version of Node, the oldest first. */
  readonly history: readonly PublishedResults[]
}

/** Where a result is kept; every one of them, as a history. */
export function publishedPath(results: PublishedResults): string {
  const time = results.date.slice(0, 16).replaceAll(':', '-')
  return fileURLToPath(new URL(`${time}-node-${majorOf(results)}.json`, folder))
}

export function readPublished(): Published {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return arrangePublished(
    names.map((name) => readJson<PublishedResults>(fileURLToPath(new URL(name, folder)))),
  )
}

export function arrangePublished(files: readonly PublishedResults[]): Published {
  const sorted = [...files].sort((a, b) => (a.date < b.date ? -1 : 1))
  const majors = [...new Set(sorted.map(majorOf))].sort((a, b) => rank(b) - rank(a))
  const [main] = majors
  return {
    editions: majors.map((major) => toEdition(sorted.filter((one) => majorOf(one) === major))),
    history: sorted.filter((one) => majorOf(one) === main),
  }
}

function rank(major: string): number {
  return major === MAIN ? Number.POSITIVE_INFINITY : Number(major)
}

function majorOf({ machine }: PublishedResults): string {
  return machine.node.slice(1).split('.')[0] ?? ''
}

/** The newest figures of each scenario, in the order of the newest file. */
function toEdition(files: readonly PublishedResults[]): Edition {
  const newest = files.at(-1)
  if (newest === undefined) throw new Error('no published results')
  const shown = new Map<string, ScenarioResult>(newest.scenarios.map((one) => [one.name, one]))
  const agreements = [...newest.agreements]
  const older: OlderRun[] = []
  for (const file of files.slice(0, -1).reverse()) {
    const added = file.scenarios.filter(({ name }) => !shown.has(name))
    if (added.length === 0) continue
    for (const scenario of added) shown.set(scenario.name, scenario)
    const names = added.map(({ name }) => name)
    agreements.push(...file.agreements.filter(({ scenario }) => names.includes(scenario)))
    older.push({ results: file, scenarios: names })
  }
  return { results: { ...newest, scenarios: [...shown.values()], agreements }, older }
}
