import type { Run, SeenFailure, TestResult } from './result.ts'

/** A failure that is explained in `known.ts`. */
export interface KnownFailure {
  /** The suites that have the test. */
  readonly suites: readonly string[]
  readonly file: string
  readonly title: string
  /** The row of docs/differences.md. */
  readonly row: string
  readonly why: string
}

export interface Comparison {
  readonly comparable: number
  readonly passed: number
  readonly failsItself: number
  readonly failsItselfPassed: number
  readonly private: number
  readonly skipped: number
  readonly failures: readonly SeenFailure[]
  /** Failures that nothing explains. */
  readonly unmapped: readonly TestResult[]
  /** Explanations of tests that pass, or that do not exist. */
  readonly stale: readonly KnownFailure[]
}

/** Compares a suite on its own package (`own`) with the same suite on webapp (`ours`). */
export function compareRuns(
  own: Run,
  ours: Run,
  known: readonly KnownFailure[],
  privateFiles: readonly string[],
): Comparison {
  const isPrivate = ({ file }: TestResult) => privateFiles.includes(file)
  const tests = own.results.filter((test) => !isPrivate(test))
  const passing = numbered(tests.filter(({ outcome }) => outcome === 'passed'))
  const failing = numbered(tests.filter(({ outcome }) => outcome === 'failed'))
  const onWebapp = numbered(ours.results)
  const passes = (key: string) => onWebapp.get(key)?.outcome === 'passed'
  const failed = [...passing].filter(([key]) => !passes(key))
  const explanations = known.map((failure) => ({
    failure,
    seen: failed.filter(([, test]) => isSame(failure, test)),
  }))
  const unmapped = failed
    .filter(([, test]) => !known.some((failure) => isSame(failure, test)))
    .map(([key, test]) => onWebapp.get(key) ?? notRun(test, ours))
  return {
    comparable: passing.size,
    passed: passing.size - failed.length,
    failsItself: failing.size,
    failsItselfPassed: [...failing.keys()].filter(passes).length,
    private: own.results.filter(isPrivate).length,
    skipped: tests.filter(({ outcome }) => outcome === 'pending').length,
    failures: explanations.flatMap(({ failure, seen }) => seen.map(() => explain(failure))),
    unmapped,
    stale: explanations.filter(({ seen }) => seen.length === 0).map(({ failure }) => failure),
  }
}

/** Two runs of a suite on the same package: a test that passed once has passed. */
export function mergeRuns(first: Run, second: Run): Run {
  const before = numbered(first.results)
  const results = [...numbered(second.results)].map(([key, test]) => {
    const earlier = before.get(key)
    return earlier?.outcome === 'passed' ? earlier : test
  })
  return second.broken === undefined ? { results } : { results, broken: second.broken }
}

/** Tests by file and title. Some suites use a title several times in a file. */
function numbered(results: readonly TestResult[]): ReadonlyMap<string, TestResult> {
  const tests = new Map<string, TestResult>()
  const seen = new Map<string, number>()
  for (const test of results) {
    const name = `${test.file}: ${test.title}`
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    tests.set(`${name} #${number}`, test)
  }
  return tests
}

function isSame(failure: KnownFailure, { file, title }: TestResult): boolean {
  return failure.file === file && failure.title === title
}

function notRun(test: TestResult, { broken }: Run): TestResult {
  return { ...test, outcome: 'failed', message: `did not run${broken ? `: ${broken}` : ''}` }
}

function explain({ file, title, row, why }: KnownFailure): SeenFailure {
  return { file, title, row, why }
}
