export type Dialect = '5.x' | '4.x' | '3.x'

/** What became of one test; `reporter.cjs` writes it. */
export interface TestResult {
  /** The path of the test file in the checkout. */
  readonly file: string
  /** The names of the blocks and of the test. */
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'pending'
  readonly message?: string
}

/** A run of a suite. */
export interface Run {
  readonly results: readonly TestResult[]
  /** Why the run has no end, for example because it hung. */
  readonly broken?: string
}

/** A difference, which `known.ts` lists and the run has seen. */
export interface SeenFailure {
  readonly file: string
  readonly title: string
  /** The row of docs/differences.md. */
  readonly row: string
  readonly why: string
}

/** The counts of a suite. */
export interface SuiteResult {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly commit: string
  readonly dialect: Dialect
  /** Tests that pass on the package itself and inspect its interface. */
  readonly comparable: number
  /** Those of them that pass on webapp. */
  readonly passed: number
  /** Tests that fail on the package itself with this Node. */
  readonly failsItself: number
  /** Those of them that pass on webapp. */
  readonly failsItselfPassed: number
  /** Tests of private files, which webapp does not replace. */
  readonly private: number
  /** Tests that the suite skips itself. */
  readonly skipped: number
  readonly failures: readonly SeenFailure[]
}

/** A run of all suites, as `results.json` records it. */
export interface Results {
  readonly date: string
  readonly node: string
  readonly suites: readonly SuiteResult[]
}

export function sum(suites: readonly SuiteResult[], count: NumericKey): number {
  return suites.reduce((total, suite) => total + suite[count], 0)
}

type NumericKey = {
  [K in keyof SuiteResult]: SuiteResult[K] extends number ? K : never
}[keyof SuiteResult]
