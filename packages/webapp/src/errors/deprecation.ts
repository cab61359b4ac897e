import { callingPlace } from './calling-place.ts'

const OWN_NAMESPACE = 'webapp'

const reported = new Set<string>()

/**
 * Tells once for each calling place that something is deprecated: to the listeners of the process
 * event 'deprecation' when there are any, else on standard error. `subject` tells what is
 * deprecated where the message also carries values.
 *
 * `NO_DEPRECATION` (a list of namespaces, or '*') and `--no-deprecation` silence it,
 * `TRACE_DEPRECATION` and `--trace-deprecation` add the stack.
 */
export function deprecate(message: string, subject = message, namespace = OWN_NAMESPACE): void {
  const listened = process.listenerCount('deprecation') > 0
  if (!listened && isSilenced(namespace)) return
  const notice = new DeprecationNotice(message, namespace)
  const place = callingPlace(notice.stack ?? '')
  const key = `${subject} ${place}`
  if (reported.has(key)) return
  reported.add(key)
  if (listened) process.emit('deprecation' as never, notice as never)
  else process.stderr.write(`${describe(notice, place)}\n`)
}

class DeprecationNotice extends Error {
  override name = 'DeprecationError'
  readonly namespace: string

  constructor(message: string, namespace: string) {
    super(message)
    this.namespace = namespace
  }
}

function describe(notice: DeprecationNotice, place: string | undefined): string {
  const head = `${new Date().toUTCString()} ${notice.namespace} deprecated ${notice.message}`
  if (isListed(process.env.TRACE_DEPRECATION, notice.namespace) || process.traceDeprecation) {
    return `${head}\n${(notice.stack ?? '').split('\n').slice(1).join('\n')}`
  }
  return place === undefined ? head : `${head} at ${place}`
}

function isSilenced(namespace: string): boolean {
  return process.noDeprecation === true || isListed(process.env.NO_DEPRECATION, namespace)
}

function isListed(list: string | undefined, namespace: string): boolean {
  return (list ?? '').split(/[ ,]+/).some((name) => name === '*' || name === namespace)
}
