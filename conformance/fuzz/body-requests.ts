import zlib from 'node:zlib'
import fc from 'fast-check'
import { type BodyRequestOptions, sent } from '../harness/body-request.ts'
import type { ParserName } from '../harness/middleware.ts'
import type { RawRequest } from '../harness/request.ts'
import { anyText } from './any-text.ts'

export interface Parser {
  readonly name: ParserName | 'bodyParser' | 'multipart'
  readonly options: Readonly<Record<string, unknown>>
}

export interface BodyCase {
  readonly content: Buffer
  readonly request: BodyRequestOptions
}

/** Functions among the options, by the name that stands for them: options are data. */
export const functions: Readonly<Record<string, unknown>> = {
  'any type': () => true,
  'reviver without a': (key: string, value: unknown) => (key === 'a' ? undefined : value),
}

const jsonType = 'application/json'
const formType = 'application/x-www-form-urlencoded'
const typeOption = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constant('*/*') },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      'json',
      'text/*',
      ['json', 'text'],
      'urlencoded',
      '+json',
      'any type',
    ),
  },
)
const shared = {
  type: typeOption,
  limit: fc.oneof(
    { weight: 4, arbitrary: fc.constant<unknown>(undefined) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(0, 5, 50, '1kb', 300.5, '100kb') },
  ),
  inflate: fc.constantFrom<unknown>(undefined, true, false),
}

function parserOf(
  name: ParserName,
  own: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Parser> {
  return fc
    .record({ ...shared, ...own }, { requiredKeys: [] })
    .map((options) => ({ name, options }))
}

const charset = fc.constantFrom('utf-8', 'utf-16le', 'utf-16', 'iso-8859-1', 'koi8-r', 'nonsense')

/** One to three parsers in a row. */
export const parsers: fc.Arbitrary<readonly Parser[]> = fc.array(
  fc.oneof(
    parserOf('json', {
      strict: fc.boolean(),
      reviver: fc.constantFrom(null, 'reviver without a'),
    }),
    parserOf('urlencoded', {
      extended: fc.boolean(),
      depth: fc.constantFrom(0, 1, 3, 32),
      parameterLimit: fc.constantFrom(1, 2, 5, 1000),
      charsetSentinel: fc.boolean(),
      interpretNumericEntities: fc.boolean(),
      defaultCharset: fc.constantFrom('utf-8', 'iso-8859-1'),
    }),
    parserOf('text', { defaultCharset: charset }),
    parserOf('raw', {}),
  ),
  { minLength: 1, maxLength: 3 },
)

export const jsonText = fc.oneof(
  fc.json({ maxDepth: 4 }),
  fc
    .tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', '#', '\\', '\u0000', 'é', ' ', '\ufeff', 'x'),
    )
    .map(
      ([text, at, change]) =>
        text.slice(0, at % (text.length + 1)) + change + text.slice((at + 1) % (text.length + 1)),
    ),
  fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '1',
        '-',
        'e',
        '.',
        'true',
        'null',
        ' ',
        '\n',
        '\\u00',
        '#',
        'é',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
)

const formText = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      '=',
      '=',
      '&',
      '&',
      '[',
      ']',
      '[]',
      '[0]',
      '[1]',
      '[b]',
      '[25]',
      '%',
      '%41',
      '%c3%a9',
      '%E9',
      '+',
      '1',
      'x',
      '.',
      ',',
      ';',
      '__proto__',
      'constructor',
      'toString',
      'utf8=%E2%9C%93',
      '%26%2310003%3B',
      '&#9786;',
      'é',
      '\u0000',
      'a=1',
      'b[c]=2',
      'a[]=3',
      '%5B',
      '%5D',
      'length',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

interface Typed {
  readonly content: Buffer
  readonly type: string
}

const form = fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'utf8', 'utf16le', 'latin1')
const mark = fc.constantFrom('', '', '', '\ufeff')
const params = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      '',
      '; charset=utf-8',
      ';charset=UTF-8',
      '; charset=utf-16le',
      '; charset=iso-8859-1',
      '; charset=utf-16',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ';',
          '; ',
          ' ;',
          'charset=utf-8',
          'charset="utf-8"',
          'charset=utf-16be',
          'charset=iso-8859-1',
          'charset=utf-7',
          'charset=nonsense',
          'charset=',
          'charset',
          '"',
          'a=b',
          ',',
          '=',
          'charset=utf-32',
          'charset=latin1',
          'charset=utf8',
          'charset="',
          ' ',
          '\t',
        ),
        { maxLength: 4 },
      )
      .map((parts) => `;${parts.join(';')}`),
  },
)

