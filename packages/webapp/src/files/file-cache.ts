import type { Stats } from 'node:fs'
import { setImmediate } from '../runtime/timers.ts'
import { describeFile, type FileHeaders, typeOf } from './describe.ts'
import type { FileSettings } from './options.ts'

/** The maximum size of the cache in bytes; the least recently used files are evicted. */
const MAX_SIZE = 16 * 1024 * 1024

/** Estimated overhead per entry in bytes, so that many empty files cannot exhaust the memory. */
const ENTRY_OVERHEAD = 2048

/**
 * Only files whose last change is at least this many milliseconds old are cached. File system
 * clocks are coarse: a second change right after the first can leave the same timestamp.
 */
const MIN_AGE_MS = 100

/** Files up to this size in bytes are also cached as Latin-1 text. */
const MAX_TEXT_SIZE = 8192

/** A file that was opened. */
type OpenedFile = Pick<KnownFile, 'path' | 'reader' | 'stat'>

/**
 * The users and groups whose rights the file system checks. `fs.access` would check those of the
 * real user, which `process.seteuid` does not change.
 */
export function currentReader(): string {
  if (reader === undefined) {
    reader = readerOf(process)
    setImmediate(forgetReader)
  }
  return reader
}

/** What tells users apart. Windows has neither numbers nor a way to change the user of a process. */
export function readerOf(system: Partial<NodeJS.Process>): string {
  return `${system.geteuid?.()}:${system.getegid?.()}:${system.getgroups?.().join()}`
}

/**
 * Reading it takes three system calls, so it is kept for one iteration of the event loop. A response
 * in the iteration in which the program changes its rights could also have come before the change.
 */
let reader: string | undefined

function forgetReader(): void {
  reader = undefined
}

interface Described {
  readonly type: string | undefined
  readonly list: FileHeaders
}

/** A regular file that was opened before, and its `Stats` at that time. */
export class KnownFile {
  readonly path: string
  /** Who opened the file: `currentReader()` at that time. */
  readonly reader: string
  readonly stat: Stats

  constructor({ path, reader, stat }: OpenedFile) {
    this.path = path
    this.reader = reader
    this.stat = stat
  }

  /**
   * Whether the file is unchanged since it was opened, according to its current `Stats`, and may still
   * be read: a change of its mode, owner or access control list changes `ctime`.
   */
  isCurrent(stat: Stats): boolean {
    const { stat: known } = this
    return (
      this.reader === currentReader() &&
      stat.mtimeMs === known.mtimeMs &&
      stat.ctimeMs === known.ctimeMs &&
      stat.size === known.size &&
      stat.ino === known.ino &&
      stat.dev === known.dev
    )
  }
}

/** The content of a small file and its `Stats` when it was read. */
export class CachedFile extends KnownFile {
  readonly body: Buffer
  /** One character per byte, for sending the file in one write with the headers. */
  readonly text: string | undefined
  readonly #headers = new WeakMap<FileSettings, Described>()

  constructor(file: OpenedFile, body: Buffer) {
    super(file)
    this.body = body
    this.text = body.length <= MAX_TEXT_SIZE ? body.toString('latin1') : undefined
  }

  headersFor(settings: FileSettings): FileHeaders {
    const known = this.#headers.get(settings)
    // Programs can change the table of media types at any time.
    const type = typeOf(this.path, settings)
    if (known !== undefined && known.type === type) return known.list
    const list = describeFile(this, settings)
    this.#headers.set(settings, { type, list })
    return list
  }
}

/**
 * Recently sent small files, and originals of variants that were sent in their place, without their
 * content. Each use compares the file's current `Stats` with the cached ones.
 */
class FileCache {
  readonly #files = new Map<string, KnownFile | CachedFile>()
  #size = 0

  get(path: string): KnownFile | CachedFile | undefined {
    const file = this.#files.get(path)
    if (file === undefined) return undefined
    // The map is ordered by last use.
    this.#files.delete(path)
    this.#files.set(path, file)
    return file
  }

  add(file: OpenedFile, body?: Buffer): void {
    const { path, stat } = file
    if (Date.now() - stat.ctimeMs < MIN_AGE_MS) return
    this.#remove(path)
    const added = body === undefined ? new KnownFile(file) : new CachedFile(file, body)
    this.#files.set(path, added)
    this.#size += sizeOf(added)
    for (const oldest of this.#files.keys()) {
      if (this.#size <= MAX_SIZE) return
      this.#remove(oldest)
    }
  }

  #remove(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    this.#files.delete(path)
    this.#size -= sizeOf(file)
  }
}

function sizeOf(file: KnownFile | CachedFile): number {
  return ENTRY_OVERHEAD + ('body' in file ? file.body.length : 0)
}

export const fileCache = new FileCache()
