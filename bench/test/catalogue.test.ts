import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findCandidates, findScenarios } from '../discover.ts'
import { parseOptions } from '../options.ts'
import { parsePublishOptions } from '../publish/options.ts'
import { judgedCandidates, publishedCandidates, publishedScenarios } from '../publish/selection.ts'
import { readNotes, renderDocuments } from '../report/publish.ts'
import { readPublished } from '../report/published.ts'
import type { Scenario } from '../scenario.ts'
import { selectCandidates, selectScenarios } from '../select.ts'
import { targets } from '../targets.ts'

const candidates = await findCandidates()
const scenarios = await findScenarios()

it('names every candidate and every scenario once', () => {
  for (const names of [candidates, scenarios].map((list) => list.map(({ name }) => name))) {
    expect(new Set(names).size).toBe(names.length)
  }
})

it('has only targets that can be judged', () => {
  const known = new Set(candidates.map(({ name }) => name))
  const measured = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
  for (const { scenario, candidate, base = candidate, baseScenario = scenario } of targets) {
    expect(measured.has(baseScenario)).toBe(true)
    const { candidates: limited = [...known] } = measured.get(scenario) ?? {}
    expect([...known].filter((name) => limited.includes(name))).toEqual(
      expect.arrayContaining([candidate, base]),
    )
  }
})

it('selects scenarios by name or family, and on demand only when asked', () => {
  const namesOf = (asked: string[]) => selectScenarios(scenarios, asked).map(({ name }) => name)
  expect(namesOf(['json', 'routes'])).toEqual([
    'json',
    'routes-10',
    'routes-100',
    'routes-1000',
    'routes-10000',
  ])
  expect(namesOf([])).not.toContain('soak')
  expect(namesOf(['soak'])).toEqual(['soak'])
  expect(() => namesOf(['jsn'])).toThrow("no scenario 'jsn'; there are ")
})

it('selects candidates that are asked for and fit the scenario', () => {
  const select = (only: string[], fitting?: string[]) =>
    selectCandidates(candidates, { only, scenario: { candidates: fitting } }).map(
      ({ name }) => name,
    )
  expect(select(['koa', 'node'])).toEqual(['koa', 'node'])
  expect(select(['koa', 'node'], ['node'])).toEqual(['node'])
  expect(() => select(['coa'])).toThrow("no candidate 'coa'; there are ")
})

it('refuses options that make no sense', () => {
  expect(parseOptions(['--only', 'node,koa', '--rounds', '3'])).toMatchObject({
    only: ['node', 'koa'],
    rounds: 3,
    requests: 2000,
  })
  expect(() => parseOptions(['--rounds', 'many'])).toThrow(
    "--rounds must be a number above 0, not 'many'",
  )
  expect(() => parseOptions(['--load', 'wrk', '--scenario', 'soak'])).toThrow('which wrk does not')
  expect(() => parseOptions(['--load', 'ab'])).toThrow('--load must be one of sockets, wrk')
  expect(() => parsePublishOptions(['--most-runs', '1'])).toThrow('two runs must agree')
  expect(parsePublishOptions(['--node', '24,26', '--rough'])).toMatchObject({
    majors: ['24', '26'],
    isRough: true,
  })
})

it('publishes scenarios that exist, with candidates of which one is the base', () => {
  const names = scenarios.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...publishedScenarios]))
  for (const scenario of selectScenarios(scenarios, publishedScenarios)) {
    const shown = publishedCandidates(candidates, scenario).map(({ name }) => name)
    expect(shown).toEqual(
      expect.arrayContaining(
        ['webapp', 'express5'].slice(0, scenario.protocol === 'http2' ? 1 : 2),
      ),
    )
    expect(shown).toContain(scenario.family === 'stack' ? 'express5' : 'node')
    expect(shown).toEqual(expect.arrayContaining(judgedCandidates(scenario.name)))
  }
})

it('measures every peer in the usual scenarios', () => {
  const hello = scenarios.find(({ name }) => name === 'hello') as Scenario
  const shown = publishedCandidates(candidates, hello).map(({ name }) => name)
  expect(shown).toEqual(
    expect.arrayContaining([
      ...['webapp-shortcuts-off', 'express5', 'express4', 'express3', 'fastify', 'hono', 'koa'],
      ...['polka', 'h3', 'restana', 'ultimate-express', 'fulmine.js'],
    ]),
  )
})

it('shows on the pages what is published', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  for (const [path, content] of Object.entries(
    renderDocuments(readPublished(), readNotes(), read),
  )) {
    expect(read(path), path).toBe(content)
  }
})
