import * as crypto from 'node:crypto'

type Data = string | Uint8Array
type Digest = (data: Data) => string

/** The digest of some data in base64; text counts as UTF-8. */
export function createDigest(algorithm: 'sha1' | 'md5'): Digest {
  // In one call where Node has it (20.12 and later): a hash object costs more than a short body.
  const { hash } = crypto as {
    hash?: (algorithm: string, data: Data, encoding: 'base64') => string
  }
  if (hash !== undefined) return (data) => hash(algorithm, data, 'base64')
  return (data) => crypto.createHash(algorithm).update(data).digest('base64')
}
