import fc from 'fast-check'
import { etagOf, modified } from '../harness/file-tree.ts'
import { type RawRequest, request } from '../harness/request.ts'

export interface FileSetup {
  readonly way: 'static' | 'sendFile' | 'sendfile' | 'download' | 'absolute'
  /** Whether errors are told by status and message alone (W-041). */
  readonly plainErrors: boolean
  readonly mount: string
  readonly options: Readonly<Record<string, unknown>>
}

export interface FileCase {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const onOff = fc.boolean()

export const setup: fc.Arbitrary<FileSetup> = fc.record({
  way: fc.constantFrom('static', 'static', 'static', 'sendFile', 'download', 'absolute'),
  plainErrors: fc.constant(false),
  mount: fc.constantFrom('/', '/', '/m', '/a%20b', '/:id'),
  options: fc.record(
    {
      dotfiles: fc.constantFrom('allow', 'deny', 'ignore'),
      etag: onOff,
      lastModified: onOff,
      acceptRanges: onOff,
      cacheControl: onOff,
      immutable: onOff,
      maxAge: fc.constantFrom<unknown>(0, 1500, '1d', '2y', 1e15),
      redirect: onOff,
      fallthrough: onOff,
      index: fc.constantFrom<unknown>(false, 'file.txt', ['index.htm', 'index.html'], []),
      extensions: fc.constantFrom<unknown>(false, ['html'], ['htm', 'txt', 'html'], 'txt'),
      start: fc.constantFrom(0, 1, 7),
      end: fc.constantFrom(8, 20, 500),
    },
    { requiredKeys: [] },
  ),
})

const piece = fc.constantFrom(
  '/',
  '/',
  '/',
  '/',
  'plain.txt',
  'plain.txt',
  'plain',
  'dir',
  'dir',
  'file.txt',
  'deep',
  'index.html',
  'index',
  'page',
  'pick',
  'both',
  'noindex',
  'other',
  'empty.txt',
  'one.txt',
  'folder.html',
  'linkdir',
  'outlink.txt',
  'outside',
  'secret.txt',
  'site',
  '..',
  '..',
  '.',
  '...',
  '.hidden',
  '.folder',
  '.well-known',
  '%2e',
  '%2e%2e',
  '%2f',
  '%5c',
  '%00',
  '%',
  '%zz',
  '%c3%bc',
  '%C3%BCn%C3%AF.txt',
  'name%20with%20space.txt',
  '%25',
  '%3Cb%3E',
  'end.',
  '~',
  ':',
  ';x',
  '+',
  '?',
  '?x=1',
  '?a/b',
  '//',
  'missing',
  'UPPER.TXT',
  '%41',
  'a..b.txt',
  '&',
  "'",
  '"',
  '<b>',
  '%ff',
  '%ed%a0%80',
  '#x',
  '%20',
)

export const path = fc
  .array(piece, { minLength: 1, maxLength: 7 })
  .map((parts) => `/${parts.join('')}`)

const digits = fc.constantFrom(
  '',
  '0',
  '1',
  '3',
  '5',
  '9',
  '12',
  '25',
  '26',
  '27',
  '100',
  '99999999999999999999',
  '-1',
  'a',
  ' 2',
  '1.5',
  '0x1',
)
const spec = fc
  .tuple(digits, fc.constantFrom('-', '-', '-', '-', '', '--', ' - '), digits)
  .map((parts) => parts.join(''))
const range = fc
  .tuple(
    fc.constantFrom(
      'bytes=',
      'bytes=',
      'bytes=',
      'bytes=',
      'bytes',
      'items=',
      'BYTES=',
      'bytes =',
      '=',
    ),
    fc.array(spec, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(',', ',', ', ', ' ,', ';'),
  )
  .map(([unit, specs, separator]) => unit + specs.join(separator))

const sizes = [26, 0, 1, 10]
const tag = fc.constantFrom(
  ...sizes.map(etagOf),
  ...sizes.map((size) => etagOf(size).slice(2)),
  '*',
  '"x"',
  'W/"x"',
  'x',
  '',
  '"',
  'W/',
  ',',
)
const tags = fc
  .tuple(fc.array(tag, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', ', ', ' , ', ' '))
  .map(([list, separator]) => list.join(separator).trim())
const moment = fc.oneof(
  fc
    .integer({ min: -3, max: 3 })
    .map((seconds) => new Date(modified.getTime() + seconds * 1000).toUTCString()),
  fc.constantFrom(
    'nonsense',
    '',
    '0',
    '2024',
    '2050',
    modified.toISOString(),
    'Mon, 04 Mar 2024 05:06:07',
    'Mon, 04 Mar 2024 05:06:07 GMT, x',
  ),
)

const headers = fc.record(
  {
    Range: range,
    'If-Range': fc.oneof(tags, moment),
    'If-None-Match': tags,
    'If-Match': tags,
    'If-Modified-Since': moment,
    'If-Unmodified-Since': moment,
    'Cache-Control': fc.constantFrom('no-cache', 'max-age=0', 'x'),
    'Accept-Encoding': fc.constantFrom('gzip', '*'),
  },
  { requiredKeys: [] },
)

const some: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: headers as fc.Arbitrary<Record<string, string>> },
  { weight: 2, arbitrary: range.map((Range) => ({ Range })) },
)

export const fileCase: fc.Arbitrary<FileCase> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
  path: fc.oneof(
    { weight: 2, arbitrary: path },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/plain.txt', '/one.txt', '/empty.txt', '/dir', '/dir/', '/'),
    },
  ),
  headers: some,
})

export function toFileRequest(one: FileCase, mount: string, index: number): RawRequest {
  const prefix = mount === '/' ? '' : mount.replace(':id', 'x')
  // What follows '#' or holds a raw quote is refused by some parsers of targets, not by Node's.
  return request(one.method, prefix + one.path, {
    headers: { ...one.headers, 'X-Case': String(index) },
  })
}
