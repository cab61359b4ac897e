import { setTimeout as wait } from 'node:timers/promises'
import webapp from 'webapp'

/** A service that tells which process has answered. */
export function createService() {
  const app = webapp()
  // Where the proxy is; what others write into X-Forwarded-* is not believed.
  app.set('trust proxy', process.env.PROXY ?? 'loopback')
  app.disable('x-powered-by')

  app.get('/', (req, res) => res.json({ pid: process.pid, ip: req.ip, protocol: req.protocol }))

  app.get('/slow', async (_req, res) => {
    res.type('json').flushHeaders()
    await wait(500)
    res.end(JSON.stringify({ pid: process.pid }))
  })

  app.post('/echo', webapp.json({ limit: '10kb' }), (req, res) => res.json(req.body))

  // 503 from the first signal on, so that a load balancer looks elsewhere.
  app.get('/health', (req, res) => res.sendStatus(req.app.closing ? 503 : 200))

  return app
}
