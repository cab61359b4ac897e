import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readEntries } from '../../../../conformance/ledger/page.ts'
import { LEDGER } from '../../src/migrate/ledger.ts'
import { cases } from './ledger-cases.ts'
import { plan } from './project.ts'

const page = readFileSync(new URL('../../../../docs/dialects.md', import.meta.url), 'utf8')
const guide = readFileSync(new URL('../../../../docs/guide/migrate.md', import.meta.url), 'utf8')
const entries = readEntries(page).map(({ id }) => id)

describe('every entry of docs/dialects.md', () => {
  it('has a treatment, and nothing else has one', () => {
    expect(Object.keys(LEDGER)).toEqual(entries)
  })

  it('has a case that shows its treatment, unless there is nothing to do', () => {
    const wanted = entries.filter((id) => LEDGER[id]?.treatment !== 'nothing to do')
    expect([...new Set(cases.map(({ id }) => id))].sort()).toEqual(wanted.sort())
  })

  it('is in the table of docs/guide/migrate.md', () => {
    const rows = Object.entries(LEDGER).map(([id, { treatment, how }]) => {
      const cell = how.replaceAll('|', '\\|')
      return `| [${id}](../dialects.md#${id.toLowerCase()}) | ${treatment} | ${cell} |`
    })
    expect(guide).toContain(rows.join('\n'))
  })
})

describe.each(cases)('$id: $source', ({ id, from, source, written, target }) => {
  it(written === undefined ? 'is reported' : 'is rewritten', () => {
    const result = plan(source, { from, ...(target && { target }) })
    if (written === undefined) {
      expect(LEDGER[id]?.treatment).not.toBe('nothing to do')
      expect(result.reports).toContain(id)
    } else {
      expect(LEDGER[id]?.treatment).toBe('rewritten')
      expect(result.text()).toContain(written)
      expect(result.rewrites).toContain(id)
    }
  })

  it('is left alone in a program of 5.x', () => {
    const result = plan(source, { from: 5 })
    expect([...result.reports, ...result.rewrites].filter((each) => each !== 'import')).toEqual(
      id === 'D-007' && written === undefined ? ['D-007'] : id === 'D-016' ? ['D-016'] : [],
    )
  })
})
