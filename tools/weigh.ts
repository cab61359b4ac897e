import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What an installation brings into `node_modules`, the package itself included. */
export interface Weight {
  readonly packages: number
  readonly files: number
  /** On disk, in blocks of 4 KiB, as most file systems keep files and folders. */
  readonly bytes: number
}

const BLOCK = 4096

/** An empty project, for an installation that is weighed. */
export function createEmptyProject(folder: string): string {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  return folder
}

export function weigh(project: string): Weight {
  const modules = join(project, 'node_modules')
  const lockfile = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  const entries = readdirSync(modules, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const folders = entries.filter((entry) => entry.isDirectory())
  const sizes = files.map((file) => statSync(join(file.parentPath ?? file.path, file.name)).size)
  const blocks = sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK), folders.length + 1)
  return {
    packages: Object.keys(lockfile.packages).length,
    files: files.length,
    bytes: blocks * BLOCK,
  }
}
