import { Candidates, nextIndex } from './candidates.ts'
import type { Lead } from './router-types.ts'

/**
 * The leads of an entry's patterns; undefined if the entry may match any path. The same array each
 * time, until the patterns change.
 */
export type LeadsOf<Entry> = (entry: Entry) => readonly Lead[] | undefined

/** In shorter lists a linear scan is faster than a search. */
const MIN_SEARCHABLE = 12

/**
 * Whether user code holds an entry of any list, or its class. From then on it may change what an
 * entry matches, so each new search compares the leads of all entries with the indexed ones.
 */
let areExposed = false

/** Grows with each added handler and each changed list: `live/upgrade.ts` then searches anew. */
export const registrations = { count: 0 }

/** The entry that the engine is adding; user code does not hold it yet. */
let added: unknown

/** Adds an entry that user code has not seen to the end of a list. */
export function append<Entry>(list: Entry[], entry: Entry): void {
  added = entry
  list.push(entry)
  added = undefined
}

/** A list that user code may change at any time, with an index that follows the changes. */
export class WatchedList<Entry> {
  /** The entries without the proxy, for fast reads. */
  readonly entries: Entry[] = []
  /** The list that user code sees: changes made through it update the index. */
  readonly proxy: Entry[]
  /** Increases with each change. */
  version = 0
  readonly #leadsOf: LeadsOf<Entry>
  #candidates = new Candidates()
  /** The leads of the indexed entries. */
  #leads: ReturnType<LeadsOf<Entry>>[] = []

  constructor(leadsOf: LeadsOf<Entry>) {
    this.#leadsOf = leadsOf
    this.proxy = new Proxy(this.entries, {
      get: (entries, key) => {
        const value = Reflect.get(entries, key)
        if (isEntry(value)) areExposed = true
        return value
      },
      getOwnPropertyDescriptor: (entries, key) => {
        areExposed = true
        return Reflect.getOwnPropertyDescriptor(entries, key)
      },
      set: (entries, key, value) => {
        if (isEntry(value) && value !== added) areExposed = true
        this.#changed(key === 'length' ? value : key)
        return Reflect.set(entries, key, value)
      },
      deleteProperty: (entries, key) => {
        this.#changed(key)
        return Reflect.deleteProperty(entries, key)
      },
      defineProperty: (entries, key, descriptor) => {
        areExposed = true
        this.#changed(key)
        return Reflect.defineProperty(entries, key, descriptor)
      },
    })
    watched.set(this.proxy, this as unknown as WatchedList<never>)
  }

  /**
   * Searches the entries that may match a path; undefined if every entry has to be tried. Returns
   * `known` if it is a search for the same path and still valid.
   */
  search(path: string, known?: Search): Search | undefined {
    const { entries } = this
    if (entries.length < MIN_SEARCHABLE) return undefined
    if (known?.path === path && known.version === this.version) return known
    if (areExposed && !this.#isCurrent()) this.#reset()
    for (let index = this.#leads.length; index < entries.length; index++) {
      const leads = this.#leadsOf(entries[index] as Entry)
      this.#leads.push(leads)
      this.#candidates.add(leads)
    }
    return new Search(path, this.version, this.#candidates.find(path), entries)
  }

  /** A new list of some of the entries. Walks through this one do not see it. */
  filter(isKept: (entry: Entry) => boolean): Entry[] {
    const rest = new WatchedList<Entry>(this.#leadsOf)
    for (const entry of this.entries) if (isKept(entry)) rest.entries.push(entry)
    return rest.proxy
  }

  #isCurrent(): boolean {
    for (let index = 0; index < this.#leads.length; index++) {
      const leads = this.#leads[index]
      if (leads === undefined) continue
      if (this.#leadsOf(this.entries[index] as Entry) !== leads) return false
    }
    return true
  }

  /** Drops the index unless the change is behind all indexed entries, as with `push`. */
  #changed(key: unknown): void {
    registrations.count++
    this.version++
    const isAfter = typeof key !== 'symbol' && Number(key) >= this.#leads.length
    if (!isAfter) this.#reset()
  }

  #reset(): void {
    this.version++
    this.#candidates = new Candidates()
    this.#leads = []
  }
}

function isEntry(value: unknown): boolean {
  return typeof value === 'object'
}

/** The entries of a list that may match a path; valid while `version` is the list's version. */
export class Search {
  readonly path: string
  readonly version: number
  readonly #lists: readonly (readonly number[])[]
  readonly #entries: readonly unknown[]

  constructor(
    path: string,
    version: number,
    lists: readonly (readonly number[])[],
    entries: readonly unknown[],
  ) {
    this.path = path
    this.version = version
    this.#lists = lists
    this.#entries = entries
  }

  /** The index of the first candidate at or after `start`; the list's length if there is none. */
  next(start: number): number {
    let nearest = this.#entries.length
    for (const list of this.#lists) {
      const index = nextIndex(list, start)
      if (index !== undefined && index < nearest) nearest = index
    }
    return nearest
  }
}

const watched = new WeakMap<readonly unknown[], WatchedList<never>>()

/** The WatchedList behind a proxy; undefined for an ordinary array. */
export function watchedList<Entry>(list: readonly Entry[]): WatchedList<Entry> | undefined {
  return watched.get(list) as unknown as WatchedList<Entry> | undefined
}

/** A new list of some of the entries of a list, of the same kind. */
export function filterList<Entry>(
  list: readonly Entry[],
  isKept: (entry: Entry) => boolean,
): Entry[] {
  registrations.count++
  return watchedList(list)?.filter(isKept) ?? list.filter(isKept)
}

/** The entries of a list, read without exposing them to user code. */
export function entriesOf<Entry>(list: readonly Entry[]): readonly Entry[] {
  return watchedList(list)?.entries ?? list
}
