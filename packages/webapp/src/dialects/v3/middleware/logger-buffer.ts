import { setTimeout } from '../../../runtime/timers.ts'

/** The output stream of a logger. */
export interface Output {
  write(text: string): unknown
}

const DEFAULT_INTERVAL = 1000

/** Buffers lines and writes them together, once per interval. */
export function createBufferedOutput(stream: Output, interval: number | true): Output {
  let lines: string[] = []
  const flush = () => {
    const text = lines.join('')
    lines = []
    stream.write(text)
  }
  return {
    write(line) {
      if (lines.length === 0) setTimeout(flush, interval === true ? DEFAULT_INTERVAL : interval)
      lines.push(line)
    },
  }
}
