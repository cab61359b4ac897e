import type { RequestHandler } from '../shared/handlers.ts'

/** A request handler with the general parameter types. */
export interface Handler extends RequestHandler {}
