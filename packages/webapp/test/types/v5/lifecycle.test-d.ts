import type { CloseReport, Express, Request, Router, Webapp } from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
const app = webapp()

// Closing.
exactly<Promise<CloseReport>>()(app.close())
app.close({})
app.close({ timeout: undefined })
app.close({ timeout: Number.POSITIVE_INFINITY }).then(({ forced }) => exactly<number>()(forced))
// @ts-expect-error milliseconds
app.close({ timeout: '10s' })
exactly<boolean>()(app.closing)
exactly<Express>()(app.on('closing', () => {}))

// People have members of these names of their own.
app.close = async () => ({ forced: 0 })
app.closing = true

// The end of a process.
exactly<() => void>()(webapp.shutdown(app))
webapp.shutdown([app, webapp()], {
  signals: ['SIGTERM', 'SIGHUP'],
  timeout: 5000,
  before: (signal) => exactly<NodeJS.Signals>()(signal),
  after: async () => {},
  exit: false,
  log: (notice) => exactly<string>()(notice),
})
webapp.shutdown(app, { log: false })
// @ts-expect-error there is no such signal
webapp.shutdown(app, { signals: ['SIGNONE'] })
declare const router: Router
// @ts-expect-error a router listens to nothing
webapp.shutdown(router)

// The client that leaves.
declare const req: Request
exactly<AbortSignal>()(req.signal)
fetch('http://localhost', { signal: req.signal })
req.signal = AbortSignal.timeout(1)
