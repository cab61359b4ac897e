const abandoned = new WeakSet<object>()

/**
 * Marks a response that no longer belongs to the handlers of its request. Their late errors must not
 * close the connection, which may serve the next request already.
 */
export function abandonResponse(res: object): void {
  abandoned.add(res)
}

export function isAbandoned(res: object): boolean {
  return abandoned.has(res)
}
