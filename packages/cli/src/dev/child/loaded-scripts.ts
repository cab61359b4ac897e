import { createRequire, findSourceMap } from 'node:module'
import { basename, extname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ProgramFiles } from '../errors/project.ts'

/**
 * The scripts that V8 has compiled, and the sources that their source maps name. Node has no list
 * of the ES modules that it loaded, so the debugger of V8 is asked for its scripts.
 */
export class LoadedScripts implements ProgramFiles {
  readonly #scripts = new Set<string>()
  #isCurrent = false

  /** The files of all scripts, without those of packages. */
  get files(): ReadonlySet<string> {
    this.#refresh()
    return this.#scripts
  }

  has(file: string): boolean {
    if (this.#knows(file)) return true
    this.#refresh()
    return this.#knows(file)
  }

  textOf(file: string): string | undefined {
    this.#refresh()
    const found = this.#findInMaps(file)
    return found?.map.sourcesContent?.[found.at] ?? undefined
  }

  #knows(file: string): boolean {
    return this.#scripts.has(file) || this.#findInMaps(file) !== undefined
  }

  /** The map that names a source. A bundle may contain data, too: that is not a source. */
  #findInMaps(file: string): { map: SourceMapFields; at: number } | undefined {
    if (extname(file) === '.json' || basename(file).startsWith('.')) return undefined
    for (const script of this.#scripts) {
      const map = mapOf(script)
      const at = map.sources?.findIndex((source) => resolveSource(source, script) === file) ?? -1
      if (at !== -1) return { map, at }
    }
    return undefined
  }

  /** Lists the scripts, once in a turn of the event loop: an error has many frames. */
  #refresh(): void {
    if (this.#isCurrent) return
    this.#isCurrent = true
    setImmediate(() => {
      this.#isCurrent = false
    }).unref()
    for (const file of listScripts()) this.#scripts.add(file)
  }
}

interface ScriptParsed {
  readonly params: { readonly url: string; readonly hasSourceURL?: boolean }
}

/** The files of all scripts, without those of packages. */
function listScripts(): string[] {
  const files: string[] = []
  try {
    // Node can be built without this module, and the permission model can refuse it.
    const { Session } = createRequire(import.meta.url)(
      'node:inspector',
    ) as typeof import('node:inspector')
    const session = new Session()
    session.connect()
    session.on('Debugger.scriptParsed', ({ params: { url, hasSourceURL } }: ScriptParsed) => {
      // Code that the program evaluates names itself with a comment, which may name any file.
      if (hasSourceURL !== true) files.push(pathOf(url))
    })
    session.post('Debugger.enable')
    session.disconnect()
  } catch {
    // Nothing is quoted then.
  }
  return files.filter((file) => isAbsolute(file) && !/[\\/]node_modules[\\/]/.test(file))
}

/** The path of a script. Loaders add a query. */
function pathOf(url: string): string {
  try {
    return url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : url
  } catch {
    return ''
  }
}

interface SourceMapFields {
  readonly sources?: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
}

function mapOf(script: string): SourceMapFields {
  // The type lacks members that a map need not have.
  return (findSourceMap(script)?.payload as SourceMapFields | undefined) ?? {}
}

function resolveSource(source: string, script: string): string {
  try {
    return fileURLToPath(new URL(source, pathToFileURL(script)))
  } catch {
    return resolve(source)
  }
}
