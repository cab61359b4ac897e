import { formatTable } from './format-table.ts'

/** The results of the test suite on one version of Node. */
export interface SuiteResult {
  readonly version: string
  readonly passed: number
  readonly failed: number
  /** Tests that failed in the run of all, and passed three times alone. They are counted as passed. */
  readonly unsteady: number
  readonly skipped: number
  readonly seconds: number
}

/** Results of runs of the whole suite, as tools/runtimes/suite.json keeps them for the page. */
export interface SuiteResults {
  readonly date: string
  /** What was run. */
  readonly command: string
  readonly results: readonly SuiteResult[]
}

/** What a run of the suite on several versions is asked for. */
export interface Wanted {
  readonly majors: readonly string[]
  /** Parts of the names of test files; none for all files. */
  readonly files: readonly string[]
}

/** Numbers among the arguments are versions of Node; the others are parts of names of files. */
export function chooseMajors(args: readonly string[], known: readonly string[]): Wanted {
  const majors = args.filter((arg) => /^\d+$/.test(arg))
  const unknown = majors.filter((major) => !known.includes(major))
  if (unknown.length > 0) {
    throw new RangeError(`No Node ${unknown.join(', ')}: the suite runs on ${known.join(', ')}`)
  }
  const files = args.filter((arg) => !majors.includes(arg))
  return { majors: majors.length > 0 ? [...new Set(majors)] : known, files }
}

/** The skipped tests in the line of counts of the reporter. */
export function skippedIn(log: string): number {
  const line = [...log.matchAll(/^\d+ passed, \d+ failed(?:, (\d+) skipped)?$/gm)].at(-1)
  return Number(line?.[1] ?? 0)
}

export function formatResults(results: readonly SuiteResult[]): string {
  const rows = results.map(({ version, passed, failed, unsteady, skipped, seconds }) => {
    return [`Node ${version}`, passed, failed, unsteady, skipped, seconds]
  })
  return formatTable(['version', 'passed', 'failed', 'unsteady', 'skipped', 'seconds'], rows)
}

const TITLE = '## The test suite'

/** The section of docs/runtimes.md about the suite. */
export function formatSuite({ date, command, results }: SuiteResults): string {
  return `${TITLE}

\`npm run test:nodes\` runs the tests of \`npm test\` on these versions, with programs from npm, and \`TESTS=all\` every test in
every dialect. \`npm run test:nodes -- 22 26 res.send\` chooses versions and files. A test that fails runs again alone: if it
passes three times, it counts as passed and as unsteady. Tests are skipped if they are about something that a version does not
have, or need a program that is not installed. These are the results of \`${command}\` on ${date}, beside other work:

${formatResults(results)}

\`npm run nightly\` runs every test in every dialect on Node 24, and load, fuzz and the tests without shortcuts on Node 20 or 26, which
the commit decides. Vitest does not start on Node 18, so only the checks below run there.`
}

/** The page with a new section about the suite. */
export function replaceSuite(page: string, results: SuiteResults): string {
  const start = page.indexOf(`${TITLE}\n`)
  const end = page.indexOf('\n## ', start + TITLE.length)
  if (start === -1 || end === -1) throw new Error(`The page has no section '${TITLE}'`)
  return `${page.slice(0, start)}${formatSuite(results)}\n${page.slice(end)}`
}
