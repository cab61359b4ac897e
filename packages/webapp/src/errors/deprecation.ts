import { dirname, join, sep } from 'node:path'

// Built and, where stacks are mapped, written code of this package: not the places looked for.
const PACKAGE = dirname(dirname(__dirname))
const OWN_CODE = [join(PACKAGE, 'dist', sep), join(PACKAGE, 'src', sep)]
const NAMESPACE = 'webapp'

const reported = new Set<string>()

/**
 * Tells once for each calling place that something is deprecated: to the listeners of the process
 * event 'deprecation' when there are any, else on standard error. `subject` tells what is
 * deprecated where the message also carries values.
 *
 * `NO_DEPRECATION` (a list of namespaces, or '*') and `--no-deprecation` silence it,
 * `TRACE_DEPRECATION` and `--trace-deprecation` add the stack.
 */
export function deprecate(message: string, subject = message): void {
  const listened = process.listenerCount('deprecation') > 0
  if (!listened && isSilenced()) return
  const notice = new DeprecationNotice(message)
  const place = callingPlace(notice.stack ?? '')
  const key = `${subject} ${place}`
  if (reported.has(key)) return
  reported.add(key)
  if (listened) process.emit('deprecation' as never, notice as never)
  else process.stderr.write(`${describe(notice, place)}\n`)
}

class DeprecationNotice extends Error {
  override name = 'DeprecationError'
  readonly namespace = NAMESPACE
}

function describe(notice: DeprecationNotice, place: string | undefined): string {
  const head = `${new Date().toUTCString()} ${NAMESPACE} deprecated ${notice.message}`
  if (isListed(process.env.TRACE_DEPRECATION) || process.traceDeprecation) {
    return `${head}\n${(notice.stack ?? '').split('\n').slice(1).join('\n')}`
  }
  return place === undefined ? head : `${head} at ${place}`
}

/** File, line and column of the first frame outside of this package and of Node. */
function callingPlace(stack: string): string | undefined {
  const frames = stack.split('\n').slice(1)
  const frame = frames.find((line) => !isOwnCode(line) && !/[ (]node:/.test(line))
  return /\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1]
}

function isOwnCode(frame: string): boolean {
  return OWN_CODE.some((folder) => frame.includes(folder))
}

function isSilenced(): boolean {
  return process.noDeprecation === true || isListed(process.env.NO_DEPRECATION)
}

function isListed(list: string | undefined): boolean {
  return (list ?? '').split(/[ ,]+/).some((name) => name === '*' || name === NAMESPACE)
}
