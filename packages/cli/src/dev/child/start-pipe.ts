import { readSync, writeSync } from 'node:fs'
import type { ChildSettings, StartMessage } from '../settings.ts'

/**
 * Messages about the start of the program. They are written synchronously: the program may end
 * right after them, and it may not listen before the reply to `release`.
 */
export class StartPipe {
  readonly #pipe: number | undefined
  readonly #token: string

  constructor({ pipe, token }: Pick<ChildSettings, 'pipe' | 'token'>) {
    this.#pipe = pipe
    this.#token = token
  }

  send(message: StartMessage): void {
    if (this.#pipe === undefined) return
    try {
      // A program may write to the pipe too, by its number: its text ends here.
      writeAll(this.#pipe, Buffer.from(`\n${this.#token}${JSON.stringify(message)}\n`))
    } catch {
      // `webapp dev` has ended: the program is about to end, too.
    }
  }

  /** Sends a message and waits for the line that replies to it. */
  ask(message: StartMessage): string {
    if (this.#pipe === undefined) return ''
    this.send(message)
    try {
      return readLine(this.#pipe)
    } catch {
      return '' // As above.
    }
  }
}

const NEWLINE = 10

function readLine(pipe: number): string {
  const parts: Buffer[] = []
  for (;;) {
    const part = Buffer.alloc(65_536)
    const size = readSync(pipe, part)
    parts.push(part.subarray(0, size))
    if (size === 0 || part[size - 1] === NEWLINE) return Buffer.concat(parts).toString().trim()
  }
}

function writeAll(pipe: number, bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(pipe, bytes, sent)
}
