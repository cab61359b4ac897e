type Fields = Readonly<Record<string, string | number | undefined>>

/** Prints events to standard error, because standard output is the program's. */
export class Notices {
  readonly #isQuiet: boolean

  constructor(isQuiet: boolean) {
    this.#isQuiet = isQuiet
  }

  /** Prints an event unless `--quiet` is given. */
  info(event: string, fields: Fields = {}): void {
    if (!this.#isQuiet) this.failure(event, fields)
  }

  /** Prints an event, also with `--quiet`. */
  failure(event: string, fields: Fields = {}): void {
    console.error(`webapp start: ${event}${formatFields(fields)}`)
  }
}

function formatFields(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${quote(String(value))}`)
    .join('')
}

function quote(text: string): string {
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text)
}
