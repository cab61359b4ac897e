import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judgeTargets } from '../judge.ts'
import { readSelfTimes } from '../profile.ts'
import { quantile, summarise } from '../statistics.ts'
import { relativeTo } from '../summarise-rounds.ts'
import type { Target } from '../targets.ts'
import { measured } from './measured.ts'

it('summarises by median, extremes and the spread of the middle half', () => {
  expect(summarise([5, 1, 2, 4, 3])).toEqual({ median: 3, min: 1, max: 5, spread: 2 / 3 })
  expect(quantile([1, 2], 0.5)).toBe(1.5)
})

it('compares within a turn, so that a slow turn counts for both', () => {
  const scenario = measured('hello', { node: [10, 100, 10], webapp: [9, 90, 30] })
  expect(relativeTo('node', scenario, { candidate: 'webapp', metric: 'cpu' })).toBe(0.9)
})

it('compares only samples of the same turn, where a candidate takes part more rarely', () => {
  const rarely = measured('hello', { node: [10, 100, 20], webapp: [5] })
  const [node, webapp] = rarely.candidates
  if (!node || !webapp) throw new Error('two candidates')
  const late = { ...webapp, rounds: [{ turn: 2, cpu: 5 }] }
  const scenario = { candidates: [node, late] }
  expect(relativeTo('node', scenario, { candidate: 'webapp', metric: 'cpu' })).toBe(0.25)
})

it('has nothing to compare with a candidate that did not take part', () => {
  const scenario = measured('hello', { webapp: [9] })
  expect(relativeTo('node', scenario, { candidate: 'webapp', metric: 'cpu' })).toBeUndefined()
})

it('judges a bound as met when it is reached, and being ahead only when it is passed', () => {
  const scenarios = [measured('hello', { node: [10], webapp: [10] })]
  const atMost: Target = {
    scenario: 'hello',
    candidate: 'webapp',
    metric: 'cpu',
    bound: 1,
    exclusive: false,
    base: 'node',
  }
  const [reached, ahead, unknown] = judgeTargets(
    [atMost, { ...atMost, exclusive: true }, { ...atMost, base: 'koa' }],
    scenarios,
  )
  expect(reached).toMatchObject({ text: 'webapp ≤ 1 × node', value: 1, met: true })
  expect(ahead).toMatchObject({ text: 'webapp ahead of node', value: 1, met: false })
  expect(unknown).toMatchObject({ value: undefined, met: undefined })
})

it('judges a curve by the same candidate in another scenario', () => {
  const scenarios = [
    measured('routes-10', { webapp: [20] }),
    measured('routes-10000', { webapp: [25] }),
  ]
  const [target] = judgeTargets(
    [
      {
        scenario: 'routes-10000',
        candidate: 'webapp',
        metric: 'cpu',
        bound: 1.15,
        exclusive: false,
        baseScenario: 'routes-10',
      },
    ],
    scenarios,
  )
  expect(target).toMatchObject({ value: 1.25, met: false })
})

it('adds up the self time of a profile by function, without idleness', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 4 })
  const folder = mkdtempSync(join(tmpdir(), 'bench-test-'))
  const path = join(folder, 'one.cpuprofile')
  writeFileSync(
    path,
    JSON.stringify({
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('send', 'node:http') },
        { id: 3, callFrame: frame('send', 'node:http') },
        { id: 4, callFrame: frame('') },
      ],
      samples: [1, 2, 3, 4, 1],
      timeDeltas: [500, 10, 20, 7, 900],
    }),
  )
  expect(readSelfTimes(path)).toEqual([
    { place: 'send  node:http:5', micros: 30 },
    { place: '(anonymous)', micros: 7 },
  ])
  rmSync(folder, { recursive: true })
})
