import { fileURLToPath } from 'node:url'
import { readResults, writeResults } from '../results-file.ts'
import { mergeRuns, writeDocuments } from './publish.ts'

const published = fileURLToPath(new URL('../results/published.json', import.meta.url))
const docs = fileURLToPath(new URL('../../docs', import.meta.url))

// npm run bench:report -- <runs>: publishes these; without any, what is published is drawn again.
const paths = process.argv.slice(2)
const runs = (paths.length > 0 ? paths : [published]).map(readResults)
writeResults(published, mergeRuns(runs))
// As they were written: rounded figures are shown, and rounded only once.
const results = readResults(published)
writeDocuments(results, docs)
console.log(`docs/performance.md shows ${results.scenarios.length} scenarios of ${results.date}`)
