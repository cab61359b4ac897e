import type { CloseReport, Request, Webapp } from '../../../src/types/v3/public.ts'
import { exactly } from '../equal.ts'

// As in 5.x, where each of them is looked at.
declare const webapp: Webapp
declare const req: Request
const app = webapp()
exactly<Promise<CloseReport>>()(app.close({ timeout: 0 }))
exactly<boolean>()(app.closing)
exactly<() => void>()(webapp.shutdown([app], { exit: false }))
exactly<AbortSignal>()(req.signal)
