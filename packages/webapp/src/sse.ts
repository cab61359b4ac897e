import type { Events } from './live/event-types.ts'
import { events as createEvents } from './live/events.ts'

export type * from './live/event-types.ts'

/** Starts a stream of server-sent events as the response to a request. */
export const events: Events = createEvents
