import { afterAll, describe, expect, it } from 'vitest'
import { isGate, turnOf } from '../tools/gate.ts'
import { type DialectName, dialectOf, isSelfCheck } from './harness/dialects.ts'
import { idOf, loadFamilies, scenariosFor } from './harness/families.ts'
import { type FetchObstacle, fetchObstacleOf } from './harness/fetch-requests.ts'
import { endHosts } from './harness/host-process.ts'
import { observeBoth, observeScenario } from './harness/observe.ts'
import { toConversation } from './harness/request.ts'
import type { Family, Scenario } from './harness/scenario.ts'
import { isDue } from './harness/scenario-suite.ts'
import { withoutNotices } from './harness/transcript.ts'
import { knownDifferences } from './known-differences.ts'
import { fetchDifferenceOf, fetchDifferences } from './known-differences-fetch.ts'

// The responses of ours by `app.fetch` are those of the original over HTTP/1, apart from what a web
// `Response` does not have: headers of the connection, the case and order of names, trailers.

/** The gate leaves out 3.x, which needs processes of its own. */
const dialectNames: readonly DialectName[] = isGate ? ['5.x', '4.x'] : ['5.x', '4.x', '3.x']

/** Families with hundreds of scenarios, of many requests each. */
const aboutFiles = /^(?:express\.static|res\.sendFile|res\.download|compression)/

const families = await loadFamilies()

afterAll(endHosts)

for (const name of dialectNames) {
  for (const family of families) {
    const scenarios = scenariosFor(family, name).filter(
      (scenario) =>
        isTried(family, scenario, name) &&
        reasonToSkip(name, scenario, idOf(family, scenario)) === undefined,
    )
    if (scenarios.length === 0) continue
    describe(`${name} over fetch: ${family.member}`, () => {
      for (const scenario of scenarios) {
        it(scenario.name, () => compare(name, idOf(family, scenario)))
      }
    })
  }
}

describe('scenarios over fetch', () => {
  it('leave out single requests for a reason', () => {
    const skipped: Partial<Record<FetchObstacle, number>> = {}
    let count = 0
    for (const { scenarios } of families) {
      for (const talk of scenarios.flatMap(({ requests }) => requests.map(toConversation))) {
        count += talk.requests.length
        for (const request of talk.requests) {
          const reason = fetchObstacleOf(request, talk)
          if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1
        }
      }
    }
    const total = Object.values(skipped).reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThan(0)
    expect(total / count, JSON.stringify(skipped)).toBeLessThan(0.1)
  })

  it('have known differences that name scenarios', () => {
    const ids = new Map(
      dialectNames.map((name) => [
        name,
        families.flatMap((family) =>
          scenariosFor(family, name).map((scenario) => idOf(family, scenario)),
        ),
      ]),
    )
    const unused = fetchDifferences.flatMap(({ dialects, scenarios }) =>
      scenarios.filter((one) =>
        dialects.some(
          (name) =>
            ids.has(name) &&
            !ids.get(name)?.some((id) => (typeof one === 'string' ? one === id : one.test(id))),
        ),
      ),
    )
    expect(unused).toEqual([])
  })
})

/** The gate tries about every sixteenth scenario, and a third of that about files. */
function isTried(family: Family, scenario: Scenario, name: DialectName): boolean {
  if (!isDue(family, scenario, name)) return false
  const share = aboutFiles.test(family.member) ? 48 : 16
  return !isGate || turnOf(`${idOf(family, scenario)} over fetch`, share) === 0
}

function reasonToSkip(name: DialectName, scenario: Scenario, id: string): string | undefined {
  if (knownDifferences.some((known) => known.dialect === name && known.scenario === id)) {
    return 'a known difference'
  }
  if (scenario.requests.length === 0) return 'no request'
  const hasRequest = scenario.requests
    .map(toConversation)
    .some((talk) => talk.requests.some((one) => fetchObstacleOf(one, talk) === undefined))
  return hasRequest ? undefined : 'no request that a web Request can express'
}

async function compare(name: DialectName, id: string): Promise<void> {
  const dialect = dialectOf(name)
  const seen = await observeBoth(dialect, (side) =>
    observeScenario(
      side,
      id,
      side === dialect.oracle || isSelfCheck ? 'web part over HTTP/1' : 'web part over fetch',
    ),
  )
  const [expected, actual] = [comparable(seen.expected), comparable(seen.actual)]
  const known = fetchDifferenceOf(name, id)
  if (known === undefined || isSelfCheck) expect(actual, `${id} over fetch`).toBe(expected)
  else expect(actual, `a difference is gone: ${known.reason}`).not.toBe(expected)
}

/** A body has no chunks in a `Request`, so a parser that stops early has counted other pieces. */
function comparable(transcript: string): string {
  return withoutNotices(transcript).replace(/"received": \d+/g, '"received": <bytes>')
}
