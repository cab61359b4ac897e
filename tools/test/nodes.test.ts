import { describe, expect, it } from 'vitest'
import { chooseMajors, formatResults, replaceSuite, skippedIn } from '../runtimes/suite.ts'

const known = ['20', '22', '24', '26']
const result = { version: '24.1.0', passed: 9, failed: 1, unsteady: 2, skipped: 3, seconds: 40 }

describe('npm run test:nodes', () => {
  it('takes numbers for versions, and all else for parts of names of files', () => {
    expect(chooseMajors([], known)).toEqual({ majors: known, files: [] })
    expect(chooseMajors(['26', '22', '26'], known)).toEqual({ majors: ['26', '22'], files: [] })
    expect(chooseMajors(['res.send', '24', 'v3/'], known)).toEqual({
      majors: ['24'],
      files: ['res.send', 'v3/'],
    })
    expect(chooseMajors(['http2'], known)).toEqual({ majors: known, files: ['http2'] })
  })

  it('names a version that it does not have', () => {
    expect(() => chooseMajors(['22', '18'], known)).toThrow('No Node 18: ')
  })

  it('finds the skipped tests in the last line of counts', () => {
    expect(skippedIn('1 passed, 0 failed, 7 skipped\n5 passed, 0 failed, 2 skipped\n')).toBe(2)
    expect(skippedIn('1 passed, 0 failed, 7 skipped\n5 passed, 0 failed\n')).toBe(0)
    expect(skippedIn('')).toBe(0)
  })

  it('prints a table', () => {
    expect(formatResults([result])).toBe(
      [
        '| version | passed | failed | unsteady | skipped | seconds |',
        '|---|---|---|---|---|---|',
        '| Node 24.1.0 | 9 | 1 | 2 | 3 | 40 |',
      ].join('\n'),
    )
  })

  it('replaces its section of the page alone', () => {
    const page = '# Runtimes\n\n## The test suite\n\nold\n\n## The packed package\n\nkept\n'
    const suite = { date: '2026-01-02', command: 'npm run test:nodes', results: [result] }
    const replaced = replaceSuite(page, suite)
    expect(replaced).toMatch(/^# Runtimes\n\n## The test suite\n\n.*2026-01-02.*\| 9 \| 1 \|/s)
    expect(replaced).toMatch(/\n\n## The packed package\n\nkept\n$/)
    expect(replaced).not.toContain('old\n')
    expect(replaceSuite(replaced, suite)).toBe(replaced)
    expect(() => replaceSuite('# Runtimes\n', suite)).toThrow('no section')
  })
})
