import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** The path and the end of a frame: `at f (/srv/app.js:1:2) {` if members of the error follow. */
const FRAME = /^\s+at .*?((?:file:\/\/|node:|\/|[A-Za-z]:[\\/])[^()]*):\d+:\d+\)?( \{)?$/

/** A longer line is not a frame. */
const MAX_LINE = 2000

/** The folder of this package: its functions stand between those of Node. */
const OWN_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Leaves out the frames of Node and of webapp in the lines of a console, and counts them at the end
 * of each stack.
 */
export class StackLines {
  readonly #folders: readonly string[]
  #hidden = 0
  /** What precedes and follows the last frame that was left out. */
  #indent = ''
  #end = ''

  /** `encode` writes a path as the console does, if the lines are not decoded. */
  constructor(framework: string, encode: (path: string) => string = (path) => path) {
    this.#folders = [framework, OWN_FOLDER].map((folder) => encode(folder.replace(/[\\/]*$/, '')))
  }

  /** Whether frames were left out whose count is not written yet. */
  get isPending(): boolean {
    return this.#hidden > 0
  }

  /** The lines to write for a line. */
  take(line: string): string[] {
    const isShort = line.length <= MAX_LINE
    const frame = isShort ? FRAME.exec(stripVTControlCharacters(line)) : null
    if (frame === null) return [...this.finish(), line]
    const [whole, path = '', end = ''] = frame
    if (!this.#isHidden(path)) return end === '' ? [line] : [...this.finish(), line]
    this.#hidden++
    this.#indent = /^\s*/.exec(whole)?.[0] ?? ''
    this.#end = end
    return []
  }

  /** The line that counts the frames that were left out. */
  finish(): string[] {
    if (this.#hidden === 0) return []
    const frames = this.#hidden === 1 ? '1 frame' : `${this.#hidden} frames`
    const line = `${this.#indent}... ${frames} of Node and webapp (--full-stacks shows them)${this.#end}`
    this.#hidden = 0
    return [line]
  }

  #isHidden(path: string): boolean {
    if (path.startsWith('node:')) return true
    const file = path.replace(/^file:\/\//, '').replaceAll('\\', '/')
    return this.#folders.some((folder) => {
      const prefix = `${folder.replaceAll('\\', '/')}/`
      return file.startsWith(prefix) || file.startsWith(`/${prefix}`)
    })
  }
}

/** Shortens the stacks in a text. */
export function shortenStacks(text: string, framework: string): string {
  if (!text.includes(' at ')) return text
  const lines = new StackLines(framework)
  const kept = text.split('\n').flatMap((line) => lines.take(line))
  return [...kept, ...lines.finish()].join('\n')
}

/** Output that stops within a line that may become a frame is held for this time. */
const HOLD = 100

/** Shortens the stacks in a stream of bytes, which may be cut at any byte. */
export class StackStream {
  readonly #lines: StackLines
  readonly #write: (bytes: Buffer) => void
  #held = ''
  /** Whether the beginning of the current line was written. */
  #isWithinLine = false
  #timer: NodeJS.Timeout | undefined

  constructor(framework: string, write: (bytes: Buffer) => void) {
    // Bytes as characters: they are written as they came.
    this.#lines = new StackLines(framework, (path) => Buffer.from(path).toString('latin1'))
    this.#write = write
  }

  add(chunk: Buffer): void {
    clearTimeout(this.#timer)
    const lines = `${this.#held}${chunk.toString('latin1')}`.split('\n')
    this.#held = lines.pop() ?? ''
    const kept = lines.flatMap((line) => this.#takeLine(line))
    let text = kept.map((line) => `${line}\n`).join('')
    if (!this.#mayBecomeFrame()) {
      if (!this.#isWithinLine)
        text += this.#lines
          .finish()
          .map((line) => `${line}\n`)
          .join('')
      text += this.#held
      this.#isWithinLine = this.#isWithinLine || this.#held !== ''
      this.#held = ''
    }
    this.#send(text)
    if (this.#held !== '' || this.#lines.isPending) {
      this.#timer = setTimeout(() => this.flush(), HOLD).unref()
    }
  }

  /** Writes what is held. */
  flush(): void {
    clearTimeout(this.#timer)
    const text =
      this.#lines
        .finish()
        .map((line) => `${line}\n`)
        .join('') + this.#held
    this.#isWithinLine = this.#isWithinLine || this.#held !== ''
    this.#held = ''
    this.#send(text)
  }

  #takeLine(line: string): string[] {
    if (!this.#isWithinLine) return this.#lines.take(line)
    this.#isWithinLine = false
    return [line]
  }

  /** Whether the line that has begun may be a frame, or whether there is none. */
  #mayBecomeFrame(): boolean {
    const text = stripVTControlCharacters(this.#held)
    return !this.#isWithinLine && /^(?:\s*|\s+a|\s+at\b.*)$/.test(text)
  }

  #send(text: string): void {
    if (text !== '') this.#write(Buffer.from(text, 'latin1'))
  }
}
