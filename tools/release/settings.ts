import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The names that users type: of the three packages, and of the command. */
export interface Names {
  readonly framework: string
  readonly cli: string
  readonly create: string
  readonly command: string
}

/** A package that every release publishes. */
export interface ReleasedPackage {
  readonly folder: string
  readonly checkers: readonly ('publint' | 'attw')[]
  /** Packages that its programs load from the project of the user; '*' if they contain other programs. */
  readonly loads?: readonly string[]
  /** The size budget: the files of the tarball, its bytes, and their bytes. */
  readonly most: { readonly files: number; readonly packed: number; readonly unpacked: number }
}

/** release.json in the root of the repository. */
export interface Settings {
  readonly names: Names
  readonly proposal: Names
  /** Whether the names are ours on the public registry. Nothing is published there before that. */
  readonly isDecided: boolean
  /** The URL of the public repository, which `npm publish --provenance` compares with that of CI. */
  readonly repository: string | null
  readonly steps: Readonly<Record<'install' | 'gate' | 'build', readonly string[]>>
  /** In the order of publication: later ones need earlier ones. */
  readonly packages: readonly ReleasedPackage[]
  /** SPDX identifiers of the licences that a dependency may have. */
  readonly licences: readonly string[]
}

/** The fields of package.json that a release reads or writes. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly files?: readonly string[]
  readonly bin?: string | Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export function readSettings(root: string): Settings {
  return JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
