/**
 * Runs the programs of docs/dialects.md and writes what they print into the page:
 * `npx tsx conformance/ledger/write.ts`. Names what ours does in another way than the original
 * without a line of its own on the page.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dialects } from '../harness/dialects.ts'
import { endHosts } from '../harness/host-process.ts'
import { observeBoth, observeProgram } from '../harness/observe.ts'
import { pageUrl, type Results, readEntries, rowOf, writeResults } from './page.ts'

const page = readFileSync(pageUrl, 'utf8')
const results: Results = {}

for (const entry of readEntries(page)) {
  process.stderr.write(`${entry.id} `)
  const printed: Results[string] = {}
  for (const dialect of dialects) {
    const { expected, actual } = await observeBoth(dialect, (side) => observeProgram(side, entry))
    printed[dialect.name] = expected
    printed[dialect.subject.name] = actual
    const differs = String(actual) !== String(expected)
    if (differs && !rowOf(entry, dialect.subject.name)) {
      console.log(entry.id, dialect.subject.name, 'differs:', actual, 'instead of', expected)
    }
  }
  results[entry.id] = printed
}

process.stderr.write('\n')
endHosts()
writeFileSync(pageUrl, writeResults(page, results))
