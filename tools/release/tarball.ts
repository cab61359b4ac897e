import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A file of a packed package, with its path below `package/`. */
export interface PackedFile {
  readonly path: string
  readonly mode: number
  readonly content: Buffer
}

const BLOCK = 512

/** The files of a tarball, in their order. npm writes headers of ustar, and of pax for long paths. */
export function readTarball(file: string): PackedFile[] {
  const bytes = gunzipSync(readFileSync(file))
  const files: PackedFile[] = []
  let longPath: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + BLOCK)
    const size = octal(header, 124, 12)
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size)
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x') longPath = paxPath(content)
    if (type === '0' || type === '\0') {
      const path = (longPath ?? pathIn(header)).replace(/^package\//, '')
      files.push({ path, mode: octal(header, 100, 8), content })
      longPath = undefined
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

function pathIn(header: Buffer): string {
  const [prefix, name] = [text(header, 345, 155), text(header, 0, 100)]
  return prefix === '' ? name : `${prefix}/${name}`
}

/** A pax header holds lines such as `30 path=package/a/b`. */
function paxPath(content: Buffer): string | undefined {
  return /^\d+ path=(.*)$/m.exec(content.toString('utf8'))?.[1]
}

function octal(header: Buffer, start: number, length: number): number {
  return Number.parseInt(text(header, start, length).trim() || '0', 8)
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}
