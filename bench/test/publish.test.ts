import { expect, it } from 'vitest'
import { describeMachine } from '../machine.ts'
import { orderOfTurn, takesPart } from '../measure/turns.ts'
import { isWarm } from '../measure/under-load.ts'
import {
  type Activity,
  activityBetween,
  complaintsAbout,
  type ProcessFiles,
  takeReading,
} from '../publish/activity.ts'
import { findAgreement, isAgreed, joinRuns } from '../publish/agreement.ts'
import { collectResults } from '../publish/collect.ts'
import { estimateSeconds, turnsWithin } from '../publish/duration.ts'
import { describeWork, prepareEntries } from '../publish/entries.ts'
import { awaitQuiet } from '../publish/quiet.ts'
import { relativeTo } from '../summarise-rounds.ts'
import { measured } from './measured.ts'

const quiet: Activity = { loadAverage: 0.1, stolen: 0, busyCores: 0.02, busiest: [] }

/** /proc of a machine with two processes. */
function filesWith(contents: Record<string, string>): ProcessFiles {
  return { read: (path) => contents[path] ?? '', pids: () => ['1', '42'] }
}

it('reads the load, the stolen time and the processes from /proc', () => {
  const before = takeReading(
    filesWith({
      '/proc/stat': 'cpu  100 0 50 1000 10 0 5 20 0 0\ncpu0 1 2 3\n',
      '/proc/loadavg': '1.25 0.5 0.2 1/100 4242\n',
      '/proc/42/cmdline': '/usr/bin/node\0server.js\0',
      '/proc/42/stat': '42 (Main (Thread)) S 1 1 1 0 -1 0 0 0 0 0 10 5 0 0 20 0',
      '/proc/1/stat': '1 (kworker) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0',
    }),
  )
  const after = takeReading(
    filesWith({
      '/proc/stat': 'cpu  250 0 100 1700 10 0 5 120 0 0\n',
      '/proc/loadavg': '2.50 0.5 0.2 1/100 4242\n',
      '/proc/42/cmdline': '/usr/bin/node\0server.js\0',
      '/proc/42/stat': '42 (Main (Thread)) S 1 1 1 0 -1 0 0 0 0 0 210 55 0 0 20 0',
      '/proc/1/stat': '1 (kworker) S 1 1 1 0 -1 0 0 0 0 0 25 0 0 0 20 0',
    }),
  )
  // 1,000 ticks on two cores are five seconds.
  expect(activityBetween(before, after, 2)).toEqual({
    loadAverage: 2.5,
    stolen: 0.1,
    busyCores: 0.4,
    busiest: [
      { name: 'node', cores: 0.5 },
      { name: 'kworker', cores: 0.05 },
    ],
  })
})

it('finds nothing wrong with a quiet machine', () => {
  expect(complaintsAbout(quiet, 2)).toEqual([])
})

it('says with figures why a machine is busy', () => {
  const busiest = [{ name: 'chromium', cores: 0.83 }]
  const busy: Activity = { loadAverage: 3.5, stolen: 0.042, busyCores: 0.9, busiest }
  expect(complaintsAbout(busy, 2)).toEqual([
    'the load average is 3.50, above 0.50',
    '4.2 % of the processor time is stolen, above 1 %',
    'other processes use 0.90 cores (chromium 0.83), above 0.1',
  ])
})

it('complains about a machine that does not say how busy it is', () => {
  const unknown: Activity = { ...quiet, loadAverage: Number.NaN }
  expect(complaintsAbout(unknown, 2)).toHaveLength(1)
})

it('waits until the machine is quiet, and no longer than it may', async () => {
  const busy: Activity = { ...quiet, stolen: 0.5 }
  const wait = async (activities: Activity[], seconds: number) => {
    const said: string[] = []
    let looks = 0
    const complaints = await awaitQuiet(
      {
        seconds,
        watch: async () => activities[looks++] ?? busy,
        pause: async () => {},
        say: (text) => void said.push(text),
      },
      2,
    )
    return { complaints, looks, said: said.length }
  }
  expect(await wait([busy, busy, quiet], 60)).toEqual({ complaints: [], looks: 3, said: 2 })
  expect(await wait([busy], 0)).toEqual({
    complaints: ['50.0 % of the processor time is stolen, above 1 %'],
    looks: 1,
    said: 0,
  })
  expect(await wait([], 30)).toMatchObject({ looks: 3, said: 2 })
})

it('publishes the two runs that agree, with the conditions of the run', async () => {
  const [entry] = await prepareEntries(['hello'])
  if (entry === undefined) throw new Error('no entry')
  entry.runs.push(...[0.7, 0.9, 0.71].map(withRatio))
  const machine = { ...describeMachine('v24.0.0') }
  const before = takeReading(filesWith({ '/proc/stat': 'cpu 0 0 0 0 0 0 0 0' }))
  const conditions = { machine, turns: 3, doubts: ['a doubt'], before }
  const results = collectResults([entry], conditions)
  expect(results).toMatchObject({ machine, turns: 3, doubts: ['a doubt'], connections: 64 })
  expect(results.agreements).toMatchObject([{ scenario: 'hello', runs: 3, published: [1, 3] }])
  const [hello] = results.scenarios
  const webapp = hello?.candidates.find(({ candidate }) => candidate === 'webapp')
  expect(webapp?.rounds.map(({ run, cpu }) => [run, cpu])).toEqual([
    [1, 7],
    [2, 7.1],
  ])
})

