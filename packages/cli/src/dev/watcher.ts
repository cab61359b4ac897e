import { realpathSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'

/** Files that a program may load. A change of one starts it again if it has loaded the file. */
const CODE = /\.(?:[cm]?[jt]sx?|node|wasm)$/
const DATA = /\.json$/

/** Files in the folder of the project, or in the current one, that programs read when they start. */
const CONFIGURATION = /^(?:\.env(?:\..+)?|package\.json|tsconfig(?:\..+)?\.json)$/

/** A change of these files loads open pages again: the program reads them for each request. */
const ASSETS = new Set(
  '.html .htm .css .scss .less .ejs .pug .jade .hbs .handlebars .mustache .njk .liquid .eta .md .svg .png .jpg .jpeg .gif .webp .avif .ico .txt .xml .woff .woff2'.split(
    ' ',
  ),
)

/** Scripts that a page may load, if the program has not loaded them. */
const PAGE_SCRIPT = /(?<!\.(?:test|spec))\.(?:m?js|wasm)$/

/** Folders that no program is written in. */
const IGNORED = new Set(['node_modules', 'bower_components', 'coverage'])

/** Editors write a file in several steps. */
const SETTLE = 60

/** Files that changed together. */
export interface Changes {
  /** A file that the program depends on, relative to the project. */
  readonly loaded: string | undefined
  /** Absolute paths of files that the program may have loaded. */
  readonly code: readonly string[]
  readonly data: readonly string[]
  /** Whether a file that pages may use is among them. */
  readonly hasAssets: boolean
}

export interface WatchOptions {
  readonly root: string
  readonly watch: readonly string[]
  readonly ignore: readonly string[]
  readonly folder: string
  readonly onChange: (changes: Changes) => void
}

/** Watches the files of a project. */
export class ProjectWatcher {
  readonly #options: WatchOptions
  readonly #watcher: FSWatcher
  readonly #extra: readonly string[]
  readonly #ignored: readonly string[]
  /** What the program has loaded, as far as it is known. */
  #loaded = new Set<string>()
  /** Files outside of the project that are watched. */
  readonly #outside = new Set<string>()
  readonly ready: Promise<void>
  #changed = noChanges()
  #timer: NodeJS.Timeout | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#extra = options.watch.map((path) => resolve(options.folder, path))
    this.#ignored = options.ignore.map((path) => resolve(options.folder, path))
    this.#watcher = watch([options.root, ...this.#extra], {
      ignoreInitial: true,
      ignored: (path) => this.#isIgnored(path),
    })
    this.ready = new Promise((done) => this.#watcher.once('ready', done))
    this.#watcher.on('all', (_event, path) => this.#note(path))
    this.#watcher.on('error', (error) => {
      console.error(`webapp dev: cannot watch all files: ${(error as Error).message}`)
    })
  }

  /** Takes the files that a run of the program has loaded, in place of those of the run before. */
  setLoaded(files: readonly string[]): void {
    this.#loaded = new Set(files)
    for (const file of files) {
      if (isInside(file, this.#options.root) || this.#outside.has(file)) continue
      this.#outside.add(file)
      this.#watcher.add(file)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#watcher.close()
  }

  #isIgnored(path: string): boolean {
    if (this.#ignored.some((folder) => path === folder || isInside(path, folder))) return true
    if (this.#extra.some((wanted) => path === wanted || isInside(path, wanted))) return false
    if (this.#outside.has(path)) return false
    const parts = relative(this.#options.root, path).split(sep)
    return parts.some((part) => IGNORED.has(part) || isHidden(part))
  }

  #note(path: string): void {
    const kind = this.#kindOf(path)
    if (kind === undefined) return
    // A program that writes assets or data all the time does not delay a restart.
    const isUrgent = kind === 'loaded' || kind === 'code'
    const isDelayed = !isUrgent && (this.#changed.loaded || this.#changed.code.size > 0)
    if (kind === 'loaded') this.#changed.loaded ??= relative(this.#options.root, path) || path
    else if (kind === 'asset') this.#changed.hasAssets = true
    else this.#changed[kind].add(path)
    if (isDelayed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#report(), SETTLE)
  }

  #kindOf(path: string): 'loaded' | 'code' | 'data' | 'asset' | undefined {
    if (this.#loaded.has(path) || this.#loaded.has(realPathOf(path))) return 'loaded'
    if (this.#extra.some((each) => path === each || isInside(path, each))) return 'loaded'
    const folders = [this.#options.root, this.#options.folder]
    if (CONFIGURATION.test(basename(path)) && folders.includes(dirname(path))) return 'loaded'
    // Outside of the project, a run before may have loaded it.
    if (CODE.test(path) || this.#outside.has(path)) return 'code'
    if (DATA.test(path)) return 'data'
    return ASSETS.has(extname(path).toLowerCase()) ? 'asset' : undefined
  }

  #report(): void {
    const { loaded, code, data, hasAssets } = this.#changed
    this.#changed = noChanges()
    this.#options.onChange({
      loaded,
      code: [...code],
      data: [...data],
      hasAssets: hasAssets || [...code].some((path) => PAGE_SCRIPT.test(path)),
    })
  }
}

interface Collected {
  loaded: string | undefined
  readonly code: Set<string>
  readonly data: Set<string>
  hasAssets: boolean
}

function noChanges(): Collected {
  return { loaded: undefined, code: new Set(), data: new Set(), hasAssets: false }
}

/** The path as Node names a module. The file may be gone. */
export function realPathOf(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path))
  } catch {
    return path
  }
}

function isHidden(part: string): boolean {
  return part.startsWith('.') && part !== '.' && part !== '..' && !part.startsWith('.env')
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(join(folder, sep))
}
