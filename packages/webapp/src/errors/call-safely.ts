import { types } from 'node:util'

/**
 * Calls a function whose failure must not stop the caller. `onFailure` receives the error that it
 * throws, or with which its promise rejects. The promise is not waited for.
 */
export function callSafely(call: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const result = call()
    // Not any thenable: some of them, such as a database query, only start in `then`.
    if (types.isPromise(result)) result.then(undefined, onFailure)
  } catch (error) {
    onFailure(error)
  }
}

/** Throws the only error of a list, or one that has all of them. An empty list throws nothing. */
export function throwErrors(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} functions failed`)
}
