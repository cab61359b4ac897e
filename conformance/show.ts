/**
 * Prints what both sides do in the scenarios whose name contains the given words:
 * `npx tsx conformance/show.ts [--dialect 4.x] res.send "a string"`. Equal transcripts are printed
 * once; `--different` leaves them out. `--http2` sends the requests to ours over HTTP/2.
 */
import { parseArgs } from 'node:util'
import { dialects } from './harness/dialects.ts'
import { idOf, loadFamilies, scenariosFor } from './harness/families.ts'
import { endHosts } from './harness/host-process.ts'
import { observeScenario } from './harness/observe.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    dialect: { type: 'string' },
    different: { type: 'boolean' },
    http2: { type: 'boolean' },
  },
})
const families = await loadFamilies()
const [wayOfOriginal, wayOfOurs] = values.http2
  ? (['shared part over HTTP/1', 'shared part over HTTP/2'] as const)
  : (['app.listen', 'app.listen'] as const)

for (const { name, oracle, subject } of dialects) {
  if (values.dialect !== undefined && values.dialect !== name) continue
  for (const family of families) {
    for (const scenario of scenariosFor(family, name)) {
      const id = idOf(family, scenario)
      if (words.some((word) => !id.includes(word))) continue
      const expected = await observeScenario(oracle, id, wayOfOriginal)
      const actual = await observeScenario(subject, id, wayOfOurs)
      if (values.different && actual === expected) continue
      console.log(`\n=== ${name} ${id}\n${expected}`)
      if (actual !== expected) console.log(`--- ${subject.name} instead\n${actual}`)
    }
  }
}

endHosts()
