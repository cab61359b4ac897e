import { events as createEvents } from './live/events.ts'
import type { Events } from './types/shared/live.ts'

export type { EventStream, EventsOptions, ServerEvent } from './types/shared/live.ts'

/** Starts a stream of server-sent events as the response to a request. */
export const events: Events = createEvents
