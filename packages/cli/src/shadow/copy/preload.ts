/**
 * Runs before the program in a copy, and in the processes and threads that the copy starts: gives its
 * servers ports of their own, and keeps it from changing anything outside.
 */

import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'
import { COPY_VARIABLE, type CopySettings } from '../protocol.ts'
import { guardConnections } from './guard-connections.ts'
import { guardLookups } from './guard-lookups.ts'
import { guardProcesses } from './guard-processes.ts'
import { guardWrites } from './guard-writes.ts'
import { redirectServers } from './redirect-servers.ts'
import { reportRejections } from './report-rejections.ts'
import { reportRoutes } from './report-routes.ts'
import { Reporting } from './reporting.ts'

const text = process.env[COPY_VARIABLE]
if (text !== undefined) install(JSON.parse(text) as CopySettings)

function install(settings: CopySettings): void {
  const { pipe, ...shared } = settings
  const own = isMainThread ? settings : shared
  if (isMainThread && pipe !== undefined) {
    // The pipe belongs to this process; those that it starts do not have it.
    process.env[COPY_VARIABLE] = JSON.stringify(shared)
    endWith(pipe)
  }
  const reporting = new Reporting(own)
  reportRejections(reporting)
  if (settings.routes !== undefined) reportRoutes(settings.routes)
  const ownPorts = redirectServers(reporting)
  guardConnections(settings, reporting, ownPorts)
  guardLookups(settings, reporting)
  guardProcesses(shared, reporting)
  guardWrites(settings, reporting)
  syncBuiltinESMExports()
}

/** A copy ends with the process that started it, even if that was killed. */
function endWith(pipe: number): void {
  const socket = new Socket({ fd: pipe, readable: true, writable: false })
  socket.on('error', () => undefined)
  socket.on('close', () => process.kill(process.pid, 'SIGKILL'))
  socket.resume().unref()
}
