import { get, head, post, type RawRequest } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { cases3, scenario3, type V3Res } from '../harness/v3.ts'

type Values = Record<string, unknown>

const bodies: Values = {
  text: 'text',
  'an empty text': '',
  markup: '<p>x</p>',
  umlauts: 'äöü',
  'a Buffer': Buffer.from('bytes'),
  'an empty Buffer': Buffer.alloc(0),
  'a typed array': new Uint8Array([1, 2]),
  'an object': { a: 1 },
  'an empty object': {},
  'a list': [1, 'x', null],
  null: null,
  undefined: undefined,
  true: true,
  false: false,
  'a date': new Date(0),
  NaN: Number.NaN,
  'a number': 3.5,
}

const statuses = [200, 201, 204, 301, 304, 400, 404, 418, 429, 500, 599, 999]

/** One case for each value: a handler made of it. */
function each(values: Values, make: (value: never) => (res: V3Res) => unknown) {
  return Object.fromEntries(
    Object.entries(values).map(([label, value]) => {
      const run = make(value as never)
      return [label, (_req: unknown, res: V3Res) => run(res)]
    }),
  )
}

const sendable = Object.fromEntries(
  Object.entries(bodies).filter(([, value]) => typeof value !== 'number'),
)
const both: RawRequest[] = [get('/'), head('/'), get('/', { http10: true })]

