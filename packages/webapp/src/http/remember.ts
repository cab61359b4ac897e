/** Strings that are longer are worked on each time: nobody should fill our memory. */
const LONGEST = 200
const MOST = 200

/**
 * A function of a string that remembers its answers, for headers that nearly all clients send alike.
 * What throws is not remembered.
 */
export function remember<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const answer = known.get(text)
    if (answer !== undefined || known.has(text)) return answer as T
    const fresh = work(text)
    if (text.length > LONGEST) return fresh
    if (known.size >= MOST) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
