import { IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { adoptServer } from '../node/index.ts'
import { loadLatePackages } from '../runtime/late-packages.ts'
import type { Application } from './application.ts'
import { announceOnClose } from './closing/close-server.ts'
import { noteServer } from './closing/servers.ts'
import { noteSession } from './closing/sessions.ts'
import { lookForMistakes } from './give-hints.ts'

/** Records the server that a request came from, for `app.close`, and adopts it if it can. */
export function noteServerOf(app: Application, req: IncomingMessage): void {
  if (!(req instanceof IncomingMessage)) {
    if (noteSession(app, req)) {
      loadLatePackages()
      lookForMistakes(app)
    }
    return
  }
  const { server } = (req.socket ?? {}) as { server?: unknown }
  if (server instanceof Server && noteServer(app, server)) {
    announceOnClose(server)
    loadLatePackages()
    lookForMistakes(app)
  }
  adoptServer(server, app)
}
