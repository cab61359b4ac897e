import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { showPath } from './output/summary.ts'
import type { Write } from './output/write.ts'
import { expressVersion, foldersAround, readManifest } from './project/modules.ts'

/**
 * The package.json files of a program that name Express: its own, and those of its workspaces. A
 * symbolic link to another package.json is not one of them.
 */
export function expressManifests(folder: string, files: readonly string[]): string[] {
  const root = realpathSync(folder)
  return foldersAround(files, folder)
    .map((each) => join(each, 'package.json'))
    .filter((path) => 'express' in (readManifest(path)?.dependencies ?? {}))
    .filter((path) => realpathSync(path) === join(root, relative(folder, path)))
    .sort()
}

/** A package.json with a range of Express 5, for a program that stays with Express. */
export function raiseExpress(path: string): Write | undefined {
  const before = readFileSync(path, 'utf8')
  // Only the range changes; the format of the file stays.
  const after = before.replace(/("express"\s*:\s*)"([^"]*)"/g, (text, name, range) =>
    isOldRange(path, range) ? `${name}"^5.0.0"` : text,
  )
  return after === before ? undefined : { path, before, after }
}

function isOldRange(path: string, range: string): boolean {
  // Not a tag, an address, or a script with the same name.
  if (!/^[\d\s.xX*^~<>=|v-]+$/.test(range)) return false
  const { dialect, unsupported } = expressVersion(dirname(path), range)
  return dialect < 5 && unsupported !== 'newer'
}

/** The options of npm that choose the packages of these files, one text for each command. */
export function npmPlaces(folder: string, manifests: readonly string[]): string[] {
  const inner = manifests
    .map((path) => showPath(folder, dirname(path)))
    .filter((place) => place !== '')
  const root = inner.length < manifests.length || inner.length === 0 ? [''] : []
  if (inner.length === 0) return root
  if (!readManifest(join(folder, 'package.json'))?.isWorkspaceRoot) {
    return [...root, ...inner.map((place) => ` --prefix ${place}`)]
  }
  return [...root, inner.map((place) => ` -w ${place}`).join('')]
}
