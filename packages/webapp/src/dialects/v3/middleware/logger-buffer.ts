/** Where a logger writes its lines. */
export interface Output {
  write(text: string): unknown
}

const DEFAULT_INTERVAL = 1000

/** Collects lines and hands them on together, at most so often. */
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
