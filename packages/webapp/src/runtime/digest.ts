import { lateCrypto } from './late-packages.ts'

type Data = string | Uint8Array
type Digest = (data: Data) => string

/** Creates a function that computes a digest in base64; strings are encoded as UTF-8. */
export function createDigest(algorithm: 'sha1' | 'md5'): Digest {
  let digest: Digest | undefined
  return (data) => {
    digest ??= loadDigest(algorithm)
    return digest(data)
  }
}

function loadDigest(algorithm: string): Digest {
  const crypto = lateCrypto()
  // `crypto.hash` (Node 20.12 and later): for short data creating a Hash object takes longer.
  const { hash } = crypto as {
    hash?: (algorithm: string, data: Data, encoding: 'base64') => string
  }
  if (hash !== undefined) return (data) => hash(algorithm, data, 'base64')
  return (data) => crypto.createHash(algorithm).update(data).digest('base64')
}
