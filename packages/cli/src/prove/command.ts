import { type Command, isSystemError, UsageError } from '../command.ts'
import { HELP, readOptions } from './options.ts'
import { createProgress } from './progress.ts'
import { prove } from './prove.ts'
import { printVerdict } from './report/print.ts'
import { createVerdict } from './report/verdict.ts'

/** The exit status for wrong use, because 1 means that something needs a look. */
const WRONG_USE = 2

export const command: Command = {
  summary: 'Find out, without traffic, which differences from Express concern a program',
  help: HELP,
  run: async (args) => {
    try {
      return run(args)
    } catch (error) {
      if (!(error instanceof UsageError) && !isSystemError(error)) throw error
      throw new UsageError(error.message, WRONG_USE)
    }
  },
}

function run(args: readonly string[]): number {
  const options = readOptions(args)
  const verdict = createVerdict(
    prove(
      options,
      createProgress((line) => console.error(line)),
    ),
  )
  console.log(options.isJson ? JSON.stringify(verdict, null, 2) : printVerdict(verdict, options))
  return verdict.rows.length === 0 ? 0 : 1
}
