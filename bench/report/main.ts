import { fileURLToPath } from 'node:url'
import type { Results } from '../results.ts'
import { readResults, writeResults } from '../results-file.ts'
import { mergeRuns, writeDocuments } from './publish.ts'
import { publishedPath, readPublished } from './published.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

// npm run bench:report -- <runs>: publishes these; without any, what is published is drawn again.
const runs = new Map<string, Results[]>()
for (const run of process.argv.slice(2).map(readResults)) {
  const path = publishedPath(run)
  runs.set(path, [...(runs.get(path) ?? []), run])
}
for (const [path, ofOneVersion] of runs) writeResults(path, mergeRuns(ofOneVersion))
// As they were written: rounded figures are shown, and rounded only once.
const published = readPublished()
writeDocuments(published, docs)
const { scenarios, date } = published.main
console.log(`docs/performance.md shows ${scenarios.length} scenarios of ${date}`)
