import type { ScenarioResult } from '../results.ts'
import { summariseRounds } from '../summarise-rounds.ts'

/** A scenario in which each candidate has these costs, one in each turn. */
export function measured(name: string, cpu: Record<string, number[]>): ScenarioResult {
  const candidates = Object.entries(cpu).map(([candidate, values]) => {
    const rounds = values.map((value, turn) => ({ turn, cpu: value }))
    return { candidate, rounds, summary: summariseRounds(rounds) }
  })
  return { name, family: name, title: name, candidates, omitted: [] }
}
