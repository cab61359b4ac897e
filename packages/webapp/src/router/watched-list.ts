import { Candidates, nextPlace } from './candidates.ts'
import type { Lead } from './lead.ts'

/** How the paths begin that an entry may match: one lead for each of its patterns, or any. */
export type LeadsOf<Entry> = (entry: Entry) => readonly Lead[] | undefined

/** Shorter lists are read from end to end: a search costs more than it saves there. */
const WORTH_A_SEARCH = 12

/** A list that people change as they like, beside what is known of its entries. */
export class WatchedList<Entry> {
  /** The entries, without the guard that outsiders have before them. */
  readonly entries: Entry[] = []
  /** What outsiders hold: changes made through it are noticed. */
  readonly guarded: Entry[]
  /** Another one after each change. */
  version = 0
  readonly #leadsOf: LeadsOf<Entry>
  #candidates = new Candidates()

  constructor(leadsOf: LeadsOf<Entry>) {
    this.#leadsOf = leadsOf
    this.guarded = new Proxy(this.entries, {
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
    watched.set(this.guarded, this as unknown as WatchedList<never>)
  }

  /** A search for the entries that may match a path; undefined when all are to be looked at. */
  search(path: string): Search | undefined {
    const { entries, version } = this
    if (entries.length < WORTH_A_SEARCH) return undefined
    for (let place = this.#candidates.size; place < entries.length; place++) {
      this.#candidates.add(this.#leadsOf(entries[place] as Entry))
    }
    return new Search(path, version, this.#candidates.find(path), entries)
  }

  /** Forgets the places that a change at this one moves; what is added at the end moves none. */
  #changed(place: unknown): void {
    this.version++
    const isAfter = typeof place !== 'symbol' && Number(place) >= this.#candidates.size
    if (!isAfter) this.#candidates = new Candidates()
  }
}

/** Which entries of a list may match a path, as long as the list stays as it is. */
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

  /** The first place at or after `start`; the end of the list when there is none. */
  next(start: number): number {
    let nearest = this.#entries.length
    for (const list of this.#lists) {
      const place = nextPlace(list, start)
      if (place !== undefined && place < nearest) nearest = place
    }
    return nearest
  }
}

const watched = new WeakMap<readonly unknown[], WatchedList<never>>()

/** What stands behind a guarded list; undefined for a list that somebody else made. */
export function watchedList<Entry>(list: readonly Entry[]): WatchedList<Entry> | undefined {
  return watched.get(list) as unknown as WatchedList<Entry> | undefined
}
