/** Code that a row of docs/differences.md concerns, and code beside it that the row does not. */
export interface RowCase {
  readonly row: string
  readonly express: '3' | '4' | '5'
  /** `app` and `express` exist. */
  readonly concerned: string
  readonly unconcerned: string
}

const handler = '(req, res, next) => '

export const rowCases: readonly RowCase[] = [
  {
    row: 'W-004',
    express: '5',
    concerned: 'express.application.hello = () => {}',
    unconcerned: 'express.request.hello = () => {}',
  },
  {
    row: 'W-006',
    express: '5',
    concerned: `app.get(/a/g, ${handler}{})`,
    unconcerned: `app.get(/a/i, ${handler}{})`,
  },
  {
    row: 'W-007',
    express: '4',
    concerned: "express.Route('/x')",
    unconcerned: "new express.Route('/x')",
  },
  {
    row: 'W-008',
    express: '5',
    concerned: `app.get('/', ${handler}{ res.statusCode = 102; res.end() })`,
    unconcerned: `app.get('/', ${handler}{ res.statusCode = 101; res.status(200).end() })`,
  },
  {
    row: 'W-010',
    express: '5',
    concerned: 'app.use(express.json({ limit: -1 }))',
    unconcerned: 'app.use(express.json({ limit: 1 }))',
  },
  {
    row: 'W-011',
    express: '5',
    concerned: "app.use(express.urlencoded({ depth: '3' }))",
    unconcerned: 'app.use(express.urlencoded({ depth: 3 }))',
  },
  {
    row: 'W-021',
    express: '4',
    concerned: "process.on('unhandledRejection', () => {})",
    unconcerned: "process.on('SIGTERM', () => {})",
  },
  {
    row: 'W-023',
    express: '4',
    concerned: `app.get('/', ${handler}{ console.log({ ...req }) })`,
    unconcerned: `app.get('/', ${handler}{ console.log({ ...req.query }) })`,
  },
  {
    row: 'W-025',
    express: '5',
    concerned: `app.get('/', ${handler}res.set({ 'Transfer-Encoding': 'chunked' }))`,
    unconcerned: `app.get('/', ${handler}res.set({ 'Content-Encoding': 'gzip' }))`,
  },
  {
    row: 'W-028',
    express: '4',
    concerned: 'app.defaultConfiguration()',
    unconcerned: 'app.defaultConfiguration',
  },
  {
    row: 'W-029',
    express: '3',
    concerned: `app.get('/', ${handler}res.cookie('a', 'b', { maxAge: null }))`,
    unconcerned: `app.get('/', ${handler}res.cookie('a', 'b', { maxAge: 1000 }))`,
  },
  {
    row: 'W-030',
    express: '3',
    concerned: `app.get('/', ${handler}{ err.status = '404'; next(err) })`,
    unconcerned: `app.get('/', ${handler}{ err.status = 404; next(err) })`,
  },
  {
    row: 'W-032',
    express: '3',
    concerned: "app.set('env', 'test')",
    unconcerned: "app.get('env')",
  },
  {
    row: 'W-033',
    express: '3',
    concerned: `app.get('/', ${handler}{ if (req.baseUrl) next() })`,
    unconcerned: `app.get('/', ${handler}{ req.baseUrl = '/a'; if (req.baseUrl) next() })`,
  },
  {
    row: 'W-044',
    express: '3',
    concerned: 'app.use(express.basicAuth(async (user) => user))',
    unconcerned: 'app.use(express.basicAuth((user) => user))',
  },
  {
    row: 'W-045',
    express: '3',
    concerned: 'app.use(express.methodOverride())',
    unconcerned: 'console.log(express.methodOverride)',
  },
  {
    row: 'W-047',
    express: '3',
    concerned: 'app.use(express.multipart({ keepExtensions: false }))',
    unconcerned: 'app.use(express.multipart({ keepExtensions: true }))',
  },
  {
    row: 'W-051',
    express: '3',
    concerned: `app.get('/', ${handler}res.sendfile('a', () => next()))`,
    unconcerned: `app.get('/', ${handler}res.sendfile('a'))`,
  },
  {
    row: 'W-052',
    express: '3',
    concerned: `app.use(${handler}{ res.locals = { a: 1 } })`,
    unconcerned: `app.use(${handler}{ res.locals.a = 1 })`,
  },
  {
    row: 'W-056',
    express: '3',
    concerned: 'app.use(express.vhost(/a|b/, app))',
    unconcerned: 'app.use(express.vhost(/a/, app))',
  },
  {
    row: 'W-060',
    express: '5',
    concerned: `app.get('/', ${handler}{ res.writeHead(205); res.end('a') })`,
    unconcerned: `app.get('/', ${handler}{ res.writeHead(200); res.end('a') })`,
  },
  {
    row: 'W-070',
    express: '5',
    concerned: "if (app.close) console.log('own')",
    unconcerned: "app.close = () => {}; if (app.close) console.log('own')",
  },
  {
    row: 'W-071',
    express: '5',
    concerned: 'if (express.routes) express.routes(app)',
    unconcerned: 'express.routes = []; express.routes.push(1)',
  },
  {
    row: 'W-072',
    express: '5',
    concerned: "if (app.inject) console.log('own')",
    unconcerned: "app.inject = () => {}; app.inject('/')",
  },
  {
    row: 'W-073',
    express: '5',
    concerned: `app.get('/', ${handler}{ return fetch('http://localhost') })`,
    unconcerned: `app.get('/', async ${handler}{ const found = await fetch('http://localhost'); res.send(found) })`,
  },
  {
    row: 'W-097',
    express: '3',
    concerned: "express.mime.define({ 'a/b': ['c'] })",
    unconcerned: "require('mime').define({ 'a/b': ['c'] })",
  },
  {
    row: 'W-098',
    express: '5',
    concerned: `app.get('/', ${handler}res.on('pipe', () => {}))`,
    unconcerned: `app.get('/', ${handler}res.on('finish', () => {}))`,
  },
  {
    row: 'W-099',
    express: '3',
    concerned: 'app.use(express.compress())',
    unconcerned: 'console.log(express.compress)',
  },
  {
    row: 'W-101',
    express: '5',
    concerned: "app.use(require('webapp/v4').Router())",
    unconcerned: 'app.use(express.Router())',
  },
  {
    row: 'W-104',
    express: '5',
    concerned: "app.use(express.static('public', { precompressed: true }))",
    unconcerned: "app.use(express.static('public', { index: false }))",
  },
  {
    row: 'W-105',
    express: '5',
    concerned: "app.route('/a', { name: 'a' })",
    unconcerned: "app.route('/a')",
  },
  {
    row: 'W-106',
    express: '3',
    concerned: "app.use(express.directory('public'))",
    unconcerned: "app.use(express.static('public'))",
  },
]
