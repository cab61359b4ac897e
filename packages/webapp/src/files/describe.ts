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
  if (settings.etag) headers.push(['ETag', fileTag(stat)])
  const type = settings.policy.typeOf(path)
  if (type) headers.push(['Content-Type', type])
  return headers
}
