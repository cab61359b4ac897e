import { dirname, join } from 'node:path'
import { readPackageJson } from '../../program-files.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { findInstalled, foldersAround, readManifest } from './modules.ts'
import { allMajorsOf } from './version-ranges.ts'

/** The oldest major of TypeScript that reads the types of webapp (docs/guide/typescript.md). */
export const OLDEST_TYPESCRIPT = 5

/** A package whose TypeScript is too old. */
export interface OldTypeScript {
  /** The package.json that names it. */
  readonly path: string
  /** The installed version, or the range of package.json. */
  readonly version: string
  readonly isInstalled: boolean
}

/** The packages of a program with files in TypeScript, and a compiler that is too old. */
export function findOldTypeScript(folder: string, files: readonly SourceFile[]): OldTypeScript[] {
  const typed = files.filter(({ isTypeScript }) => isTypeScript).map(({ path }) => path)
  if (typed.length === 0) return []
  return foldersAround(typed, folder)
    .map((each) => join(each, 'package.json'))
    .sort()
    .flatMap(oldTypeScriptOf)
}

function oldTypeScriptOf(path: string): OldTypeScript[] {
  const range = readManifest(path)?.dependencies.typescript
  if (range === undefined) return []
  const installed = findInstalled(dirname(path), 'typescript')
  const version = (installed && readPackageJson<{ version?: string }>(installed).version) ?? range
  const isOld = allMajorsOf(version).every((major) => major < OLDEST_TYPESCRIPT)
  return isOld ? [{ path, version, isInstalled: version !== range }] : []
}
