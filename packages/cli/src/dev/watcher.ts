import { basename, extname, join, relative, resolve, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'

/** A change of these files starts the program again. */
const CODE = /\.(?:[cm]?[jt]sx?|node|wasm)$/
const CONFIGURATION = /^(?:\.env(?:\..+)?|package\.json|tsconfig(?:\..+)?\.json)$/

/** A change of these files loads open pages again: the program reads them for each request. */
const ASSETS = new Set(
  '.html .htm .css .scss .less .ejs .pug .jade .hbs .handlebars .mustache .njk .liquid .eta .md .svg .png .jpg .jpeg .gif .webp .avif .ico .txt .xml .woff .woff2'.split(
    ' ',
  ),
)

/** Folders that no program is written in. */
const IGNORED = new Set(['node_modules', 'bower_components', 'coverage'])

/** Editors write a file in several steps. */
const SETTLE = 60

export interface WatchOptions {
  readonly root: string
  readonly watch: readonly string[]
  readonly ignore: readonly string[]
  readonly folder: string
  /** Called with a path relative to the root. */
  readonly onCode: (path: string) => void
  readonly onAsset: (path: string) => void
}

/** Watches the files of a project. */
export class ProjectWatcher {
  readonly #options: WatchOptions
  readonly #watcher: FSWatcher
  readonly #extra: readonly string[]
  readonly #ignored: readonly string[]
  readonly #modules = new Set<string>()
  readonly ready: Promise<void>
  #changed: { code?: string; asset?: string } = {}
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

  /** Adds modules that the program loaded: JSON files, and files outside of the project. */
  addModules(files: readonly string[]): void {
    for (const file of files) {
      if (this.#modules.has(file)) continue
      this.#modules.add(file)
      if (!isInside(file, this.#options.root)) this.#watcher.add(file)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#watcher.close()
  }

  #isIgnored(path: string): boolean {
    if (this.#ignored.some((folder) => path === folder || isInside(path, folder))) return true
    if (this.#extra.some((wanted) => path === wanted || isInside(path, wanted))) return false
    if (this.#modules.has(path)) return false
    const parts = relative(this.#options.root, path).split(sep)
    return parts.some((part) => IGNORED.has(part) || isHidden(part))
  }

  #note(path: string): void {
    const kind = this.#kindOf(path)
    if (kind === undefined) return
    // A program that writes assets all the time does not delay a restart.
    const isSettled = kind === 'asset' && this.#changed.code !== undefined
    this.#changed[kind] ??= relative(this.#options.root, path) || path
    if (isSettled) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#report(), SETTLE)
  }

  #kindOf(path: string): 'code' | 'asset' | undefined {
    if (this.#modules.has(path) || CONFIGURATION.test(basename(path))) return 'code'
    if (CODE.test(path) || this.#extra.some((each) => path === each || isInside(path, each))) {
      return 'code'
    }
    return ASSETS.has(extname(path).toLowerCase()) ? 'asset' : undefined
  }

  #report(): void {
    const { code, asset } = this.#changed
    this.#changed = {}
    if (code !== undefined) this.#options.onCode(code)
    else if (asset !== undefined) this.#options.onAsset(asset)
  }
}

function isHidden(part: string): boolean {
  return part.startsWith('.') && part !== '.' && part !== '..' && !part.startsWith('.env')
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(join(folder, sep))
}
