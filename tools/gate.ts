/**
 * `npm cit` is the gate that everybody waits for: what the dialects share is tried there in one of
 * them, by turns. `TESTS=all` tries everything in every dialect, as CI does, and `TESTS=long` also
 * everything over HTTP/2.
 */
export const isGate = !['all', 'long'].includes(process.env.TESTS ?? '')

/**
 * The items of a long table that a suite tries: in the gate one of three, by turns. Suites with
 * other numbers try others, and so does each next group of three.
 */
export function byTurns<T>(items: readonly T[], suite: number): readonly T[] {
  return isGate ? items.filter((_, at) => (at + Math.floor(at / 3) + suite) % 3 === 0) : items
}

/** Whether it is the turn of one of several dialects to try an item of what they share. */
export function isTurnOf(dialect: number, among: number, item: number): boolean {
  // Without shortcuts, each item is tried in another dialect.
  const others = process.env.WEBAPP_SHORTCUTS ? 1 : 0
  return (item + others) % among === dialect
}
