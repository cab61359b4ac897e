import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import zlib from 'node:zlib'
import { httpError } from '../errors/http-error.ts'
import type { BodySettings } from './options.ts'

/** The bytes of a body before any content coding, and what the coding was. */
export interface Decoded {
  readonly stream: Readable
  /** Declared length; null when it is unknown or the body compressed. */
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

// Node has zstd from 22.15 on.
function zstd(): Record<string, Decoder> {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: Decoder }
  return createZstdDecompress === undefined ? {} : { zstd: () => createZstdDecompress() }
}

/** Undoes the content coding of a request. Only a single coding is ever accepted. */
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
