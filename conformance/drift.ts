import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { compareRevisions, type Drift } from './drift/compare-revisions.ts'
import { type DriftOptions, parseOptions, UsageError } from './drift/options.ts'
import { mergeDrifts, renderPage } from './drift/page.ts'
import { latestPairs, Revisions } from './drift/revisions.ts'
import { showDrift } from './drift/show.ts'

// npm run drift -- npm 4.21.0 4.21.1: drift/options.ts lists what else there is.
const page = new URL('../docs/drift.md', import.meta.url)
const record = new URL('drift/results.json', import.meta.url)

try {
  await main(parseOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

async function main(options: DriftOptions): Promise<void> {
  const revisions = new Revisions(options.source)
  const drifts: Drift[] = []
  try {
    for (const [older, newer] of await pairsOf(options)) {
      const drift = await compareRevisions(
        await revisions.get(older),
        await revisions.get(newer),
        options,
        console.error,
      )
      drifts.push(drift)
      if (!options.asJson) console.log(`\n${showDrift(drift)}\n`)
      // Each at once: the next one may fail.
      if (options.writes) write(drift)
    }
  } finally {
    revisions.remove()
  }
  if (options.asJson) console.log(JSON.stringify(drifts, null, 2))
}

async function pairsOf(options: DriftOptions): Promise<readonly (readonly [string, string])[]> {
  const { names, releases, majors } = options
  if (names !== undefined) return [names]
  const pairs = []
  for (const major of majors) pairs.push(...(await latestPairs(major, releases ?? 1)))
  // The newest first: a run that ends early has compared those that matter most.
  return pairs.reverse()
}

function write(drift: Drift): void {
  const recorded: Drift[] = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : []
  const merged = mergeDrifts(recorded, [drift])
  writeFileSync(record, `${JSON.stringify(merged, null, 2)}\n`)
  writeFileSync(page, renderPage(merged))
}
