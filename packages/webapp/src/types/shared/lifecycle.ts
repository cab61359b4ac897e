/** How `app.close` closes. */
export interface CloseOptions {
  /**
   * How long, in milliseconds, what is in flight may take before it is cut off; 10 seconds unless
   * given. 0 cuts everything off at once, Infinity never.
   */
  readonly timeout?: number | undefined
}

/** How `app.close` ended. */
export interface CloseReport {
  /** How many connections were cut off at the end of the time. */
  readonly forced: number
}

/** What an application of any dialect does when it is over. */
export interface Closing {
  /**
   * Closes every server of the application: no new connections, idle ones are dropped, what is in
   * flight may finish. Called again it gives the same promise, until the application listens again.
   */
  close(options?: CloseOptions): Promise<CloseReport>
  /** True once the application, or one that it is mounted in, began to close. */
  closing: boolean
}

/** How `webapp.shutdown` ends a process. */
export interface ShutdownOptions extends CloseOptions {
  /** What begins the end; SIGTERM and SIGINT unless given. */
  readonly signals?: readonly NodeJS.Signals[] | undefined
  /** Runs first, while requests are still answered; `app.closing` is true already. */
  readonly before?: ((signal: NodeJS.Signals) => unknown) | undefined
  /** Runs when all servers are closed: the place to close what the handlers used. */
  readonly after?: ((signal: NodeJS.Signals) => unknown) | undefined
  /** Whether to end the process in the end; otherwise it ends when nothing is left to do. */
  readonly exit?: boolean | undefined
  /** Receives the notices, which go to standard error unless given; false for none. */
  readonly log?: ((notice: string) => void) | false | undefined
}

/** What `webapp.shutdown` closes: an application of any dialect. */
export interface Closable {
  close(options?: CloseOptions): unknown
}

/** What the factories of all dialects do for the end of a process. */
export interface FactoryLifecycle {
  /**
   * Closes applications and ends the process when it is told to: the first signal closes, a second
   * one ends at once. Returns what undoes it.
   */
  shutdown(apps: Closable | readonly Closable[], options?: ShutdownOptions): () => void
}
