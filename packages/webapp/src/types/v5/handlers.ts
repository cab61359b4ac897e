import type { RequestHandler } from '../shared/handlers.ts'

/** A request handler with the default type arguments. */
export interface Handler extends RequestHandler {}
