import { seeError } from './body-echo.ts'
import { type App, type Express, type Handler, onError } from './express.ts'
import { fileTree } from './file-tree.ts'
import { builtIn } from './middleware.ts'
import type { Probe } from './probe.ts'

/** An app with the steps at `/`, which tells what they left to others and how they failed. */
export function serve(express: Express, probe: Probe, ...steps: readonly Handler[]): App {
  const app = express()
  for (const step of steps) app.use(step)
  return finish(app, probe)
}

/** The usual case: one root with the given options. */
export function serveRoot(express: Express, probe: Probe, options?: unknown): App {
  return serve(express, probe, builtIn(express).static(`${fileTree()}/site`, options))
}

/** Handlers for whatever comes through. */
export function finish(app: App, probe: Probe): App {
  app.use((req, res) => {
    probe.seen('fell through', req.url, res.statusCode, res.getHeaderNames())
    res.status(404).end('fell through')
  })
  app.use(
    onError((err, _req, res, _next) => {
      seeError(probe, err)
      const { 'x-powered-by': _product, ...headers } = res.getHeaders()
      probe.seen('state', res.statusCode, res.headersSent, headers)
      if (res.headersSent) return
      const status = Number(err?.status)
      res.status(status >= 400 && status < 600 ? status : 555).end('failed')
    }),
  )
  return app
}
