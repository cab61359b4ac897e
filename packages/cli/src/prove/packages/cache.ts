import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stampOf } from './load.ts'
import type { PackageReading } from './read-package.ts'
import type { PackageManifest } from './resolve.ts'

/** Changes when the readings of older versions of this command are not to be used any more. */
const FORMAT = 1

interface Stored {
  readonly stamps: Readonly<Record<string, string>>
  readonly reading: PackageReading
}

/** Readings of packages, in `node_modules/.cache/webapp/prove` of the program. */
export class ReadingCache {
  readonly #folder: string | undefined

  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  /** The reading for a question, if no file has changed since. */
  find(manifest: PackageManifest, question: unknown): PackageReading | undefined {
    const path = this.#pathOf(manifest, question)
    if (path === undefined || !existsSync(path)) return undefined
    try {
      const { stamps, reading } = JSON.parse(readFileSync(path, 'utf8')) as Stored
      const isSame = Object.entries(stamps).every(([file, stamp]) => stampOf(file) === stamp)
      return isSame ? reading : undefined
    } catch {
      // Damaged, or a file is gone: the package is read again.
      return undefined
    }
  }

  /** A folder that cannot be written costs time only. */
  keep(manifest: PackageManifest, question: unknown, stored: Stored): void {
    const path = this.#pathOf(manifest, question)
    if (path === undefined) return
    try {
      mkdirSync(dirname(path), { recursive: true })
      const partial = `${path}.${process.pid}`
      writeFileSync(partial, JSON.stringify(stored))
      renameSync(partial, path)
    } catch {
      // The next run reads the package again.
    }
  }

  #pathOf({ name, version, folder }: PackageManifest, question: unknown): string | undefined {
    if (this.#folder === undefined) return undefined
    const key = JSON.stringify([FORMAT, folder, question])
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
    return join(this.#folder, `${name.replaceAll('/', '+')}@${version}-${hash}.json`)
  }
}

/** The folder for readings: in the nearest `node_modules`; `undefined` without one. */
export function cacheFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, 'node_modules')
    if (existsSync(modules)) return join(modules, '.cache/webapp/prove')
    if (dirname(at) === at) return undefined
  }
}
