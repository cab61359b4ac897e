import fc from 'fast-check'
import { type Asked, call, headersOf, isPlainLink, type Settings } from './response-calls.ts'

// Only what both sides are meant to do alike: statuses, names and values that can be sent, because
// the others end the process of the original (W-030) or are refused by ours alone (W-029, W-038).
const text = fc.constantFrom(
  '',
  'a',
  'text',
  'é',
  '日本',
  'a b',
  '<b>',
  '"q"',
  'a,b',
  "it's",
  '%20',
)
const latin = fc.constantFrom('a', 'text', 'a b', '<b>', '"q"', 'a,b', "it's", '%20', '"x"')
const status = fc.constantFrom(200, 201, 204, 206, 301, 302, 304, 404, 418, 500, 503, 599)
const fieldName = fc.constantFrom(
  'X-A',
  'x-a',
  'Content-Type',
  'ETag',
  'Vary',
  'Cache-Control',
  'Set-Cookie',
  'Location',
  'Allow',
)
const url = fc.constantFrom(
  '/x',
  'x',
  './y',
  '../y',
  '../../y',
  'http://h/p',
  '//h/p',
  'back',
  '/a?b=c&d',
  'login',
  '.',
  '?q',
)
const type = fc.constantFrom(
  'html',
  'json',
  '.txt',
  'text/plain',
  'png',
  'x/y',
  'text/x; charset=x',
)
const body = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(undefined, null, true, false, [], { a: 1 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }).filter((one) => typeof one !== 'number') },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)) },
)
const cookieOptions = fc.record(
  {
    path: fc.constantFrom('/', '/x'),
    domain: fc.constantFrom('example.com'),
    httpOnly: fc.boolean(),
    secure: fc.boolean(),
    signed: fc.boolean(),
    expires: fc.constantFrom(new Date(0), new Date(1e12)),
  },
  { requiredKeys: [] },
)

const preparing = fc.oneof(
  { weight: 2, arbitrary: call('status', status) },
  { weight: 3, arbitrary: call('set', fieldName, latin) },
  call('set', fc.dictionary(fieldName, latin, { maxKeys: 3, noNullPrototype: true })),
  call('header', fieldName, fc.array(latin, { minLength: 1, maxLength: 2 })),
  { weight: 2, arbitrary: call('type', type) },
  call('contentType', type),
  call('vary', fieldName),
  call(
    'links',
    fc.dictionary(fc.constantFrom('next', 'last'), latin.filter(isPlainLink), {
      noNullPrototype: true,
    }),
  ),
  call('location', url),
  call('cookie', fc.constantFrom('a', 'b'), text, cookieOptions),
  call('cookie', fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 1 })),
  call('clearCookie', fc.constantFrom('a', 'b'), cookieOptions),
  call('attachment', fc.constantFrom('a.txt', 'x/y.png', 'plain', '日本.txt')),
  call('attachment'),
  call('get', fieldName),
  call('setHeader', fieldName, latin),
  call('removeHeader', fieldName),
)

const finishing = fc.oneof(
  { weight: 4, arbitrary: call('send', body) },
  call('send'),
  { weight: 2, arbitrary: call('send', status) },
  { weight: 3, arbitrary: call('send', status, body) },
  call('send', body, status),
  { weight: 3, arbitrary: call('json', body) },
  { weight: 2, arbitrary: call('json', status, body) },
  call('json', body, status),
  call('jsonp', fc.constantFrom<unknown>('a', null, { a: '</script>' }, [1, '\u2028'])),
  call('jsonp', status, fc.constantFrom<unknown>('a', null, { a: 1 })),
  { weight: 2, arbitrary: call('redirect', url) },
  { weight: 2, arbitrary: call('redirect', status, url) },
  call('redirect', url, status),
  {
    weight: 2,
    arbitrary: call('format', fc.subarray(['html', 'json', 'text/plain', 'default', 'x/y'])),
  },
  call('end', text),
  call('end'),
)

const headers: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    '*/*',
    'text/html',
    'application/json;q=0.5, text/html',
    'text/*;q=0.3',
    'x/y',
    'a/b;q=0',
  ],
  'Accept-Encoding': ['gzip', 'br;q=0.1, gzip', '*'],
  'Accept-Charset': ['utf-8', 'iso-8859-1;q=0.5, *'],
  'Accept-Language': ['en', 'de-AT, en;q=0.5', '*'],
  'If-None-Match': ['*', '"x"', 'W/"1-DMF1ucDxtqgxw5niaXcmYQ"'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'Mon, 01 Jan 2035 00:00:00 GMT'],
  'Cache-Control': ['no-cache', 'max-age=0'],
  Range: ['bytes=0-5', 'bytes=-1', 'bytes=5-1', 'bytes=0-1,2-3', 'x'],
  Host: ['a.b.example.com:80', '[::1]:8080', '127.0.0.1', 'x'],
  Authorization: ['Basic YTpi', 'Basic YQ==', 'Bearer x', 'basic YTpiOmM='],
  'X-Forwarded-For': ['1.1.1.1', '1.1.1.1, 2.2.2.2, 127.0.0.1'],
  'X-Forwarded-Proto': ['https', 'http', 'https, http'],
  'X-Forwarded-Host': ['p.example.org:99'],
  'X-Requested-With': ['XMLHttpRequest', 'x'],
  'Content-Type': ['text/html', 'application/json; charset=utf-8', 'x', 'multipart/form-data'],
  Referer: ['/from'],
}

export const asked3: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'DELETE'),
  url: fc.constantFrom(
    '/',
    '/?callback=cb',
    '/?callback=a&callback=b',
    '/?a[b]=1&a[c]=2',
    '/p/q?r=+',
  ),
  headers: headersOf(headers),
  calls: fc
    .tuple(fc.array(preparing, { maxLength: 5 }), finishing)
    .map(([first, last]) => [...first, last]),
})

export const settings3: fc.Arbitrary<Settings> = fc.record(
  {
    'trust proxy': fc.constantFrom<unknown>(true, false, 1, 'loopback', ['127.0.0.1', '2.2.2.2']),
    etag: fc.constantFrom<unknown>('weak', 'strong', false),
    'json spaces': fc.constantFrom<unknown>(0, 2, '\t'),
    'subdomain offset': fc.constantFrom(0, 1, 2, 3),
  },
  { requiredKeys: [] },
)
