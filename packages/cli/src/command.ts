/** A command of the command line, in `src/<name>/command.ts`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** What `webapp <name> --help` prints. */
  readonly help: string
  /** Resolves to the exit status. */
  run(args: readonly string[]): Promise<number>
}

/** A mistake of the user: its message is printed without a stack, and the exit status is 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
