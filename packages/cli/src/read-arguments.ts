import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads the arguments of a command. The hint says where its options are listed, and follows what is wrong. */
export function readArguments<const O extends Options>(
  args: readonly string[],
  options: O,
  hint: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    const [reason] = String((error as Error).message).split('. To specify')
    throw new UsageError(`${reason}. ${hint}`)
  }
}
