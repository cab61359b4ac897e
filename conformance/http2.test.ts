import { afterAll, describe, expect, it } from 'vitest'
import { isGate, turnOf } from '../tools/gate.ts'
import { type DialectName, dialectOf, isSelfCheck } from './harness/dialects.ts'
import { idOf, loadFamilies, scenariosFor } from './harness/families.ts'
import { endHosts } from './harness/host-process.ts'
import { obstacleOf, type Reason } from './harness/http2-requests.ts'
import { observeBoth, observeScenario } from './harness/observe.ts'
import { toConversation } from './harness/request.ts'
import type { Family, Scenario } from './harness/scenario.ts'
import { isDue } from './harness/scenario-suite.ts'
import { withoutNotices } from './harness/transcript.ts'
import { knownDifferences } from './known-differences.ts'
import { http2DifferenceOf, http2Differences, matches } from './known-differences-http2.ts'

// The responses of ours over HTTP/2 are those of the original over HTTP/1, apart from what only one
// version has: the case of header names, headers of the connection, the reason phrase, framing.

const aboutResponses = new RegExp(
  [
    "res\\.|express\\.static|app\\.render|setting '(?:etag|x-powered-by)'$",
    'the final handler$|throws and rejections$|error handlers$|next$|compression$',
    '4\\.x (?:status forms|res\\.)|3\\.x (?:responses|headers and|res\\.|errors|errorHandler)',
  ]
    .map((members) => `^(?:${members})`)
    .join('|'),
)

/** Families with hundreds of scenarios, of many requests each. */
const aboutFiles = /^(?:express\.static|res\.sendFile|res\.download|compression)/

/** The gate leaves out 3.x, which needs processes of its own. */
const dialectNames: readonly DialectName[] = isGate ? ['5.x', '4.x'] : ['5.x', '4.x', '3.x']

const families = (await loadFamilies()).filter(({ member }) => aboutResponses.test(member))

afterAll(endHosts)

for (const name of dialectNames) {
  for (const family of families) {
    const scenarios = scenariosFor(family, name).filter(
      (scenario) =>
        isTried(family, scenario, name) &&
        reasonToSkip(name, scenario, idOf(family, scenario)) === undefined,
    )
    if (scenarios.length === 0) continue
    describe(`${name} over HTTP/2: ${family.member}`, () => {
      for (const scenario of scenarios) {
        it(scenario.name, () => compare(name, idOf(family, scenario)))
      }
    })
  }
}

describe('scenarios over HTTP/2', () => {
  it('leave out those that HTTP/2 cannot express, by name', () => {
    const skipped = new Map<string, string[]>()
    let count = 0
    for (const family of families) {
      for (const scenario of scenariosFor(family, '5.x')) {
        const reason = reasonToSkip('5.x', scenario, idOf(family, scenario))
        if (reason === undefined) count++
        else skipped.set(reason, [...(skipped.get(reason) ?? []), idOf(family, scenario)])
      }
    }
    expect(count).toBeGreaterThan(1500)
    // The known differences are those of the list that the comparison over HTTP/1 excuses.
    expect(skipped.get('a known difference')?.length).toBeLessThan(60)
    expect(skipped.get('a result that varies')?.length).toBe(2)
    expect(skipped.get('no request')?.length).toBeLessThan(40)
    const inexpressible = skipped.get('no request for HTTP/2') ?? []
    expect(inexpressible).toContain('express.static › over HTTP/1.0')
    const isObvious = /absolute form|no path|HTTP\/1\.0|pipelin/
    expect(inexpressible.filter((id) => !isObvious.test(id))).toEqual([])
    expect(skipped.size).toBe(4)
  })

  it('leave out single requests for a reason', () => {
    const skipped: Partial<Record<Reason, number>> = {}
    let count = 0
    for (const { scenarios } of families) {
      for (const talk of scenarios.flatMap(({ requests }) => requests.map(toConversation))) {
        count += talk.requests.length
        for (const request of talk.requests) {
          const reason = obstacleOf(request, talk)
          if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1
        }
      }
    }
    const total = Object.values(skipped).reduce((sum, one) => sum + one, 0)
    expect(total).toBeGreaterThan(0)
    expect(total / count, JSON.stringify(skipped)).toBeLessThan(0.05)
  })

  it('have known differences that name scenarios', () => {
    const names = dialectNames.flatMap((name) =>
      families.flatMap((family) =>
        scenariosFor(family, name).map((scenario) => `${name} ${idOf(family, scenario)}`),
      ),
    )
    const unused = http2Differences.flatMap(({ dialects, scenarios }) =>
      scenarios.filter((one) =>
        dialects
          .filter((name) => dialectNames.includes(name))
          .some((name) => !names.some((known) => isNamed(known, name, one))),
      ),
    )
    expect(unused).toEqual([])
  })
})

function isNamed(known: string, name: DialectName, scenario: string | RegExp): boolean {
  const id = known.slice(name.length + 1)
  return known.startsWith(`${name} `) && (id === scenario || matches(scenario, id))
}

/** The gate tries about every eighth scenario, and a third of that about files. */
function isTried(family: Family, scenario: Scenario, name: DialectName): boolean {
  if (!isDue(family, scenario, name)) return false
  const share = aboutFiles.test(family.member) ? 24 : 8
  return !isGate || turnOf(`${idOf(family, scenario)} over HTTP/2`, share) === 0
}

function reasonToSkip(name: DialectName, scenario: Scenario, id: string): string | undefined {
  if (knownDifferences.some((known) => known.dialect === name && known.scenario === id)) {
    return 'a known difference'
  }
  if (http2DifferenceOf(name, id)?.varies) return 'a result that varies'
  if (scenario.requests.length === 0) return 'no request'
  const hasRequest = scenario.requests
    .map(toConversation)
    .some((talk) => talk.requests.some((one) => obstacleOf(one, talk) === undefined))
  return hasRequest ? undefined : 'no request for HTTP/2'
}

async function compare(name: DialectName, id: string): Promise<void> {
  const dialect = dialectOf(name)
  const seen = await observeBoth(dialect, (side) =>
    observeScenario(
      side,
      id,
      // The original does not serve HTTP/2, so a self-check stays with HTTP/1.
      side === dialect.oracle || isSelfCheck
        ? 'shared part over HTTP/1'
        : 'shared part over HTTP/2',
    ),
  )
  // A notice comes once for each line of code, perhaps in a scenario that is left out here.
  const [expected, actual] = [withoutNotices(seen.expected), withoutNotices(seen.actual)]
  const known = http2DifferenceOf(name, id)
  if (known === undefined || isSelfCheck) expect(actual, `${id} over HTTP/2`).toBe(expected)
  else expect(actual, `a difference is gone: ${known.reason}`).not.toBe(expected)
}
