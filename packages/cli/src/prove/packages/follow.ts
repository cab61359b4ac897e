import type { Entrance } from '../../migrate/flow/entrances.ts'
import type { Dialect } from '../../migrate/flow/values.ts'
import type { ReadingCache } from './cache.ts'
import { type PackageReading, readPackage } from './read-package.ts'
import { type PackageManifest, packageOf } from './resolve.ts'

/** Most packages, and most files of all packages, that are read for one program. */
export const PACKAGES = 400
export const FILES = 4000

/** Each time that something new is handed to a package it is read again, but not without end. */
const ROUNDS = 4

/** Most different things that are handed to one package. */
const ENTRANCES = 60

export interface FollowedPackage {
  readonly manifest: PackageManifest
  readonly reading: PackageReading
  readonly isFromCache: boolean
}

export interface Followed {
  readonly packages: readonly FollowedPackage[]
  /** Packages that were not read, because of the bounds. */
  readonly unread: readonly PackageManifest[]
}

interface State {
  readonly manifest: PackageManifest
  readonly entrances: Map<string, Entrance>
  rounds: number
  result: FollowedPackage | undefined
}

interface Options {
  readonly dialect: Dialect
  readonly to: Dialect | undefined
  readonly cache: ReadingCache
  readonly onPackage: (read: number, known: number) => void
}

/** Reads the packages that get parts of Express, and those that they hand these parts to. */
export function followPackages(start: readonly Entrance[], options: Options): Followed {
  const states = new Map<string, State>()
  const waiting = new Set<State>()
  const unread = new Map<string, PackageManifest>()
  const hand = (entrance: Entrance) => {
    const manifest = packageOf(entrance.entry)
    if (manifest === undefined) return
    const state = states.get(manifest.folder) ?? createState(manifest)
    states.set(manifest.folder, state)
    const key = JSON.stringify(entrance)
    if (state.entrances.has(key) || state.entrances.size >= ENTRANCES) return
    state.entrances.set(key, entrance)
    if (state.rounds < ROUNDS) waiting.add(state)
  }
  for (const entrance of start) hand(entrance)
  let files = 0
  for (const state of waiting) {
    waiting.delete(state)
    if (state.rounds === 0 && (countOf(states) >= PACKAGES || files >= FILES)) {
      unread.set(state.manifest.folder, state.manifest)
      continue
    }
    state.rounds++
    const before = state.result?.reading.fileCount ?? 0
    state.result = read(state, options)
    files += state.result.reading.fileCount - before
    options.onPackage(countOf(states), states.size)
    for (const entrance of state.result.reading.entrances) hand(entrance)
  }
  return {
    packages: [...states.values()].flatMap(({ result }) => result ?? []),
    unread: [...unread.values()],
  }
}

function createState(manifest: PackageManifest): State {
  return { manifest, entrances: new Map(), rounds: 0, result: undefined }
}

function countOf(states: ReadonlyMap<string, State>): number {
  return [...states.values()].filter(({ result }) => result !== undefined).length
}

function read({ manifest, entrances }: State, { dialect, to, cache }: Options): FollowedPackage {
  const sorted = [...entrances].sort(([one], [other]) => (one < other ? -1 : 1))
  const question = { entrances: sorted.map(([, each]) => each), dialect, to }
  const known = cache.find(manifest, question)
  if (known !== undefined) return { manifest, reading: known, isFromCache: true }
  const { reading, stamps } = readPackage(manifest, question)
  cache.keep(manifest, question, { stamps, reading })
  return { manifest, reading, isFromCache: false }
}
