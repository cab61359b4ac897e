import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { callSafely, throwErrors } from '../errors/call-safely.ts'

/** The members of an application that report its end; one of another package may lack the others. */
interface ClosingApp extends Partial<EventEmitter> {
  readonly closing?: boolean
  readonly parent?: ClosingApp
}

const endings = new WeakMap<object, Set<() => void>>()

/**
 * Calls `end` when the application of a request, one that it is mounted in, or that of the server
 * begins to close. Returns a function that cancels this.
 */
export function whenClosing(req: IncomingMessage, end: () => void): () => void {
  const sets = appsOf(req).flatMap((app) => (app.on === undefined ? [] : endingsOf(app)))
  for (const set of sets) set.add(end)
  return () => {
    for (const set of sets) set.delete(end)
  }
}

/** Whether the application of a request is closing. */
export function isRequestClosing(req: IncomingMessage): boolean {
  return appsOf(req).some(({ closing }) => closing === true)
}

/** An application knows only the last of its parents, so the listeners of the server count too. */
function appsOf(req: IncomingMessage): ClosingApp[] {
  const apps = new Set<ClosingApp>()
  let { app } = req as { app?: ClosingApp }
  for (; app !== undefined && !apps.has(app); app = app.parent) apps.add(app)
  // A connection in memory has no server.
  const { server } = (req.socket ?? {}) as { server?: EventEmitter }
  const listeners = (server?.listeners('request') ?? []) as ClosingApp[]
  return [...new Set([...apps, ...listeners])]
}

/** One listener for each application: thousands of connections would be a leak to Node. */
function endingsOf(app: ClosingApp): Set<() => void> {
  const known = endings.get(app)
  if (known !== undefined) return known
  const created = new Set<() => void>()
  endings.set(app, created)
  app.on?.('closing', () => {
    const failures: unknown[] = []
    for (const end of [...created]) callSafely(end, (error) => failures.push(error))
    throwErrors(failures)
  })
  return created
}
