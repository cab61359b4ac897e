import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compareRuns, type KnownFailure, mergeRuns } from '../express-suites/compare.ts'
import { known } from '../express-suites/known.ts'
import { formatCount, renderPage } from '../express-suites/page.ts'
import type { Results, Run, TestResult } from '../express-suites/result.ts'
import { readReport } from '../express-suites/run-suite.ts'
import { suites } from '../express-suites/suites.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

function test(title: string, outcome: TestResult['outcome'], file = 'test/a.js'): TestResult {
  return outcome === 'failed'
    ? { file, title, outcome, message: `${title} failed` }
    : { file, title, outcome }
}

const run = (...results: TestResult[]): Run => ({ results })

function explanation(title: string, row: string): KnownFailure {
  return { suites: ['a-1'], file: 'test/a.js', title, row, why: 'a reason' }
}

describe('compareRuns', () => {
  it('counts tests that pass on their own package and on webapp', () => {
    const own = run(test('one', 'passed'), test('two', 'passed'), test('three', 'pending'))
    const comparison = compareRuns(own, own, [], [])
    expect(comparison).toMatchObject({ comparable: 2, passed: 2, skipped: 1, failsItself: 0 })
    expect(comparison).toMatchObject({ failures: [], unmapped: [], stale: [] })
  })

  it('reports a failure that nothing explains, with its message', () => {
    const own = run(test('one', 'passed'), test('two', 'passed'))
    const ours = run(test('one', 'passed'), test('two', 'failed'))
    const { comparable, passed, unmapped } = compareRuns(own, ours, [], [])
    expect([comparable, passed]).toEqual([2, 1])
    expect(unmapped).toEqual([test('two', 'failed')])
  })

  it('takes the reason of a failure from its explanation', () => {
    const own = run(test('one', 'passed'), test('two', 'passed'))
    const ours = run(test('one', 'failed'), test('two', 'failed'))
    const explanations = [explanation('one', 'W-001'), explanation('two', 'W-002')]
    const { failures, unmapped, stale } = compareRuns(own, ours, explanations, [])
    expect(unmapped).toEqual([])
    expect(stale).toEqual([])
    expect(failures).toEqual([
      { file: 'test/a.js', title: 'one', row: 'W-001', why: 'a reason' },
      { file: 'test/a.js', title: 'two', row: 'W-002', why: 'a reason' },
    ])
  })

  it('explains a test of the same title in the same file only', () => {
    const own = run(test('one', 'passed', 'test/b.js'))
    const ours = run(test('one', 'failed', 'test/b.js'))
    const { unmapped, stale } = compareRuns(own, ours, [explanation('one', 'W-001')], [])
    expect(unmapped).toHaveLength(1)
    expect(stale).toEqual([explanation('one', 'W-001')])
  })

  it.each([
    ['passes', run(test('one', 'passed'))],
    ['does not exist', run(test('another', 'passed'))],
  ])('reports the explanation of a test that %s', (_which, both) => {
    const { stale } = compareRuns(both, both, [explanation('one', 'W-001')], [])
    expect(stale).toEqual([explanation('one', 'W-001')])
  })

  it('reports the explanation of a test that fails on its own package', () => {
    const both = run(test('one', 'failed'))
    expect(compareRuns(both, both, [explanation('one', 'W-001')], []).stale).toHaveLength(1)
  })

  it('reports tests that did not run on webapp, with the reason', () => {
    const own = run(test('one', 'passed'), test('two', 'passed'))
    const ours: Run = { results: [test('one', 'passed')], broken: 'ended by SIGKILL' }
    const { unmapped } = compareRuns(own, ours, [], [])
    expect(unmapped).toMatchObject([{ title: 'two', message: 'did not run: ended by SIGKILL' }])
  })

  it('does not take a test for passed that is skipped on webapp', () => {
    const own = run(test('one', 'passed'))
    expect(compareRuns(own, run(test('one', 'pending')), [], []).unmapped).toHaveLength(1)
  })

  it('counts tests that fail on their own package apart', () => {
    const own = run(test('one', 'failed'), test('two', 'failed'), test('three', 'passed'))
    const ours = run(test('one', 'passed'), test('two', 'failed'), test('three', 'passed'))
    const comparison = compareRuns(own, ours, [], [])
    expect(comparison).toMatchObject({ comparable: 1, passed: 1, unmapped: [] })
    expect(comparison).toMatchObject({ failsItself: 2, failsItselfPassed: 1 })
  })

  it('counts tests of private files apart, whatever becomes of them', () => {
    const own = run(test('one', 'passed'), test('two', 'passed', 'test/private.js'))
    const ours = run(test('one', 'passed'), test('two', 'failed', 'test/private.js'))
    const comparison = compareRuns(own, ours, [], ['test/private.js'])
    expect(comparison).toMatchObject({ comparable: 1, passed: 1, private: 1, unmapped: [] })
  })

  it('tells tests of the same title in a file apart by their order', () => {
    const own = run(test('one', 'passed'), test('one', 'passed'), test('one', 'passed'))
    const ours = run(test('one', 'passed'), test('one', 'failed'), test('one', 'passed'))
    const { comparable, passed, unmapped } = compareRuns(own, ours, [], [])
    expect([comparable, passed, unmapped.length]).toEqual([3, 2, 1])
  })
})

