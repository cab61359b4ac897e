import fs from 'node:fs'
import { extname, join, sep } from 'node:path'
import { httpError } from '../errors/http-error.ts'
import { type KeptFile, keptFiles } from './kept-files.ts'
import type { FileSettings } from './options.ts'

/** An open regular file with the description it had when it was opened. */
export interface OpenFile {
  readonly path: string
  readonly fd: number
  readonly stat: fs.Stats
}

/** A file that can be sent: one that is open, or one that is known and has not changed since. */
export type FoundFile = OpenFile | KeptFile

export interface OpenCallbacks {
  onFile(file: FoundFile): void
  onDirectory(path: string): void
  onError(error: Error): void
}

/** Opens the first file that the path stands for: itself, with an extension, or an index of it. */
export function openFirst(
  path: string,
  settings: FileSettings,
  asDirectory: boolean,
  callbacks: OpenCallbacks,
): void {
  const { index, extensions } = settings
  if (index.length > 0 && asDirectory) {
    openAny(
      index.map((name) => join(path, name)),
      undefined,
      callbacks,
    )
    return
  }
  find(path, (error, file) => {
    if (file === 'directory') callbacks.onDirectory(path)
    else if (file !== undefined) callbacks.onFile(file)
    else if (error?.code === 'ENOENT' && !extname(path) && !path.endsWith(sep)) {
      const candidates = extensions.map((extension) => `${path}.${extension}`)
      openAny(candidates, error, callbacks)
    } else callbacks.onError(describeFailure(error))
  })
}

function openAny(
  candidates: readonly string[],
  lastError: NodeJS.ErrnoException | undefined,
  callbacks: OpenCallbacks,
): void {
  const [path, ...rest] = candidates
  if (path === undefined) {
    callbacks.onError(describeFailure(lastError))
    return
  }
  find(path, (error, file) => {
    if (file === undefined || file === 'directory') openAny(rest, error, callbacks)
    else callbacks.onFile(file)
  })
}

type Found = (error: NodeJS.ErrnoException | undefined, file?: FoundFile | 'directory') => void

function find(path: string, callback: Found): void {
  const kept = keptFiles.get(path)
  if (kept === undefined) {
    openRegular(path, callback)
    return
  }
  fs.stat(path, (error, stat) => {
    if (!error && kept.isStill(stat)) callback(undefined, kept)
    else openRegular(path, callback)
  })
}

// Not waiting for a writer keeps a named pipe from holding a thread of the pool for ever.
const FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)

/** Opens before it looks: what is described is then what is sent, even if the file is replaced. */
function openRegular(path: string, callback: Found): void {
  fs.open(path, FLAGS, (openError, fd) => {
    if (openError) {
      // People know these errors as those of `stat`.
      fs.stat(path, (statError) => callback(statError ?? openError))
      return
    }
    fs.fstat(fd, (error, stat) => {
      if (error || !stat.isFile()) fs.close(fd, ignore)
      if (error) callback(error)
      else if (stat.isDirectory()) callback(undefined, 'directory')
      else if (stat.isFile()) callback(undefined, { path, fd, stat })
      else callback(undefined)
    })
  })
}

function ignore(): void {}

const ABSENT = new Set(['ENAMETOOLONG', 'ENOENT', 'ENOTDIR'])

function describeFailure(error: NodeJS.ErrnoException | undefined): Error {
  if (error === undefined) return httpError(404)
  // The text of such an error names a path of this machine; it is not for the client.
  return httpError(ABSENT.has(error.code ?? '') ? 404 : 500, error, { expose: false })
}
