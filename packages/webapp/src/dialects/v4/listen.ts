import type { Server } from 'node:http'
import type { Application } from '../../app/application.ts'
import { createAppServer, startServer } from '../../app/listen.ts'
import { withLength } from '../../members/expose.ts'

/** `app.listen` before 5.x. */
export const listen = withLength(0, function listen(this: Application, ...args: unknown[]): Server {
  return startServer(createAppServer(this), args)
})
