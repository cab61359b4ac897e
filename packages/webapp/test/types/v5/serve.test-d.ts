import { createServer } from 'node:http'
import { type RunningServer, serve } from '../../../src/serve.ts'
import type { CloseReport } from '../../../src/types/shared/lifecycle.ts'
import type { Webapp as Webapp3 } from '../../../src/types/v3/public.ts'
import type { Webapp as Webapp4 } from '../../../src/types/v4/public.ts'
import type { Webapp } from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
declare const webapp4: Webapp4
declare const webapp3: Webapp3
declare const running: RunningServer

exactly<Promise<RunningServer>>()(serve(webapp()))
serve(webapp4(), { port: 0, hostname: '127.0.0.1', signal: AbortSignal.timeout(1000) })
serve(webapp3(), {})
exactly<number>()(running.port)
exactly<string>()(running.url)
exactly<Promise<CloseReport>>()(running.close({ timeout: 0 }))

// @ts-expect-error no such option
serve(webapp(), { host: 'localhost' })
// @ts-expect-error a server is not an application
serve(createServer())
