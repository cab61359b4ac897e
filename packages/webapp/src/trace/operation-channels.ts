import { type Channel, channel } from 'node:diagnostics_channel'
import { TracedOperation } from './operation.ts'

/**
 * Publishes an event, and runs a method with the stores that subscribers bound to the channel (Node
 * 18.19 and later).
 */
type RunStores = (
  event: TracedOperation,
  method: (work: () => void) => void,
  self: TracedOperation,
  work: () => void,
) => void

const { runWork } = TracedOperation.prototype

/**
 * The five channels of one kind of asynchronous operation, with the names that Node's
 * `diagnostics_channel.tracingChannel(name)` subscribes to.
 */
export class OperationChannels<Event extends TracedOperation> {
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

  get hasSubscribers(): boolean {
    return (
      this.#start.hasSubscribers ||
      this.#end.hasSubscribers ||
      this.#asyncStart.hasSubscribers ||
      this.#asyncEnd.hasSubscribers ||
      this.#error.hasSubscribers
    )
  }

  /** Publishes `start`, runs the synchronous part of the operation and publishes `end`. */
  run(event: Event, work: () => void): void {
    const { runStores } = this.#start as Channel & { runStores?: RunStores }
    if (runStores === undefined) {
      this.#start.publish(event)
      event.runWork(work)
    } else runStores.call(this.#start, event, runWork, event, work)
    this.#end.publish(event)
  }

  fail(event: Event): void {
    this.#error.publish(event)
  }

  /** Publishes the end of the whole operation: `asyncStart` and `asyncEnd`. */
  finish(event: Event): void {
    this.#asyncStart.publish(event)
    this.#asyncEnd.publish(event)
  }
}
