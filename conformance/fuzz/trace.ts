import type { App, Req } from '../harness/express.ts'

/** What the handlers saw, by the number of the request. */
export type Trace = Map<string, string[]>

/** A generated program, and what its handlers will note. */
export interface Made {
  readonly app: App
  readonly trace: Trace
}

export function note(trace: Trace, key: string, line: string): void {
  const lines = trace.get(key) ?? []
  lines.push(line)
  trace.set(key, lines)
}

/** The number of a request, as its batch wrote it. */
export function caseOf(req: Pick<Req, 'headers'>): string {
  return String(req.headers['x-case'])
}