it('prepares the scenarios in the order of the table, with the base in focus', async () => {
  const entries = await prepareEntries(['latency', 'json', 'stack'])
  expect(entries.map(({ scenario }) => scenario.name)).toEqual([
    'json',
    'stack-json',
    'stack-view',
    'latency-half',
    'latency-four-fifths',
  ])
  const [json, stack] = entries.map(describeWork)
  expect(json?.focus).toEqual(['node', 'webapp', 'webapp-v4', 'webapp-v3'])
  expect(stack?.focus).toEqual(['express5', 'webapp'])
  expect(json?.candidates).not.toContain('fulmine.js')
  await expect(prepareEntries(['soak'])).rejects.toThrow('wrk does not')
})

it('prepares the candidates asked for, beside webapp and the base', async () => {
  const entries = await prepareEntries(['json', 'stack-json'], ['fastify', 'webapp-v4'])
  const work = entries.map(describeWork)
  expect(work.map(({ candidates }) => [...candidates].sort())).toEqual([
    ['fastify', 'node', 'webapp', 'webapp-v4'],
    ['express5', 'webapp', 'webapp-v4'],
  ])
  expect(work.map(({ focus }) => focus)).toEqual([
    ['node', 'webapp', 'webapp-v4'],
    ['express5', 'webapp'],
  ])
  await expect(prepareEntries([], ['fastfy'])).rejects.toThrow("no candidate 'fastfy'; there are")
})

const comparison = { base: 'node', judged: ['webapp'] }
const withRatio = (ratio: number) => measured('hello', { node: [10], webapp: [10 * ratio] })

it('takes the first two runs that agree within 5 %', () => {
  const agreement = findAgreement([0.7, 0.8, 0.72, 0.721].map(withRatio), comparison)
  expect(agreement).toMatchObject({ scenario: 'hello', runs: 4, published: [1, 3] })
  expect(agreement.difference).toBeCloseTo(0.72 / 0.7 - 1)
  expect(isAgreed(agreement)).toBe(true)
})

it('takes the closest two runs if none agree, and says that they do not', () => {
  const agreement = findAgreement([0.5, 0.9, 0.6].map(withRatio), comparison)
  expect(agreement).toMatchObject({ runs: 3, published: [1, 3] })
  expect(agreement.difference).toBeCloseTo(0.2)
  expect(isAgreed(agreement)).toBe(false)
})

it('judges the candidate that differs most', () => {
  const runs = [
    measured('json', { node: [10], webapp: [7], 'webapp-v4': [7] }),
    measured('json', { node: [20], webapp: [14], 'webapp-v4': [16] }),
  ]
  expect(isAgreed(findAgreement(runs, comparison))).toBe(true)
  const both = { base: 'node', judged: ['webapp', 'webapp-v4'] }
  expect(isAgreed(findAgreement(runs, both))).toBe(false)
})

it('does not agree after a single run, and always where nothing is judged', () => {
  expect(isAgreed(findAgreement([withRatio(1)], comparison))).toBe(false)
  const free = findAgreement([0.5, 0.9].map(withRatio), { base: 'node', judged: [] })
  expect(free).toEqual({ scenario: 'hello', runs: 2, published: [1, 2], difference: undefined })
  expect(isAgreed(free)).toBe(true)
})

it('joins runs, and compares within each', () => {
  const joined = joinRuns([
    measured('hello', { node: [10, 10, 10], webapp: [5, 5, 5] }),
    measured('hello', { node: [100, 100], webapp: [70, 70], koa: [200] }),
  ])
  const [node] = joined.candidates
  expect(node?.rounds.map(({ run, turn }) => [run, turn])).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 0],
    [2, 1],
  ])
  const ratio = (candidate: string) => relativeTo('node', joined, { candidate, metric: 'cpu' })
  expect(ratio('webapp')).toBe(0.5)
  expect(ratio('koa')).toBe(2)
})

it('warms a server up until its requests do not become cheaper, or the time is over', () => {
  const limits = { warmUp: 1000, warmUpSeconds: 1 }
  const parts = (...costs: number[]) => costs.map((cost) => ({ requests: 500, cpu: 500 * cost }))
  expect(isWarm([], limits)).toBe(false)
  expect(isWarm(parts(50), limits)).toBe(false)
  expect(isWarm(parts(100, 50), limits)).toBe(false)
  expect(isWarm(parts(100, 50, 49), limits)).toBe(true)
  expect(isWarm(parts(50, 50), { ...limits, warmUp: 1001 })).toBe(false)
  expect(isWarm(parts(1500, 900), limits)).toBe(true)
})

it('goes there and back, with those that are compared next to each other', () => {
  const named = ['koa', 'webapp', 'express5', 'node'].map((name) => ({ name }))
  const order = (turn: number) => orderOfTurn(named, turn).map(({ name }) => name)
  expect(order(0)).toEqual(['node', 'webapp', 'koa', 'express5'])
  expect(order(1)).toEqual(['express5', 'koa', 'webapp', 'node'])
})

it('lets others take part in every third turn', () => {
  const turns = (name: string, focus?: string[]) =>
    [0, 1, 2, 3].filter((turn) => takesPart(name, turn, focus))
  expect(turns('koa', ['webapp'])).toEqual([0, 3])
  expect(turns('webapp', ['webapp'])).toEqual([0, 1, 2, 3])
  expect(turns('koa')).toEqual([0, 1, 2, 3])
})

it('has as many turns as fit into the time', () => {
  const scenario = { measure: 'load', candidates: ['node', 'koa'], focus: ['node'] } as const
  const scenarios = Array.from({ length: 10 }, () => scenario)
  const turns = turnsWithin(10, scenarios, 2)
  expect(estimateSeconds(scenarios, turns) * 2).toBeLessThanOrEqual(600)
  expect(estimateSeconds(scenarios, turns + 1) * 2).toBeGreaterThan(600)
  expect(() => turnsWithin(1, scenarios, 2)).toThrow(
    /^--minutes 1 is too short: 2 runs of 10 scenarios take at least \d+;/,
  )
})
