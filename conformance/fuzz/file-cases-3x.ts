import fc from 'fast-check'
import { etagOf, modified } from '../harness/file-tree.ts'
import { type FileCase, type FileSetup, path } from './file-cases.ts'

const onOff = fc.boolean()

export const setup3: fc.Arbitrary<FileSetup> = fc.record({
  way: fc.constantFrom('static', 'static', 'sendfile'),
  plainErrors: fc.constant(true),
  mount: fc.constantFrom('/', '/', '/m', '/a%20b'),
  options: fc.record(
    {
      hidden: onOff,
      dotfiles: fc.constantFrom('allow', 'deny', 'ignore'),
      etag: onOff,
      lastModified: onOff,
      maxAge: fc.constantFrom<unknown>(0, 1500, '1d', 1e15),
      redirect: onOff,
      fallthrough: onOff,
      index: fc.constantFrom<unknown>(false, 'file.txt', ['index.htm', 'index.html'], []),
      extensions: fc.constantFrom<unknown>(false, ['html'], ['htm', 'txt', 'html']),
    },
    { requiredKeys: [] },
  ),
})

// One range that can be read; lists and other units are read as RFC 9110 says (W-035).
const range = fc
  .tuple(fc.constantFrom('0', '1', '5', '25', '26', '100', ''), fc.constantFrom('0', '9', '27', ''))
  .map(([from, to]) => `bytes=${from}-${to}`)

const later = new Date(modified.getTime() + 5000).toUTCString()
const earlier = new Date(modified.getTime() - 5000).toUTCString()
const tag = fc.constantFrom(...[26, 0, 1, 10].map(etagOf), '*', '"x"')
const moment = fc.constantFrom(later, earlier, modified.toUTCString())

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    Range: range,
    'If-None-Match': tag,
    'If-Modified-Since': moment,
    'If-Range': fc.oneof(tag, moment),
    'Cache-Control': fc.constantFrom('no-cache', 'max-age=0'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>

// Ours encode markup and broken escapes in the address of a folder (W-018).
const plainPath = path.filter((one) => !/[<>"'\\]|%3C|%5c|[?#].*%/i.test(one))

export const fileCase3: fc.Arbitrary<FileCase> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
  path: fc.oneof(
    { weight: 2, arbitrary: plainPath },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/plain.txt', '/one.txt', '/empty.txt', '/dir', '/dir/', '/'),
    },
  ),
  headers,
})
