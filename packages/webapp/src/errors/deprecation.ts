import { callSite } from './call-site.ts'

const NAMESPACE = 'webapp'

const reported = new Set<string>()

/**
 * Reports a deprecated use once per call site: to the listeners of the process event 'deprecation'
 * if there are any, else on standard error. If the message contains values, `subject` identifies
 * the deprecation without them.
 *
 * `NO_DEPRECATION` (a list of namespaces, or '*') and `--no-deprecation` silence it.
 * `TRACE_DEPRECATION` and `--trace-deprecation` add the stack.
 */
export function deprecate(message: string, subject = message): void {
  const hasListeners = process.listenerCount('deprecation') > 0
  if (!hasListeners && isSilenced()) return
  const notice = new DeprecationNotice(message)
  const site = callSite(notice.stack ?? '')
  const key = `${subject} ${site}`
  if (reported.has(key)) return
  reported.add(key)
  if (hasListeners) process.emit('deprecation' as never, notice as never)
  else process.stderr.write(`${describe(notice, site)}\n`)
}

class DeprecationNotice extends Error {
  override name = 'DeprecationError'
  readonly namespace = NAMESPACE
}

function describe(notice: DeprecationNotice, site: string | undefined): string {
  const head = `${new Date().toUTCString()} ${NAMESPACE} deprecated ${notice.message}`
  if (isListed(process.env.TRACE_DEPRECATION) || process.traceDeprecation) {
    return `${head}\n${(notice.stack ?? '').split('\n').slice(1).join('\n')}`
  }
  return site === undefined ? head : `${head} at ${site}`
}

function isSilenced(): boolean {
  return process.noDeprecation === true || isListed(process.env.NO_DEPRECATION)
}

function isListed(list: string | undefined): boolean {
  return (list ?? '').split(/[ ,]+/).some((name) => name === '*' || name === NAMESPACE)
}
