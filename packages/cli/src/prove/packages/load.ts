import { readFileSync, statSync } from 'node:fs'
import { specifiersIn } from '../../migrate/project/modules.ts'
import { isProblem, parseFile, type SourceFile } from '../../migrate/syntax/source-file.ts'
import { packageOf, resolveSource } from './resolve.ts'

/** Most files and bytes of one package that are read. */
export const PACKAGE_FILES = 400
export const PACKAGE_BYTES = 6_000_000

export interface LoadedPackage {
  readonly files: readonly SourceFile[]
  /** Paths that were not read, because of a bound or because they do not parse. */
  readonly left: readonly string[]
  /** The size and the time of each file, by its path. */
  readonly stamps: Readonly<Record<string, string>>
}

/** Reads the files of a package that its entries load. */
export function loadPackage(folder: string, entries: readonly string[]): LoadedPackage {
  const files: SourceFile[] = []
  const left: string[] = []
  const stamps: Record<string, string> = {}
  const waiting = new Set(entries)
  let bytes = 0
  for (const path of waiting) {
    const stamp = stampOf(path)
    const { size } = statSync(path)
    if (files.length >= PACKAGE_FILES || bytes + size > PACKAGE_BYTES) {
      left.push(path)
      continue
    }
    stamps[path] = stamp
    bytes += size
    const file = parseFile(path, readFileSync(path, 'utf8'))
    if (isProblem(file)) {
      left.push(path)
      continue
    }
    files.push(file)
    for (const next of filesFrom(file, folder)) waiting.add(next)
  }
  return { files, left, stamps }
}

export function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return `${size} ${mtimeMs}`
}

/** The files of the same package that a file loads. */
function filesFrom(file: SourceFile, folder: string): string[] {
  return specifiersIn(file).flatMap((specifier) => {
    const path = resolveSource(file.path, specifier)
    return path !== undefined && packageOf(path)?.folder === folder ? [path] : []
  })
}
