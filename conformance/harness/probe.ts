import { describeValue } from './describe-value.ts'
import type { Side } from './dialects.ts'
import { dropFrames } from './normalise.ts'

/** Through this an application under test tells what it saw. */
export interface Probe {
  seen(label: string, ...values: unknown[]): void
  /** Records what `work` returned or threw, and hands the value back. */
  attempt(label: string, work: () => unknown): unknown
  /** Whether errors are told by status and message alone. */
  readonly plainErrors: boolean
}

export interface Recorder extends Probe {
  /** Lines recorded since the last call. */
  take(): string[]
  stop(): void
}

// Scenarios contain mistakes on purpose. The hints about them come at any time, also between two
// scenarios, and are no part of what is compared; they stay on, because they must change no answer.
const consoleWarn = console.warn
console.warn = (...args: unknown[]) => {
  if (!String(args[0]).startsWith('webapp hint:')) consoleWarn(...args)
}

/** Records what handlers saw, and what the side wrote to the console or announced as deprecated. */
export function startRecorder(side: Side): Recorder {
  let lines: string[] = []
  const seen = (label: string, ...values: unknown[]) => {
    lines.push(`${label}: ${values.map((value) => describeValue(value)).join(' ')}`)
  }
  const onNotice = (notice: Error & { namespace?: string }) => {
    const known = side.namespaces.includes(notice.namespace ?? '')
    lines.push(
      `(deprecation) ${known ? '' : `${notice.namespace} `}${notice.message.replaceAll('\n', '⏎')}`,
    )
  }
  const consoleError = console.error
  console.error = (...args: unknown[]) => {
    // Node's own warnings come once for each process.
    if (typeof args[0] === 'string' && args[0].startsWith('(node:')) return
    lines.push(`(console.error) ${args.map(showLogged).join(' ')}`)
  }
  process.on('deprecation', onNotice)
  return {
    seen,
    attempt: (label, work) => attempt(seen, label, work),
    plainErrors: side.plainErrors,
    take: () => {
      const taken = lines
      lines = []
      return taken
    },
    stop: () => {
      console.error = consoleError
      process.off('deprecation', onNotice)
    },
  }
}

function attempt(seen: Probe['seen'], label: string, work: () => unknown): unknown {
  try {
    const value = work()
    seen(`${label} returned`, value)
    return value
  } catch (error) {
    seen(`${label} threw`, error)
    return undefined
  }
}

function showLogged(arg: unknown): string {
  return typeof arg === 'string' ? dropFrames(arg) : describeValue(arg)
}
