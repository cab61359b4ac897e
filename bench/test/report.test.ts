import { expect, it } from 'vitest'
import { joinRuns } from '../publish/agreement.ts'
import { renderFigures } from '../report/figures.ts'
import { renderHeadline } from '../report/headline.ts'
import { renderHistory } from '../report/history.ts'
import { renderResults } from '../report/markdown.ts'
import { type NotesResults, renderNotes } from '../report/notes.ts'
import { replacePart } from '../report/page.ts'
import { renderDocuments } from '../report/publish.ts'
import { arrangePublished } from '../report/published.ts'
import type { PublishedResults, ScenarioResult } from '../results.ts'
import { summariseRounds } from '../summarise-rounds.ts'
import { measured } from './measured.ts'

const json = joinRuns([
  measured('json', { node: [20], webapp: [14], express5: [40], express4: [42] }),
  measured('json', { node: [40], webapp: [31.2], express5: [80], express4: [84] }),
])

function published(changes: Partial<PublishedResults> = {}): PublishedResults {
  return {
    date: '2026-11-19T03:10:00.000Z',
    machine: {
      cores: 2,
      cpu: 'A processor',
      arch: 'arm64',
      platform: 'linux',
      kernel: '6.1.0',
      memoryGB: 8,
      node: 'v24.21.0',
      load: 0.12,
    },
    rounds: 1,
    turns: 3,
    requests: 20_000,
    connections: 64,
    load: 'wrk 4.1.0',
    loadNode: 'v20.20.2',
    stolen: 0.001,
    doubts: [],
    agreements: [{ scenario: 'json', runs: 2, published: [1, 2], difference: 0.04 }],
    scenarios: [json],
    targets: [],
    ...changes,
  }
}

const render = (results: PublishedResults) => renderResults(arrangePublished([results]))

it('says on which machine and with which versions it was measured', () => {
  const text = render(published())
  expect(text).toContain('### Node 24.21.0\n')
  expect(text).toContain('linux 6.1.0 (arm64, A processor, 2 cores, 8 GB)')
  expect(text).toContain('made by wrk 4.1.0.')
  expect(text).toContain('Load average before the run: 0.12.')
  expect(text).not.toContain('rough')
})

it('shows both runs of a target, and the two together', () => {
  const text = render(published())
  expect(text).toContain('Targets met: 0 of 1.')
  expect(text).toContain('| json | webapp ≤ 0.7 × node | 0.70 | 0.78 | 0.74 | **not met** |')
  expect(text).toContain('| json | 0.70 | 0.78 | 4.0 % | 1, 2 of 2 |')
})

it('shows every candidate relative to bare Node', () => {
  const text = render(published())
  expect(text).toContain('| scenario | bare Node, CPU µs | webapp | express5 | express4 |')
  expect(text).toContain('| json | 30.0 | 0.74 | 2.00 | 2.10 |')
})

it('says above the tables that figures are rough, and why', () => {
  const agreements = [{ scenario: 'json', runs: 4, published: [2, 3], difference: 0.123 }]
  const doubts = ['When the run began, the machine was busy: the load average is 3.50, above 0.50.']
  const text = render(published({ agreements, doubts, stolen: 0.05 }))
  const lines = [
    '> **These figures are rough.**',
    ...doubts.map((doubt) => `> ${doubt}`),
    '> During the runs, 5.0 % of the processor time was stolen.',
    '> Two runs did not agree within 5 %: json (12.3 %).',
  ].join('\n')
  expect(text).toContain(lines)
  expect(text.indexOf(lines)).toBeLessThan(text.indexOf('| scenario |'))
  expect(renderFigures(published({ doubts }), 'page.md')).toContain('the figures are rough.**')
})

it('names candidates that could not be measured, but not the steps that they do not have', () => {
  const omitted = [
    { candidate: 'fulmine.js', reason: 'its native program is missing' },
    { candidate: 'h3', reason: 'has no "nested"' },
  ]
  const text = render(published({ scenarios: [{ ...json, omitted }] }))
  expect(text).toContain('Not measured:\n\n- fulmine.js: its native program is missing\n')
  expect(text).not.toContain('h3')
})

it('shows latencies of all candidates at both rates', () => {
  const latency = (name: string): ScenarioResult => ({
    ...measured(name, {}),
    family: 'latency',
    candidates: [late('node', 2), late('webapp', 1)],
  })
  const scenarios = [json, latency('latency-half'), latency('latency-four-fifths')]
  const text = render(published({ scenarios }))
  expect(text).toContain('| webapp | 1.00 | 2.00 | 3.00 | 1.00 | 2.00 | 3.00 |')
  expect(text).toContain('The load itself was late by at most 0.50 ms (p99).')
  expect(text).toContain('| latency-half | webapp, p99 in ms ≤ 1 × node | 0.50 | – | 0.50 | met |')
})

