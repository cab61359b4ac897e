/**
 * How deep synchronous `next()` calls may lie in each other before a walk goes on in a fresh stack.
 *
 * `next()` runs what follows before it returns, and programs rely on that, so a chain of handlers
 * is a chain of calls. After a hundred in one walk the rest runs from the event loop, as in the
 * original; the second bound holds over all nested walks, so that thousands of nested routers
 * cannot overflow the stack.
 */
export const MAX_SYNC = 100
export const MAX_NESTING = 200

/** The number of walks that lie on the call stack now. */
export const nesting = { depth: 0 }
