import { readSync, writeSync } from 'node:fs'
import type { StartMessage } from '../settings.ts'

/**
 * Messages about the start of the program. They are written synchronously: the program may end
 * right after them, and it may not listen before the reply to `release`.
 */
export class StartPipe {
  readonly #pipe: number | undefined

  constructor(pipe: number | undefined) {
    this.#pipe = pipe
  }

  send(message: StartMessage): void {
    if (this.#pipe === undefined) return
    try {
      writeAll(this.#pipe, Buffer.from(`${JSON.stringify(message)}\n`))
    } catch {
      // `webapp dev` has ended: the program is about to end, too.
    }
  }

  /** Sends a message and waits for its reply. */
  ask(message: StartMessage): void {
    if (this.#pipe === undefined) return
    this.send(message)
    try {
      readSync(this.#pipe, Buffer.alloc(1))
    } catch {
      // As above.
    }
  }
}

function writeAll(pipe: number, bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(pipe, bytes, sent)
}
