import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/shadow/compare/compare.ts'
import { DECLARED_ROWS, declaredRow } from '../../src/shadow/compare/declared.ts'
import { DIALECT_ROWS } from '../../src/shadow/compare/dialect-rows.ts'
import { fits, templateOf } from '../../src/shadow/compare/template.ts'
import type { Reply } from '../../src/shadow/exchange.ts'
import { firstDifference } from '../../src/shadow/report/first-difference.ts'
import { maskText } from '../../src/shadow/report/mask-text.ts'
import { unseenRoutes } from '../../src/shadow/report/unseen.ts'
import { routeName } from '../../src/shadow/route-name.ts'
import { Statistics } from '../../src/shadow/statistics.ts'

function reply(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Reply {
  const bytes = Buffer.from(body)
  return { status, reason: '', headers: Object.entries(headers), body: bytes, size: bytes.length }
}

const recording = {
  ...{ method: 'GET', url: '/a', headers: [], server: { at: 1, order: 0 }, route: undefined },
  ...{ head: '', size: 0, seen: 1 },
}

describe('texts that change by themselves', () => {
  it.each([
    ['equal texts', ['a b c'], 'a b c', true],
    ['another text', ['a b c'], 'a b d', false],
    ['an id', ['{"id":"x1","n":1}', '{"id":"y2","n":1}'], '{"id":"z3","n":1}', true],
    [
      'a change beside an id',
      ['{"id":"x1","n":1}', '{"id":"y2","n":1}'],
      '{"id":"z3","n":2}',
      false,
    ],
    ['a missing end', ['id x1 end', 'id y2 end'], 'id z3', false],
    ['a missing start', ['id x1 end', 'id y2 end'], 'z3 end', false],
    ['lists of other lengths', ['[1, 2] ok', '[1, 2, 3] ok'], '[1, 2, 3, 4] ok', true],
    ['a change behind such a list', ['[1, 2] ok', '[1, 2, 3] ok'], '[1, 2, 3, 4] no', false],
    ['two changing places', ['a x1 b x2 c', 'a y1 b y2 c'], 'a z1 b z2 c', true],
    ['a change between them', ['a x1 b x2 c', 'a y1 b y2 c'], 'a z1 d z2 c', false],
    ['a text that is much longer', ['id x1 end', 'id y2 end'], `id ${'z'.repeat(99)} end`, false],
    ['an empty place', ['a  b', 'a x b'], 'a y b', true],
    ['three samples', ['a 1 x', 'b 1 x', 'b 2 x'], 'c 3 x', true],
    ['the fixed end of three samples', ['a 1 x', 'b 1 x', 'b 2 x'], 'c 3 y', false],
  ])('%s', (_title, samples, text, expected) => {
    expect(fits(templateOf(samples), text)).toBe(expected)
  })

  it('do not take long to compare', () => {
    const row = (at: number, id: string) => `<tr><td>${at}</td><td>${id}</td></tr>`
    const table = (id: string) => Array.from({ length: 5000 }, (_, at) => row(at, id + at)).join('')
    const template = templateOf([table('a'), table('b')])
    expect(fits(template, table('c'))).toBe(true)
    expect(fits(template, table('c').replace('<td>4000</td>', '<td>0</td>'))).toBe(false)
  })
})

describe('responses', () => {
  it('are equal if they differ where Express differs', () => {
    const express: [Reply, Reply] = [
      reply('one 1', { ETag: '"a"', 'X-Id': '1', Date: 'Thu, 19 Nov 2026 10:00:00 GMT' }),
      reply('one 2', { ETag: '"b"', 'X-Id': '2', Date: 'Thu, 19 Nov 2026 10:00:00 GMT' }),
    ]
    const date = 'Thu, 19 Nov 2026 10:00:01 GMT'
    expect(compare(express, reply('one 3', { etag: '"c"', 'x-id': '3', date }))).toEqual([])
  })

  it('differ in names and values of headers', () => {
    const express: [Reply] = [reply('', { 'X-One': '1', 'X-Two': '2' })]
    expect(compare(express, reply('', { 'X-One': '2', 'X-Three': '3' }))).toEqual([
      { part: 'header', name: 'x-one', express: '1', webapp: '2' },
      { part: 'header', name: 'x-two', express: '2', webapp: undefined },
      { part: 'header', name: 'x-three', express: undefined, webapp: '3' },
    ])
  })

  it.each([
    ['1795123456', '1795123457', true],
    ['1795123456789', '1795123459789', true],
    ['1795123456', '1795123466', false],
    ['1795123456', '1795123456789', false],
    ['12', '13', false],
  ])('with the times %s and %s in a header are equal: %s', (one, other, isEqual) => {
    const header = (time: string) => reply('', { 'X-RateLimit-Reset': time })
    expect(compare([header(one), header(one)], header(other))).toHaveLength(isEqual ? 0 : 1)
  })

  it('may compress the same body in another way', () => {
    const [one, other] = [1, 9].map((level) => gzipSync('text '.repeat(1000), { level }))
    const headers = { 'Content-Encoding': 'gzip' }
    expect(compare([reply(one ?? '', headers)], reply(other ?? '', headers))).toEqual([])
    const wrong = gzipSync('texts '.repeat(1000))
    expect(compare([reply(one ?? '', headers)], reply(wrong, headers))).toHaveLength(1)
  })

  it('differ behind the limit, too', () => {
    const one = { ...reply('same'), size: 100, hash: 'a' }
    expect(compare([one], { ...one, hash: 'b' })).toMatchObject([{ part: 'body' }])
    expect(compare([one], one)).toEqual([])
  })
})

describe('declared differences', () => {
  const page = readFileSync(new URL('../../../../docs/differences.md', import.meta.url), 'utf8')

  it.each(DECLARED_ROWS)('%s is in docs/differences.md', (row) => {
    expect(page).toMatch(row.startsWith('W-') ? new RegExp(`^\\| ${row} \\|`, 'm') : `\`${row}\``)
  })

  const powered = {
    part: 'header',
    name: 'x-powered-by',
    express: 'Express',
    webapp: 'webapp',
  } as const

  it('are named by their row', () => {
    const context = { recording, express: reply(''), webapp: reply(''), major: 4 }
    expect(declaredRow(powered, context)).toBe('X-Powered-By')
    expect(declaredRow({ ...powered, webapp: 'other' }, context)).toBeUndefined()
    const policy = {
      ...powered,
      name: 'content-security-policy',
      express: undefined,
      webapp: "default-src 'none'",
    }
    const failed = { ...context, express: reply('', {}, 404), webapp: reply('', {}, 404) }
    expect(declaredRow(policy, { ...failed, major: 3 })).toBe('W-055')
    expect(declaredRow(policy, failed)).toBeUndefined()
  })

  /** The rows of all differences between two responses to a request. */
  function rowsOf(
    request: { url?: string; headers?: string[] },
    express: Reply,
    webapp: Reply,
    major: number,
  ): (string | undefined)[] {
    const context = { recording: { ...recording, ...request }, express, webapp, major }
    return compare([express], webapp).map((difference) => declaredRow(difference, context))
  }

  it.each([
    ['a link', 'javascript://a/b', 'http://a/b', ['W-001']],
    ['an encoded link', 'java%20script://a', 'https://a', ['W-001']],
    ['another text', 'javascript://a/b', 'http://a/c', [undefined]],
    ['an unrelated text', 'one', 'two', [undefined]],
  ])('W-001 explains %s only if the protocol makes the difference', (_title, one, other, rows) => {
    const protocol = one.includes('%') ? 'java script' : 'javascript'
    const headers = ['Host', 'a', 'X-Forwarded-Proto', `${protocol}, http`]
    expect(rowsOf({ headers }, reply(one), reply(other), 4)).toEqual(rows)
    const link = (location: string) => reply('', { Location: location }, 302)
    expect(rowsOf({ headers }, link(one), link(other), 5)).toEqual(rows)
    expect(rowsOf({ headers: [] }, reply(one), reply(other), 4)).toEqual([undefined])
    expect(
      rowsOf({ headers: ['X-Forwarded-Proto', 'https'] }, reply(one), reply(other), 4),
    ).toEqual([undefined])
  })

  it('W-001 explains the ETag of such a body, but no status and no other header', () => {
    const headers = ['X-Forwarded-Proto', 'ftp']
    const one = reply('ftp://a', { ETag: '"1"', 'X-Kind': 'a' })
    expect(rowsOf({ headers }, one, reply('http://a', { ETag: '"2"', 'X-Kind': 'b' }), 4)).toEqual([
      'W-001',
      'W-001',
      undefined,
    ])
    expect(rowsOf({ headers }, one, reply('ftp://a', { ETag: '"2"', 'X-Kind': 'a' }), 4)).toEqual([
      undefined,
    ])
    expect(rowsOf({ headers }, reply('a'), reply('a', {}, 201), 4)).toEqual([undefined])
  })

  const file = { 'Last-Modified': 'x', 'Accept-Ranges': 'bytes', ETag: '"a"' }

  it.each([
    ['If-Match', '"b"', 200, 412, true],
    ['If-Unmodified-Since', 'x', 200, 412, true],
    ['Range', 'bytes=0-1,9-', 200, 206, true],
    ['Range', 'items=0-1', 206, 200, true],
    ['If-None-Match', 'W/"a"', 200, 304, true],
    ['Range', 'bytes=0-1', 206, 200, false],
    ['If-None-Match', '"a"', 200, 304, false],
    ['If-Match', '"b"', 200, 404, false],
    ['Host', 'a,b', 200, 206, false],
  ] as const)('W-035, %s: %s, status %i and %i: %s', (name, value, one, other, isDeclared) => {
    const headers = ['Host', 'a', name, value]
    const rows = rowsOf({ headers }, reply('a', file, one), reply('b', {}, other), 3)
    expect(new Set(rows)).toEqual(new Set([isDeclared ? 'W-035' : undefined]))
    expect(rowsOf({ headers }, reply('a', file, one), reply('b', file, other), 4)).toContain(
      undefined,
    )
  })

  it('W-035 explains no other header, and no body with the same status', () => {
    const headers = ['If-Match', '"b"']
    expect(rowsOf({ headers }, reply('a', { 'X-Kind': 'a' }), reply('a', {}, 412), 3)).toEqual([
      'W-035',
      undefined,
    ])
    expect(rowsOf({ headers }, reply('a'), reply('b'), 3)).toEqual([undefined])
  })

  it.each([
    ['/%61dmin/x', file, 'W-090'],
    ['//admin/x', file, 'W-090'],
    ['/y/../admin/x', file, 'W-090'],
    ['/admin%2fx?a=1', file, 'W-090'],
    ['/my%20file.txt', file, undefined],
    ['/a%22b', file, undefined],
    ['/caf%C3%A9', file, undefined],
    ['/admin/x?to=//b/%61', file, undefined],
    ['/%61dmin/x', { ETag: '"a"' }, undefined],
  ])('W-090 explains a 404 for %s with %j: %s', (url, headers, row) => {
    const rows = rowsOf({ url }, reply('a', headers), reply('b', {}, 404), 5)
    expect(new Set(rows)).toEqual(new Set([row]))
    expect(rowsOf({ url }, reply('a', headers), reply('b', headers), 5)).toEqual([undefined])
    expect(rowsOf({ url }, reply('a', headers), reply('b', headers, 500), 5)).toEqual([undefined])
  })

  it('are the frames of a stack, but not its message', () => {
    const context = { recording, express: reply('', {}, 500), webapp: reply('', {}, 500), major: 5 }
    const difference = (express: string, webapp: string) =>
      declaredRow({ part: 'body', express, webapp }, context)
    const lines = '<pre>Error: a<br> &nbsp; &nbsp;at one (/x/express/a.js:1:2)</pre>'
    expect(difference(lines, lines.replace('/x/express', '/y/webapp'))).toBe('stack frames')
    expect(difference(lines, lines.replace('Error: a', 'Error: b'))).toBeUndefined()
    // The error handler of 3.x makes a list of them.
    const list = '<h2>500 Error: a</h2><ul><li> &nbsp; &nbsp;at one (/x/express/a.js:1:2)</li></ul>'
    const longer = list.replace('</li>', '</li><li> &nbsp; &nbsp;at two (/y/b.js:1:2)</li>')
    expect(difference(list, longer)).toBe('stack frames')
    expect(difference(list, longer.replace('500', '501'))).toBeUndefined()
    expect(
      difference('{"stack":"Error: a\\n    at b (c)"}', '{"stack":"Error: a\\n    at d (e)"}'),
    ).toBe('stack frames')
  })
})

describe('differences between dialects', () => {
  const page = readFileSync(new URL('../../../../docs/dialects.md', import.meta.url), 'utf8')

  it.each(DIALECT_ROWS)('%s is in docs/dialects.md', (row) => {
    expect(page).toContain(`### ${row}\n`)
  })

  const rowsOf = (express: Reply, webapp: Reply, major: number, to: number | undefined) =>
    compare([express], webapp).map((difference) =>
      declaredRow(difference, { recording, express, webapp, major, to }),
    )
  const typed = (type: string) => reply('', { 'Content-Type': type })
  const tagged = (tag: string) => reply('hello', { ETag: tag })
  const moved = (text: string, status = 302) => reply(text, { Location: '/b/' }, status)
  const document = (text: string) => `<!DOCTYPE html><html><body><pre>${text}</pre></body></html>`

  it.each([
    [
      'D-064',
      3,
      tagged('W/"5-XUFAKrxLKna5cZ2REBfFkg"'),
      tagged('W/"5-qvTGHdzF6KLavt4PO0gs2a6pQ00"'),
    ],
    [
      ...(['D-021', 3, reply('', { Vary: 'X-HTTP-Method-Override, Accept' })] as const),
      reply('', { Vary: 'Accept' }),
    ],
    ['D-075', 3, typed('text/html'), typed('text/html; charset=utf-8')],
    ['D-083', 4, typed('text/css; charset=UTF-8'), typed('text/css; charset=utf-8')],
    ['D-043', 4, typed('application/javascript'), typed('text/javascript; charset=utf-8')],
    [
      ...(['D-039', 4, moved('<p>Found. Redirecting to /b/</p>')] as const),
      moved(
        '<!DOCTYPE html><head><title>Found</title></head><body><p>Found. Redirecting to /b/</p></body>',
      ),
    ],
    ['D-062', 3, reply('Cannot GET /a\n', {}, 404), reply(document('Cannot GET /a'), {}, 404)],
    ['D-078', 3, moved('a', 303), moved('b', 301)],
  ] as const)(
    '%s is named for a move from %i.x, and not within a dialect',
    (row, from, one, other) => {
      expect(rowsOf(one, other, from, 5)).toEqual([row])
      expect(rowsOf(one, other, from, undefined)).toEqual([undefined])
      expect(rowsOf(one, other, 5, 5)).toEqual([undefined])
      expect(rowsOf(one, other, 5, from)).toEqual([undefined])
    },
  )

  it.each([
    [
      'the tag of another length',
      tagged('W/"5-XUFAKrxLKna5cZ2REBfFkg"'),
      tagged('W/"6-qvTGHdzF6KLavt4PO0gs2a6pQ00"'),
    ],
    ['a tag of the program', tagged('"one"'), tagged('"two"')],
    ['another type', typed('text/html'), typed('text/plain; charset=utf-8')],
    ['another charset', typed('text/css; charset=UTF-8'), typed('text/css; charset=latin1')],
    [
      'another target',
      moved('<p>Found. Redirecting to /b/</p>'),
      moved('<body><p>Found. Redirecting to /c/</p></body>'),
    ],
    [
      'another message',
      reply('Cannot GET /a\n', {}, 404),
      reply(document('Cannot GET /b'), {}, 404),
    ],
  ])('%s stays an alarm', (_title, one, other) => {
    expect(rowsOf(one, other, 3, 5)).toEqual([undefined])
  })
})

describe('routes without traffic', () => {
  it.each([
    ['GET /users/:id', 'GET /users/:id', true],
    ['GET /users/:id', 'POST /users/:id', false],
    ['ALL /users/:id', 'HEAD /users/:id', true],
    ['GET /api/:version/things/:thing', 'GET /api/v1/things/:thing', true],
    ['GET /api/:version/things', 'GET /api/v1/things/:thing', false],
    ['GET /files/*path', 'GET /files/*', true],
    ['GET /shops{/:shop}', 'GET /shops/:shop?', true],
    ['GET /b', 'GET /a, /b', true],
    ['GET /years/2026', 'GET /years/:id', true],
    ['GET /^\\/x/', 'GET /^\\/x/', true],
    ['GET /other', 'GET /users', false],
  ])('%s, after requests to %s: %s', (listed, seen, isSeen) => {
    const reached = { names: [seen], paths: [] }
    expect(unseenRoutes([listed], reached, ['GET', 'POST'])).toEqual(isSeen ? [] : [listed])
  })

  it.each([
    ['GET /notes', 'GET /notes', true],
    ['GET /notes/:id', 'GET /notes/7', true],
    ['GET /notes/^\\/(?<id>\\d+)\\/?$/i', 'GET /notes/7', true],
    ['GET /notes/^\\/(?<id>\\d+)\\/?$/i', 'GET /notes/x', false],
    ['GET /notes/^\\/(?<id>\\d+)\\/?$/i', 'GET /other/7', false],
    ['GET /notes/^(/', 'GET /notes/7', false],
    ['POST /notes', 'GET /notes', false],
  ])('%s, after a request %s with a route of another form: %s', (listed, path, isSeen) => {
    const reached = { names: [], paths: [path] }
    expect(unseenRoutes([listed], reached, ['GET', 'POST'])).toEqual(isSeen ? [] : [listed])
  })

  it('paths are remembered if the name of their route lacks the path of its mount', () => {
    const statistics = new Statistics()
    const frame = (url: string, route: string | undefined) => ({
      recording: { ...recording, url, route },
      requestBody: Buffer.alloc(0),
      responseBody: Buffer.alloc(0),
    })
    statistics.routeOf(frame('/notes/1?a=1', '/:id(\\d+)'))
    statistics.routeOf(frame('/admin/broken', '/admin*'))
    statistics.routeOf(frame('/users/7', '/users/:id'))
    statistics.routeOf(frame('/file.txt', undefined))
    expect([...statistics.loosePaths]).toEqual(['GET /notes/1'])
  })

  it('are listed once, if their method is repeated', () => {
    const listed = ['GET /a', 'POST /a', 'GET /a', 'ALL /b']
    expect(unseenRoutes(listed, { names: [], paths: [] }, ['GET', 'HEAD'])).toEqual([
      'GET /a',
      'ALL /b',
    ])
  })
})

describe('the report', () => {
  it('names the first member or line that differs', () => {
    expect(firstDifference('{"a":[1,{"b":2}]}', '{"a":[1,{"b":3}]}')).toEqual({
      ...{ place: 'body, at a[1].b', express: '2', webapp: '3' },
    })
    expect(firstDifference('one\ntwo x', 'one\ntwo y').place).toBe('body, line 2, column 5')
    expect(firstDifference('{"a": 1}', '{"a":1}').place).toBe('body, line 1, column 6')
  })

  it('contains no secrets', () => {
    expect(firstDifference('{"token":"a"}', '{"token":"b"}')).toEqual({
      ...{ place: 'body, at token', express: '••••••', webapp: '••••••' },
    })
    expect(maskText('{"a":{"password" : "x\\"y","n":1},"api_key":12}')).toBe(
      '{"a":{"password" : "••••••","n":1},"api_key":"••••••"}',
    )
    expect(maskText('<input type=hidden name="_csrf" value="abc"> <input name=q value="x">')).toBe(
      '<input type=hidden name="_csrf" value="••••••"> <input name=q value="x">',
    )
    expect(maskText('a eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc_-1 b')).toBe('a •••••• b')
  })

  it.each([
    ['/users/7?x=1', undefined, 'GET /users/:id'],
    ['/a/0f8fad5b-d9cb-469f-a165-70867728950e', undefined, 'GET /a/:id'],
    ['/a/about-us', undefined, 'GET /a/about-us'],
    ['/', undefined, 'GET /'],
    ['http://host.example/x?y', undefined, 'GET /x'],
    ['/shops/12/items/9', '/shops/12/items/:item', 'GET /shops/:id/items/:item'],
  ])('counts %s, route %s, as %s', (url, route, name) => {
    expect(routeName('GET', url, route)).toBe(name)
  })
})
