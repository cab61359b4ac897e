import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const suites = [0, 1, 2]
const names = Array.from({ length: 3000 }, (_, at) => `shows what Node shows: ${at}`)

describe('the items that the gate tries', () => {
  let gate: typeof import('../gate.ts')

  beforeAll(async () => {
    vi.stubEnv('TESTS', '')
    vi.stubEnv('WEBAPP_SHORTCUTS', '')
    vi.resetModules()
    gate = await import('../gate.ts')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  it('are about a third of a table for each suite, and all of it for three suites', () => {
    const tried = suites.map((suite) => gate.byTurns(names, suite))
    for (const items of tried) expect(Math.abs(items.length - 1000)).toBeLessThan(100)
    expect(new Set(tried.flat()).size).toBe(names.length)
    expect(tried.flat()).toHaveLength(names.length)
  })

  it('are in every dialect those of a title with a member that differs', () => {
    const shared = ['res.format(handlers)', 'a request that nobody reads', 'res.sender(body)']
    expect(shared.filter(gate.namesDifference)).toEqual([])
    const differing = ['res.send(body)', 'hosts, req.host and its family', 'webapp.static(root)']
    expect(differing.filter(gate.namesDifference)).toEqual(differing)
  })

  it('stay the same if others are added before, between and behind them', () => {
    const more = names.flatMap((name) => [`new, ${name}`, name]).concat('one more')
    for (const suite of suites) {
      const tried = gate.byTurns(more, suite).filter((name) => names.includes(name))
      expect(tried).toEqual(gate.byTurns(names, suite))
    }
  })

  it('are rows that their texts name', () => {
    const rows = names.map((name): unknown[] => [name, 'in one piece', () => name])
    const others = names.map((name): unknown[] => [name, 'in one piece', 1])
    const [tried, same] = [rows, others].map((table) =>
      gate.byTurns(table, 1).map(([name]) => name),
    )
    expect(tried).toEqual(same)
    expect(tried).not.toEqual(gate.byTurns(names, 1))
  })

  it('are at least one of a short table', () => {
    for (const suite of suites) {
      for (const name of names.slice(0, 20)) expect(gate.byTurns([name], suite)).toEqual([name])
      expect(gate.byTurns(names.slice(0, 2), suite).length).toBeGreaterThan(0)
      expect(gate.byTurns([], suite)).toEqual([])
    }
  })

  it('are all of them with TESTS=all', async () => {
    vi.stubEnv('TESTS', 'all')
    vi.resetModules()
    const { byTurns } = await import('../gate.ts')
    expect(byTurns(names, 1)).toBe(names)
  })
})
