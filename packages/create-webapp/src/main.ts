#!/usr/bin/env node
import { create } from './create.ts'
import { HELP, parseOptions, UsageError } from './options.ts'
import { askForMissing } from './questions.ts'

process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(args)
    if (options === 'help') {
      console.log(HELP)
      return 0
    }
    await create(await askForMissing(options))
    return 0
  } catch (error) {
    if (!(error instanceof UsageError) && !isSystemError(error)) throw error
    console.error(`create-webapp: ${error.message}`)
    return 1
  }
}

/** The system refused something, such as to create a folder: its message says what and where. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
