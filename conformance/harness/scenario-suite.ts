import { afterAll, describe, it } from 'vitest'
import { chooseByName, isGate, turnOf } from '../../tools/gate.ts'
import { expectSame } from './compare.ts'
import { type Dialect, type DialectName, dialectOf, isSelfCheck, type Side } from './dialects.ts'
import { idOf, isTrueOf, loadFamilies } from './families.ts'
import { endHosts } from './host-process.ts'
import { observeBoth, observeScenario } from './observe.ts'
import type { Transport } from './run.ts'
import type { Family, Scenario } from './scenario.ts'
import { withoutNotices } from './transcript.ts'

const dialectNames: readonly DialectName[] = ['5.x', '4.x', '3.x']
const transports: readonly Transport[] = ['app.listen', 'http.createServer']

/** One test for each scenario that is true of the dialect; the gate tries a part of those that are due. */
export async function testScenarios(name: DialectName): Promise<void> {
  const dialect = dialectOf(name)
  afterAll(endHosts)
  for (const family of await loadFamilies()) {
    const scenarios = dueOf(family).filter((one) => isDue(family, one, name))
    if (scenarios.length === 0) continue
    describe(`${name} ${family.member}`, () => {
      for (const scenario of scenarios) {
        const way = wayOf(family, scenario, name)
        it(scenario.name, () => compare(family, scenario, dialect, way))
      }
    })
  }
}

/** The gate tries about every ninth scenario, and without shortcuts every second one. */
function dueOf(family: Family): readonly Scenario[] {
  if (!isGate) return family.scenarios
  const share = process.env.WEBAPP_SHORTCUTS ? 2 : 9
  return chooseByName(
    family.scenarios,
    (scenario) => `${idOf(family, scenario)}, its share`,
    (name) => turnOf(name, share) === 0,
  )
}

/**
 * Whether a scenario is tried in this dialect. The gate tries it in the newest one that it is true of;
 * the programs of docs/dialects.md show there what differs.
 */
export function isDue(family: Family, scenario: Scenario, name: DialectName): boolean {
  const among = dialectNames.filter((dialect) => isTrueOf(dialect, family, scenario))
  return isGate ? name === among[0] : among.includes(name)
}

/**
 * One of the two ways, and the other one without shortcuts (`npm run test:shortcuts-off`). A scenario of
 * two dialects is tried in both ways.
 */
function wayOf(family: Family, scenario: Scenario, name: DialectName): Transport {
  if (scenario.requests.length === 0) return 'app.listen'
  const others = process.env.WEBAPP_SHORTCUTS ? 1 : 0
  const turn = turnOf(`${idOf(family, scenario)}, its way`, transports.length)
  const at = (turn + dialectNames.indexOf(name) + others) % transports.length
  return transports[at] ?? 'app.listen'
}

async function compare(
  family: Family,
  scenario: Scenario,
  dialect: Dialect,
  transport: Transport,
): Promise<void> {
  const id = idOf(family, scenario)
  const wayOf = (side: Side) => (side === dialect.oracle ? 'app.listen' : transport)
  const observe = () => observeBoth(dialect, (side) => observeScenario(side, id, wayOf(side)))
  const { expected, actual } = await observe()
  if (differInEndings(actual, expected)) {
    // A busy machine may deliver the end of a connection too late: the difference must stay.
    const again = await observe()
    const [wanted, got] = [withoutNotices(again.expected), withoutNotices(again.actual)]
    expectSame(got, wanted, { id, dialect, transport })
    return
  }
  // A notice comes once for each line of code, so the second run of the same code cannot show it.
  const clean = isSelfCheck ? withoutNotices : (transcript: string) => transcript
  expectSame(clean(actual), clean(expected), { id, dialect, transport })
}

/** Whether nothing differs but how connections were left. */
function differInEndings(actual: string, expected: string): boolean {
  const withoutEndings = (transcript: string) => transcript.replaceAll(/^… (?:kept|closed)$/gm, '…')
  return actual !== expected && withoutEndings(actual) === withoutEndings(expected)
}
