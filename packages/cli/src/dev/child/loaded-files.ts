import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadedScripts } from './loaded-scripts.ts'

/** The folder of this package. */
const OWN_FOLDER = fileURLToPath(new URL('../../..', import.meta.url))

/** The files that this process has loaded: CommonJS and JSON from Node's cache, the others from V8. */
export class LoadedFiles {
  readonly #scripts: LoadedScripts

  constructor(scripts: LoadedScripts) {
    this.#scripts = scripts
  }

  /** All of them, without those of packages. */
  list(): string[] {
    const files = new Set([...this.#cached(), ...this.#scripts.files])
    return [...files].filter(
      (file) => !/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(OWN_FOLDER),
    )
  }

  /** Those of the given files that were loaded. */
  pick(files: readonly string[]): string[] {
    const cached = new Set(this.#cached())
    return files.filter(
      (file) => cached.has(file) || (extname(file) !== '.json' && this.#scripts.files.has(file)),
    )
  }

  /** Loaders add a query. ES modules of JSON are in this cache, too. */
  #cached(): string[] {
    const { cache } = createRequire(import.meta.url)
    return Object.keys(cache).map((file) => file.replace(/\?.*$/, ''))
  }
}
