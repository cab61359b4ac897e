import { type Channel, channel } from 'node:diagnostics_channel'

/** Runs a function with the stores that subscribers bound to a channel; Node before 18.19 has none. */
type RunStores = (event: object, run: () => void) => void

/**
 * Something that takes time, told on five channels with the names that Node's
 * `diagnostics_channel.tracingChannel(name)` looks for.
 */
export class Operation<Event extends object> {
  readonly #start: Channel
  readonly #end: Channel
  readonly #asyncStart: Channel
  readonly #asyncEnd: Channel
  readonly #error: Channel

  constructor(name: string) {
    this.#start = channel(`tracing:${name}:start`)
    this.#end = channel(`tracing:${name}:end`)
    this.#asyncStart = channel(`tracing:${name}:asyncStart`)
    this.#asyncEnd = channel(`tracing:${name}:asyncEnd`)
    this.#error = channel(`tracing:${name}:error`)
  }

  /** Whether anybody listens: without that nothing else is done. */
  get isWatched(): boolean {
    return (
      this.#start.hasSubscribers ||
      this.#end.hasSubscribers ||
      this.#asyncStart.hasSubscribers ||
      this.#asyncEnd.hasSubscribers ||
      this.#error.hasSubscribers
    )
  }

  /** Begins the operation: `start`, its part that is done at once, `end`. */
  run(event: Event, work: () => void): void {
    const { runStores } = this.#start as Channel & { runStores?: RunStores }
    if (runStores === undefined) {
      this.#start.publish(event)
      work()
    } else runStores.call(this.#start, event, work)
    this.#end.publish(event)
  }

  fail(event: Event): void {
    this.#error.publish(event)
  }

  /** The operation is over. */
  finish(event: Event): void {
    this.#asyncStart.publish(event)
    this.#asyncEnd.publish(event)
  }
}
