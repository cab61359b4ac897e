/** Options for `app.close`. */
export interface CloseOptions {
  /**
   * How long to wait for requests on open connections, in milliseconds, before these are
   * destroyed; 10 seconds by default. 0 destroys all connections at once, `Infinity` never does.
   */
  readonly timeout?: number | undefined
}

/** The result of `app.close`. */
export interface CloseReport {
  /** The number of connections that were destroyed when the timeout expired. */
  readonly forced: number
}

/** Graceful shutdown of an application of any dialect. */
export interface Closing {
  /**
   * Closes every server of the application. New connections are refused, idle connections are
   * closed, and requests on open connections may finish. Settles at the timeout at the latest.
   * Further calls can shorten the timeout, and return the same promise until the
   * application listens again. If a listener for `closing` fails, the promise rejects with its
   * error after the servers are closed.
   */
  close(options?: CloseOptions): Promise<CloseReport>
  /** True once the application, or an application it is mounted in, started to close. */
  closing: boolean
}

/** Options for `webapp.shutdown`. */
export interface ShutdownOptions extends CloseOptions {
  /** Signals that start the shutdown; SIGTERM and SIGINT by default. */
  readonly signals?: readonly NodeJS.Signals[] | undefined
  /** Runs first, while requests are still handled; `app.closing` is already true. */
  readonly before?: ((signal: NodeJS.Signals) => unknown) | undefined
  /** Runs after all servers are closed; close databases and other resources in it. */
  readonly after?: ((signal: NodeJS.Signals) => unknown) | undefined
  /**
   * Whether to exit the process at the end; on by default. Otherwise the process exits when its
   * event loop is empty.
   */
  readonly exit?: boolean | undefined
  /** Receives log lines; standard error by default, `false` disables them. */
  readonly log?: ((notice: string) => void) | false | undefined
}

/** An application of any dialect, as passed to `webapp.shutdown`. */
export interface Closable {
  close(options?: CloseOptions): unknown
}

/** The shutdown function, on the factory of every dialect. */
export interface FactoryLifecycle {
  /**
   * Closes applications and exits the process on a signal. The first signal starts a graceful
   * shutdown, a second one exits at once. A step that fails does not stop the others; then the exit
   * code is 1. Returns a function that removes the signal handlers.
   */
  shutdown(apps: Closable | readonly Closable[], options?: ShutdownOptions): () => void
}
