import { readFileSync } from 'node:fs'

/**
 * `npm cit` is the gate that everybody waits for: it tries what the dialects share in the newest of
 * them, and what differs in the others. `TESTS=all` tries everything in every dialect, as CI does.
 */
export const isGate = process.env.TESTS !== 'all'

/** Members of requests, responses, applications, routers and the module, in a title or a ledger. */
const memberName = /\b(?:app|req|res|router|express|webapp)\.\w+/g

/** The members that the index of docs/dialects.md lists, because they differ between dialects. */
const differing = new Set(
  readIndex(readFileSync(new URL('../docs/dialects.md', import.meta.url), 'utf8')),
)

/** Whether a title names a member that differs between dialects. */
export function namesDifference(title: string): boolean {
  return membersIn(title).some((member) => differing.has(member))
}

/** The names in the second column of the index, which follows the id of an entry. */
function readIndex(page: string): string[] {
  const rows = page.matchAll(/^\| \[D-\d+\]\(#d-\d+\) \| ([^|]*)/gm)
  return [...rows].flatMap(([, members = '']) => membersIn(members))
}

function membersIn(text: string): string[] {
  return [...text.matchAll(memberName)].map(([name]) => name.replace('express.', 'webapp.'))
}

/**
 * The items of a long table that a suite tries: in the gate about one of three. Each item is tried by
 * one of the suites 0, 1 and 2.
 */
export function byTurns<T extends Item>(items: readonly T[], suite: number): readonly T[] {
  if (!isGate) return items
  return chooseByName(items, nameOf, (name) => (turnOf(name, 3) + suite) % 3 === 0)
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
