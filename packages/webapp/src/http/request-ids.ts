const kId = Symbol('webapp.requestId')

interface IdentifiedRequest {
  [kId]?: string
}

/** Records the id of a request. `req.id` may come from another package and be any value. */
export function recordRequestId(req: object, id: string): void {
  ;(req as IdentifiedRequest)[kId] = id
}

export function requestIdOf(req: object): string | undefined {
  return (req as IdentifiedRequest)[kId]
}
