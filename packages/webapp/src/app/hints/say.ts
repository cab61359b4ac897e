/** More hints than these would hide the other output of a program. */
const MOST = 50

const said = new Set<string>()

/** Writes a hint to the console, once. `key` identifies hints that are about the same mistake. */
export function say(text: string, key = text): void {
  if (said.has(key) || said.size >= MOST) return
  const isFirst = said.size === 0
  said.add(key)
  console.warn(`webapp hint: ${text}${isFirst ? ' (WEBAPP_HINTS=off silences hints.)' : ''}`)
}

/** A place in parentheses, to follow the thing that is there; empty if the place is not known. */
export function at(place: string | undefined): string {
  return place === undefined ? '' : ` (${place})`
}
