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
  cases3('res.status', {
    'a number': (_req, res, _next, probe) => {
      probe.seen('this', res.status(404) === res)
      res.end()
    },
    'a numeric text': (_req, res) => res.status('404').end(),
    'with send': (_req, res) => res.status(410).send('gone'),
  }),
  cases3('res.set and header', {
    'a field': (_req, res, _next, probe) => {
      probe.seen('this', res.set('X-A', 'b') === res, res.header('X-B', 'c') === res)
      res.end()
    },
    'an object': (_req, res) => res.set({ 'X-A': 1, 'X-B': ['x', 2], 'Content-Type': 'a/b' }).end(),
    'an object with inherited members': (_req, res) =>
      res.set(Object.create({ 'X-Up': '1' })).end(),
    'a number': (_req, res) => res.set('X-A', 5).end(),
    'a list': (_req, res) => res.set('X-A', ['1', 2, null]).end(),
    null: (_req, res) => res.set('X-A', null).end(),
    undefined: (_req, res) => res.set('X-A', undefined).end(),
    'a field alone': (_req, res, _next, probe) => {
      probe.attempt('set', () => res.set('X-A') === res)
      res.end()
    },
    nothing: (_req, res, _next, probe) => {
      probe.attempt('set', () => res.set() === res)
      res.end()
    },
    'a type without a charset': (_req, res) => res.set('Content-Type', 'text/html').end(),
    'a type with res.charset': (_req, res) => {
      res.charset = 'utf-8'
      res.set('Content-Type', 'text/html').end('x')
    },
    'a type with both': (_req, res) => {
      res.charset = 'utf-8'
      res.set('content-type', 'text/html; charset=iso-8859-1').end('x')
    },
    'cookies that add up': (_req, res) => {
      res.set('Set-Cookie', 'a=1')
      res.set('set-cookie', 'b=2')
      res.setHeader('Set-Cookie', ['c=3', 'd=4'])
      res.setHeader('Set-Cookie', 'a=1')
      res.end()
    },
    'cookies in writeHead': (_req, res) => {
      res.set('Set-Cookie', 'a=1')
      res.writeHead(200, { 'Set-Cookie': 'b=2', 'X-A': 'b' })
      res.end()
    },
    'a reason in writeHead': (_req, res) => {
      res.writeHead(404, 'Nothing Here', { 'X-A': 'b' })
      res.end()
    },
    'fields read back': (_req, res, _next, probe) => {
      res.set('X-A', ['1', '2']).set('Content-Type', 'text/html')
      probe.seen('get', res.get('x-a'), res.get('Content-Type'), res.get('none'))
      res.end()
    },
    'a line break': (_req, res, _next, probe) => {
      probe.attempt('set', () => res.set('X-A', 'a\r\nX-B: c') === res)
      res.end()
    },
  }),
  scenario3(
    "the event 'header' comes before the head",
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        res.on('header', () => {
          probe.seen('header', res.statusCode, res.headersSent)
          res.setHeader('X-Late', 'yes')
        })
        next()
      })
      app.get('/send', (_req, res) => res.send(201, 'x'))
      app.get('/end', (_req, res) => res.end('x'))
      app.get('/write', (_req, res) => {
        res.write('a')
        res.end('b')
      })
      app.get('/head', (_req, res) => {
        res.writeHead(202, { 'X-A': 'b' })
        res.end()
      })
      return app
    },
    [get('/send'), get('/end'), get('/write'), get('/head'), get('/none'), head('/send')],
  ),
  scenario3(
    'res.headerSent',
    (express, probe) =>
      express().use((_req, res) => {
        probe.seen('before', res.headerSent, res.headersSent)
        res.write('x')
        probe.seen('after', res.headerSent, res.headersSent)
        res.end()
      }),
    [get('/')],
  ),
  scenario3(
    'res.type and contentType',
    (express) =>
      express().use((req, res) => {
        if (req.query.charset) res.charset = req.query.charset
        res.type(String(req.query.t))
        if (req.query.send) res.send('x')
        else res.end()
      }),
    [
      'html',
      '.html',
      'json',
      'js',
      'png',
      'txt',
      'text',
      'unknown',
      'text/html',
      'a/b; c=d',
      '/',
      '',
      'file.css',
      'html&charset=utf-16',
      'png&charset=utf-8',
      'html&send=1',
      'text/x;charset=a&send=1',
      'png&send=1',
    ].map((type) => get(`/?t=${type}`)),
  ),
  scenario3(
    'res.redirect in every form',
    (express) => {
      const app = express()
      const forms: Record<string, (res: V3Res) => unknown> = {
        url: (res) => res.redirect('/to'),
        first: (res) => res.redirect(301, '/to'),
        second: (res) => res.redirect('/to', 301),
        absolute: (res) => res.redirect('http://other.test/x?a=<b>'),
        scheme: (res) => res.redirect('//other.test/x'),
        back: (res) => res.redirect('back'),
        'back-first': (res) => res.redirect(303, 'back'),
        relative: (res) => res.redirect('login'),
        dot: (res) => res.redirect('./login'),
        up: (res) => res.redirect('../login'),
        'up-up': (res) => res.redirect('../../login'),
        query: (res) => res.redirect('?a=b'),
        markup: (res) => res.redirect('/<script>alert(1)</script>?"x"&\'y\''),
        umlaut: (res) => res.redirect('/ünï?ö'),
        unknown: (res) => res.redirect(399, '/x'),
      }
      for (const [name, run] of Object.entries(forms)) app.all(`/${name}`, (_req, res) => run(res))
      return app
    },
    [
      ...[
        '/url',
        '/first',
        '/second',
        '/absolute',
        '/scheme',
        '/relative',
        '/dot',
        '/up',
        '/up-up',
        '/query',
        '/dot?x=1',
        '/dot/',
        '/unknown',
      ].map((path) => get(path)),
      head('/url'),
      post('/url'),
      get('/url', { http10: true, noHost: true }),
      ...['/url', '/absolute', '/relative', '/umlaut'].flatMap((path) => [
        get(path, { headers: { Accept: 'text/html' } }),
        get(path, { headers: { Accept: 'text/plain' } }),
        get(path, { headers: { Accept: 'application/json' } }),
      ]),
      get('/markup', { headers: { Accept: 'text/plain' } }),
      get('/markup', { headers: { Accept: 'text/html' } }),
      get('/back'),
      get('/back', { headers: { Referer: '/from?x' } }),
      get('/back', { headers: { Referrer: '/typo' } }),
      get('/back-first', { headers: { Referer: 'http://other.test/' } }),
    ],
  ),
  scenario3(
    'res.redirect in mounted applications',
    (express) => {
      const [app, blog, admin] = [express(), express(), express()]
      for (const [index, each] of [app, blog, admin].entries()) {
        each.get(`/go${index}`, (req, res) => res.redirect(String(req.query.to)))
      }
      blog.use('/admin', admin)
      app.use('/blog', blog)
      return app
    },
    ['/go0', '/blog/go1', '/blog/admin/go2'].flatMap((path) =>
      ['x', './x', '../x', '../../x', '/x', '.x', 'x/../y', 'http://h.test', ''].map((to) =>
        get(`${path}?to=${to}`),
      ),
    ),
  ),
  scenario3(
    'res.location of every kind',
    (express, probe) =>
      express().use('/deep/path', (req, res) => {
        probe.attempt('location', () => res.location(String(req.query.to)) === res)
        probe.seen('header', res.get('Location'))
        res.end()
      }),
    ['x', './x', '../x', '/x', 'back', '//h.test/x', 'http://h.test/x', 'mailto:x', '.', '..'].map(
      (to) => get(`/deep/path/here?to=${to}`, { headers: { Referer: '/referrer' } }),
    ),
  ),
  cases3('res.redirect', {
    nothing: (_req, res) => res.redirect(),
    null: (_req, res) => res.redirect(null),
    'a number': (_req, res) => res.redirect(301),
    'an object': (_req, res) => res.redirect({ toString: () => '/object' }),
    'after a body': (_req, res) => {
      res.write('x')
      res.redirect('/late')
    },
    'with a type set before': (_req, res) => {
      res.type('json')
      res.redirect('/x')
    },
  }),
  cases3(
    'res.cookie',
    {
      'a text': (_req, res, _next, probe) => {
        probe.seen('this', res.cookie('a', 'b') === res)
        res.end()
      },
      'odd characters': (_req, res) => res.cookie('a', 'x y;=,"ü').end(),
      'an object': (_req, res) => res.cookie('a', { b: [1, 'x'] }).end(),
      'a list': (_req, res) => res.cookie('a', [1, 2]).end(),
      'numbers and Booleans': (_req, res) => res.cookie('n', 5).cookie('t', true).end(),
      null: (_req, res) => res.cookie('a', null).end(),
      undefined: (_req, res, _next, probe) => {
        probe.attempt('cookie', () => res.cookie('a', undefined) === res)
        res.end()
      },
      maxAge: (_req, res) => res.cookie('a', 'b', { maxAge: 60_000 }).end(),
      'maxAge of zero': (_req, res) => res.cookie('a', 'b', { maxAge: 0 }).end(),
      'a negative maxAge': (_req, res) => res.cookie('a', 'b', { maxAge: -1000 }).end(),
      options: (_req, res) => {
        const expires = new Date(1_700_000_000_000)
        res.cookie('a', 'b', {
          expires,
          path: '/x',
          domain: 'd.test',
          secure: true,
          httpOnly: true,
        })
        res.end()
      },
      'a path of null': (_req, res) => res.cookie('a', 'b', { path: null }).end(),
      'its options untouched': (_req, res, _next, probe) => {
        const options = { maxAge: 1000 }
        res.cookie('a', 'b', options)
        probe.seen('options', options)
        res.end()
      },
      'frozen options': (_req, res, _next, probe) => {
        probe.attempt('cookie', () => res.cookie('a', 'b', Object.freeze({ maxAge: 1000 })) === res)
        res.end()
      },
      'signed without a secret': (_req, res) => res.cookie('a', 'b', { signed: true }).end(),
      signed: (req, res) => {
        req.secret = 'secret'
        res.cookie('a', 'b', { signed: true }).cookie('o', { x: 1 }, { signed: true }).end()
      },
      several: (_req, res) => res.cookie('a', '1').cookie('b', '2').cookie('a', '3').end(),
      'several beside a header': (_req, res) => {
        res.set('Set-Cookie', 'h=0')
        res.cookie('a', '1').end()
      },
      'with an encoding': (_req, res) => {
        res.cookie('a', 'x', { encode: (value: string) => `<${value}>` }).end()
      },
      'with an encoding that breaks it': (_req, res) => {
        res.cookie('a', 'x', { encode: () => 'x y' }).end()
      },
    },
    { frozenClock: true },
  ),
  cases3('res.clearCookie', {
    'a name': (_req, res, _next, probe) => {
      probe.seen('this', res.clearCookie('a') === res)
      res.end()
    },
    options: (_req, res) => res.clearCookie('a', { path: '/x', domain: 'd', secure: true }).end(),
    'expires of its own': (_req, res) => {
      res.clearCookie('a', { expires: new Date(1_700_000_000_000) }).end()
    },
  }),
  scenario3(
    'res.attachment of every name',
    (express) =>
      express().use((req, res) => {
        const { name } = req.query
        if (name === undefined) res.attachment().end()
        else res.attachment(String(name)).end()
      }),
    [
      get('/'),
      ...['plan.pdf', 'dir/plan.pdf', 'plan', 'ü.txt', '€.html', 'a"b.txt', '', 'a b.png'].map(
        (name) => get(`/?name=${encodeURIComponent(name)}`),
      ),
    ],
  ),
  cases3('res.links', {
    relations: (_req, res, _next, probe) => {
      probe.seen('this', res.links({ next: '/2', last: '/5' }) === res)
      res.end()
    },
    twice: (_req, res) => res.links({ a: '/a' }).links({ b: '/b' }).end(),
    nothing: (_req, res) => res.links({}).end(),
  }),
  cases3('res.vary', {
    'a field': (_req, res, _next, probe) => {
      probe.seen('this', res.vary('Accept') === res)
      res.end()
    },
    fields: (_req, res) => res.vary(['Accept', 'Cookie']).vary('accept').vary('X-A, X-B').end(),
    'a star': (_req, res) => res.vary('A').vary('*').vary('B').end(),
    nothing: (_req, res, _next, probe) => {
      probe.attempt('vary', () => res.vary() === res)
      probe.attempt('list', () => res.vary([]) === res)
      probe.attempt('text', () => res.vary('') === res)
      res.end()
    },
    'beside what was set': (_req, res) => res.set('Vary', 'Origin').vary('Accept').end(),
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
