import { get, hanging, head, keepAlive, pipelined, request } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

const everyWay = [get('/'), head('/'), get('/', { http10: true })]

export default family(
  'res.send',
  cases('sends', {
    nothing: (_req, res) => res.send(),
    undefined: (_req, res) => res.send(undefined),
    null: (_req, res) => res.send(null),
    'an empty string': (_req, res) => res.send(''),
    'a string': (_req, res) => res.send('hello'),
    'a multi-byte string': (_req, res) => res.send('straße 日本 😀'),
    'a lone surrogate': (_req, res) => res.send('a\ud800b'),
    'a String object': (_req, res) => res.send(new String('boxed')),
    'a number': (_req, res) => res.send(42),
    zero: (_req, res) => res.send(0),
    'a status-like number': (_req, res) => res.send(404),
    true: (_req, res) => res.send(true),
    false: (_req, res) => res.send(false),
    'an object': (_req, res) => res.send({ a: 1, b: [null, undefined] }),
    'an array': (_req, res) => res.send([1, 'two', { three: 3 }]),
    'an empty array': (_req, res) => res.send([]),
    'an empty object': (_req, res) => res.send({}),
    'a null-prototype object': (_req, res) =>
      res.send(Object.assign(Object.create(null), { a: 1 })),
    'an object with odd keys': (_req, res) =>
      res.send(JSON.parse('{"hasOwnProperty":"x","length":"9","then":"1","toJSON":"2"}')),
    'a Date': (_req, res) => res.send(new Date(0)),
    'a RegExp': (_req, res) => res.send(/x/),
    'a Map': (_req, res) => res.send(new Map([['a', 1]])),
    'an Error': (_req, res) => res.send(new Error('sent')),
    'an object with toJSON': (_req, res) => res.send({ toJSON: () => 'from toJSON' }),
    'toJSON that gives undefined': (_req, res) => res.send({ toJSON: () => undefined }),
    'a Buffer': (_req, res) => res.send(Buffer.from('bytes')),
    'an empty Buffer': (_req, res) => res.send(Buffer.alloc(0)),
    'a Uint8Array': (_req, res) => res.send(new Uint8Array([104, 105])),
    'a Uint16Array': (_req, res) => res.send(new Uint16Array([104, 105])),
    'a DataView': (_req, res) => res.send(new DataView(new ArrayBuffer(3))),
    'an ArrayBuffer': (_req, res) => res.send(new ArrayBuffer(3)),
    'an ArrayBuffer with a type': (_req, res) => res.type('png').send(new ArrayBuffer(3)),
    'a SharedArrayBuffer': (_req, res) => res.send(new SharedArrayBuffer(3)),
    'a part of a Uint8Array': (_req, res) => res.send(new Uint8Array([0, 104, 105]).subarray(1)),
    'an empty Uint8Array': (_req, res) => res.send(new Uint8Array(0)),
    'a Uint8Array with a type': (_req, res) => res.type('png').send(new Uint8Array([104])),
    'an Int8Array': (_req, res) => res.send(new Int8Array([104, -1])),
    'a Uint8ClampedArray': (_req, res) => res.send(new Uint8ClampedArray([104, 300])),
    'a Float64Array': (_req, res) => res.send(new Float64Array([104.5, 1e9])),
    'a BigInt64Array': (_req, res) => res.send(new BigInt64Array([104n])),
    'a Blob': (_req, res) => res.send(new Blob(['bytes'], { type: 'text/plain' })),
    'a web stream': (_req, res) => res.send(new ReadableStream()),
    'a FormData': (_req, res) => res.send(new FormData()),
    'a function': (_req, res) => res.send(() => 1),
    'a symbol': (_req, res) => res.send(Symbol('s')),
    'a bigint': (_req, res) => res.send(1n),
    'an object with a bigint': (_req, res) => res.send({ a: 1n }),
    'a circular object': (_req, res) => {
      const loop: Record<string, unknown> = {}
      loop.loop = loop
      res.send(loop)
    },
    'a throwing toJSON': (_req, res) =>
      res.send({
        toJSON() {
          throw new RangeError('no json')
        },
      }),
    'a status and a body': (_req, res) => res.send(201, 'made'),
    'a body and a status': (_req, res) => res.send('made', 201),
    'a long string': (_req, res) => res.send('x'.repeat(70_000)),
    'a string of exactly 1000 bytes': (_req, res) => res.send('é'.repeat(500)),
  }),
  // 4.x takes it for a status, and its final handler throws: the process would end (W-024).
  cases('sends', { NaN: (_req, res) => res.send(Number.NaN) }, { dialects: ['5.x'] }),
  cases(
    'answers every client with',
    {
      'a string': (_req, res) => res.send('hello'),
      'an empty body': (_req, res) => res.send(''),
      'no body': (_req, res) => res.send(),
      'an object': (_req, res) => res.send({ a: 1 }),
      'a Buffer': (_req, res) => res.send(Buffer.from('bytes')),
      null: (_req, res) => res.send(null),
    },
    { requests: everyWay },
  ),
  cases('keeps the Content-Type', {
    'text/plain and adds the charset': (_req, res) => res.type('text').send('x'),
    'without charset for a string': (_req, res) => res.set('Content-Type', 'text/html').send('x'),
    'with another charset for a string': (_req, res) =>
      res.set('Content-Type', 'text/plain; charset=iso-8859-1').send('é'),
    'set raw with another charset': (_req, res) => {
      res.setHeader('Content-Type', 'text/plain; charset=utf-16')
      res.send('x')
    },
    'set raw without charset': (_req, res) => {
      res.setHeader('Content-Type', 'text/plain')
      res.send('x')
    },
    'set raw with parameters': (_req, res) => {
      res.setHeader('Content-Type', 'text/plain; format=flowed; Foo="a b"')
      res.send('x')
    },
    'set raw and malformed': (_req, res) => {
      res.setHeader('Content-Type', 'nonsense')
      res.send('x')
    },
    'set raw and empty': (_req, res) => {
      res.setHeader('Content-Type', '')
      res.send('x')
    },
    'set raw with a broken parameter': (_req, res) => {
      res.setHeader('Content-Type', 'text/html; charset')
      res.send('x')
    },
    'set raw as a list': (_req, res) => {
      res.setHeader('Content-Type', ['text/html', 'text/plain'])
      res.send('x')
    },
    'of application/json for a string': (_req, res) => res.type('json').send('{}'),
    'of an image for a string': (_req, res) => res.type('png').send('not a png'),
    'of an unknown type for a string': (_req, res) => res.type('application/x-odd').send('x'),
    'in upper case': (_req, res) => {
      res.setHeader('content-type', 'TEXT/PLAIN; CHARSET=UTF-16')
      res.send('x')
    },
    'for a Buffer': (_req, res) => res.type('text/plain').send(Buffer.from('x')),
    'for a Buffer set raw': (_req, res) => {
      res.setHeader('Content-Type', 'text/plain')
      res.send(Buffer.from('x'))
    },
    'for an object': (_req, res) => res.type('application/vnd.api+json').send({ a: 1 }),
    'for null': (_req, res) => res.type('text').send(null),
    'for a number': (_req, res) => res.type('text').send(5),
  }),
  cases(
    'overrides',
    { 'a wrong Content-Length': (_req, res) => res.set('Content-Length', '999').send('abc') },
    // 3.x sends the wrong length.
    { requests: [hanging(get('/'), 500)] },
  ),
  cases('overrides', {
    'a Transfer-Encoding beside the length': (_req, res) =>
      res.set('Transfer-Encoding', 'chunked').send('abc'),
    'nothing of the other headers': (_req, res) =>
      res.set({ 'X-One': '1', 'x-two': '2', 'Cache-Control': 'no-store' }).send('abc'),
    'the length for 204': (_req, res) =>
      res.status(204).set({ 'Content-Length': '3', 'Content-Type': 'text/plain' }).send('abc'),
    'the length for 205': (_req, res) =>
      res.status(205).set({ 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }).send('abc'),
    'the length for 304': (_req, res) =>
      res
        .status(304)
        .set({ 'Content-Length': '3', 'Content-Type': 'a/b', 'Transfer-Encoding': 'chunked' })
        .send('abc'),
  }),
  ...[204, 205, 304, 206, 301, 404, 500].map((code) =>
    cases(
      `with status ${code}`,
      {
        'and a string': (_req, res) => res.status(code).send('body'),
        'and an object': (_req, res) => res.status(code).send({ a: 1 }),
        'and nothing': (_req, res) => res.status(code).send(),
        'and a Buffer': (_req, res) => res.status(code).send(Buffer.from('x')),
      },
      { requests: [get('/'), head('/')] },
    ),
  ),
  cases(
    'makes an ETag',
    {
      'for a string': (_req, res) => res.send('tagged'),
      'for an empty string': (_req, res) => res.send(''),
      'for a Buffer': (_req, res) => res.send(Buffer.from('tagged')),
      'for an object': (_req, res) => res.send({ tagged: true }),
      'for multi-byte text': (_req, res) => res.send('déjà vu 日本'),
      'for a long string': (_req, res) => res.send('y'.repeat(5000)),
      'unless one is there': (_req, res) => res.set('ETag', '"mine"').send('tagged'),
      'unless an empty one is there': (_req, res) => res.set('ETag', '').send('tagged'),
      'with status 404': (_req, res) => res.status(404).send('tagged'),
      'with status 500': (_req, res) => res.status(500).send('tagged'),
    },
    {
      requests: [
        get('/'),
        head('/'),
        request('POST', '/', { body: '' }),
        request('PUT', '/', { body: 'x' }),
        request('DELETE', '/'),
        request('PATCH', '/'),
        request('OPTIONS', '/'),
      ],
    },
  ),
  cases(
    'turns fresh answers into 304',
    {
      'by ETag': (_req, res) => res.send('hello, world!'),
      'by own ETag': (_req, res) => res.set('ETag', '"mine"').send('hello'),
      'by Last-Modified': (_req, res) =>
        res.set('Last-Modified', 'Mon, 01 Jan 2024 00:00:00 GMT').send('hello'),
      'only with a 2xx status': (_req, res) => res.status(404).set('ETag', '"mine"').send('no'),
      'keeping other headers': (_req, res) =>
        res
          .set({ ETag: '"mine"', 'X-Kept': '1', 'Content-Language': 'de', 'Content-Encoding': 'x' })
          .cookie('a', 'b')
          .send('x'),
    },
    {
      requests: [
        get('/', { headers: { 'If-None-Match': '"mine"' } }),
        get('/', { headers: { 'If-None-Match': 'W/"mine"' } }),
        get('/', { headers: { 'If-None-Match': '*' } }),
        get('/', { headers: { 'If-None-Match': '"a", "mine", "b"' } }),
        get('/', { headers: { 'If-None-Match': 'W/"d-HwnTDHB9U/PRbFMN1z1wps51lqk"' } }),
        get('/', { headers: { 'If-None-Match': '"mine"', 'Cache-Control': 'no-cache' } }),
        get('/', { headers: { 'If-None-Match': '"mine"', 'Cache-Control': 'max-age=0' } }),
        get('/', { headers: { 'If-None-Match': '"mine"', Pragma: 'no-cache' } }),
        get('/', { headers: { 'If-Modified-Since': 'Mon, 01 Jan 2024 00:00:00 GMT' } }),
        get('/', { headers: { 'If-Modified-Since': 'Sun, 31 Dec 2023 00:00:00 GMT' } }),
        get('/', { headers: { 'If-Modified-Since': 'nonsense' } }),
        get('/', {
          headers: {
            'If-None-Match': '"other"',
            'If-Modified-Since': 'Tue, 02 Jan 2024 00:00:00 GMT',
          },
        }),
        head('/', { headers: { 'If-None-Match': '"mine"' } }),
        request('POST', '/', { headers: { 'If-None-Match': '"mine"' } }),
        get('/', { headers: { 'If-None-Match': '' } }),
      ],
    },
  ),
  cases('lets', {
    'replaced methods see the call': (_req, res, _next, probe) => {
      const { end, setHeader, writeHead, removeHeader } = res
      res.setHeader = ((name: string, value: string) => {
        probe.seen('setHeader', name, value)
        return setHeader.call(res, name, value)
      }) as typeof setHeader
      res.removeHeader = (name) => {
        probe.seen('removeHeader', name)
        removeHeader.call(res, name)
      }
      res.writeHead = ((code: number, ...rest: []) => {
        probe.seen('writeHead', code, ...rest)
        return writeHead.call(res, code, ...rest)
      }) as typeof writeHead
      res.end = ((...args: [string, BufferEncoding]) => {
        probe.seen('end', ...args)
        return end.apply(res, args)
      }) as typeof end
      res.send('watched')
    },
    'a replaced end see 304': (req, res, _next, probe) => {
      const { end } = res
      req.headers['if-none-match'] = '*'
      res.end = ((...args: Parameters<typeof end>) => {
        probe.seen('end', args, res.statusCode, res.getHeaderNames(), res.get('ETag'))
        return end.apply(res, args)
      }) as typeof end
      res.send('watched')
    },
    'a replaced send see json': (_req, res, _next, probe) => {
      const { send } = res
      res.send = (...args) => {
        probe.seen('send', ...args)
        return send.apply(res, args)
      }
      res.json({ a: 1 })
    },
    'a replaced json see objects': (_req, res, _next, probe) => {
      const { json } = res
      res.json = (...args) => {
        probe.seen('json', ...args)
        return json.apply(res, args)
      }
      probe.seen('chains', res.send({ a: 1 }) === res)
    },
    'on-headers style hooks add headers': (_req, res) => {
      const { writeHead } = res
      res.writeHead = ((...args: [number]) => {
        res.setHeader('X-Late', 'yes')
        res.removeHeader('ETag')
        return writeHead.apply(res, args)
      }) as typeof writeHead
      res.send('hooked')
    },
  }),
  cases(
    'gives a replaced end',
    Object.fromEntries(
      [999, 1000, 1001].map((length) => [
        `text of ${length} characters`,
        (req, res, _next, probe) => {
          const { end } = res
          res.end = ((chunk: string | Buffer, encoding: BufferEncoding) => {
            probe.seen('end', Buffer.isBuffer(chunk), chunk.length, encoding)
            return end.call(res, chunk, encoding)
          }) as typeof end
          if (req.url === '/tagged') res.set('ETag', '"own"')
          res.send('é'.repeat(length))
        },
      ]),
    ),
    { requests: [get('/'), get('/tagged')] },
  ),
  cases('called twice', {
    'throws to the caller': (_req, res, _next, probe) => {
      res.send('first')
      probe.attempt('second', () => res.send('second'))
    },
    'reaches the error handling': (_req, res) => {
      res.send('first')
      res.send('second')
    },
    'throws after end': (_req, res, _next, probe) => {
      res.end('raw')
      probe.attempt('send', () => res.send('second'))
    },
    'throws after a write': (_req, res, _next, probe) => {
      res.write('part')
      probe.attempt('send', () => res.send('second'))
      probe.attempt('json', () => res.json({}))
      probe.attempt('redirect', () => res.redirect('/x'))
      probe.attempt('sendStatus', () => res.sendStatus(204))
      res.end()
    },
    'after writeHead throws': (_req, res, _next, probe) => {
      res.writeHead(200, { 'X-Head': '1' })
      probe.attempt('send', () => res.send('second'))
      if (!res.writableEnded) res.end()
    },
  }),
  scenario(
    'keeps the connection for the next request',
    (express) => {
      const app = express()
      app.get('/a', (_req, res) => res.send('a'))
      app.get('/b', (_req, res) => setTimeout(() => res.send({ b: 1 }), 5))
      app.get('/none', (_req, res) => res.status(204).send())
      return app
    },
    [
      keepAlive([get('/a'), get('/b'), head('/a'), get('/none'), get('/a'), get('/missing')]),
      pipelined([get('/b'), get('/a'), head('/b'), get('/none'), get('/missing'), get('/a')]),
      keepAlive([get('/a', { headers: { Connection: 'close' } })]),
      keepAlive([get('/a', { http10: true, headers: { Connection: 'keep-alive' } }), get('/a')]),
    ],
  ),
  scenario(
    'works inside a mounted app with its own etag setting',
    (express) => {
      const app = express()
      const sub = express()
      sub.set('etag', 'strong')
      app.disable('etag')
      sub.get('/x', (_req, res) => res.send('sub'))
      app.use('/sub', sub)
      app.get('/x', (_req, res) => res.send('top'))
      return app
    },
    [get('/sub/x'), get('/x')],
  ),
)
