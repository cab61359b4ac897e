import { get } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { scenario3 } from '../harness/v3.ts'

type Pattern = string | RegExp | readonly (string | RegExp)[]

const patterns: readonly Pattern[] = [
  '*',
  '/*',
  '/a/*',
  '/a*',
  '/*/b',
  '/*.*',
  '/a/*/c/*',
  '/*/:id',
  '/:id/*',
  '/:id?',
  '/a/:id?',
  '/a/:id?/c',
  '/:id(\\d+)',
  '/a/:id([a-c]+)',
  '/:id(\\d+)?',
  '/:x(a|b)',
  '/:x(*)',
  '/:x(.*)',
  '/:x([^/]+)',
  '/:x([0-9]+/[0-9]+)',
  '/:rest*',
  '/:rest+',
  '/:rest?*',
  '/a/:rest*',
  '/a+',
  '/ab+c',
  '/ab?c',
  '/a(bc)?d',
  '/(a|b)',
  '/(\\d+)',
  '/(a)(b)?',
  '/(?:a|b)/c',
  '/a(?:b)',
  '/(:id)',
  '/(:id?)',
  '/a/(:id?)/c',
  '/(.:ext?)',
  '/((a|b))',
  '/a(/:id(\\d+))?',
  '/:id(/(\\d+))?',
  '/a/(b)?',
  '/a.b',
  '/:name.:ext',
  '/:name.:ext?',
  '/:name.json',
  '/.:ext',
  '/file.:ext(json|gz)',
  '/:a-:b',
  '/:a-:b?',
  '/:a:b',
  '/:a:b?',
  '/v:major.:minor',
  '/a/',
  '/A/b',
  '/:a/:b?/:c?',
  '/:a?/:b?',
  '/users?/:id',
  '/user(s)?/:id',
  '/x\\*',
  '/x\\(y\\)',
  '/é',
  '/a b',
  '/:é',
  '/a$',
  '/$a',
  '/[ab]',
  '/[a-c]/:id',
  '/a|b',
  '/^a',
  'a',
  '/',
  '//',
  '/:constructor',
  '/:__proto__',
  '/:length',
  '/:a/:a',
  '/(*)',
  '/a(*)b',
  '/a{2}',
  '/a/:b(',
  '/a)',
  '/[',
  '/a**',
  '/?',
  '/a/?',
  '/a/??',
  '/:0',
  /^\/a$/,
  /^\/(a)\/(\d+)?/,
  /a/,
  /^\/(?<named>\w+)\/(\d+)$/,
  /^\/x(y)?/i,
  /(.*)/,
  ['/one', '/two/:id?', /^\/three\/(\d)/],
  ['/a/:x', '/:y/1'],
  ['/a'],
]

const targets = [
  '/',
  '//',
  '/a',
  '/a/',
  '/A',
  '/b',
  '/ab',
  '/abc',
  '/abbbc',
  '/aaa',
  '/ad',
  '/abcd',
  '/1',
  '/12/',
  '/a/1',
  '/a/b',
  '/a/b/c',
  '/a/b/c/d',
  '/a//c',
  '/1/2',
  '/x*',
  '/x(y)',
  '/xy',
  '/X',
  '/.json',
  '/file.json',
  '/file.tar.gz',
  '/a-b',
  '/a-b-c',
  '/v1.2',
  '/%C3%A9',
  '/a%20b',
  '/a%2Fb/1',
  '/%zz',
  '/$a',
  '/one',
  '/two/2',
  '/three/3',
  '/users/5',
  '/user/5',
  '/a?x=1',
  '/a.b',
  '/a*b',
]

const forms: readonly (readonly [Pattern, readonly string[]])[] = [
  ['/user', ['/user', '/USER/', '/user//', '/users']],
  ['/user/:id', ['/user/a.b', '/user/a%2Fb', '/user/', '/user/7/edit', '/user/%E0%A4%A']],
  ['/user/:id([0-9]+)?', ['/user', '/user/7', '/user/x']],
  ['/:name.:format', ['/a', '/a.json']],
  ['/:name.:format?', ['/a', '/a.b.c']],
  ['/a*z', ['/abcz', '/az', '/ab']],
  ['/*.*', ['/a.b.txt', '/a']],
  ['/:a*', ['/x/y', '/x']],
  ['/x/(a|b)/y', ['/x/a/y', '/xb/y', '/x/b/y']],
  ['/x/(:id?)', ['/x', '/x/7', '/x/']],
  ['/commits/:from..:to', ['/commits/a..b', '/commits/a.b']],
  ['/%41', ['/%41', '/A']],
  ['/caf%C3%A9', ['/caf%C3%A9']],
  [/\/b$/, ['/a/b', '/b/a']],
  [/^\/User/, ['/user', '/Users']],
  [
    ['/a', '/b'],
    ['/b', '/c'],
  ],
  [
    ['/a/:id', '/b/:id'],
    ['/a/7', '/b/7'],
  ],
  [
    ['/x/(\\d+)', '/y'],
    ['/x/12', '/x/ab', '/y'],
  ],
]

function show(pattern: Pattern): string {
  if (Array.isArray(pattern)) return `[${pattern.map(show).join(', ')}]`
  return typeof pattern === 'string' ? JSON.stringify(pattern) : String(pattern)
}

export default family(
  '3.x path patterns',
  patterns.map((pattern) =>
    scenario3(
      `of ${show(pattern)}`,
      (express, probe) => {
        const app = express()
        const strict = new express.Router({ strict: true, caseSensitive: true })
        probe.attempt('strict', () => {
          strict.get(pattern, (req, _res, next) => {
            probe.seen('strict route', req.params, req.params.length)
            next()
          })
        })
        app.use('/strict', strict.middleware)
        probe.attempt('get', () => {
          app.get(pattern, (req, res) => {
            probe.seen('route', req.params, req.params.length, req.route.path, req.route.keys)
            res.send('found')
          })
        })
        probe.seen('regexp', app.routes.get?.[0]?.regexp)
        return app
      },
      [...targets, '/strict/a', '/strict/a/', '/strict/A', '/strict/1', '/strict'].map((target) =>
        get(target),
      ),
    ),
  ),
  scenario3(
    'of further forms, each with its own requests',
    (express, probe) => {
      const app = express()
      for (const [at, [pattern]] of forms.entries()) {
        const router = new express.Router()
        router.get(pattern, (req, res) => {
          probe.seen(show(pattern), req.params, req.params.length)
          res.send('found')
        })
        app.use(`/${at}`, router.middleware)
      }
      return app
    },
    forms.flatMap(([, urls], at) => urls.map((url) => get(`/${at}${url}`))),
  ),
  scenario3(
    'that hostile input cannot slow down',
    (express) => {
      const app = express()
      app.get('/ab/:a-:b', (_req, res) => res.send('two'))
      app.get('/abc/:a-:b-:c', (_req, res) => res.send('three'))
      app.get('/*/*/*/end', (_req, res) => res.send('stars'))
      return app
    },
    [
      get('/ab/x-y'),
      get(`/ab/a${'-a'.repeat(1000)}/a`),
      get(`/abc/${'-'.repeat(300)}/a`),
      get(`/${'/'.repeat(200)}`),
    ],
  ),
)
