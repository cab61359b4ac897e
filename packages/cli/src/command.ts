/** A command of the command line, in `src/<name>/command.ts`. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string
  /** What `webapp <name> --help` prints. */
  readonly help: string
  /** Resolves to the exit status. */
  run(args: readonly string[]): Promise<number>
}

/** A mistake of the user: its message is printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** The exit status. */
  readonly status: number

  constructor(message: string, status = 1) {
    super(message)
    this.status = status
  }
}

/** The system refused something, such as to read a folder: its message says what and where. */
export function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
