import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { httpError } from '../errors/http-error.ts'
import type { BodySettings } from './options.ts'

/** A body without its content coding. */
export interface Decoded {
  readonly stream: Readable
  /** The declared length; null if it is unknown or the body is compressed. */
  readonly length: number | null
}

type Decoder = () => Transform | undefined

const decoders: Record<string, Decoder | undefined> = {
  __proto__: null as never,
  deflate: () => zlib.createInflate(),
  gzip: () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zstd.createZstdDecompress?.(),
}

/** From Node 22.15 on. */
const zstd = zlib as {
  readonly createZstdDecompress?: () => Transform
  readonly zstdDecompressSync?: (body: Buffer) => Buffer
}

/** Whether zstd finds out that a body was cut. It is asked with the first body, not at load. */
let findsCuts: boolean | undefined

/** Node 22 takes a body that was cut for a whole one: handlers would get an empty one, or a part. */
function hasSafeZstd(): boolean {
  findsCuts ??= refusesCutBodies()
  return findsCuts
}

function refusesCutBodies(): boolean {
  try {
    zstd.zstdDecompressSync?.(Buffer.of(0x28))
    return false
  } catch {
    return true
  }
}

/** Decodes the content coding of a request. Combined codings are rejected. */
export function decodeContent(req: IncomingMessage, settings: BodySettings): Decoded {
  const encoding = (req.headers['content-encoding'] || 'identity').toLowerCase()
  if (encoding === 'identity') return { stream: req, length: declaredLength(req) }
  if (!settings.inflate) {
    throw httpError(415, 'content encoding unsupported', { encoding, type: 'encoding.unsupported' })
  }
  const isKnown = settings.policy.codings.includes(encoding)
  const decoder = isKnown ? createDecoder(encoding) : undefined
  if (decoder === undefined) {
    throw httpError(415, `unsupported content encoding "${encoding}"`, {
      encoding,
      type: 'encoding.unsupported',
    })
  }
  return { stream: req.pipe(decoder), length: null }
}

function createDecoder(encoding: string): Transform | undefined {
  if (encoding === 'zstd' && !hasSafeZstd()) return undefined
  return decoders[encoding]?.()
}

function declaredLength(req: IncomingMessage): number | null {
  const length = Number.parseInt(req.headers['content-length'] ?? '', 10)
  return Number.isNaN(length) ? null : length
}
