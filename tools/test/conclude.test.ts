import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conclude } from '../conclude.ts'
import type { Failure } from '../failures.ts'

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
const reporter = fileURLToPath(new URL('../counting-reporter.ts', import.meta.url))

const tests = {
  'chance.test.ts': `
    import { appendFileSync, readFileSync } from 'node:fs'
    function failAtFirst(name) {
      const file = new URL('./' + name + '.count', import.meta.url)
      appendFileSync(file, 'x')
      if (readFileSync(file, 'utf8').length === 1) throw new Error(name + ' failed')
    }
    it('passes', () => {})
    describe('a block (of [two])', () => {
      it('fails at first? $5 ' + process.env.TESTS, () => failAtFirst('test'))
      it('fails at first? $55', () => {})
    })
    describe('a hook', () => {
      beforeAll(() => failAtFirst('hook'))
      it('is needed', () => {})
      it('is needed twice', () => {})
    })
  `,
  'always.test.ts': `it('fails always', () => { throw new Error('always') })`,
}

describe('the end of .ci/run', () => {
  let logs: string

  beforeEach(() => {
    logs = mkdtempSync(join(tmpdir(), 'webapp-conclude-'))
    runs.length = 0
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(logs, { recursive: true })
  })

  /** A step as .ci/run leaves it. */
  function step(
    name: string,
    { kind = 'tests', code = 0, log = '', titles = [] as readonly string[] },
  ): void {
    const lines = titles.map((title) => `failed: ${title}: a reason\n`).join('')
    writeFileSync(join(logs, `${name}.log`), lines + log)
    writeFileSync(join(logs, 'steps'), `${name} ${kind} ${code} 1\n`, { flag: 'a' })
    const records = titles.map((title) =>
      JSON.stringify({
        title,
        line: `failed: ${title}: a reason`,
        isTest: !title.endsWith('hook'),
      }),
    )
    if (titles.length > 0) writeFileSync(join(logs, `${name}.failures`), records.join('\n'))
  }

  /** Runs of a test alone: each of them passes, apart from some that always fail or fail later. */
  function run({ title, isTest }: Failure): number {
    runs.push(title)
    const turn = runs.filter((one) => one === title).length
    if (title.includes('always') || (title.includes('later') && turn === 3)) return 0
    return isTest ? 1 : 4
  }
  const runs: string[] = []

  it('runs tests of Vitest again as their step did', { timeout: 600_000 }, () => {
    for (const [name, text] of Object.entries(tests)) writeFileSync(join(logs, name), text)
    writeFileSync(
      join(logs, 'vitest.config.ts'),
      `import { CountingReporter } from ${JSON.stringify(reporter)}
      export default { test: { globals: true, pool: 'threads', reporters: [new CountingReporter()] } }`,
    )
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
    const { status, stdout } = spawnSync(process.execPath, [vitest, 'run'], {
      cwd: logs,
      env: {
        ...Object.fromEntries(own),
        FAILURES_FILE: join(logs, 'tests.failures'),
        TESTS: 'long',
      },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    step('tests', { code: 1, log: stdout })
    expect(conclude(logs)).toEqual({
      isGreen: false,
      lines: [
        'broken: tests',
        'failed: always.test.ts > fails always: always',
        'unsteady: chance.test.ts > a hook',
        'unsteady: chance.test.ts > a block (of [two]) > fails at first? $5 long',
        '5 passed, 1 failed',
      ],
    })
    // Once in the step and three times again, and not with the runs of the other.
    expect(readFileSync(join(logs, 'test.count'), 'utf8')).toBe('xxxx')
    expect(readFileSync(join(logs, 'hook.count'), 'utf8')).toBe('xxxx')
  })

  it('is green if tests pass alone three times, and names them', () => {
    step('tests', { code: 1, log: '3 passed, 2 failed\n', titles: ['a > b', 'a > hook'] })
    expect(conclude(logs, run)).toEqual({
      isGreen: true,
      lines: ['unsteady: a > b', 'unsteady: a > hook', '8 passed, 0 failed'],
    })
    expect(runs).toEqual(['a > b', 'a > b', 'a > b', 'a > hook', 'a > hook', 'a > hook'])
  })

  it.each(['always', 'later'])('is red if a test fails again %s', (name) => {
    step('tests', { code: 1, log: '3 passed, 2 failed\n', titles: ['a > b', name] })
    expect(conclude(logs, run)).toEqual({
      isGreen: false,
      lines: [
        'broken: tests',
        `failed: ${name}: a reason`,
        'unsteady: a > b',
        '4 passed, 1 failed',
      ],
    })
  })

  it('is red if a test failed that no run can repeat', () => {
    const log = 'failed: outside any test: a reason\n3 passed, 2 failed\n'
    step('tests', { code: 1, log, titles: ['a > b'] })
    expect(conclude(logs, run)).toEqual({
      isGreen: false,
      lines: [
        'broken: tests',
        'failed: outside any test: a reason',
        'unsteady: a > b',
        '4 passed, 1 failed',
      ],
    })
  })

  it('adds the counts of all steps', () => {
    step('tests', { code: 1, log: '3 passed, 1 failed\n', titles: ['a > b'] })
    step('types', { kind: 'step', log: '100 passed, 0 failed' })
    step('slow', { log: '1 passed, 0 failed\n7 passed, 0 failed, 2 skipped\n' })
    step('cli', { log: '\x1b[2m5 passed, 0 failed\x1b[22m\n' })
    expect(conclude(logs, run).lines.at(-1)).toBe('16 passed, 0 failed')
  })

  it.each([
    ['has no count', { log: 'nothing' }, '', '3 passed, 1 failed'],
    ['crashes', { code: 1, log: '9 passed, 0 failed' }, '', '12 passed, 0 failed'],
    ['is not a test and fails', { kind: 'step', code: 2 }, '', '3 passed, 0 failed'],
    [
      'does not end',
      { code: 124, log: '9 passed, 0 failed' },
      ' (did not end in time)',
      '12 passed, 0 failed',
    ],
    ['is killed', { kind: 'step', code: 137 }, ' (did not end in time)', '3 passed, 0 failed'],
    [
      'has unsteady tests and an error',
      { code: 1, log: 'ERROR: Coverage for lines (94%)\n8 passed, 1 failed', titles: ['c'] },
      '',
      '12 passed, 0 failed',
    ],
  ])('is red if a step %s', (_what, options, reason, counts) => {
    step('tests', { code: 1, log: '2 passed, 1 failed\n', titles: ['a > b'] })
    step('other', options)
    const { isGreen, lines } = conclude(logs, run)
    expect(isGreen).toBe(false)
    expect(lines[0]).toBe(`broken: other${reason}`)
    expect(lines).toContain('unsteady: a > b')
    expect(lines.at(-1)).toBe(counts)
  })

  it('does not run tests again if many failed', () => {
    const titles = Array.from({ length: 21 }, (_, at) => `test ${at}`)
    step('tests', { code: 1, log: '3 passed, 21 failed\n', titles })
    expect(conclude(logs, run).lines.at(-1)).toBe('3 passed, 21 failed')
    expect(runs).toEqual([])
  })
})
