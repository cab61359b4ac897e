import type { Stats } from 'node:fs'
import type { HeaderList } from '../node/response/deferred-headers.ts'
import { describeFile } from './describe.ts'
import type { FileSettings } from './options.ts'

/** Up to this many bytes of small files are kept, those that were asked for last. */
const ROOM = 16 * 1024 * 1024

/** What an entry takes beside its bytes: a folder of a million empty files must not fill the memory. */
const ENTRY = 2048

/**
 * A file that was changed just before it was read may change again without a sign: clocks of file
 * systems are coarse. Milliseconds after which the time of a change tells it from the next one.
 */
const SETTLED = 100

/** Files up to this size are kept as text too, one character for each byte. */
const TINY = 8192

/** The whole content of a small file, as long as the file system shows no change. */
export class KeptFile {
  readonly path: string
  readonly stat: Stats
  readonly body: Buffer
  /** The bytes as characters, for files so small that they go out together with the headers. */
  readonly text: string | undefined
  readonly #headers = new WeakMap<FileSettings, HeaderList>()

  constructor(path: string, stat: Stats, body: Buffer) {
    this.path = path
    this.stat = stat
    this.body = body
    this.text = body.length <= TINY ? body.toString('latin1') : undefined
  }

  /** All headers of an answer with the whole file. */
  headersFor(settings: FileSettings): HeaderList {
    const known = this.#headers.get(settings)
    if (known !== undefined) return known
    const list = [...describeFile(this, settings).flat(), 'Content-Length', this.body.length]
    this.#headers.set(settings, list)
    return list
  }

  /** Whether a description, as it is now, is that of the same file without a change. */
  isStill(stat: Stats): boolean {
    const { stat: known } = this
    return (
      stat.mtimeMs === known.mtimeMs &&
      stat.ctimeMs === known.ctimeMs &&
      stat.size === known.size &&
      stat.ino === known.ino &&
      stat.dev === known.dev
    )
  }
}

/** Small files that were sent lately. Each use asks the file system whether they are still true. */
class KeptFiles {
  readonly #files = new Map<string, KeptFile>()
  #size = 0

  get(path: string): KeptFile | undefined {
    const file = this.#files.get(path)
    if (file === undefined) return undefined
    // Last in the list is what was asked for last.
    this.#files.delete(path)
    this.#files.set(path, file)
    return file
  }

  keep(path: string, stat: Stats, body: Buffer): void {
    if (Date.now() - stat.ctimeMs < SETTLED) return
    this.#forget(path)
    this.#files.set(path, new KeptFile(path, stat, body))
    this.#size += body.length + ENTRY
    for (const oldest of this.#files.keys()) {
      if (this.#size <= ROOM) return
      this.#forget(oldest)
    }
  }

  #forget(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    this.#files.delete(path)
    this.#size -= file.body.length + ENTRY
  }
}

export const keptFiles = new KeptFiles()
