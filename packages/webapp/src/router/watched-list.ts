import { Candidates, nextIndex } from './candidates.ts'
import type { Lead } from './contract.ts'

/** The leads of an entry's patterns; undefined if the entry may match any path. */
export type LeadsOf<Entry> = (entry: Entry) => readonly Lead[] | undefined

/** In shorter lists a linear scan is faster than a search. */
const MIN_SEARCHABLE = 12

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

  constructor(leadsOf: LeadsOf<Entry>) {
    this.#leadsOf = leadsOf
    this.proxy = new Proxy(this.entries, {
      set: (entries, key, value) => {
        this.#changed(key === 'length' ? value : key)
        return Reflect.set(entries, key, value)
      },
      deleteProperty: (entries, key) => {
        this.#changed(key)
        return Reflect.deleteProperty(entries, key)
      },
      defineProperty: (entries, key, descriptor) => {
        this.#changed(key)
        return Reflect.defineProperty(entries, key, descriptor)
      },
    })
    watched.set(this.proxy, this as unknown as WatchedList<never>)
  }

  /** Searches the entries that may match a path; undefined if every entry has to be tried. */
  search(path: string): Search | undefined {
    const { entries, version } = this
    if (entries.length < MIN_SEARCHABLE) return undefined
    for (let index = this.#candidates.size; index < entries.length; index++) {
      this.#candidates.add(this.#leadsOf(entries[index] as Entry))
    }
    return new Search(path, version, this.#candidates.find(path), entries)
  }

  /** Drops the index unless the change is behind all indexed entries, as with `push`. */
  #changed(key: unknown): void {
    this.version++
    const isAfter = typeof key !== 'symbol' && Number(key) >= this.#candidates.size
    if (!isAfter) this.#candidates = new Candidates()
  }
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
