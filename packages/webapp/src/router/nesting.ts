/**
 * Synchronous `next()` calls in one walk before the walk continues from the event loop, as in the
 * original.
 *
 * `next()` runs the next handler before it returns, and programs rely on that. So a chain of
 * handlers is a chain of nested calls.
 */
export const MAX_SYNC = 100

/** The limit for all nested walks together, so that nested routers cannot overflow the stack. */
export const MAX_NESTING = 200

/** The number of walks on the call stack. */
export const nesting = { depth: 0 }
