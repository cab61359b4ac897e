/** Longer texts are not cached, to bound the memory. */
const MAX_LENGTH = 1024 * 1024
const TAIL_LENGTH = 16

interface Entry {
  readonly text: string
  readonly tail: string
  readonly result: string
}

/**
 * Caches the last `count` results of a function of large texts, for pages that an application keeps
 * in memory and sends repeatedly. Compares whole texts only if their tails are equal.
 */
export function memoizeLast<Hint>(
  work: (text: string, hint: Hint) => string,
  count: number,
): typeof work {
  const entries: Entry[] = []
  let next = 0
  return (text, hint) => {
    const tail = text.slice(-TAIL_LENGTH)
    for (const entry of entries) {
      if (entry.tail === tail && entry.text === text) return entry.result
    }
    const result = work(text, hint)
    if (text.length <= MAX_LENGTH) {
      entries[next] = { text, tail, result }
      next = (next + 1) % count
    }
    return result
  }
}
