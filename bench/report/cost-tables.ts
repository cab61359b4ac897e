import { metrics, type PublishedResults } from '../results.ts'
import { table } from './page.ts'
import { baseIn, byPlace, hasCosts, namesIn, ratioOf } from './rows.ts'

export function renderCosts(results: PublishedResults, isMain: boolean): string {
  const shown = results.scenarios.filter(
    (scenario) => hasCosts(scenario) && scenario.x === undefined && baseIn(scenario) === 'node',
  )
  if (shown.length === 0) return ''
  const names = namesIn(shown).filter((name) => name !== 'node')
  const rows = byPlace(shown).map((scenario) => {
    const node = scenario.candidates.find(({ candidate }) => candidate === 'node')
    const cost = node?.summary.cpu?.median.toFixed(1) ?? ''
    return [scenario.title, cost, ...names.map((name) => ratioOf('node', scenario, name))]
  })
  return [
    ...(isMain
      ? ['![Processor time per request for each scenario and framework](performance/bars.svg)\n']
      : []),
    'Processor time relative to bare Node in the same turn; less is better.\n',
    table(['scenario', 'bare Node, CPU µs', ...names], rows),
  ].join('\n')
}

/** Scenarios that bare Node has no natural way to do. */
export function renderStack(results: PublishedResults): string {
  const shown = byPlace(
    results.scenarios.filter((scenario) => hasCosts(scenario) && scenario.family === 'stack'),
  )
  if (shown.length === 0) return ''
  const names = namesIn(shown).filter((name) => name !== 'express5')
  const rows = shown.map((scenario) => {
    const express = scenario.candidates.find(({ candidate }) => candidate === 'express5')
    const cost = express?.summary.cpu?.median.toFixed(1) ?? ''
    return [scenario.title, cost, ...names.map((name) => ratioOf('express5', scenario, name))]
  })
  return [
    'A realistic stack: morgan, helmet, cors, compression, express-session with a session, and a body parser before the',
    'handler. Processor time relative to Express 5 in the same turn.\n',
    table(['scenario', 'Express 5, CPU µs', ...names], rows),
  ].join('\n')
}

export function renderLatency({ scenarios }: PublishedResults): string {
  const shown = byPlace(scenarios.filter(({ family }) => family === 'latency'))
  if (shown.length === 0) return ''
  const quantiles = ['p50', 'p99', 'p999'] as const
  const rows = namesIn(shown).map((name) => [
    name,
    ...shown.flatMap(({ candidates }) => {
      const found = candidates.find(({ candidate }) => candidate === name)
      return quantiles.map((metric) => found?.summary[metric]?.median.toFixed(2) ?? '–')
    }),
  ])
  const head = shown.flatMap(({ name }) =>
    quantiles.map((metric) => `${name.replace('latency-', '')}: ${metrics[metric].title}`),
  )
  const lags = shown.flatMap(({ candidates }) =>
    candidates.flatMap(({ summary }) => summary.lag?.median ?? []),
  )
  return [
    'Latency of hello text at fixed rates: half and four fifths of the requests per second that bare Node handles in the same',
    `run. Times count from the intended moment. The load itself was late by at most ${Math.max(...lags).toFixed(2)} ms (p99).\n`,
    table(['', ...head], rows),
  ].join('\n')
}
