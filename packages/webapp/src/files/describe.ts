import type { Stats } from 'node:fs'
import { fileTag } from '../http/etag.ts'
import type { FileSettings } from './options.ts'

/** Names and values. */
export type FileHeaders = readonly (readonly [name: string, value: string])[]

/** The headers that describe a file, in the order of Express. */
export function describeFile(
  file: { readonly path: string; readonly stat: Stats },
  settings: FileSettings,
): FileHeaders {
  const { path, stat } = file
  const headers: [string, string][] = []
  if (settings.acceptRanges) headers.push(['Accept-Ranges', 'bytes'])
  if (settings.cacheControl !== undefined) headers.push(['Cache-Control', settings.cacheControl])
  if (settings.lastModified) headers.push(['Last-Modified', stat.mtime.toUTCString()])
  if (settings.etag) headers.push(['ETag', fileTag(stat, settings.variant?.coding)])
  const type = typeOf(path, settings)
  if (type) headers.push(['Content-Type', type])
  return headers
}

/** The Content-Type of a file. A variant has that of the file it was made of. */
export function typeOf(path: string, settings: FileSettings): string | undefined {
  return settings.policy.typeOf(originalPath(path, settings))
}

/** The path of the file that a variant was made of. Any other file is its own original. */
export function originalPath(path: string, { variant }: FileSettings): string {
  return variant === undefined ? path : path.slice(0, -variant.suffix.length)
}
