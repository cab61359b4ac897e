import { get } from '../harness/request.ts'
import { familySince4, scenario } from '../harness/scenario.ts'

const patterns: readonly (string | RegExp | readonly (string | RegExp)[])[] = [
  '/',
  '/users',
  '/users/:id',
  '/:a/:b',
  '/:a-:b',
  '/:a.:b',
  '/flights/:from-:to',
  '/*splat',
  '/files/*path',
  '/files/*path/end',
  '/*a/mid/*b',
  '/{:opt}',
  '/x{/:opt}',
  '/x{/:a{/:b}}',
  '/x{.:ext}',
  '/{a/}b',
  '/pre{fix}',
  '/:"quoted name"',
  '/*"quoted splat"',
  '/esc\\:aped',
  '/a\\*b',
  '/p\\{x\\}',
  '/:id.json',
  '/v:major.:minor',
  '/:id/',
  '/x/',
  '/X/Mixed',
  '/a b',
  '/a%20b',
  '/é',
  '/:é',
  '/:$x',
  '/:_1',
  '/emoji/😀',
  '/a,b',
  '/a;b',
  '/a@b',
  '/a&b=c',
  '/a$b',
  '/a-b_c~d',
  '/{*rest}',
  '/x{/*rest}',
  'noslash',
  '',
  '//',
  '/a//b',
  '/:a{-:b}',
  '/:a{/:b}/c',
  '/{:a/}{:b/}end',
  '/:constructor',
  '/:a/x{/:b}',
  /^\/re$/,
  /^\/re\/(\d+)$/,
  /\/any/,
  /^\/(?<name>\w+)\/named$/,
  /^\/(a)?(b)?$/,
  /^\/I$/i,
  /^\/g$/g,
  /^\/y/y,
  /(.*)/,
  /^\/opt(?:\/(x))?\/?$/,
  /x$/,
  /^\/u\/([^/]+)$/u,
  ['/one', '/two/:id', /^\/three\/(\d)/],
  [],
  ['/same/:a', '/same/:b'],
]

const paths = [
  '/',
  '/users',
  '/users/',
  '/users/1',
  '/users/1/',
  '/users/a%2Fb',
  '/users/%20',
  '/a/b',
  '/a-b',
  '/a--b',
  '/a-b-c',
  '/a.b',
  '/a.b.c',
  '/flights/LAX-SFO',
  '/files/a/b/c',
  '/files/',
  '/files',
  '/files/a/end',
  '/files/end',
  '/p/mid/q/r',
  '/x',
  '/x/',
  '/x/1',
  '/x/1/2',
  '/x.json',
  '/x.',
  '/b',
  '/a/b/',
  '/pre',
  '/prefix',
  '/esc:aped',
  '/a*b',
  '/p{x}',
  '/12.json',
  '/v1.2',
  '/X/mixed',
  '/x/MIXED',
  '/a%20b',
  '/%C3%A9',
  '/emoji/%F0%9F%98%80',
  '/a,b',
  '/a;b',
  '/a@b',
  '/a&b=c',
  '/a$b',
  '/a-b_c~d',
  '/noslash',
  '//',
  '///',
  '//a',
  '/a//b',
  '/end',
  '/1/end',
  '/1/2/end',
  '/re',
  '/re/',
  '/re/12',
  '/re/x',
  '/any/more',
  '/w/named',
  '/ab',
  '/i',
  '/I',
  '/g',
  '/y',
  '/opt',
  '/opt/x',
  '/opt/x/',
  '/u/%E4%BD%A0',
  '/one',
  '/two/5',
  '/three/7x',
  '/same/1',
  '/users?x=/y',
  '/a/x/b',
  '/a/x',
  '/é',
  '/users/..',
  '/users/1;v=2',
]

export default familySince4(
  'path patterns',
  patterns.map((pattern) =>
    scenario(
      `of ${pattern instanceof RegExp ? String(pattern) : JSON.stringify(pattern, (_key, value) => (value instanceof RegExp ? String(value) : value))}`,
      (express, probe) => {
        const app = express()
        probe.attempt('get', () => {
          app.get(pattern, (req, _res, next) => {
            probe.seen('get', req.params, req.route.path)
            next()
          })
        })
        probe.attempt('use', () => {
          app.use(pattern, (req, _res, next) => {
            probe.seen('use', req.params, req.baseUrl, req.url)
            next()
          })
        })
        const strict = express.Router({ strict: true, caseSensitive: true })
        probe.attempt('strict', () => {
          strict.get(pattern, (req, _res, next) => {
            probe.seen('strict', req.params)
            next()
          })
          strict.use(pattern, (req, _res, next) => {
            probe.seen('strict use', req.params, req.baseUrl, req.url)
            next()
          })
        })
        app.use(strict)
        return app.use((_req, res) => res.end())
      },
      paths.map((path) => get(path)),
    ),
  ),
  scenario(
    'of a RegExp with state',
    (express, probe) => {
      const app = express()
      app.get(/^\/g(\d)/g, (req, res) => {
        probe.seen('global', req.params)
        res.send('g')
      })
      app.use(/\/sticky/y, (req, res) => {
        probe.seen('sticky', req.baseUrl, req.url)
        res.send('y')
      })
      return app
    },
    ['/g1', '/g2', '/g3', '/sticky/a', '/sticky/b', '/x/sticky'].map((path) => get(path)),
  ),
)
