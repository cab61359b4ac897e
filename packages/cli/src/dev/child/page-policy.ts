import type { IncomingMessage } from 'node:http'
import { DEV_PATH } from '../settings.ts'

/** Where a page comes from. */
export interface PageOrigin {
  readonly scheme: 'http' | 'https'
  readonly host: string
  readonly port: string
}

type Directives = ReadonlyMap<string, readonly string[]>

/**
 * The directive of a Content-Security-Policy that keeps a page from loading the reload script, or
 * the script from opening its event stream; `undefined` if there is none. `policies` are values of the
 * header, each of which may hold several policies: all of them apply.
 */
export function findRefusal(policies: readonly string[], page: PageOrigin): string | undefined {
  for (const policy of policies.flatMap((value) => value.split(','))) {
    const directives = parsePolicy(policy)
    const refusal =
      refusalOfSandbox(directives) ??
      refusalOf(directives, ['script-src-elem', 'script-src', 'default-src'], {
        ...page,
        path: `${DEV_PATH}reload.js`,
      }) ??
      refusalOf(directives, ['connect-src', 'default-src'], { ...page, path: `${DEV_PATH}events` })
    if (refusal !== undefined) return refusal
  }
  return undefined
}

export function originOf({ headers }: IncomingMessage, isSecure: boolean): PageOrigin {
  const scheme = isSecure ? 'https' : 'http'
  const authority = String(headers.host ?? headers[':authority'] ?? '').toLowerCase()
  const [, host = '', port] = /^(.*?)(?::(\d*))?$/.exec(authority) ?? []
  return { scheme, host, port: port || DEFAULT_PORTS[scheme] }
}

const DEFAULT_PORTS = { http: '80', https: '443' } as const

/** The first directive of a name applies. */
function parsePolicy(policy: string): Directives {
  const directives = new Map<string, readonly string[]>()
  for (const text of policy.split(';')) {
    const [name = '', ...values] = text.trim().split(/\s+/)
    const key = name.toLowerCase()
    if (key !== '' && !directives.has(key)) directives.set(key, values)
  }
  return directives
}

/** A page with an origin of its own may load the script, but not open the stream. */
function refusalOfSandbox(directives: Directives): string | undefined {
  const flags = directives.get('sandbox')
  if (flags === undefined) return undefined
  const isOpen = ['allow-scripts', 'allow-same-origin'].every((each) =>
    flags.some((flag) => flag.toLowerCase() === each),
  )
  return isOpen ? undefined : ['sandbox', ...flags].join(' ')
}

interface Target extends PageOrigin {
  readonly path: string
}

/** The first of these directives decides. Nonces and hashes are those of other scripts. */
function refusalOf(
  directives: Directives,
  names: readonly string[],
  target: Target,
): string | undefined {
  const name = names.find((each) => directives.has(each))
  if (name === undefined) return undefined
  const sources = directives.get(name) ?? []
  const isStrict =
    name !== 'connect-src' && sources.some((each) => each.toLowerCase() === "'strict-dynamic'")
  const isScript = target.path.endsWith('.js')
  const allows = !(isScript && isStrict) && sources.some((source) => matches(source, target))
  return allows ? undefined : [name, ...sources].join(' ')
}

const HOST_SOURCE = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:]+|\[[\da-f:.]+\])(?::(\d+|\*))?(\/.*)?$/i

function matches(source: string, { scheme, host, port, path }: Target): boolean {
  const text = source.toLowerCase()
  if (text === '*' || text === "'self'") return true
  if (text.startsWith("'")) return false
  if (/^[a-z][a-z\d+.-]*:$/.test(text)) return isScheme(text.slice(0, -1), scheme)
  const [, wantedScheme, wantedHost = '', wantedPort, wantedPath] = HOST_SOURCE.exec(source) ?? []
  if (wantedScheme !== undefined && !isScheme(wantedScheme.toLowerCase(), scheme)) return false
  return (
    isHost(wantedHost.toLowerCase(), host) &&
    (wantedPort === '*' || (wantedPort ?? DEFAULT_PORTS[scheme]) === port) &&
    isPath(wantedPath, path)
  )
}

/** A policy that allows HTTP allows HTTPS, too. */
function isScheme(wanted: string, scheme: string): boolean {
  return wanted === scheme || (wanted === 'http' && scheme === 'https')
}

function isHost(wanted: string, host: string): boolean {
  if (wanted === '*') return true
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : wanted === host
}

function isPath(wanted: string | undefined, path: string): boolean {
  if (wanted === undefined) return true
  return wanted.endsWith('/') ? path.startsWith(wanted) : wanted === path
}
