import { createHash } from 'node:crypto'
import type { EtagFunction } from '../../http/etag.ts'

/** Entity tags of 3.x: the length and the MD5 of a body. They name a version, they prove nothing. */
export const strongEtag: EtagFunction = function etag(body, encoding) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body, encoding)
  const hash = createHash('md5').update(bytes).digest('base64').replace(/=+$/, '')
  return `"${bytes.length.toString(16)}-${hash}"`
}

export const weakEtag: EtagFunction = function wetag(body, encoding) {
  return `W/${strongEtag(body, encoding)}`
}
