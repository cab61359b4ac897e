import { setTimeout as wait } from 'node:timers/promises'
import webapp from 'webapp'
import { health } from 'webapp/ops'

/** A service whose responses name the process that sent them. */
export function createService() {
  const app = webapp()
  // The address of the proxy. X-Forwarded-* headers from other addresses are ignored.
  app.set('trust proxy', process.env.PROXY ?? 'loopback')
  app.disable('x-powered-by')

  // Ready is 503 after the first signal, so that a load balancer sends requests elsewhere.
  app.use('/health', health())

  app.get('/', (req, res) => res.json({ pid: process.pid, ip: req.ip, protocol: req.protocol }))

  app.get('/slow', async (_req, res) => {
    res.type('json').flushHeaders()
    await wait(500)
    res.end(JSON.stringify({ pid: process.pid }))
  })

  app.post('/echo', webapp.json({ limit: '10kb' }), (req, res) => res.json(req.body))

  return app
}
