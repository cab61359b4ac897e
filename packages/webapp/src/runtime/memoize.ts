// Bounds for the memory: the strings come from clients.
const MAX_LENGTH = 200
const MAX_ENTRIES = 200

/**
 * Caches the results of a function of a string, for header values that most clients share. An
 * exception is not cached.
 */
export function memoize<T>(work: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined || cache.has(text)) return cached as T
    const result = work(text)
    if (text.length > MAX_LENGTH) return result
    if (cache.size >= MAX_ENTRIES) cache.clear()
    cache.set(text, result)
    return result
  }
}
