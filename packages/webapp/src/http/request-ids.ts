const ids = new WeakMap<object, string>()

/** Records the id of a request. `req.id` may come from another package and be any value. */
export function recordRequestId(req: object, id: string): void {
  ids.set(req, id)
}

export function requestIdOf(req: object): string | undefined {
  return ids.get(req)
}
