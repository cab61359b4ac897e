import zlib from 'node:zlib'
import { echoBody } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import { describeValue } from '../describe-value.ts'
import { get, keepAlive } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { make, type Subject } from './subject.ts'

type Coder = (body: Buffer) => Buffer

const coders: Record<string, Coder> = {
  identity: (body) => body,
  Identity: (body) => body,
  '': (body) => body,
  gzip: (body) => zlib.gzipSync(body),
  GZIP: (body) => zlib.gzipSync(body),
  'x-gzip': (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  Deflate: (body) => zlib.deflateRawSync(body),
  br: (body) => zlib.brotliCompressSync(body),
  compress: (body) => body,
  'gzip, deflate': (body) => zlib.deflateSync(zlib.gzipSync(body)),
  'gzip,gzip': (body) => zlib.gzipSync(zlib.gzipSync(body)),
  'identity, gzip': (body) => zlib.gzipSync(body),
  ' gzip ': (body) => zlib.gzipSync(body),
  'gzip;q=1': (body) => zlib.gzipSync(body),
  nonsense: (body) => body,
  constructor: (body: Buffer) => body,
  'b\xe9': (body) => body,
}

const spoilers: Record<string, Coder> = {
  whole: (bytes) => bytes,
  empty: () => Buffer.alloc(0),
  'one byte': (bytes) => bytes.subarray(0, 1),
  truncated: (bytes) => bytes.subarray(0, -5),
  'without its last byte': (bytes) => bytes.subarray(0, -1),
  'with garbage after': (bytes) => Buffer.concat([bytes, Buffer.from('garbage')]),
  'with zeros after': (bytes) => Buffer.concat([bytes, Buffer.alloc(8)]),
  twice: (bytes) => Buffer.concat([bytes, bytes]),
  damaged: (bytes) => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8((copy.readUInt8(copy.length >> 1) ^ 0xff) & 0xff, copy.length >> 1)
    return copy
  },
  'plain text': () => Buffer.from('{"plain":true}'),
}

export function codings(subject: Subject): Scenario[] {
  const { type } = subject
  const body = Buffer.from(subject.bodyOf(60))
  const all = Object.entries(coders).map(([encoding, code]) => sent(code(body), { type, encoding }))
  const inflates: readonly unknown[] = [undefined, true, false, null, 0, '', 'false', {}]
  return [
    ...inflates.map((inflate) =>
      scenario(
        `with inflate ${describeValue(inflate)}`,
        (express, probe) => echoBody(express, probe, make(express, subject, { inflate })),
        [
          keepAlive([...all, sent('', { type, encoding: 'gzip' }), get('/')]),
          ...(inflate === undefined ? all : []),
        ],
      ),
    ),
    ...['gzip', 'deflate', 'br'].map((encoding) =>
      scenario(
        `of broken ${encoding}`,
        (express, probe) => echoBody(express, probe, make(express, subject)),
        Object.values(spoilers).map((spoil) => {
          const bytes = spoil((coders[encoding] as Coder)(body))
          const once = sent(bytes, { type, encoding })
          return keepAlive([once, sent(bytes, { type, encoding, chunks: 3 }), get('/'), once])
        }),
      ),
    ),
    scenario(
      'of compressed bodies larger than they look',
      (express, probe) => echoBody(express, probe, make(express, subject, { limit: 50_000 })),
      ['gzip', 'deflate', 'br'].flatMap((encoding) => {
        const code = coders[encoding] as Coder
        const bomb = code(Buffer.from(subject.bodyOf(1_000_000)))
        const fits = code(Buffer.from(subject.bodyOf(50_000)))
        return [
          keepAlive([sent(fits, { type, encoding }), get('/')]),
          // How much was inflated when the limit was passed depends on the sizes of the chunks.
          keepAlive([sent(bomb, { type, encoding }), get('/')]),
        ]
      }),
    ),
  ]
}
