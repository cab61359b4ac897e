import fs from 'node:fs'
import { extname, join, sep } from 'node:path'
import { httpError } from '../errors/http-error.ts'
import { bindAsyncContext } from '../runtime/async-context.ts'
import { setImmediate, throwLater } from '../runtime/timers.ts'
import { type CachedFile, currentReader, fileCache, type KnownFile } from './file-cache.ts'
import type { FileSettings } from './options.ts'

/** An open regular file and its `Stats` when it was opened. */
export interface OpenFile {
  readonly path: string
  readonly fd: number
  readonly stat: fs.Stats
  /** Who opened the file (`currentReader`). */
  readonly reader: string
}

/** A file to send: an open one, or a cached one that has not changed. */
export type FoundFile = OpenFile | CachedFile

export interface OpenCallbacks {
  /** `own` are settings for this file, if others than those of the call apply. */
  onFile(file: FoundFile, own?: FileSettings): void
  onDirectory(path: string): void
  onError(error: Error): void
}

export type Finder = (path: string, callback: FoundCallback) => void

/** Where to look for files. */
interface FileSearch {
  readonly path: string
  /** Whether the URL ends with a slash. */
  readonly asDirectory: boolean
  readonly settings: FileSettings
  /** Finds a file by its path: `findFile`, or a function that may find a variant in its place. */
  readonly find: Finder
}

/** Opens the first existing file: the path itself, with an extension, or an index file. */
export function openFirst(search: FileSearch, callbacks: OpenCallbacks): void {
  const { path, asDirectory, find } = search
  const { index, extensions } = search.settings
  if (index.length > 0 && asDirectory) {
    const candidates = index.map((name) => join(path, name))
    openAny(candidates, undefined, find, callbacks)
    return
  }
  find(path, (error, file, own) => {
    if (file === 'directory') callbacks.onDirectory(path)
    else if (file !== undefined) callbacks.onFile(file, own)
    else if (error?.code === 'ENOENT' && !extname(path) && !path.endsWith(sep)) {
      const candidates = extensions.map((extension) => `${path}.${extension}`)
      openAny(candidates, error, find, callbacks)
    } else callbacks.onError(toHttpError(error))
  })
}

function openAny(
  candidates: readonly string[],
  lastError: NodeJS.ErrnoException | undefined,
  find: Finder,
  callbacks: OpenCallbacks,
): void {
  const [path, ...rest] = candidates
  if (path === undefined) {
    callbacks.onError(toHttpError(lastError))
    return
  }
  find(path, (error, file, own) => {
    if (file === undefined || file === 'directory') openAny(rest, error, find, callbacks)
    else callbacks.onFile(file, own)
  })
}

export type FoundCallback = (
  error: NodeJS.ErrnoException | undefined,
  file?: FoundFile | 'directory',
  own?: FileSettings,
) => void

/** Finds a file to send. */
export function findFile(path: string, callback: FoundCallback): void {
  const cached = fileCache.get(path)
  if (cached === undefined || !('body' in cached)) openRegular(path, callback)
  else verify(cached, callback)
}

/** Finds a file that need not be sent: one that was opened before stays closed. */
export function findOriginal(
  path: string,
  callback: (
    error: NodeJS.ErrnoException | undefined,
    file?: FoundFile | KnownFile | 'directory',
  ) => void,
): void {
  const known = fileCache.get(path)
  if (known === undefined) openRegular(path, callback)
  else verify(known, callback)
}

/** Finds the variant at this path, if there is a file that can be read. */
export function findVariant(path: string, callback: (file: FoundFile | undefined) => void): void {
  statTogether(path, (stat) => {
    if (!stat?.isFile()) {
      callback(undefined)
      return
    }
    const cached = fileCache.get(path)
    if (cached !== undefined && 'body' in cached && cached.isCurrent(stat)) callback(cached)
    else openRegular(path, (_error, file) => callback(file === 'directory' ? undefined : file))
  })
}

/** Calls back with a file that was opened before, or opens it again if it has changed. */
function verify<File extends KnownFile>(
  known: File,
  callback: (
    error: NodeJS.ErrnoException | undefined,
    file?: File | OpenFile | 'directory',
  ) => void,
): void {
  statTogether(known.path, (stat) => {
    if (stat !== undefined && known.isCurrent(stat)) callback(undefined, known)
    else openRegular(known.path, callback)
  })
}

type Waiting = (stat: fs.Stats | undefined) => void

/** The requests of this turn of the event loop that wait for the `Stats` of a file, by its path. */
const waiting = new Map<string, Waiting[]>()

/**
 * Calls `fs.stat` once for the requests that came together for a file. It begins after the call of
 * the last of them, so none of them sees the file as it was before a handler changed it.
 */
function statTogether(path: string, callback: Waiting): void {
  const bound = bindAsyncContext(callback)
  const others = waiting.get(path)
  if (others !== undefined) {
    others.push(bound)
    return
  }
  const all = [bound]
  waiting.set(path, all)
  setImmediate(() => {
    waiting.delete(path)
    fs.stat(path, (error, stat) => {
      for (const each of all) tell(each, error ? undefined : stat)
    })
  })
}

/** An exception ends the process as usual, but only after the other callbacks have run. */
function tell(callback: Waiting, stat: fs.Stats | undefined): void {
  try {
    callback(stat)
  } catch (error) {
    throwLater(error)
  }
}

const FLAGS = readingFlags(fs.constants)

/**
 * The flags for reading a file. O_NONBLOCK: opening a named pipe without a writer would block a thread of
 * libuv's pool forever. Windows has neither the flag nor such files.
 */
export function readingFlags(flags: { O_RDONLY: number; O_NONBLOCK?: number }): number {
  return flags.O_RDONLY | (flags.O_NONBLOCK ?? 0)
}

/** Opens before `fstat`, so that the headers describe the sent file even if it is replaced. */
export function openRegular(
  path: string,
  callback: (error: NodeJS.ErrnoException | undefined, file?: OpenFile | 'directory') => void,
): void {
  const reader = currentReader()
  fs.open(path, FLAGS, (openError, fd) => {
    if (openError) {
      // As in Express, users see the error of `stat` rather than that of `open`.
      fs.stat(path, (statError) => callback(statError ?? openError))
      return
    }
    fs.fstat(fd, (error, stat) => {
      if (error || !stat.isFile()) fs.close(fd, ignore)
      if (error) callback(error)
      else if (stat.isDirectory()) callback(undefined, 'directory')
      else if (stat.isFile()) callback(undefined, { path, fd, stat, reader })
      else callback(undefined)
    })
  })
}

function ignore(): void {}

const ABSENT = new Set(['ENAMETOOLONG', 'ENOENT', 'ENOTDIR'])

function toHttpError(error: NodeJS.ErrnoException | undefined): Error {
  if (error === undefined) return httpError(404)
  // The message contains a local path, which the client must not see.
  return httpError(ABSENT.has(error.code ?? '') ? 404 : 500, error, { expose: false })
}