function late(candidate: string, factor: number) {
  const sample = { p50: factor, p99: 2 * factor, p999: 3 * factor, lag: 0.5 }
  const rounds = [{ run: 1, turn: 0, ...sample }]
  return { candidate, rounds, summary: summariseRounds(rounds) }
}

it('shows a realistic stack relative to Express 5', () => {
  const stack = { ...measured('stack-json', { webapp: [60], express5: [100] }), family: 'stack' }
  expect(render(published({ scenarios: [json, stack] }))).toContain('| stack-json | 100.0 | 0.60 |')
})

it('shows the main version of Node first, and of each scenario the newest figures', () => {
  const hello = measured('hello', { node: [10], webapp: [5] })
  const older = published({ date: '2026-11-01T00:00:00.000Z', scenarios: [hello, json] })
  const machine = { ...older.machine, node: 'v26.10.0' }
  const { editions, history } = arrangePublished([
    published({ machine }),
    published({ scenarios: [json] }),
    older,
  ])
  expect(editions.map(({ results }) => results.machine.node)).toEqual(['v24.21.0', 'v26.10.0'])
  expect(editions[0]?.results.scenarios.map(({ name }) => name)).toEqual(['json', 'hello'])
  expect(editions[0]?.older).toEqual([{ results: older, scenarios: ['hello'] }])
  expect(history.map(({ date }) => date.slice(0, 10))).toEqual(['2026-11-01', '2026-11-19'])
  expect(renderResults({ editions, history })).toContain('The newest run did not measure hello.')
})

it('draws the course of all runs, a dot for each', () => {
  const older = published({ date: '2026-11-01T00:00:00.000Z' })
  const chart = renderHistory([older, published()])
  expect(chart.match(/<circle /g)).toHaveLength(2)
  expect(chart).toContain('2026-11-01')
  expect(chart).toContain('>0.74<')
})

it('has Express in the chart of the first page', () => {
  expect(renderHeadline(published())).toContain('>Express 5<')
})

it('writes the figures of the README and of the first page, with their links', () => {
  const text = renderFigures(published(), 'docs/performance.md')
  expect(text).toContain(
    'A small JSON response costs 0.74 of the processor time that it costs in bare Node, and 0.37 of that in Express 5.',
  )
  expect(text).toContain('[How we measure](docs/performance.md#method)')
  expect(text).not.toContain('rough')
})

const notes: NotesResults = {
  date: '2026-11-19T04:00:00.000Z',
  machine: published().machine,
  seconds: 3,
  rounds: 3,
  doubts: ['When the run began, the machine was busy.'],
  rows: [
    {
      processes: 2,
      on: 'webapp',
      requests: 'mix',
      perSecond: 256.7,
      application: 1.444,
      nginx: 0.15,
      postgres: 0.82,
      redis: 0.05,
      memory: 219.6,
    },
  ],
}

it('shows the cost of a whole application by part', () => {
  const text = renderNotes(notes)
  expect(text).toContain('| 2 | webapp | mix | 257 | 1.44 | 0.15 | 0.82 | 0.05 | 220 |')
  expect(text).toContain('Each figure is the median of 3 rounds of 3 s.')
  expect(text).toMatch(/^> \*\*These figures are rough\.\*\*\n> When the run began/)
})

it('writes all pages from the published results', () => {
  const parts = ['figures', 'results'].map(
    (name) => `<!-- ${name}: written by npm run bench:report -->old<!-- end of ${name} -->`,
  )
  const page = `before\n${parts.join('\n')}\nafter\n`
  const documents = renderDocuments(arrangePublished([published()]), notes, () => page)
  expect(Object.keys(documents)).toEqual([
    'README.md',
    'docs/index.md',
    'docs/performance.md',
    'docs/guide/scaling.md',
    'docs/performance/bars.svg',
    'docs/performance/headline.svg',
    'docs/performance/history.svg',
  ])
  expect(documents['docs/performance.md']).toMatch(/^before\n.*### Node 24.*\nafter\n$/s)
  expect(documents['README.md']).toContain('(docs/performance.md#method)')
  expect(documents['docs/index.md']).toContain('(performance.md#method)')
})

it('refuses a page without a place for the figures', () => {
  expect(() => replacePart('# Title\n', 'figures', '')).toThrow('the page has no part between')
})
