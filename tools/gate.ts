/**
 * `npm cit` is the gate that everybody waits for: what the dialects share is tried there in one of
 * them, which the name of a test chooses. `TESTS=all` tries everything in every dialect, as CI does,
 * and `TESTS=long` also everything over HTTP/2.
 */
export const isGate = !['all', 'long'].includes(process.env.TESTS ?? '')

/**
 * The items of a long table that a suite tries: in the gate about one of three. Each item is tried by
 * one of the suites 0, 1 and 2.
 */
export function byTurns<T extends Item>(items: readonly T[], suite: number): readonly T[] {
  if (!isGate) return items
  return chooseByName(items, nameOf, (name) => (turnOf(name, 3) + suite) % 3 === 0)
}

/** Whether it is the turn of one of several dialects to try an item of what they share. */
export function isTurnOf(dialect: number, among: number, item: string): boolean {
  // Without shortcuts, each item is tried in another dialect.
  const others = process.env.WEBAPP_SHORTCUTS ? 1 : 0
  return (turnOf(item, among) + others) % among === dialect
}

/** The items whose names are chosen, and at least one. */
export function chooseByName<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  isChosen: (name: string) => boolean,
): readonly T[] {
  const chosen = items.filter((item) => isChosen(nameOf(item)))
  if (chosen.length > 0 || items.length === 0) return chosen
  const hashes = items.map((item) => hash(nameOf(item)))
  return items.filter((_, at) => at === hashes.indexOf(Math.min(...hashes)))
}

/**
 * A number from 0 to `among` - 1 that depends on the name alone. A place in a list would move with
 * each test that is added before it.
 */
export function turnOf(name: string, among: number): number {
  return hash(name) % among
}

/** A text, or a row of a table, which its texts name. */
type Item = string | readonly unknown[]

function nameOf(item: Item): string {
  return typeof item === 'string' ? item : item.filter((one) => typeof one === 'string').join(' ')
}

/** FNV-1a with the last step of MurmurHash3, which spreads the names that differ in their end. */
function hash(name: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < name.length; at++) {
    value = Math.imul(value ^ name.charCodeAt(at), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
