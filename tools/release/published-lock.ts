import type { Manifest } from './settings.ts'

/** An entry of package-lock.json. */
interface Locked {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly dev?: boolean
  readonly [field: string]: unknown
}

type Packages = Readonly<Record<string, Locked>>

/**
 * The lockfile of a published package alone: the versions that the lockfile of the workspaces has for its
 * dependencies and for theirs. `npm sbom --workspace` leaves out those that npm has hoisted.
 */
export function lockPublished(manifest: Manifest, folder: string, locked: Packages): object {
  const found: Record<string, Locked> = {}
  const { name, version, dependencies } = manifest
  const root = { name, version, dependencies } as Locked
  const left: { at: string; place: string; from: Locked }[] = [
    { at: folder, place: '', from: root },
  ]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const dependency of Object.keys({
      ...next.from.dependencies,
      ...next.from.optionalDependencies,
    })) {
      const at = resolveIn(locked, next.at, dependency)
      if (at === undefined) continue
      const { dev: _dev, ...entry } = locked[at] as Locked
      const place = placeFor(found, `node_modules/${dependency}`, { entry, below: next.place })
      if (found[place] !== undefined) continue
      found[place] = entry
      left.push({ at, place, from: entry })
    }
  }
  return { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...found } }
}

/** Where Node finds a package: in the folder that needs it, or in one above. */
function resolveIn(locked: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const at = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (locked[at] !== undefined) return at
    if (folder === '') return undefined
  }
}

/** At the top, unless another version is there. */
function placeFor(
  found: Readonly<Record<string, Locked>>,
  place: string,
  { entry, below }: { entry: Locked; below: string },
): string {
  const top = found[place]
  const isFree = top === undefined || top.version === entry.version
  return isFree || below === '' ? place : `${below}/${place}`
}
