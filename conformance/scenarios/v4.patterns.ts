import { get } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { scenario4 } from '../harness/v4.ts'

type Pattern = string | RegExp | readonly (string | RegExp)[]

const patterns: readonly Pattern[] = [
  '*',
  '/*',
  '/a/*',
  '/a*',
  '/*/b',
  '/a/*/c/*',
  '/:id?',
  '/a/:id?',
  '/a/:id?/c',
  '/:id(\\d+)',
  '/a/:id(\\d+)',
  '/a/:id([a-c]+)',
  '/:id(\\d+)?',
  '/:x(a|b)',
  '/:x(*)',
  '/:x(.*)',
  '/:rest*',
  '/:rest+',
  '/a/:rest*',
  '/a+',
  '/ab+c',
  '/ab?c',
  '/a(bc)?d',
  '/(a|b)',
  '/(\\d+)',
  '/(a)(b)?',
  '/(?:a|b)/c',
  '/ab(cd)?e',
  '/a.b',
  '/:name.:ext',
  '/:name.:ext?',
  '/:name.json',
  '/:a-:b',
  '/:a-:b?',
  '/:a:b',
  '/v:major.:minor',
  '/a/',
  '/A/b',
  '/:a/:b?/:c?',
  '/:a?/:b?',
  '/user(s)?/:id',
  '/x\\*',
  '/x\\(y\\)',
  '/é',
  '/a b',
  '/:é',
  '/$a',
  '/[ab]',
  '/a|b',
  '/^a',
  '',
  'a',
  '/',
  '//',
  '/:constructor',
  '/:__proto__',
  '/:hasOwnProperty/:toString',
  '/:a/:a',
  '/(*)',
  '/a(*)b',
  '/a/:b(',
  '/a)',
  '/[',
  '/a**',
  '/?',
  '/a/?',
  '/a/??',
  /^\/a$/,
  /^\/(a)\/(\d+)?/,
  /a/,
  /^\/(?<named>\w+)\/(\d+)$/,
  /^\/x(y)?/i,
  /(.*)/,
  /^\/g/g,
  ['/one', '/two/:id?', /^\/three\/(\d)/],
  ['/a/:x', '/:y/1'],
  [],
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
  '/ac',
  '/abbbc',
  '/aaa',
  '/ad',
  '/abcd',
  '/abcde',
  '/abe',
  '/1',
  '/12/',
  '/a/1',
  '/a/1/',
  '/a/b',
  '/a/b/c',
  '/a/b/c/d',
  '/a//c',
  '/x*',
  '/x(y)',
  '/xy',
  '/X',
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
  '/two',
  '/two/2',
  '/three/3',
  '/users/5',
  '/user/5',
  '/a?x=1',
  '/a.b',
  '/a.b/',
  '/a*b',
]

function show(pattern: Pattern): string {
  if (Array.isArray(pattern)) return `[${pattern.map(show).join(', ')}]`
  return typeof pattern === 'string' ? JSON.stringify(pattern) : String(pattern)
}

export default family(
  '4.x path patterns',
  patterns.map((pattern) =>
    scenario4(
      `of ${show(pattern)}`,
      (express, probe) => {
        const app = express()
        const path = pattern as string
        probe.attempt('use', () => {
          app.use(path, (req, _res, next) => {
            probe.seen('mounted', req.baseUrl, req.url, req.path, req.params)
            next()
          })
        })
        probe.attempt('get', () => {
          app.get(path, (req, res) => {
            probe.seen('route', req.params, req.route.path)
            res.send('found')
          })
        })
        probe.attempt('strict', () => {
          const strict = express.Router({ strict: true, caseSensitive: true, mergeParams: true })
          strict.get(path, (req, res) => {
            probe.seen('strict route', req.params)
            res.send('strict')
          })
          app.use('/strict', strict)
        })
        return app
      },
      [...targets, '/strict/a', '/strict/a/', '/strict/A', '/strict/1', '/strict'].map((target) =>
        get(target),
      ),
    ),
  ),
  scenario4(
    'that hostile input cannot slow down',
    (express) => {
      const app = express()
      app.get('/ab/:a-:b', (_req, res) => void res.send('two'))
      app.get('/abc/:a-:b-:c', (_req, res) => void res.send('three'))
      app.get('/abcd/:a-:b-:c(-:d)', (_req, res) => void res.send('four'))
      return app
    },
    [
      get('/ab/x-y'),
      get(`/ab/a${'-a'.repeat(7000)}/a`),
      get(`/abc/${'-'.repeat(3000)}/a`),
      get(`/abcd/${'-'.repeat(3000)}/a`),
    ],
  ),
  scenario4(
    'of mounts before a dot',
    (express, probe) => {
      const app = express()
      app.use('/docs', (req, res) => {
        probe.seen('docs', req.baseUrl, req.url)
        res.send('docs')
      })
      return app
    },
    ['/docs', '/docs.json', '/docs/x', '/docs-x', '/docs.a/b', '/docsx'].map((path) => get(path)),
  ),
)
