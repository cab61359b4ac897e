/** Candidates that are not in focus take part in one turn of so many. */
const RARELY = 3

/** Those whose figures are compared most, next to each other: their moments differ least. */
const FIRST = ['node', 'webapp', 'webapp-shortcuts-off', 'webapp-v4', 'webapp-v3', 'fastify']

/**
 * There and back: who follows a slow candidate is slower for a moment, because the process of the slow
 * one still collects its garbage, so neighbours that are compared change places.
 */
export function orderOfTurn<T extends { readonly name: string }>(
  candidates: readonly T[],
  turn: number,
): T[] {
  const ordered = [...candidates].sort((a, b) => placeOf(a.name) - placeOf(b.name))
  return turn % 2 === 0 ? ordered : ordered.reverse()
}

function placeOf(name: string): number {
  const place = FIRST.indexOf(name)
  return place < 0 ? FIRST.length : place
}

/** Whether a candidate is measured in a turn. */
export function takesPart(name: string, turn: number, focus?: readonly string[]): boolean {
  return turn % RARELY === 0 || focus === undefined || focus.includes(name)
}
