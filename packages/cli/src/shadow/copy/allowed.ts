import { AsyncLocalStorage } from 'node:async_hooks'
import type { CopySettings } from '../protocol.ts'

/** Set while a request with a safe method opens its connection. */
export const safeRequest = new AsyncLocalStorage<true>()

/** Whether a copy may connect to a host and port, or to the path of a socket. */
export function isAllowed(
  { outgoing, allow }: CopySettings,
  { host, port }: { readonly host: string; readonly port?: number | undefined },
): boolean {
  if (outgoing === 'pass' || safeRequest.getStore()) return true
  return allow.some((entry) => matches(entry, host, port))
}

function matches(entry: string, host: string, port: number | undefined): boolean {
  if (entry === host) return true
  const at = entry.lastIndexOf(':')
  if (at === -1) return false
  const allowedHost = entry.slice(0, at).replace(/^\[(.*)\]$/, '$1')
  if (allowedHost !== '*' && allowedHost !== host) return false
  // Without a port, a name is looked up; the connection is checked later.
  return port === undefined || entry.slice(at + 1) === String(port)
}
