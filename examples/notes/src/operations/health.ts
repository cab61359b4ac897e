import webapp, { type RequestHandler, type Router } from 'webapp'
import type { Services } from '../services.ts'

const PATIENCE_MS = 2_000

type State = 'up' | 'down' | 'unused'

/**
 * For operators. `/health/live`: restart the process if this fails. `/health/ready`: send requests
 * only if this is 200. The addresses match exactly: a proxy that keeps `/metrics` inside does not
 * know that `/METRICS` and `/metrics/` would be the same route.
 */
export function operatorRoutes({ database, redis }: Services, metrics: RequestHandler): Router {
  const routes = webapp.Router({ caseSensitive: true, strict: true })
  routes.get('/metrics', metrics)

  routes.get('/health/live', (_req, res) => {
    res.json({ live: true })
  })

  routes.get('/health/ready', async (req, res) => {
    const [databaseState, redisState] = await Promise.all([
      stateOf(database.query('SELECT 1')),
      redis === undefined ? 'unused' : stateOf(redis.commands.ping()),
    ])
    const { closing } = req.app
    const ready = !closing && databaseState !== 'down' && redisState !== 'down'
    res.set('Cache-Control', 'no-store').status(ready ? 200 : 503)
    res.json({ ready, closing, database: databaseState, redis: redisState })
  })

  return routes
}

/** A part that hangs counts as down: the check itself must not hang. */
async function stateOf(check: Promise<unknown>): Promise<State> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<State>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'down')
  })
  const result = check.then(
    (): State => 'up',
    (): State => 'down',
  )
  try {
    return await Promise.race([result, patience])
  } finally {
    clearTimeout(timer)
  }
}
