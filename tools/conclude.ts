import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { countsIn, type Failure, readFailures, runAlone } from './failures.ts'

// tsx tools/conclude.ts <folder>: the last lines of .ci/run. The folder holds a file `steps` with a
// line `name kind exit-code seconds` for each step, and `name.log` and `name.failures` of each. A test
// that failed in its step runs again alone. If it passes three times, it is unsteady and not a failure.

/** Times that a test has to pass alone. */
const RUNS = 3

/** With more failures than this, the cause is not chance. */
const MOST_FAILURES = 20

/** All runs of failed tests end after this time. What has not passed by then stays a failure. */
const TIME = 20 * 60_000

interface Step {
  readonly name: string
  /** Whether the step ends with the count of its tests. */
  readonly hasTests: boolean
  readonly code: number
  readonly log: string
  readonly failures: readonly Failure[]
}

export interface Conclusion {
  readonly lines: readonly string[]
  readonly isGreen: boolean
}

/** What the output of all steps comes to; the last line is the count of the tests. */
export function conclude(folder: string, run = runAlone): Conclusion {
  const steps = readSteps(folder)
  const unsteady = findUnsteady(
    steps.flatMap(({ failures }) => failures),
    run,
  )
  const results = steps.map((step) => judge(step, unsteady))
  const broken = results.filter(({ isBroken }) => isBroken).map(({ label }) => label)
  const sum = (which: 'passed' | 'failed') =>
    results.reduce((total, result) => total + result[which], 0)
  const lines = [
    ...(broken.length > 0 ? [`broken: ${broken.join(', ')}`] : []),
    ...results.flatMap((result) => result.lines),
    ...[...unsteady.keys()].map(({ title }) => `unsteady: ${oneLine(title)}`),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ]
  return { lines, isGreen: broken.length === 0 && sum('failed') === 0 }
}

function readSteps(folder: string): Step[] {
  const lines = readFileSync(join(folder, 'steps'), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [name = '', kind, code] = line.split(' ')
    return {
      name,
      hasTests: kind === 'tests',
      code: Number(code),
      log: stripVTControlCharacters(readFileSync(join(folder, `${name}.log`), 'utf8')),
      failures: readFailures(join(folder, `${name}.failures`)),
    }
  })
}

/** The failures that do not come back, and how many tests passed in their place. */
function findUnsteady(
  failures: readonly Failure[],
  run: typeof runAlone,
): ReadonlyMap<Failure, number> {
  const unsteady = new Map<Failure, number>()
  if (failures.length > MOST_FAILURES) return unsteady
  const end = Date.now() + TIME
  for (const failure of failures) {
    const passed = runAgain(failure, end, run)
    if (passed > 0) unsteady.set(failure, failure.isTest ? 1 : passed)
  }
  return unsteady
}

/** How many tests passed in each of the runs; 0 if a run failed. */
function runAgain(failure: Failure, end: number, run: typeof runAlone): number {
  let passed = 0
  for (let turn = 1; turn <= RUNS; turn++) {
    const left = end - Date.now()
    passed = left > 0 ? run(failure, left) : 0
    const outcome = passed > 0 ? 'passed' : 'failed'
    console.log(`again, ${turn} of ${RUNS}: ${oneLine(failure.title)}: ${outcome}`)
    if (passed === 0) return 0
  }
  return passed
}

function judge(step: Step, unsteady: ReadonlyMap<Failure, number>) {
  const steady = step.failures.filter((failure) => unsteady.has(failure))
  const lines: string[] = step.log.match(/^(?:failed|ERROR): .*$/gm) ?? []
  for (const { line } of steady) lines.splice(lines.indexOf(line), lines.includes(line) ? 1 : 0)
  const counts = step.hasTests ? countsIn(step.log) : { passed: 0, failed: 0 }
  const passed = steady.reduce((sum, failure) => sum + (unsteady.get(failure) ?? 0), 0)
  // A step without a count broke before its tests: that is a failure.
  const failed = counts === undefined ? 1 : counts.failed - steady.length
  // The exit code may stand for the unsteady tests alone.
  const isExcused = counts !== undefined && failed === 0 && steady.length > 0 && lines.length === 0
  const hasEnded = !TIMED_OUT.includes(step.code)
  return {
    label: hasEnded ? step.name : `${step.name} (did not end in time)`,
    isBroken: counts === undefined || !hasEnded || (step.code !== 0 && !isExcused),
    passed: (counts?.passed ?? 0) + passed,
    failed,
    lines,
  }
}

/** The exit codes of `timeout`, for a program that ended at SIGTERM and for one that did not. */
const TIMED_OUT = [124, 137]

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { lines, isGreen } = conclude(process.argv[2] ?? '')
  console.log(`\n${lines.join('\n')}`)
  process.exitCode = isGreen ? 0 : 1
}