export default family(
  '3.x responses',
  cases3(
    'res.send of',
    each(sendable, (value) => (res) => res.send(value)),
    { requests: both },
  ),
  cases3(
    'res.send(201, body) of',
    each(sendable, (value) => (res) => res.send(201, value)),
  ),
  cases3(
    'res.send(body, 201) of',
    each(sendable, (value) => (res) => res.send(value, 201)),
  ),
  cases3(
    'res.json of',
    each(bodies, (value) => (res) => res.json(value)),
  ),
  cases3(
    'res.json(201, body) of',
    each(bodies, (value) => (res) => res.json(201, value)),
  ),
  cases3(
    'res.json(body, 201) of',
    each(bodies, (value) => (res) => res.json(value, 201)),
  ),
  scenario3(
    'res.send(status) with every status',
    (express) => {
      const app = express()
      return app.use((req, res) => res.send(Number(req.query.status)))
    },
    statuses.flatMap((status) => [get(`/?status=${status}`), head(`/?status=${status}`)]),
  ),
  cases3('res.send(status)', { 'of 205': (_req, res) => res.send(205) }),
  scenario3(
    'res.send(status) keeps the type that was set',
    (express) =>
      express().use((_req, res) => {
        res.type('html')
        res.send(404)
      }),
    [get('/')],
  ),
  cases3('res.send', {
    'two numbers': (_req, res) => res.send(201, 5),
    'two numbers the other way': (_req, res) => res.send(5, 201),
    'a status and nothing': (_req, res) => res.send(204, undefined),
    nothing: (_req, res) => res.send(),
    'three arguments': (_req, res) => res.send(200, 'x', 'y'),
    'after a status': (_req, res) => res.status(202).send('accepted'),
    'a text status': (_req, res) => res.send('201', 'body'),
    'what it returns': (_req, res, _next, probe) => probe.seen('this', res.send('x') === res),
    'a text with a type': (_req, res) => res.type('text').send('x'),
    'a text with a charset': (_req, res) => {
      res.charset = 'utf-16'
      res.send('x')
    },
    'a Buffer with a type': (_req, res) => res.type('png').send(Buffer.from('x')),
    'a Buffer with a charset': (_req, res) => {
      res.charset = 'utf-8'
      res.send(Buffer.from('x'))
    },
    'a text with a type with a charset': (_req, res) => {
      res.set('Content-Type', 'text/x; charset=iso-8859-1').send('ä')
    },
    'a text with a length': (_req, res) => {
      res.set('Content-Length', '3').send('abcdef')
    },
    'a large text': (_req, res) => res.send('x'.repeat(2000)),
    'a body with 204': (_req, res) => res.set('Transfer-Encoding', 'chunked').send(204, 'body'),
    'a body with 304': (_req, res) => res.set('Transfer-Encoding', 'chunked').send(304, 'body'),
    twice: (_req, res, _next, probe) => {
      res.send('first')
      probe.attempt('again', () => res.send('second') === res)
    },
    'after end': (_req, res, _next, probe) => {
      res.end('ended')
      probe.attempt('again', () => res.send('second') === res)
    },
  }),
  scenario3(
    'ETags of bodies',
    (express, probe) => {
      const app = express()
      return app.use((req, res) => {
        const size = Number(req.query.size ?? 2000)
        if (req.query.status) res.status(Number(req.query.status))
        if (req.query.etag)
          app.set('etag', String(req.query.etag) === 'off' ? false : (req.query.etag as string))
        if (req.query.own) res.set('ETag', '"own"')
        if (req.query.length) res.set('Content-Length', String(size))
        probe.seen('before', res.get('ETag'))
        res.send(req.query.buffer ? Buffer.alloc(size, 'x') : 'x'.repeat(size))
      })
    },
    [
      ...[0, 1, 1023, 1024, 1025].map((size) => get(`/?size=${size}`)),
      ...[200, 201, 204, 206, 301, 304, 400, 404, 500].map((status) => get(`/?status=${status}`)),
      ...['HEAD', 'POST'].map((method) => (method === 'HEAD' ? head('/') : post('/'))),
      get('/?own=1'),
      get('/?length=1'),
      get('/?buffer=1'),
      get('/?etag=strong'),
      get('/?buffer=1&size=5'),
      get('/?etag=off'),
      get('/?etag=weak&size=5'),
      get('/', { headers: { 'If-None-Match': '*' } }),
      get('/?own=1', { headers: { 'If-None-Match': '"own"' } }),
      head('/?own=1', { headers: { 'If-None-Match': '"own"' } }),
      post('/?own=1', { headers: { 'If-None-Match': '"own"' } }),
      get('/?own=1&status=404', { headers: { 'If-None-Match': '"own"' } }),
      get('/?size=5', { http10: true }),
    ],
  ),
  scenario3(
    'ETags of json and jsonp',
    (express) => {
      const app = express()
      app.get('/json', (_req, res) => res.json({ a: 1 }))
      app.get('/jsonp', (_req, res) => res.jsonp({ a: 1 }))
      app.post('/json', (_req, res) => res.json({ a: 1 }))
      return app
    },
    [get('/json'), head('/json'), post('/json'), get('/jsonp'), get('/jsonp?callback=f')],
  ),
  cases3('res.json', {
    'two numbers': (_req, res) => res.json(201, 5),
    'with a charset': (_req, res) => {
      res.charset = 'utf-16'
      res.json({ a: 'ä' })
    },
    'with a type': (_req, res) => res.type('application/vnd.x+json').json({}),
    'line separators': (_req, res) => res.json('\u2028\u2029<&>'),
    'a cycle': (_req, res) => {
      const cycle: Values = {}
      cycle.self = cycle
      res.json(cycle)
    },
    'a function': (_req, res) => res.json(() => {}),
    'what it returns': (_req, res, _next, probe) => probe.seen('this', res.json({}) === res),
    toJSON: (_req, res) => res.json({ toJSON: () => ({ b: 2 }) }),
  }),
  ['development', 'production'].map((env) =>
    scenario3(
      `json settings in ${env}`,
      (express) => {
        const app = express()
        app.get('/', (_req, res) => res.json({ a: [1, { b: 2 }] }))
        app.get('/p', (_req, res) => res.jsonp({ a: 1 }))
        app.get('/set', (_req, res) => {
          app
            .set('json spaces', 4)
            .set('json replacer', (key: string, value: unknown) =>
              key === 'b' ? 'replaced' : value,
            )
          app.set('jsonp callback name', 'cb')
          res.end()
        })
        return app
      },
      [get('/'), get('/p?callback=f'), get('/set'), get('/'), get('/p?cb=f'), get('/p?callback=f')],
      { env },
    ),
  ),
  scenario3(
    'res.jsonp with every callback',
    (express) => {
      const app = express()
      app.get('/', (_req, res) => res.jsonp({ a: '<b>\u2028\u2029' }))
      app.get('/status', (_req, res) => res.jsonp(404, { error: true }))
      app.get('/reverse', (_req, res) => res.jsonp({ error: true }, 404))
      app.get('/null', (_req, res) => res.jsonp(null))
      app.get('/undefined', (_req, res) => res.jsonp(undefined))
      app.get('/number', (_req, res) => res.jsonp(201, 5))
      app.get('/typed', (_req, res) => res.type('text').jsonp('x'))
      return app
    },
    [
      '/',
      '/?callback=',
      '/?callback=f',
      '/?callback=a.b[0]',
      '/?callback=a%3Balert(1)//',
      '/?callback=f&callback=g',
      '/?callback[x]=f',
      '/?callback=%C3%A4_$1',
      '/?callback=%3Cscript%3E',
      '/status',
      '/status?callback=f',
      '/reverse?callback=f',
      '/null?callback=f',
      '/undefined',
      '/number?callback=f',
      '/typed?callback=f',
    ].map((target) => get(target)),
  ),
  cases3(
    'res.jsonp',
    { 'undefined with a callback': (_req, res) => res.jsonp(undefined) },
    { requests: [get('/?callback=f')] },
  ),
  cases3('res.charset', {
    'around res.send': (_req, res, _next, probe) => {
      probe.seen('before', res.charset)
      res.send('x')
      probe.seen('after', res.charset)
    },
    'around res.json': (_req, res, _next, probe) => {
      probe.seen('before', res.charset)
      res.json(1)
      probe.seen('after', res.charset)
    },
    'before text with an umlaut': (_req, res) => {
      res.charset = 'iso-8859-1'
      res.send('é')
    },
    'beside a charset of setHeader': (_req, res) => {
      res.charset = 'iso-8859-1'
      res.setHeader('Content-Type', 'text/html; charset=utf-16')
      res.end('x')
    },
  }),
  cases3('res.status', {
    'a number': (_req, res, _next, probe) => {
      probe.seen('this', res.status(404) === res)
      res.end()
    },
    'a numeric text': (_req, res) => res.status('404').end(),
    'with send': (_req, res) => res.status(410).send('gone'),
  }),
  scenario3(
    'res.format in every format',
    (express, probe) => {
      const app = express()
      app.get('/', (req, res) => {
        const returned = res.format({
          text: () => res.send('text'),
          html: (q, r, next) => {
            probe.seen('arguments', q === req, r === res, typeof next)
            r.send('<p>html</p>')
          },
          json: () => res.send({ json: true }),
        })
        probe.seen('this', returned === res)
      })
      app.get('/default', (_req, res) => {
        res.format({ html: () => res.send('html'), default: () => res.send('default') })
      })
      app.get('/types', (_req, res) => {
        res.format({
          'application/vnd.x+json': () => res.send({ x: 1 }),
          'text/html': () => res.end('ended'),
          'image/png': () => res.send(Buffer.from('png')),
        })
      })
      app.get('/empty', (_req, res) => void res.format({}))
      app.get('/only-default', (_req, res) => void res.format({ default: () => res.send('d') }))
      app.get('/passes', (_req, res) => void res.format({ html: (_q, _r, next) => next() }))
      return app
    },
    [
      ...['/', '/default', '/types'].flatMap((path) =>
        [undefined, '*/*', 'text/html', 'application/json', 'image/*', 'x/y', 'text/*;q=0.1'].map(
          (accept) => get(path, accept === undefined ? {} : { headers: { Accept: accept } }),
        ),
      ),
      get('/empty'),
      get('/only-default'),
      get('/passes'),
      head('/'),
    ],
    { env: 'production' },
  ),
  scenario3(
    'res.locals, req and app on the response',
    (express, probe) =>
      express().use((req, res) => {
        probe.seen('members', typeof res.locals, res.req === req, res.app === req.app)
        probe.seen('charset', res.charset)
        res.end()
      }),
    [get('/')],
  ),
)
