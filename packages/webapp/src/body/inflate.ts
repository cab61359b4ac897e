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

type Decoder = () => Transform

const decoders: Record<string, Decoder | undefined> = {
  __proto__: null as never,
  deflate: () => zlib.createInflate(),
  gzip: () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  ...zstd(),
}

// Node 22.15 and later.
function zstd(): Record<string, Decoder> {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: Decoder }
  return createZstdDecompress === undefined ? {} : { zstd: () => createZstdDecompress() }
}

/** Decodes the content coding of a request. Combined codings are rejected. */
export function decodeContent(req: IncomingMessage, settings: BodySettings): Decoded {
  const encoding = (req.headers['content-encoding'] || 'identity').toLowerCase()
  if (encoding === 'identity') return { stream: req, length: declaredLength(req) }
  if (!settings.inflate) {
    throw httpError(415, 'content encoding unsupported', { encoding, type: 'encoding.unsupported' })
  }
  const isKnown = settings.policy.codings.includes(encoding)
  const createDecoder = isKnown ? decoders[encoding] : undefined
  if (createDecoder === undefined) {
    throw httpError(415, `unsupported content encoding "${encoding}"`, {
      encoding,
      type: 'encoding.unsupported',
    })
  }
  return { stream: req.pipe(createDecoder()), length: null }
}

function declaredLength(req: IncomingMessage): number | null {
  const length = Number.parseInt(req.headers['content-length'] ?? '', 10)
  return Number.isNaN(length) ? null : length
}
