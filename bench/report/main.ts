import { basename } from 'node:path'
import type { PublishedResults } from '../results.ts'
import { readJson, writeJson } from '../results-file.ts'
import { reportPublished } from './publish.ts'
import { publishedPath } from './published.ts'

// npm run bench:report -- <runs>: publishes runs of bench:publish that did not agree; without any, what
// is published is drawn again.
for (const path of process.argv.slice(2)) {
  const results = readJson<PublishedResults>(path)
  if (results.agreements === undefined) {
    throw new Error(`${path} is no run of npm run bench:publish, and only those are published`)
  }
  writeJson(publishedPath(results), results)
  console.log(`published as bench/results/published/${basename(publishedPath(results))}`)
}
reportPublished()
console.log('docs/performance.md, README.md and docs/index.md show the newest published runs')
