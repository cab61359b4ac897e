import { appendFileSync, writeSync } from 'node:fs'
import type { CopyMessage, CopySettings, Wish } from '../protocol.ts'

// The guards replace these members of `fs` later, and then the imported names change, too.
const append = appendFileSync
const write = writeSync

/** How many different wishes a process reports. */
const MOST_WISHES = 500

/** Reports what a copy does. */
export class Reporting {
  readonly #settings: CopySettings
  readonly #reported = new Set<string>()

  constructor(settings: CopySettings) {
    this.#settings = settings
  }

  send(message: CopyMessage): void {
    if (this.#settings.pipe === undefined) return
    try {
      write(this.#settings.pipe, `${JSON.stringify(message)}\n`)
    } catch {
      // The process that compares has ended, so this one ends, too.
    }
  }

  wish(wish: Wish): void {
    const line = JSON.stringify(wish)
    if (this.#reported.has(line) || this.#reported.size >= MOST_WISHES) return
    this.#reported.add(line)
    try {
      append(this.#settings.wishes, `${line}\n`)
    } catch {
      // As above.
    }
  }
}
