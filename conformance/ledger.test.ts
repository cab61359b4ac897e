import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { type Dialect, dialects, isSelfCheck } from './harness/dialects.ts'
import { idOf, loadFamilies } from './harness/families.ts'
import { endHosts } from './harness/host-process.ts'
import { observeBoth, observeProgram } from './harness/observe.ts'
import {
  dialectNames,
  type Entry,
  pageUrl,
  readEntries,
  readIndex,
  renderIndex,
  rowOf,
} from './ledger/page.ts'

const sources = new URL('../packages/webapp/src/', import.meta.url)
const differences = readFileSync(new URL('../docs/differences.md', import.meta.url), 'utf8')
const page = readFileSync(pageUrl, 'utf8')
const entries = readEntries(page)

describe('docs/dialects.md', () => {
  it('gives each entry a number of its own, without gaps', () => {
    const wanted = entries.map((_, index) => `D-${String(index + 1).padStart(3, '0')}`)
    expect(entries.map(({ id }) => id).sort()).toEqual(wanted)
    expect(entries.length).toBeGreaterThan(0)
  })

  it('gives each entry a member, a program and a behaviour in each dialect', () => {
    const incomplete = entries.filter(
      (entry) =>
        entry.member === '' ||
        entry.code === '' ||
        dialectNames.some((name) => !rowOf(entry, name)?.behaviour),
    )
    expect(incomplete.map(({ id }) => id)).toEqual([])
  })

  it('names homes that exist', () => {
    const homes = entries.flatMap(({ homes }) => homes)
    expect(homes.filter((home) => !isThere(home))).toEqual([])
    expect(entries.filter(({ homes }) => homes.length === 0)).toEqual([])
  })

  it('names scenarios that exist', async () => {
    const families = await loadFamilies()
    const ids = new Set(families.flatMap((one) => one.scenarios.map((each) => idOf(one, each))))
    const named = entries.flatMap(({ scenarios }) => scenarios)
    expect(named.filter((scenario) => !ids.has(scenario))).toEqual([])
    expect(entries.filter(({ scenarios }) => scenarios.length === 0)).toEqual([])
  })

  it('has an index that fits the entries', () => {
    expect(readIndex(page)).toBe(renderIndex(entries))
  })

  it('differs from the original only where docs/differences.md lists it', () => {
    expect(entries.flatMap(unexcused)).toEqual([])
  })
})

// A second run on the same original would not repeat deprecation notices.
describe.skipIf(isSelfCheck)('the programs of docs/dialects.md', () => {
  afterAll(endHosts)
  for (const entry of entries) {
    it(`${entry.id} ${entry.member}`, async () => {
      for (const dialect of dialects) await holdTo(entry, dialect)
    })
  }
})

/** `npx tsx conformance/ledger/write.ts` updates the page. */
async function holdTo(entry: Entry, dialect: Dialect): Promise<void> {
  const { name, oracle, subject } = dialect
  const { expected, actual } = await observeBoth(dialect, (side) => observeProgram(side, entry))
  const common = rowOf(entry, name)?.prints
  expect(expected, `${entry.id} on ${oracle.name}`).toEqual(common)
  expect(actual, `${entry.id} on ${subject.name}`).toEqual(
    rowOf(entry, subject.name)?.prints ?? common,
  )
}

/** Lines for our packages that no known difference of their dialect allows, or that need none. */
function unexcused(entry: Entry): string[] {
  return dialects.flatMap(({ name, subject }) => {
    const own = rowOf(entry, subject.name)
    if (!own) return []
    const differs = String(own.prints) !== String(rowOf(entry, name)?.prints)
    const excused = own.excuses.length > 0 && own.excuses.every((id) => differenceExists(id, name))
    return differs && excused ? [] : [`${entry.id} ${own.side}`]
  })
}

function differenceExists(id: string, dialect: string): boolean {
  const line = differences.split('\n').find((one) => one.startsWith(`| ${id} |`))
  return line?.split('|')[2]?.includes(dialect) ?? false
}

function isThere(home: string): boolean {
  const [file = '', member] = home.split('#')
  const url = new URL(file, sources)
  if (!existsSync(url)) return false
  return member === undefined || readFileSync(url, 'utf8').includes(member)
}
