import fc from 'fast-check'

/** One call of a response member. */
export interface Call {
  readonly member: string
  readonly args: readonly unknown[]
}

export interface Settings {
  readonly 'query parser'?: unknown
  readonly 'trust proxy'?: unknown
  readonly etag?: unknown
  readonly 'json spaces'?: unknown
  readonly 'json escape'?: unknown
  readonly 'subdomain offset'?: unknown
}

export interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly calls: readonly Call[]
}

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
  'a;b',
  "it's",
  '/x',
  '../y',
  'http://h/p q',
  '%20',
  '%',
  'a\nb',
  '//h',
  '\\x',
  '?q',
  'W/"x"',
  '"x"',
  'html',
  'json',
  'back',
  'text/plain',
  'text/html; charset=x',
  '*',
  '0',
)
// Without 205, whose bodies ours leave out however they are written (W-060).
const number = fc.constantFrom(
  0,
  1,
  200,
  201,
  204,
  206,
  301,
  302,
  304,
  404,
  418,
  500,
  599,
  999,
  -1,
  1.5,
  1000,
  99,
)
const odd = fc.constantFrom<unknown>(undefined, null, true, false, 0, [], {}, ['a', 'b'], { a: 1 })
const fieldName = fc.constantFrom(
  'X-A',
  'x-a',
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Vary',
  'Link',
  'Cache-Control',
  'Set-Cookie',
  'Location',
  'Content-Disposition',
  'Allow',
  'bad name',
  '',
)
/** W-092: URLs and relations are encoded. */
export function isPlainLink(value: unknown): boolean {
  return typeof value !== 'string' || !/[<>"\\]/.test(value)
}

const plain = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: number },
)
const body = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: odd },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: number },
)
const status = fc.oneof({ weight: 6, arbitrary: number }, { weight: 1, arbitrary: odd })
const fields = fc.dictionary(fieldName, plain, { maxKeys: 3 })
const cookieOptions = fc.record(
  {
    path: plain,
    domain: text,
    httpOnly: fc.boolean(),
    secure: fc.boolean(),
    sameSite: fc.constantFrom(true, false, 'lax', 'strict', 'none', 'odd'),
    priority: fc.constantFrom('low', 'high', 'odd'),
    partitioned: fc.boolean(),
    signed: fc.boolean(),
    expires: fc.constantFrom(new Date(0), 0, 'x', undefined),
  },
  { requiredKeys: [] },
)

export function call(member: string, ...args: fc.Arbitrary<unknown>[]): fc.Arbitrary<Call> {
  return fc.tuple(...args).map((given) => ({ member, args: given }))
}

const preparing = fc.oneof(
  { weight: 2, arbitrary: call('status', status) },
  { weight: 3, arbitrary: call('set', fieldName, plain) },
  call('set', fields),
  { weight: 2, arbitrary: call('append', fieldName, plain) },
  { weight: 2, arbitrary: call('type', plain) },
  call('vary', fc.oneof(fieldName, plain)),
  call('links', fc.dictionary(text.filter(isPlainLink), plain.filter(isPlainLink), { maxKeys: 2 })),
  call('location', plain),
  call('cookie', text, plain, cookieOptions),
  call('cookie', fc.constantFrom('a', 'b'), body),
  call('clearCookie', fc.constantFrom('a', 'bad name'), cookieOptions),
  call('attachment', plain),
  call('attachment'),
  call('get', fieldName),
  call('setHeader', fieldName, text),
  call('removeHeader', fieldName),
)

const finishing = fc.oneof(
  { weight: 4, arbitrary: call('send', body) },
  call('send'),
  { weight: 3, arbitrary: call('json', body) },
  call('jsonp', body),
  { weight: 2, arbitrary: call('redirect', plain) },
  call('redirect', status, plain),
  // Older dialects take a status before or after the body; 5.x takes the first argument only.
  call('send', status, body),
  call('send', body, status),
  call('json', status, body),
  call('json', body, status),
  call('jsonp', status, body),
  call('redirect', plain, status),
  { weight: 2, arbitrary: call('sendStatus', status) },
  {
    weight: 2,
    arbitrary: call('format', fc.subarray(['html', 'json', 'text/plain', 'default', 'x/y'])),
  },
  call('end', text),
  call('end'),
)

const calls = fc
  .tuple(fc.array(preparing, { maxLength: 5 }), finishing, fc.array(finishing, { maxLength: 1 }))
  .map(([first, last, late]) => [...first, last, ...late])

const headerValues: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    '*/*',
    'text/html',
    'application/json;q=0.5, text/html',
    'text/*;q=0.3',
    'x/y',
    '',
    'nonsense',
    'a/b;q=0',
  ],
  'Accept-Encoding': ['gzip', 'br;q=0.1, gzip', '*', 'identity;q=0', ''],
  'Accept-Charset': ['utf-8', 'iso-8859-1;q=0.5, *', ''],
  'Accept-Language': ['en', 'de-AT, en;q=0.5', '*', ''],
  'If-None-Match': ['*', '"x"', 'W/"x"', '"a", "x"', 'W/"1-hvfkN/qlp/zhXR3cuerq6jd2Z7g"', ''],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'Mon, 01 Jan 2035 00:00:00 GMT', 'x'],
  'Cache-Control': ['no-cache', 'max-age=0', 'private, no-cache'],
  Range: ['bytes=0-5', 'bytes=-1', 'bytes=5-1', 'bytes=0-1,2-3', 'x', 'items=0-1'],
  Host: ['a.b.example.com:80', '[::1]:8080', '127.0.0.1', 'x', ''],
  'X-Forwarded-For': ['1.1.1.1', '1.1.1.1, 2.2.2.2, 127.0.0.1', 'x', ' , '],
  'X-Forwarded-Proto': ['https', 'http', 'https, http', ''],
  'X-Forwarded-Host': ['p.example.org:99', 'a.example.org, b', ''],
  'X-Requested-With': ['XMLHttpRequest', 'x'],
  'Content-Type': ['text/html', 'application/json; charset=utf-8', 'x', 'multipart/form-data', ''],
  Referer: ['/from'],
}

/** Each header with one of its values, or without. */
export function headersOf(
  table: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(
      ...Object.entries(table).map(([name, values]) =>
        fc
          .option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
          .map((value) => [name, value] as const),
      ),
    )
    .map((pairs) =>
      Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined)),
    )
}

export const asked: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'DELETE'),
  url: fc.constantFrom(
    '/',
    '/?callback=cb',
    '/?callback=a&callback=b',
    '/?a[b]=1&a[c]=2',
    '/?__proto__[x]=1',
    '/p?q=%zz&r=+',
  ),
  headers: headersOf(headerValues),
  calls,
})

export const settings: fc.Arbitrary<Settings> = fc.record(
  {
    'query parser': fc.constantFrom<unknown>('simple', 'extended', false, true),
    'trust proxy': fc.constantFrom<unknown>(true, false, 1, 'loopback', '10.0.0.0/8', [
      '127.0.0.1',
      '2.2.2.2',
    ]),
    etag: fc.constantFrom<unknown>('weak', 'strong', false),
    'json spaces': fc.constantFrom<unknown>(0, 2, '\t'),
    'json escape': fc.boolean(),
    'subdomain offset': fc.constantFrom(0, 1, 2, 3),
  },
  { requiredKeys: [] },
)
