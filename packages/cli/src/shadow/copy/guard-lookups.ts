import dns from 'node:dns'
import { isIP } from 'node:net'
import type { CopySettings } from '../protocol.ts'
import { isAllowed } from './allowed.ts'
import type { Reporting } from './reporting.ts'

type Lookup = (this: unknown, ...args: unknown[]) => unknown

/** Names of hosts leave the machine, too: a lookup is refused unless a connection is allowed. */
export function guardLookups(settings: CopySettings, reporting: Reporting): void {
  const isRefused = (name: unknown) => {
    const host = String(name)
    const refuses = !isIP(host) && host !== 'localhost' && !isAllowed(settings, { host })
    if (refuses) reporting.wish({ kind: 'lookup', target: host, isRefused: true })
    return refuses
  }
  for (const target of [dns, dns.Resolver.prototype]) replace(target, isRefused, failCallback)
  for (const target of [dns.promises, dns.promises.Resolver.prototype]) {
    replace(target, isRefused, (args) => Promise.reject(notFound(args[0])))
  }
}

function replace(
  target: object,
  isRefused: (name: unknown) => boolean,
  fail: (args: readonly unknown[]) => unknown,
): void {
  const members = target as Record<string, Lookup>
  for (const name of Object.getOwnPropertyNames(target)) {
    if (!/^(?:lookup|resolve|reverse)/.test(name)) continue
    const original = members[name]
    if (typeof original !== 'function') continue
    members[name] = function lookup(...args) {
      return isRefused(args[0]) ? fail(args) : original.apply(this, args)
    }
  }
}

function failCallback(args: readonly unknown[]): void {
  const callback = args.filter((each) => typeof each === 'function').at(-1) as (
    error: Error,
  ) => void
  process.nextTick(callback, notFound(args[0]))
}

function notFound(hostname: unknown): Error {
  const error = new Error(`getaddrinfo ENOTFOUND ${hostname} (refused by webapp shadow)`)
  return Object.assign(error, { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname })
}
