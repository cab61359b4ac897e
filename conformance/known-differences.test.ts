import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dialects } from './harness/dialects.ts'
import { idOf, loadFamilies, scenariosFor } from './harness/families.ts'
import { knownDifferences } from './known-differences.ts'

const ledger = readFileSync(new URL('../docs/differences.md', import.meta.url), 'utf8')

describe('known differences', () => {
  it('name scenarios that run in their dialect', async () => {
    const families = await loadFamilies()
    const named = knownDifferences.filter(({ scenario }) => !scenario.startsWith('surface › '))
    const known = new Set(
      dialects.flatMap(({ name }) =>
        families.flatMap((one) =>
          scenariosFor(one, name).map((each) => `${name} ${idOf(one, each)}`),
        ),
      ),
    )
    const missing = named.filter(({ dialect, scenario }) => !known.has(`${dialect} ${scenario}`))
    expect(missing).toEqual([])
  })

  it('are told to users in docs/differences.md', () => {
    expect(knownDifferences.filter(({ id }) => !ledger.includes(`| ${id} |`))).toEqual([])
  })

  it('have a number of their own in docs/differences.md', () => {
    const ids = [...ledger.matchAll(/^\| (W-\d{3}) \|/gm)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})
