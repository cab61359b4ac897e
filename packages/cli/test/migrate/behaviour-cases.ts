import type { Dialect } from '../../src/migrate/flow/values.ts'

/** A program of 3.x or 4.x that a rewritten entry of docs/dialects.md concerns, and requests to it. */
export interface Program {
  readonly id: string
  readonly from: Dialect
  readonly body: string
  readonly requests: readonly (string | Request)[]
}

export interface Request {
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const program = (
  id: string,
  from: Dialect,
  body: string,
  ...requests: Program['requests']
): Program => ({ id, from, body, requests })

const handler = (body: string) => `app.all('/', function (req, res) { ${body} })`
const form = (line: string, body: string): Request => ({
  line,
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const accepting = (name: string, value: string): Request => ({
  line: 'GET /',
  headers: { [name]: value },
})

export const programs: readonly Program[] = [
  program(
    'D-001',
    4,
    "app.get('/files/*', function (req, res) { res.send('file ' + req.params[0]) })",
    'GET /files/a/b.txt',
    'GET /files/',
    'GET /files',
  ),
  program(
    'D-001',
    4,
    'var wrap = (fn) => (...args) => fn(...args).catch(args[2])\n' +
      "app.get('/files/*', wrap(async (req, res) => { res.send('file ' + req.params[0]) }))",
    'GET /files/a/b.txt',
    'GET /files/',
  ),
  program(
    'D-002',
    4,
    "app.get('/a/:id?', function (req, res) { res.send('id ' + req.params.id) })",
    'GET /a',
    'GET /a/7',
    'GET /a/7/8',
  ),
  program(
    'D-003',
    4,
    "app.get('/:id(\\\\d+)', function (req, res) { res.json(req.params.id) })",
    'GET /12',
    'GET /x',
  ),
  program(
    'D-003',
    4,
    'var users = express.Router()\n' +
      "users.get('/:id(\\\\d+)', function (req, res) { res.json(['user', req.params.id]) })\n" +
      "users.put('/:id(\\\\d+)', function (req, res) { res.json(['changed', req.params.id]) })\n" +
      "users.get('/:name([a-z]+)/posts/:post(\\\\d{4}|new)?', function (req, res) { res.json(req.params) })\n" +
      "users.param('id', function (req, res, next, id) { res.setHeader('Location', id); next() })\n" +
      "app.use('/users', users)\n" +
      "app.get('/users/:id', function (req, res) { res.json(['other', req.params.id]) })",
    ...[
      '7',
      '7/',
      'x7',
      '7x',
      '07',
      'ann/posts',
      'ANN/posts/new',
      'ann/posts/1234',
      'ann/posts/123',
    ].map((path) => `GET /users/${path}`),
    'PUT /users/7',
    'PUT /users/x',
  ),
  program(
    'D-003',
    4,
    "app.get('/a/:id(\\\\d+)', function (req, res) { res.json(['number', req.params.id]) })\n" +
      "app.get('/a/:id', function (req, res) { res.json(['any', req.params.id]) })",
    'GET /a/7',
    'GET /a/x',
  ),
  program(
    'D-003',
    4,
    ";['/b/:id(\\\\d+)', '/c/:id(\\\\d+)/:kind(x|y)'].forEach(function (path) {\n" +
      '  app.get(path, function (req, res) { res.json(req.params) })\n})\n' +
      "app.route(['/d/:id(\\\\d+)', '/e/:id(\\\\d+)']).get(function (req, res) { res.json(req.params) })",
    ...['/b/1', '/b/x', '/c/1/x', '/c/1/z', '/d/2', '/d/y', '/e/3'].map((path) => `GET ${path}`),
  ),
  program(
    'D-004',
    4,
    "app.get('/(x|y)', function (req, res) { res.send('xy') })\napp.get('/ab+c', function (req, res) { res.send('abc') })",
    'GET /x',
    'GET /z',
    'GET /abbbc',
  ),
  program(
    'D-005',
    4,
    "app.get('/:id', function (req, res) { res.json([req.params.hasOwnProperty('id'), req.params.hasOwnProperty('no')]) })",
    'GET /7',
  ),
  program(
    'D-007',
    4,
    "app.get('*', function (req, res) { res.send('all ' + req.path) })",
    'GET /',
    'GET /a/b',
  ),
  program(
    'D-079',
    4,
    "app.get('/:from:to', function (req, res) { res.json([req.params.from, req.params.to]) })",
    'GET /abc',
    'GET /a',
  ),
  program(
    'D-008',
    3,
    "app.use(app.router)\napp.use(function (req, res) { res.send(404, 'lost') })\napp.get('/', function (req, res) { res.send('home') })",
    'GET /',
    'GET /other',
  ),
  program('D-009', 4, handler('res.json(typeof app._router.handle)'), 'GET /'),
  program(
    'D-011',
    3,
    "var router = new express.Router()\nrouter.get('/', function (req, res) { res.send('router') })\napp.use(router.middleware)",
    'GET /',
    'GET /no',
  ),
  program(
    'D-013',
    4,
    "app.param(':id', function (req, res, next, id) { req.found = 'found ' + id; next() })\napp.get('/:id', function (req, res) { res.send(req.found) })",
    'GET /7',
  ),
  program('D-014', 4, "app.del('/', function (req, res) { res.send('gone') })", 'DELETE /'),
  program(
    'D-018',
    4,
    handler("res.json([app.settings.hasOwnProperty('env'), app.settings.hasOwnProperty('no')])"),
    'GET /',
  ),
  program('D-019', 4, handler('res.json(req.query)'), 'GET /?a[b]=1&c[]=2&d=3'),
  program(
    'D-021',
    3,
    "app.use(express.bodyParser())\napp.post('/', function (req, res) { res.json(req.body) })",
    form('POST /', 'a[b]=1&c=2'),
    { line: 'POST /', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
  ),
  program('D-022', 4, `app.use(express.query())\n${handler('res.json(req.query)')}`, 'GET /?a=1'),
  program(
    'D-024',
    4,
    "app.use(function (req, res, next) { req.query.page = req.query.page || '1'; delete req.query.secret; next() })\napp.get('/', function (req, res) { res.json(req.query) })\napp.get('/new', function (req, res, next) { req.query = { only: 'this' }; next() }, function (req, res) { res.json(req.query) })",
    'GET /?a=1&secret=x',
    'GET /?page=3',
    'GET /new?b=1',
  ),
  program(
    'D-024',
    4,
    "app.get('/', function (req, res) { const { query: q } = req; q.page = 1; res.json(req.query) })",
    'GET /?a=1',
  ),
  program(
    'D-026',
    4,
    handler("res.json([req.query.hasOwnProperty('a'), req.query.hasOwnProperty('b')])"),
    'GET /?a=1',
  ),
  program(
    'D-027',
    4,
    "app.use(express.urlencoded({ extended: true }))\napp.all('/:id', function (req, res) { res.json([req.param('id'), req.param('name', 'none')]) })",
    'GET /7',
    'GET /7?name=ada&id=8',
    form('POST /7', 'name=bob'),
  ),
  program(
    'D-028',
    4,
    handler(
      "res.json([req.acceptsCharset('utf-8'), req.acceptsEncoding('gzip'), req.acceptsLanguage('de')])",
    ),
    accepting('accept-encoding', 'gzip'),
    accepting('accept-language', 'de, en'),
    accepting('accept-charset', 'utf-8'),
  ),
  program('D-029', 4, handler('res.json(req.host)'), accepting('host', 'example.test:80')),
  program('D-033', 4, handler('res.send(404)'), 'GET /'),
  program('D-033', 4, handler('res.send(+req.query.code)'), 'GET /?code=404'),
  program('D-034', 4, handler("res.send(201, 'made')"), 'GET /'),
  program('D-034', 4, handler("res.send('made', 202)"), 'GET /'),
  ...([3, 4] as const).flatMap((from) => [
    program('D-034', from, handler("res.send('404', 'lost')"), 'GET /'),
    program('D-034', from, handler("var made = 'made', code = 202; res.send(made, 202)"), 'GET /'),
    program(
      'D-034',
      from,
      handler("const code = 202, text = 'made'; res.send(text, code)"),
      'GET /',
    ),
    program('D-034', from, handler('const code = 404; res.send(code, { a: 1 })'), 'GET /'),
    program('D-034', from, handler('const code = 404, size = 7; res.send(code, size)'), 'GET /'),
    program('D-035', from, handler('const size = 7, code = 404; res.json(size, code)'), 'GET /'),
    program('D-035', from, handler("res.json('404', { a: 1 })"), 'GET /'),
    program('D-037', from, handler("res.redirect('/a', '301')"), 'GET /'),
    program(
      'D-037',
      from,
      handler("const code = 301, url = '/a'; res.redirect(url, code)"),
      'GET /',
    ),
  ]),
  program('D-035', 4, handler('res.json(201, { a: 1 })'), 'GET /'),
  program('D-035', 4, handler('res.jsonp({ a: 1 }, 202)'), 'GET /?callback=run'),
  program('D-036', 4, handler("res.status('404').send('no')"), 'GET /'),
  program('D-037', 4, handler("res.redirect('/a', 301)"), 'GET /'),
  program(
    'D-038',
    4,
    handler("res.redirect('back')"),
    'GET /',
    accepting('referer', 'http://example.test/from'),
  ),
  program('D-041', 4, handler("res.sendfile(__dirname + '/file.txt')"), 'GET /'),
  program('D-041', 4, handler("res.sendfile('file.txt', { root: __dirname })"), 'GET /'),
  program(
    'D-048',
    4,
    `app.use(express.urlencoded())\n${handler('res.json(req.body)')}`,
    form('POST /', 'a[b]=1&c=2'),
  ),
  program(
    'D-052',
    4,
    'app.use(express.static(__dirname, { hidden: true }))',
    'GET /.hidden',
    'GET /file.txt',
  ),
  program(
    'D-054',
    3,
    "app.configure('development', function () {\n  app.set('mode', 'dev')\n})\napp.configure('test', function () {\n  app.set('mode', 'test')\n})\napp.configure(function () {\n  app.set('always', 'yes')\n})\n" +
      handler("res.send(app.get('mode') + ' ' + app.get('always'))"),
    'GET /',
  ),
  program(
    'D-056',
    3,
    `app.locals({ title: 'a' })\n${handler("res.locals({ more: 'b' }); res.json([app.locals.title, res.locals.more])")}`,
    'GET /',
  ),
  program(
    'D-057',
    3,
    "var inner = express()\ninner.get('/', function (req, res) { res.json(inner.route) })\napp.use('/inner', inner)",
    'GET /inner/',
  ),
  program(
    'D-063',
    3,
    "process.env.NODE_ENV = 'development'\nvar dev = express()\nprocess.env.NODE_ENV = 'test'\ndev.get('/', function (req, res) { res.json({ a: 1 }) })\napp.use(dev)",
    'GET /',
  ),
  program(
    'D-074',
    3,
    "var inner = express()\ninner.get('/up', function (req, res) { res.redirect('../list?a=//b') })\ninner.get('/same', function (req, res) { res.redirect('./' + req.query.to) })\ninner.get('/name', function (req, res) { res.redirect(301, 'login') })\napp.get('/top', function (req, res) { res.redirect('login') })\napp.use('/inner', inner)",
    'GET /inner/up',
    'GET /inner/up/?x=1',
    'GET /inner/same?to=here',
    'GET /inner/name',
    'GET /top',
  ),
  program(
    'D-065',
    3,
    handler('res.json(req.acceptedLanguages)'),
    accepting('accept-language', 'de, en;q=0.5'),
  ),
  program(
    'D-066',
    3,
    handler("res.json(req.accepts('json, html'))"),
    accepting('accept', 'text/html'),
    accepting('accept', 'application/json'),
  ),
  program('D-072', 3, handler("res.write('sent '); res.end(String(res.headerSent))"), 'GET /'),
  program(
    'D-073',
    3,
    handler("res.cookie('a', '1'); res.set('Set-Cookie', 'b=2'); res.send('set')"),
    'GET /',
  ),
  program(
    'D-077',
    3,
    "app.use(express.json())\napp.post('/', function (req, res) { res.send(String(req.body.text.length)) })",
    {
      line: 'POST /',
      body: JSON.stringify({ text: 'x'.repeat(300_000) }),
      headers: { 'content-type': 'application/json' },
    },
  ),
]
