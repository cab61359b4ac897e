import type { Server } from 'node:http'
import { reportMistake } from '../errors/mistakes.ts'
import { places, recordPlace } from '../errors/places.ts'
import type { Settings } from '../http/exchange.ts'
import { createServerFor } from '../node/index.ts'
import { loadLatePackages } from '../runtime/late-packages.ts'
import type { Application } from './application.ts'
import { reopen } from './closing/close.ts'
import { announceOnClose } from './closing/close-server.ts'
import { noteServer, noteStart } from './closing/servers.ts'
import { lookForMistakes } from './give-hints.ts'

/** Starts an HTTP server for the application; takes the arguments of Node's `server.listen`. */
export function listen(this: Application, ...args: unknown[]): Server {
  const server = createAppServer(this)
  const callback = args.at(-1)
  if (typeof callback === 'function') {
    if (places.areRecorded) recordPlace(callback)
    const once = callOnce(callback as (...args: unknown[]) => void, this.settings)
    args[args.length - 1] = once
    server.once('error', once)
  }
  return startServer(server, args)
}

/** Starts a server. Node checks the arguments. */
export function startServer(server: Server, args: readonly unknown[]): Server {
  // TypeScript cannot choose an overload for a list of arguments.
  const started = (server.listen as (...args: unknown[]) => Server).apply(server, [...args])
  noteStart(server)
  loadLatePackages()
  return started
}

/** A server that constructs requests and responses with the prototypes of the application. */
export function createAppServer(app: Application): Server {
  const server = createServerFor(app)
  noteServer(app, server)
  announceOnClose(server)
  reopen(app)
  lookForMistakes(app)
  return server
}

// The callback is called once: when the server listens, or with the error that prevented it.
function callOnce(callback: (...args: unknown[]) => void, settings: Settings) {
  let called = false
  return function (this: unknown, ...args: unknown[]) {
    if (called) return
    called = true
    const [error] = args
    if (error instanceof Error) reportMistake({ kind: 'listen', error, callback }, settings)
    callback.apply(this, args)
  }
}
