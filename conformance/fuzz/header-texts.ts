import fc from 'fast-check'
import { fullPrefix } from './grammars.ts'

/** What breaks texts of any grammar; all of it may stand in a header. */
const noise = [
  ' ',
  '\t',
  ',',
  ';',
  '=',
  '"',
  '\\',
  '%',
  '/',
  '*',
  'é',
  'ÿ',
  '0',
  '-1',
  '__proto__',
  'constructor',
  'x'.repeat(120),
]

/** Texts of these pieces, in any order, now and then with what does not belong there. */
function textOf(...pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.constantFrom(...noise) },
  )
  return fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
}

const quality = [';q=0', ';q=0.5', ';q=1', ';q=', ';q=2', '; q=0.001', ';level=1', ';a="b,c"']
const address = ['1.1.1.1', '127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', '[::1]', 'a', ':80']
const date = ['Thu, 01 Jan 1970 00:00:00 GMT', 'Mon, 01 Jan 2035 00:00:00 GMT', '2020', 'GMT', ' ']
const tag = ['"x"', 'W/"x"', '"', 'W/', '*', ',', ', ', ' ', 'x', '"a,b"', 'w/"x"']

/** Random texts for the headers that the engine reads. */
export const headerTexts = {
  Accept: textOf('text/html', 'text/*', '*/*', 'application/json', ',', ', ', '/', ...quality),
  'Accept-Charset': textOf('utf-8', 'iso-8859-1', '*', ',', ', ', ...quality),
  'Accept-Encoding': textOf('gzip', 'br', 'identity', '*', ',', ', ', ...quality),
  'Accept-Language': textOf('en', 'en-GB', 'de', '-', '*', ',', ', ', ...quality),
  'Cache-Control': textOf('no-cache', 'max-age=0', ',', ' ', 'no-store', 'x-no-cache', '='),
  'Content-Type': textOf(
    'text/html',
    'application/json',
    'multipart/form-data',
    '+json',
    '; charset=utf-8',
    ';charset="utf-8"',
    ';',
    '/',
    ' ',
    '"',
  ),
  Cookie: textOf('a=b', 'a=', '=b', 'c=%C3%A9', 'd=%zz', 'j:{"a":1}', 'e=j:{}', 's:x.y', '; ', ';'),
  Host: textOf('a.b.example.com', 'example', '.', ':', ':80', '[::1]', '[', ']', '@', '..'),
  'If-Modified-Since': textOf(...date),
  'If-None-Match': textOf(...tag),
  Range: textOf('bytes=', 'bytes', 'items=', '0-1', '-', '5', '-5', '9-', ',', ', ', '=', '99999'),
  'X-Forwarded-For': textOf(...address, ',', ', ', ' '),
  'X-Forwarded-Host': textOf('p.example.org', ':99', ',', ', ', '.', '[::1]', '@'),
  // Other protocols are refused by ours alone (W-001).
  'X-Forwarded-Proto': fc.constantFrom('http', 'https', 'https, http', ' http ,x', 'https,', ''),
  'X-Requested-With': textOf('XMLHttpRequest', 'xmlhttprequest', ' '),
} as const satisfies Record<string, fc.Arbitrary<string>>

export type HeaderName = keyof typeof headerTexts

/** Random paths with all that a target may hold. */
export const targetText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('/', '/', '/', '//', 'http://h.example/', fullPrefix, 'x:/'),
    textOfTarget('/', '//', 'a', 'B', '.', '..', '%2f', '%2e', '%5c', '\\', '%zz', '%', '%C3%A9'),
    fc.constantFrom('', '', '?', '?a=b', '#x', '?#', '#?a', ';a=b?c'),
  )
  .map((parts) => parts.join(''))

/** Random queries, well formed and not. */
export const queryText: fc.Arbitrary<string> = textOfTarget(
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
  '[21]',
  '[b]',
  '%5B',
  '%5D',
  '%26',
  '%3D',
  '%',
  '%C3%A9',
  '%E9',
  '+',
  '.',
  ',',
  ';',
  '?',
  'length',
  'hasOwnProperty',
  '%00',
)

function textOfTarget(...pieces: readonly string[]): fc.Arbitrary<string> {
  const rare = ['@', ':', '|', '{', '}', '*', '"', "'", '<', '__proto__', 'constructor', '~', '$']
  const piece = fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  )
  return fc.array(piece, { maxLength: 16 }).map((parts) => parts.join(''))
}

/** Random bodies, by their type. */
export const bodyTexts = {
  'application/json': textOf('{', '}', '[', ']', ',', ':', '"a"', '"', '1', '\\u00', '\n', 'null'),
  'application/x-www-form-urlencoded': queryText,
  'text/plain': textOf('a', '\n', '\u0000', '日本'),
  'multipart/form-data; boundary=edge': textOf(
    '--edge',
    '--edge\r\n',
    '--edge--',
    '\r\n',
    'Content-Disposition: form-data; name="a"\r\n\r\n',
    'Content-Disposition: form-data; name="a[b]"; filename="c"\r\n\r\n',
    '-',
    'a',
  ),
} as const satisfies Record<string, fc.Arbitrary<string>>