function typed(text: fc.Arbitrary<string>, type: fc.Arbitrary<string>): fc.Arbitrary<Typed> {
  return fc.tuple(text, form, mark, type, params).map(([body, encoding, first, name, rest]) => ({
    content: Buffer.from(first + body, encoding),
    type: (name + rest).trim(),
  }))
}

const anyType = fc.constantFrom(
  jsonType,
  formType,
  'text/plain',
  'application/octet-stream',
  'application/vnd.api+json',
  'text/html',
  'APPLICATION/JSON',
  'json',
  'a/b/c',
  '',
  '*/*',
)

const content: fc.Arbitrary<Typed> = fc.oneof(
  { weight: 5, arbitrary: typed(jsonText, fc.constant(jsonType)) },
  { weight: 5, arbitrary: typed(formText, fc.constant(formType)) },
  {
    weight: 2,
    arbitrary: typed(
      anyText(60),
      fc.constantFrom('text/plain', 'text/plain', 'application/octet-stream'),
    ),
  },
  { weight: 2, arbitrary: typed(fc.oneof(jsonText, formText), anyType) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.uint8Array({ maxLength: 80 }), anyType, params)
      .map(([bytes, type, rest]) => ({ content: Buffer.from(bytes), type: (type + rest).trim() })),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat({ max: 3000 })
      .map((size) => ({ content: Buffer.from(`["${'x'.repeat(size)}"]`), type: jsonType })),
  },
)

const codings: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  'raw deflate': (body) => zlib.deflateRawSync(body),
  br: (body) => zlib.brotliCompressSync(body),
  none: (body) => body,
}

const coding = fc.record({
  coding: fc.constantFrom('gzip', 'deflate', 'raw deflate', 'br', 'none'),
  label: fc.constantFrom(
    'gzip',
    'deflate',
    'br',
    'GZIP',
    'identity',
    'x-gzip',
    'gzip, br',
    'nonsense',
  ),
  honest: fc.constantFrom(true, true, true, false),
  spoil: fc.constantFrom('', '', '', 'cut', 'add', 'flip', 'twice'),
  at: fc.nat({ max: 200 }),
})

const plain: fc.Arbitrary<BodyCase> = fc
  .tuple(
    content,
    fc.option(fc.integer({ min: 1, max: 40 })),
    fc.constantFrom('POST', 'POST', 'PUT', 'GET', 'DELETE'),
  )
  .map(([one, chunks, method]) => ({
    content: one.content,
    request: { type: one.type, method, ...(chunks ? { chunks } : {}) },
  }))

const coded: fc.Arbitrary<BodyCase> = fc.tuple(plain, coding).map(([one, how]) => {
  const bytes = spoil(
    (codings[how.coding] as (body: Buffer) => Buffer)(one.content),
    how.spoil,
    how.at,
  )
  const known =
    how.coding === 'raw deflate' ? 'deflate' : how.coding === 'none' ? 'identity' : how.coding
  return { content: bytes, request: { ...one.request, encoding: how.honest ? known : how.label } }
})

function spoil(bytes: Buffer, how: string, at: number): Buffer {
  if (how === 'cut') return bytes.subarray(0, Math.max(0, bytes.length - 1 - (at % 12)))
  if (how === 'add') return Buffer.concat([bytes, Buffer.alloc(1 + (at % 9), at)])
  if (how === 'twice') return Buffer.concat([bytes, bytes])
  if (how !== 'flip' || bytes.length === 0) return bytes
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at % copy.length) ^ (1 << (at % 8)), at % copy.length)
  return copy
}

export const bodyCase: fc.Arbitrary<BodyCase> = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: coded },
)

export function toRequest(one: BodyCase, index: number): RawRequest {
  return sent(one.content, { ...one.request, headers: { 'X-Case': String(index) } })
}
