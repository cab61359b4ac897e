import { createEtagFunction, type EtagFunction } from '../../http/etag.ts'
import { createDigest } from '../../runtime/digest.ts'
import { writeMd5 } from './md5.ts'

const digestMd5 = createDigest('md5')
const md5 = {
  // The 16 bytes of an MD5 digest are 22 base64 characters without padding.
  of: (data: string | Uint8Array) => digestMd5(data).slice(0, 22),
  write: writeMd5,
}

/** Entity tags of 3.x: the length and the MD5 digest of a body. */
export const strongEtag: EtagFunction = createEtagFunction('etag', '', md5)
export const weakEtag: EtagFunction = createEtagFunction('wetag', 'W/', md5)
