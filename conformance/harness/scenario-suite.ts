import { afterAll, describe, it } from 'vitest'
import { isGate } from '../../tools/gate.ts'
import { expectSame, withoutNotices } from './compare.ts'
import { type Dialect, type DialectName, dialectOf, isSelfCheck, type Side } from './dialects.ts'
import { idOf, isTrueOf, loadFamilies, scenariosFor } from './families.ts'
import { endHosts } from './host-process.ts'
import { observeBoth, observeScenario } from './observe.ts'
import type { Transport } from './run.ts'
import type { Family, Scenario } from './scenario.ts'

const dialectNames: readonly DialectName[] = ['5.x', '4.x', '3.x']
const transports: readonly Transport[] = ['app.listen', 'http.createServer']

/** Families of hundreds whose members do not depend on the way: each is tried in one of them. */
const takesTurns =
  /^(express\.|res\.sendFile|res\.download|((3|4)\.x )?path patterns|3\.x (responses|bodyParser|logger))/

/** One test for each scenario that is true of the dialect; the gate takes those whose turn it is. */
export async function testScenarios(name: DialectName): Promise<void> {
  const dialect = dialectOf(name)
  afterAll(endHosts)
  for (const family of await loadFamilies()) {
    const scenarios = scenariosFor(family, name).filter((one) => isDue(family, one, name))
    if (scenarios.length === 0) continue
    describe(`${name} ${family.member}`, () => {
      for (const [index, scenario] of scenarios.entries()) {
        // A scenario of two dialects is tried in both ways.
        const ways = waysFor(family, scenario, index + dialectNames.indexOf(name))
        it(scenario.name, () => compare(family, scenario, dialect, ways))
      }
    })
  }
}

/** Whether a scenario is tried in this dialect: in the gate, one of those that it is true of. */
function isDue(family: Family, scenario: Scenario, name: DialectName): boolean {
  const among = dialectNames.filter((dialect) => isTrueOf(dialect, family, scenario))
  return !isGate || among[family.scenarios.indexOf(scenario) % among.length] === name
}

function waysFor(family: Family, scenario: Scenario, turn: number): readonly Transport[] {
  if (scenario.requests.length === 0) return ['app.listen']
  if (!isGate && !takesTurns.test(family.member)) return transports
  return [transports[turn % transports.length] ?? 'app.listen']
}

async function compare(
  family: Family,
  scenario: Scenario,
  dialect: Dialect,
  ways: readonly Transport[],
): Promise<void> {
  const id = idOf(family, scenario)
  const [first = 'app.listen', ...others] = ways
  const wayOf = (side: Side) => (side === dialect.oracle ? 'app.listen' : first)
  const { expected, actual } = await observeBoth(dialect, (side) =>
    observeScenario(side, id, wayOf(side)),
  )
  const runs = [[first, actual] as const]
  for (const way of others) runs.push([way, await observeScenario(dialect.subject, id, way)])
  for (const [transport, actual] of runs) {
    // A notice comes once for each line of code, so no second run of this code can show it.
    const again = transport !== first || isSelfCheck
    const clean = again ? withoutNotices : (transcript: string) => transcript
    expectSame(clean(actual), clean(expected), { id, dialect, transport })
  }
}
