import {
  DefaultReporter,
  type SerializedError,
  type TestModule,
  type TestRunEndReason,
} from 'vitest/node'

/** Vitest's own output, a line for each failure, and one with how many tests passed and failed. */
export class CountingReporter extends DefaultReporter {
  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason)
    const failures = listFailures(modules, errors)
    for (const failure of failures) console.log(`failed: ${failure}`)
    console.log(describeCounts(modules, failures.length))
  }
}

/**
 * What broke and why, a line each: of a long output often the end is all that is kept. A file that
 * does not load and an error outside any test are failures too.
 */
function listFailures(
  modules: ReadonlyArray<TestModule>,
  errors: ReadonlyArray<SerializedError>,
): string[] {
  return [...modules.flatMap(failuresIn), ...errors.map((e) => describe('outside any test', [e]))]
}

function failuresIn(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map((test) =>
    describe(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors),
  )
  // A `beforeAll` that fails skips the tests of its `describe`, and is an error of the suite alone.
  const suites = [...module.children.allSuites()].map(
    (suite) => [`${module.relativeModuleId} > ${suite.fullName}`, suite.errors()] as const,
  )
  const broken = [[module.relativeModuleId, module.errors()] as const, ...suites]
    .filter(([, errors]) => errors.length > 0)
    .map(([name, errors]) => describe(name, errors))
  return [...broken, ...tests]
}

function describe(name: string, reasons: ReadonlyArray<SerializedError> = []): string {
  return `${name}: ${reasons.map(({ message }) => message.replaceAll(/\s+/g, ' ')).join('; ')}`
}

function describeCounts(modules: ReadonlyArray<TestModule>, failed: number): string {
  const count = (state: 'passed' | 'skipped') =>
    modules.flatMap((module) => [...module.children.allTests(state)]).length
  const line = `${count('passed')} passed, ${failed} failed`
  return count('skipped') === 0 ? line : `${line}, ${count('skipped')} skipped`
}
