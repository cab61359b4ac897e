import { isAbsolute, relative } from 'node:path'
import { callSite, framesOf, splitSite } from './call-site.ts'

const OWN_NAMESPACE = 'webapp'

// Programs that webapp/register runs were configured for the notices of Express.
const ORIGINAL_NAMESPACE = 'express'

const reported = new Set<string>()

/**
 * Reports a deprecated use once per call site: to the listeners of the process event 'deprecation'
 * if there are any, else on standard error. If the message contains values, `subject` identifies
 * the deprecation without them.
 *
 * `NO_DEPRECATION` (a list of namespaces, or '*') and `--no-deprecation` silence it; 'express' in
 * such a list means 'webapp' as well.
 * `TRACE_DEPRECATION` and `--trace-deprecation` add the stack.
 */
export function deprecate(message: string, subject = message, namespace = OWN_NAMESPACE): void {
  const hasListeners = process.listenerCount('deprecation') > 0
  if (!hasListeners && isSilenced(namespace)) return
  const notice = new DeprecationError(message, namespace)
  const { stack } = notice
  const site = callSite(stack)
  const key = `${subject} ${site}`
  if (reported.has(key)) return
  reported.add(key)
  notice.showCaller(stack)
  if (hasListeners) process.emit('deprecation' as never, notice as never)
  else process.stderr.write(`${describe(notice, site)}\n`)
}

class DeprecationError extends Error {
  declare readonly namespace: string

  constructor(message: string, namespace: string) {
    super(message)
    define(this, 'name', 'DeprecationError')
    define(this, 'namespace', namespace)
  }

  /** As in Express, the stack begins at the code that called into this package. */
  showCaller(stack: unknown): void {
    const frames = framesOf(stack)
    if (frames === undefined) return
    const title = `${this.name}: ${this.namespace} deprecated ${this.message}`
    define(this, 'stack', [title, ...frames].join('\n'))
  }
}

function define(notice: Error, name: string, value: string): void {
  Object.defineProperty(notice, name, { configurable: true, writable: true, value })
}

function describe(notice: DeprecationError, site: string | undefined): string {
  const { namespace, message } = notice
  const isTerminal = process.stderr.isTTY
  const head = isTerminal
    ? `${CYAN_BOLD}${namespace}${PLAIN} ${YELLOW_BOLD}deprecated${PLAIN} ${message}`
    : `${new Date().toUTCString()} ${namespace} deprecated ${message}`
  if (isListed(process.env.TRACE_DEPRECATION, namespace) || process.traceDeprecation) {
    return `${head}\n${String(notice.stack).split('\n').slice(1).join('\n')}`
  }
  if (site === undefined) return head
  const place = relativeToFolder(site)
  return isTerminal ? `${head} ${CYAN}${place}${PLAIN}` : `${head} at ${place}`
}

const CYAN = '\x1b[36m'
const CYAN_BOLD = '\x1b[36;1m'
const YELLOW_BOLD = '\x1b[33;1m'
const PLAIN = '\x1b[22;39m'

/** The folder that the program was started in: it may change its folder later, or lose it. */
const folder = startingFolder()

function startingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}

/** A place as the program's user would write it: from the folder of the program. */
function relativeToFolder(site: string): string {
  const [path, position] = splitSite(site)
  return isAbsolute(path) ? relative(folder, path) + position : site
}

function isSilenced(namespace: string): boolean {
  return process.noDeprecation === true || isListed(process.env.NO_DEPRECATION, namespace)
}

function isListed(list: string | undefined, namespace: string): boolean {
  const names = ['*', namespace]
  if (namespace === OWN_NAMESPACE) names.push(ORIGINAL_NAMESPACE)
  return (list ?? '').split(/[ ,]+/).some((name) => names.includes(name))
}