describe('mergeRuns', () => {
  it('takes a test for passed that passed in one of the runs', () => {
    const first = run(test('one', 'failed'), test('two', 'passed'), test('three', 'failed'))
    const second = run(test('one', 'passed'), test('two', 'failed'), test('three', 'failed'))
    const { results } = mergeRuns(first, second)
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'failed'])
  })

  it('has the tests and the end of the second run', () => {
    const broken: Run = { results: [test('one', 'passed')], broken: 'ended by SIGKILL' }
    const whole = run(test('one', 'failed'), test('two', 'passed'))
    expect(mergeRuns(broken, whole)).toEqual(run(test('one', 'passed'), test('two', 'passed')))
    expect(mergeRuns(whole, broken)).toEqual(broken)
  })
})

describe('readReport', () => {
  const line = `${JSON.stringify(test('one', 'passed'))}\n`
  const last = (onWebapp: boolean) => `${JSON.stringify({ end: true, onWebapp })}\n`
  const results = [test('one', 'passed')]

  it.each([
    ['own', false],
    ['webapp', true],
  ] as const)('reads a line for each test (%s)', (side, onWebapp) => {
    expect(readReport(line + last(onWebapp), side, 'ended with 0')).toEqual({ results })
  })

  it('says how a run ended that has no last line', () => {
    const broken = 'ended by SIGKILL'
    expect(readReport(line, 'webapp', broken)).toEqual({ results, broken })
    expect(readReport('', 'own', broken)).toEqual({ results: [], broken })
  })

  it('refuses a run on the wrong package', () => {
    const own = readReport(line + last(true), 'own', 'ended with 0')
    expect(own).toEqual({ results, broken: 'the tests ran on webapp' })
    const ours = readReport(line + last(false), 'webapp', 'ended with 0')
    expect(ours).toEqual({ results, broken: 'the tests ran without webapp' })
  })
})

describe('known failures', () => {
  const rows = new Set(read('docs/differences.md').match(/^\| (W-\d+) \|/gm))

  it.each(known)('$file: $title', ({ suites: ids, row }) => {
    const titles = suites.map(({ id }) => id)
    expect(titles).toEqual(expect.arrayContaining([...ids]))
    expect(rows).toContain(`| ${row} |`)
  })
})

describe('docs/express-tests.md', () => {
  const results: Results = JSON.parse(read('tools/express-suites/results.json'))

  it('shows the recorded run', () => {
    expect(read('docs/express-tests.md')).toBe(renderPage(results))
  })

  it('is of the suites and the explanations that the command has', () => {
    const identify = ({ id, title, version, commit, dialect, failures }: SuiteFields) => {
      const explanations = failures.map(({ file, title, row, why }) => ({ file, title, row, why }))
      return { id, title, version, commit, dialect, explanations }
    }
    const wanted = suites.map((suite) => {
      const failures = known.filter((failure) => failure.suites.includes(suite.id))
      return identify({ ...suite, failures })
    })
    expect(results.suites.map(identify)).toEqual(wanted)
  })

  it.each(['README.md', 'docs/index.md'])('%s states the count', (page) => {
    expect(read(page).replaceAll(/\s+/g, ' ')).toContain(`[${formatCount(results)} tests](`)
  })
})

type SuiteFields = Pick<
  Results['suites'][number],
  'id' | 'title' | 'version' | 'commit' | 'dialect' | 'failures'
>
