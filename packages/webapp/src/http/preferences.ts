/** One entry of an `Accept…` header. */
export interface Preference<Value> {
  readonly value: Value
  readonly quality: number
}

/** How well an entry describes an offered value: more is better, `undefined` is not at all. */
export type Fit<Value> = (wanted: Value, offered: Value) => number | undefined

/** The values that the client accepts, the preferred ones first. */
export function sortPreferences<Value>(preferences: readonly Preference<Value>[]): Value[] {
  return preferences
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ value }) => value)
}

/** The index of the offered value that the client prefers; `undefined` if it accepts none. */
export function findBest<Value>(
  preferences: readonly Preference<Value>[],
  offered: readonly (Value | undefined)[],
  fit: Fit<Value>,
): number | undefined {
  let best: Rank | undefined
  let found: number | undefined
  for (const [index, value] of offered.entries()) {
    const rank = value === undefined ? undefined : rankOf(value, preferences, fit)
    if (rank === undefined || !(rank.quality > 0)) continue
    if (best !== undefined && !isBetter(rank, best)) continue
    best = rank
    found = index
  }
  return found
}

interface Rank {
  readonly quality: number
  readonly fit: number
  readonly place: number
}

function isBetter(one: Rank, other: Rank): boolean {
  const better = one.quality - other.quality || one.fit - other.fit || other.place - one.place
  return better > 0
}

/** The entry that decides about a value: the one that fits best, and the last of equal ones. */
function rankOf<Value>(
  value: Value,
  preferences: readonly Preference<Value>[],
  fitOf: Fit<Value>,
): Rank | undefined {
  let rank: Rank = { quality: 0, fit: 0, place: -1 }
  for (const [place, preference] of preferences.entries()) {
    const fit = fitOf(preference.value, value)
    if (fit === undefined) continue
    const { quality } = preference
    const worse = rank.fit - fit || rank.quality - quality || rank.place - place
    if (worse < 0) rank = { quality, fit, place }
  }
  return rank
}

export type Offered = readonly (string | readonly string[])[]

/** As in `accepts`, a list as the first argument is the whole offer; an empty first argument is none. */
export function listOffered(offered: Offered): readonly string[] {
  const [first] = offered
  if (!first) return []
  return Array.isArray(first) ? first : (offered as readonly string[])
}

export type Chosen = string | false

/** The offered value at an index. */
export function choose(offered: readonly string[], index: number | undefined): Chosen {
  return (index !== undefined && offered[index]) || false
}

/** The names that the client accepts if none is offered; otherwise the one that it prefers. */
export function negotiateNames(
  preferences: readonly Preference<string>[],
  offered: readonly string[],
): string[] | Chosen {
  if (offered.length === 0) return sortPreferences(preferences)
  return choose(offered, findBest(preferences, offered, fitName))
}

export function fitName(wanted: string, offered: string): number | undefined {
  if (wanted.toLowerCase() === offered.toLowerCase()) return 1
  return wanted === '*' ? 0 : undefined
}

/** Unless the client mentions `identity`, it is acceptable with the lowest quality. */
export function withIdentity(preferences: readonly Preference<string>[]): Preference<string>[] {
  if (preferences.some(({ value }) => fitName(value, 'identity') !== undefined)) {
    return [...preferences]
  }
  const lowest = preferences.map(({ quality }) => quality || 1)
  return [...preferences, { value: 'identity', quality: Math.min(1, ...lowest) }]
}

export interface MediaRange {
  readonly type: string
  readonly subtype: string
  readonly parameters: ReadonlyMap<string, string>
}

export function fitMediaRange(wanted: MediaRange, offered: MediaRange): number | undefined {
  const type = fitName(wanted.type, offered.type)
  const subtype = fitName(wanted.subtype, offered.subtype)
  if (type === undefined || subtype === undefined) return undefined
  for (const [name, value] of wanted.parameters) {
    const other = offered.parameters.get(name) ?? ''
    if (value !== '*' && value.toLowerCase() !== other.toLowerCase()) return undefined
  }
  return type * 4 + subtype * 2 + (wanted.parameters.size > 0 ? 1 : 0)
}

export function nameOfMediaRange({ type, subtype }: MediaRange): string {
  return `${type}/${subtype}`
}
