import { afterAll, describe, it } from 'vitest'
import { isGate, isTurnOf } from '../../tools/gate.ts'
import { expectSame, withoutNotices } from './compare.ts'
import {
  type Dialect,
  type DialectName,
  dialectOf,
  isGone,
  isSelfCheck,
  type Side,
} from './dialects.ts'
import { idOf, isTrueOf, loadFamilies, scenariosFor } from './families.ts'
import { endHosts } from './host-process.ts'
import { observeBoth, observeScenario } from './observe.ts'
import type { Transport } from './run.ts'
import type { Family, Scenario } from './scenario.ts'

const dialectNames: readonly DialectName[] = ['5.x', '4.x', '3.x']
const transports: readonly Transport[] = ['app.listen', 'http.createServer']

/** One test for each scenario that is true of the dialect; the gate takes those whose turn it is. */
export async function testScenarios(name: DialectName): Promise<void> {
  const dialect = dialectOf(name)
  afterAll(endHosts)
  for (const family of await loadFamilies()) {
    const scenarios = scenariosFor(family, name).filter((one) => isDue(family, one, name))
    if (scenarios.length === 0) continue
    describe.skipIf(isGone(name))(`${name} ${family.member}`, () => {
      for (const [index, scenario] of scenarios.entries()) {
        // A scenario of two dialects is tried in both ways.
        const way = wayOfTurn(scenario, index + dialectNames.indexOf(name))
        it(scenario.name, () => compare(family, scenario, dialect, way))
      }
    })
  }
}

/**
 * Whether a scenario is tried in this dialect. The gate tries every twelfth one, and without shortcuts
 * every second one, in one of the dialects that it is true of.
 */
function isDue(family: Family, scenario: Scenario, name: DialectName): boolean {
  if (!isGate) return true
  const item = family.scenarios.indexOf(scenario)
  const share = process.env.WEBAPP_SHORTCUTS ? 2 : 12
  return Math.floor(item / dialectNames.length) % share === 0 && isItsTurn(family, scenario, name)
}

/** Whether this dialect is the one, of those that a scenario is true of, whose turn it is. */
export function isItsTurn(family: Family, scenario: Scenario, name: DialectName): boolean {
  const among = dialectNames.filter((dialect) => isTrueOf(dialect, family, scenario))
  return isTurnOf(among.indexOf(name), among.length, family.scenarios.indexOf(scenario))
}

/** One of the two ways by turns, and the other one without shortcuts (`npm run test:shortcuts-off`). */
function wayOfTurn(scenario: Scenario, turn: number): Transport {
  if (scenario.requests.length === 0) return 'app.listen'
  const others = process.env.WEBAPP_SHORTCUTS ? 1 : 0
  return transports[(turn + others) % transports.length] ?? 'app.listen'
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
