import { subscribe } from 'node:diagnostics_channel'

/** What we use of an application of webapp, of any dialect. */
export interface Application {
  readonly closing?: boolean
  readonly parent?: unknown
  close?(options: { timeout: number }): Promise<unknown>
}

/** The applications of webapp that the program created. */
export class Applications {
  #created: WeakRef<Application>[] = []

  constructor() {
    subscribe('webapp.application', (event) => {
      this.#created = this.#created.filter((each) => each.deref() !== undefined)
      this.#created.push(new WeakRef((event as { app: Application }).app))
    })
  }

  /** Whether the program is closing one, as `webapp.shutdown` does. */
  get isClosing(): boolean {
    return this.#all().some(({ closing }) => closing === true)
  }

  /** Closes them, with the servers that they know, and emits their event `closing`. */
  async close(timeout: number): Promise<void> {
    const roots = this.#all().filter(({ parent }) => parent === undefined)
    await Promise.allSettled(roots.map(async (app) => app.close?.({ timeout })))
  }

  #all(): Application[] {
    return this.#created.flatMap((each) => each.deref() ?? [])
  }
}
