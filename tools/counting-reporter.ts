import {
  DefaultReporter,
  type SerializedError,
  type TestModule,
  type TestRunEndReason,
  type TestSuite,
} from 'vitest/node'
import { currentEnv, type Failure, recordFailures } from './failures.ts'

/** Vitest's own output, a line for each failure, and one with how many tests passed and failed. */
export class CountingReporter extends DefaultReporter {
  override onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    errors: ReadonlyArray<SerializedError>,
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason)
    const config = this.ctx.vite.config.configFile || ''
    const failures = modules.flatMap((module) => failuresIn(module, config))
    recordFailures(failures)
    const outside = errors.map((error) => describe('outside any test', [error]))
    const lines = [...failures.map(({ line }) => line), ...outside]
    for (const line of lines) console.log(line)
    console.log(describeCounts(modules, lines.length))
  }
}

/**
 * What broke and why, a line each: of a long output often the end is all that is kept. A file that
 * does not load is a failure too. A `beforeAll` that fails skips the tests of its `describe`, and is
 * an error of the suite alone.
 */
export function failuresIn(module: TestModule, config: string): Failure[] {
  const suites = [module, ...module.children.allSuites()].filter(
    (suite) => suite.errors().length > 0,
  )
  const broken = suites.map((suite) => ({
    names: suite.type === 'module' ? [] : namesOf(suite),
    errors: suite.errors(),
    isTest: false,
  }))
  const tests = [...module.children.allTests('failed')].map((test) => ({
    names: [...namesOf(test.parent), test.name],
    errors: test.result().errors ?? [],
    isTest: true,
  }))
  return [...broken, ...tests].map(({ names, errors, isTest }) => {
    const title = [module.relativeModuleId, ...names].join(' > ')
    return {
      title,
      line: describe(title, errors),
      isTest,
      names,
      file: module.moduleId,
      project: module.project.name,
      folder: process.cwd(),
      config,
      env: currentEnv(),
      node: process.execPath,
    }
  })
}

function namesOf(suite: TestSuite | TestModule): string[] {
  return suite.type === 'module' ? [] : [...namesOf(suite.parent), suite.name]
}

function describe(title: string, reasons: ReadonlyArray<SerializedError>): string {
  const line = reasons.map(({ message }) => message).join('; ')
  return `failed: ${title}: ${line}`.replaceAll(/\s+/g, ' ')
}

function describeCounts(modules: ReadonlyArray<TestModule>, failed: number): string {
  const count = (state: 'passed' | 'skipped') =>
    modules.flatMap((module) => [...module.children.allTests(state)]).length
  const line = `${count('passed')} passed, ${failed} failed`
  return count('skipped') === 0 ? line : `${line}, ${count('skipped')} skipped`
}
