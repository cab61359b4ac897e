import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idOf, loadFamilies } from './harness/families.ts'

interface Line {
  readonly id: string
  /** Files below packages/webapp/src, each with the name of a member or policy after '#'. */
  readonly homes: readonly string[]
  readonly scenarios: readonly string[]
}

const sources = new URL('../packages/webapp/src/', import.meta.url)
const ledger = readFileSync(new URL('../docs/dialects.md', import.meta.url), 'utf8')
const lines = ledger.split('\n').filter((line) => line.startsWith('| D-'))
const differences = lines.map(readLine)

describe('docs/dialects.md', () => {
  it('numbers the differences in order', () => {
    const wanted = differences.map((_, index) => `D-${String(index + 1).padStart(3, '0')}`)
    expect(differences.map(({ id }) => id)).toEqual(wanted)
  })

  it('says what each dialect does, where that lives and what shows it', () => {
    const incomplete = lines.filter((line) => cellsOf(line).some((cell) => cell === ''))
    expect(incomplete).toEqual([])
    expect(lines.filter((line) => cellsOf(line).length !== 7)).toEqual([])
  })

  it('names homes that exist', () => {
    const homes = differences.flatMap(({ homes }) => homes)
    expect(homes.filter((home) => !isThere(home))).toEqual([])
  })

  it('names scenarios that exist', async () => {
    const families = await loadFamilies()
    const ids = new Set(families.flatMap((one) => one.scenarios.map((each) => idOf(one, each))))
    const named = differences.flatMap(({ scenarios }) => scenarios)
    expect(named.filter((scenario) => !ids.has(scenario))).toEqual([])
  })
})

function readLine(line: string): Line {
  const [id = '', , , , , homes = '', scenarios = ''] = cellsOf(line)
  return { id, homes: quoted(homes), scenarios: quoted(scenarios) }
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? '')
}

function isThere(home: string): boolean {
  const [file = '', member] = home.split('#')
  const url = new URL(file, sources)
  if (!existsSync(url)) return false
  return member === undefined || readFileSync(url, 'utf8').includes(member)
}
