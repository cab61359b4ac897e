import { realpathSync } from 'node:fs'
import path, { type PlatformPath } from 'node:path'

/** Which files are the user's own. */
interface Ownership {
  /** The folder of the project. */
  readonly root: string
  /** The folder of webapp. */
  readonly framework: string
}

/** The files that the program runs. */
export interface ProgramFiles {
  has(file: string): boolean
  /** The text of a source that is only in a source map. */
  textOf(file: string): string | undefined
}

/** The files of a project: which belong to the user, and which of them an error page may quote. */
export class Project {
  readonly root: string
  readonly #roots: readonly string[]
  readonly #framework: string
  readonly #files: ProgramFiles | undefined
  readonly #paths: PlatformPath

  /**
   * Whether the program has listened. Before, the texts of an error are the program's own. After,
   * a request may have chosen them, and any path in them.
   */
  isServing = false

  constructor({ root, framework }: Ownership, files?: ProgramFiles, paths: PlatformPath = path) {
    this.root = root
    this.#roots = [root, realPathOf(root) ?? root]
    this.#framework = framework
    this.#files = files
    this.#paths = paths
  }

  /** Whether a path is in the project, and not in a package or in webapp. The file is not read. */
  owns(file: string): boolean {
    const { isAbsolute, resolve, sep } = this.#paths
    if (!isAbsolute(file)) return false
    const path = resolve(file)
    if (path.includes(`${sep}node_modules${sep}`)) return false
    if (this.#framework !== '' && this.#isInside(path, this.#framework)) return false
    return this.#roots.some((root) => this.#isInside(path, root))
  }

  /** The real path of a file that may be quoted; `undefined` for other files and for none. */
  quotablePath(file: string): string | undefined {
    // These do not touch the file system: the path may name a device, or another machine.
    if (!this.owns(file) || !this.#isProgram(this.#paths.resolve(file))) return undefined
    // A program can give any name to code that it runs with `node:vm`.
    if (this.#paths.basename(file).startsWith('.')) return undefined
    const real = realPathOf(file)
    return real !== undefined && this.owns(real) ? real : undefined
  }

  /** The text of a source that exists only in a source map of the program. */
  mappedText(file: string): string | undefined {
    return this.owns(file) ? this.#files?.textOf(this.#paths.resolve(file)) : undefined
  }

  #isProgram(file: string): boolean {
    if (this.isServing) return this.#files?.has(file) === true
    const { basename, extname } = this.#paths
    // A file with a syntax error was not loaded.
    return /^\.[cm]?[jt]sx?$/.test(extname(file)) || /^[^.]+$/.test(basename(file))
  }

  #isInside(path: string, folder: string): boolean {
    const { join, sep } = this.#paths
    const parent = join(folder, sep)
    // A terminal of Windows may name the drive in lower case, which Node does not do in stacks.
    return sep === '\\'
      ? path.toLowerCase().startsWith(parent.toLowerCase())
      : path.startsWith(parent)
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
