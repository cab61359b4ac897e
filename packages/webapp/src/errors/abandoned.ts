/** For each response that its handlers have lost: whether an error that they pass is an old one. */
const abandoned = new WeakMap<object, (error: unknown) => boolean>()

/**
 * Marks a response that no longer belongs to the handlers of its request. Their late errors must not
 * close the connection, which may serve the next request already. `isOld` tells an error that error
 * handlers have got already.
 */
export function abandonResponse(res: object, isOld: (error: unknown) => boolean): void {
  abandoned.set(res, isOld)
}

export function isAbandoned(res: object): boolean {
  return abandoned.has(res)
}

/** Whether a handler that has lost its response passes an error that error handlers have got. */
export function isOldError(res: object, error: unknown): boolean {
  return abandoned.get(res)?.(error) === true
}
