import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Modules } from '../../migrate/flow/modules.ts'
import type { Dialect } from '../../migrate/flow/values.ts'
import { findInstalled, isLookalike, WEBAPP } from '../../migrate/project/modules.ts'
import { majorsOf } from '../../migrate/project/version-ranges.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import { resolvePackageFile, resolveSource } from './resolve.ts'

/** What the specifiers in the files of a package name. */
export class PackageModules implements Modules {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #dialect: Dialect
  readonly #takesExpress: boolean

  /** `dialect` is the one of the program, unless the package brings an Express of its own. */
  constructor(
    files: readonly SourceFile[],
    { dialect, takesExpress }: { dialect: Dialect; takesExpress: boolean },
  ) {
    this.#files = new Map(files.map((file) => [file.path, file]))
    this.#dialect = dialect
    this.#takesExpress = takesExpress
  }

  dialectOf(specifier: string, from: SourceFile): Dialect | undefined {
    if (Object.hasOwn(WEBAPP, specifier)) return WEBAPP[specifier]
    if (specifier !== 'express') return undefined
    // As a peer, it is the Express of the program.
    return this.#takesExpress
      ? this.#dialect
      : (installedDialect(dirname(from.path)) ?? this.#dialect)
  }

  resolve(specifier: string, from: SourceFile): SourceFile | undefined {
    const path = resolveSource(from.path, specifier)
    return path === undefined ? undefined : this.#files.get(path)
  }

  modulesIn(folder: string): SourceFile[] {
    return [...this.#files.values()].filter(({ path }) => dirname(path) === folder)
  }

  isForeign(specifier: string): boolean {
    return isHttp(specifier) || isLookalike(specifier)
  }

  externalOf(specifier: string, from: SourceFile): string | undefined {
    const path = resolvePackageFile(from.path, specifier)
    return path === undefined || this.#files.has(path) ? undefined : path
  }

  toolFor(): undefined {
    return undefined
  }

  guessFor(): Dialect {
    return this.#dialect
  }

  /** A name is all that says what a parameter of a package is. */
  isGuessSafe(): boolean {
    return false
  }
}

/** Node's servers call their handlers with messages that are not of Express. */
export function isHttp(specifier: string): boolean {
  return /^(?:node:)?(?:http|https|http2|net)$/.test(specifier)
}

/** The dialect of the Express that files of a folder get. */
export function installedDialect(folder: string): Dialect | undefined {
  const path = findInstalled(folder, 'express')
  if (path === undefined) return undefined
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version?: string }
  return version === undefined ? undefined : majorsOf(version)[0]
}
