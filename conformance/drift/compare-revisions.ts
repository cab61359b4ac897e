import { targets } from '../fuzz/targets.ts'
import { type Dialect, type DialectName, sideOfRevision } from '../harness/dialects.ts'
import { endHosts } from '../harness/host-process.ts'
import { fuzzTarget } from './fuzz-drift.ts'
import { type Group, Groups } from './groups.ts'
import type { DriftOptions } from './options.ts'
import { dialectFor, type Revision } from './revisions.ts'
import { compareScenarios } from './scenario-drift.ts'
import { comparePackages, compareSurfaces } from './surface-drift.ts'

/** What changes for programs between two revisions of Express. */
export interface Drift {
  readonly older: string
  readonly newer: string
  readonly dialect: DialectName
  readonly seed: number
  readonly node: string
  /** Of the day. */
  readonly date: string
  /** One scenario of so many was chosen. */
  readonly share: number
  /** Random requests to each of the two. */
  readonly requests: number
  readonly scenarios: number
  /** Parts for which the time did not suffice. */
  readonly unfinished: readonly string[]
  readonly groups: readonly Group[]
}

type Limits = Pick<DriftOptions, 'cases' | 'minutes' | 'seed' | 'share' | 'parts'>

/** Compares two revisions in all parts, for a limited time; `tell` gets a line for each part. */
export async function compareRevisions(
  older: Revision,
  newer: Revision,
  { cases, minutes, seed, share, parts }: Limits,
  tell: (line: string) => void,
): Promise<Drift> {
  const dialect = dialectFor(older)
  const pair: Dialect = {
    name: dialect,
    oracle: sideOfRevision(dialect, older.folder),
    subject: sideOfRevision(dialect, newer.folder),
  }
  const groups = new Groups()
  const unfinished: string[] = []
  const end = Date.now() + minutes * 60_000
  const counts = { requests: 0, scenarios: 0 }
  const work: Record<string, () => Promise<string>> = {
    package: async () => {
      comparePackages(older, newer, groups)
      return 'compared'
    },
    surface: async () => {
      await compareSurfaces(pair, groups)
      return 'compared'
    },
  }
  for (const target of targets) {
    work[target.name] = async () => {
      const requests = await fuzzTarget(target, pair, { seed, cases, end }, groups)
      counts.requests += requests
      if (requests < cases) unfinished.push(target.name)
      return `${requests} requests`
    }
  }
  // The last, because they take the longest time.
  work.scenarios = async () => {
    const { count, isComplete } = await compareScenarios(pair, { end, share }, groups)
    counts.scenarios = count
    if (!isComplete) unfinished.push('scenarios')
    return `${count} scenarios`
  }
  try {
    for (const [part, run] of Object.entries(work)) {
      if (!parts.includes(part)) continue
      const done = await run()
      const found = groups.list().filter((group) => group.part === part).length
      tell(`${older.name} → ${newer.name}, ${part}: ${done}, ${found} kinds of differences`)
    }
  } finally {
    endHosts()
  }
  return {
    ...{ older: older.name, newer: newer.name, dialect, seed, share, ...counts, unfinished },
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    groups: groups.list(),
  }
}
