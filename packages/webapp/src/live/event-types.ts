import type { IncomingMessage, ServerResponse } from 'node:http'

/** An event for `stream.send`. */
export interface ServerEvent {
  /** The type; `message` if it is missing. */
  readonly event?: string | undefined
  readonly id?: string | number | undefined
  /** Text, which may have several lines, or any other value, which is sent as JSON. */
  readonly data?: unknown
  /** How long the client waits before it connects again, in milliseconds. */
  readonly retry?: number | undefined
}

/** Options of `events`. */
export interface EventsOptions {
  /** How often a comment is sent, in milliseconds; 15 seconds by default, `false` for never. */
  readonly heartbeat?: number | false | undefined
  /** How long the client waits before it connects again, in milliseconds. */
  readonly retry?: number | undefined
  /** How many bytes may wait for a slow client before it is dropped; 1 MiB by default. */
  readonly maxBuffered?: number | undefined
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** A stream of server-sent events. */
export interface EventStream {
  /** The id of the last event that the client received before it connected again, or ''. */
  readonly lastEventId: string
  readonly isOpen: boolean
  /** Resolves when the stream has ended, for whatever reason. */
  readonly closed: Promise<void>
  /** Aborted when the stream has ended. */
  readonly signal: AbortSignal
  /**
   * Sends an event; a string is its data, and so are bytes, read as UTF-8. Resolves to true when the
   * client can take more, and to false if the stream has ended. Never rejects.
   */
  send(event: ServerEvent | string | Uint8Array): Promise<boolean>
  /** Sends a comment, which clients ignore. */
  comment(text?: string): Promise<boolean>
  /**
   * Sends all events of an iterable, as fast as the client reads them, and ends the stream. If the
   * client leaves, the iterator is told to return. An error goes to `next`.
   */
  from(
    iterable: AsyncIterable<ServerEvent | string> | Iterable<ServerEvent | string>,
  ): Promise<void>
  /** Ends the stream. The client will connect again, unless it is told not to by an event. */
  close(): void
}

/** `events` of webapp/sse. */
export type Events = (
  req: IncomingMessage,
  res: ServerResponse,
  options?: EventsOptions,
) => EventStream
