import {
  DefaultReporter,
  type SerializedError,
  type TestModule,
  type TestRunEndReason,
} from 'vitest/node'

/** Vitest's own output, then a line for each failure, and one that says how many tests passed and failed. */
export class CountingReporter extends DefaultReporter {
  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason)
    for (const line of listFailures(modules, errors)) console.log(`failed: ${line}`)
    console.log(describeCounts(countResults(modules, errors)))
  }
}

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A file that does not load and an error outside any test count as failures too. */
function countResults(
  modules: ReadonlyArray<TestModule>,
  errors: ReadonlyArray<SerializedError>,
): Counts {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string) => tests.filter((test) => test.result().state === state).length
  const brokenFiles = modules.filter((module) => module.errors().length > 0).length
  return {
    passed: inState('passed'),
    failed: inState('failed') + brokenFiles + errors.length,
    skipped: inState('skipped'),
  }
}

/** What broke and why, a line each: of a long output often the end is all that is kept. */
function listFailures(
  modules: ReadonlyArray<TestModule>,
  errors: ReadonlyArray<SerializedError>,
): string[] {
  const describe = (name: string, reasons: ReadonlyArray<SerializedError> = []) =>
    `${name}: ${reasons.map(({ message }) => message.replaceAll(/\s+/g, ' ')).join('; ')}`
  return [
    ...modules.flatMap((module) => {
      const tests = [...module.children.allTests('failed')].map((test) =>
        describe(`${module.relativeModuleId} > ${test.fullName}`, test.result().errors),
      )
      const broken = module.errors()
      return broken.length > 0 ? [describe(module.relativeModuleId, broken), ...tests] : tests
    }),
    ...errors.map((error) => describe('outside any test', [error])),
  ]
}

function describeCounts({ passed, failed, skipped }: Counts): string {
  const line = `${passed} passed, ${failed} failed`
  return skipped === 0 ? line : `${line}, ${skipped} skipped`
}
