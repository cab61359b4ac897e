import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { DialectName } from './dialects.ts'
import { isLeftOutOf3 } from './not-in-3x.ts'
import type { Family, Scenario } from './scenario.ts'

let loading: Promise<Family[]> | undefined
let named: ReadonlyMap<string, Scenario> | undefined

/** All families of scenarios, in the order of their files. */
export function loadFamilies(): Promise<Family[]> {
  loading ??= readFamilies()
  return loading
}

/** The scenario of a name, for those who have nothing but the name. */
export async function scenarioOf(id: string): Promise<Scenario> {
  named ??= nameScenarios(await loadFamilies())
  const found = named.get(id)
  if (!found) throw new Error(`no scenario ${id}`)
  return found
}

export function scenariosFor(family: Family, dialect: DialectName): readonly Scenario[] {
  return family.scenarios.filter((scenario) => isTrueOf(dialect, family, scenario))
}

export function isTrueOf(dialect: DialectName, family: Family, scenario: Scenario): boolean {
  if (scenario.dialects) return scenario.dialects.includes(dialect)
  return dialect !== '3.x' || !isLeftOutOf3(idOf(family, scenario))
}

/** `member › scenario`, as known differences and the ledger of dialects name it. */
export function idOf(family: Family, scenario: Scenario): string {
  return `${family.member} › ${scenario.name}`
}

function nameScenarios(families: readonly Family[]): Map<string, Scenario> {
  const pairs = families.flatMap((family) =>
    family.scenarios.map((one) => [idOf(family, one), one] as const),
  )
  return new Map(pairs)
}

function readFamilies(): Promise<Family[]> {
  const folder = new URL('../scenarios/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  return Promise.all(
    files.sort().map(async (file) => {
      // Bundlers find the modules of an import that is written like this one.
      const loaded: { default: Family } = await import(`../scenarios/${basename(file, '.ts')}.ts`)
      return loaded.default
    }),
  )
}
