import type { RequestListener } from 'node:http'
import { settle } from '../../tools/sleep.ts'
import { seeError } from '../harness/body-echo.ts'
import { describeValue } from '../harness/describe-value.ts'
import type { Failure, Handler, Res } from '../harness/express.ts'
import { folderPaths, namedPaths } from '../harness/file-requests.ts'
import { finish, serve, serveRoot } from '../harness/file-serve.ts'
import { etagOf, fileTree } from '../harness/file-tree.ts'
import { builtIn } from '../harness/middleware.ts'
import { get, head, keepAlive, pipelined, post, request } from '../harness/request.ts'
import { family, probes, type Scenario, scenario, scenarioSince4 } from '../harness/scenario.ts'

const plain = [
  get('/plain.txt'),
  head('/plain.txt'),
  get('/missing.txt'),
  get('/dir'),
  get('/dir/'),
]
const fresh = [
  ...plain,
  get('/plain.txt', { headers: { 'If-None-Match': etagOf(26) } }),
  get('/plain.txt', { headers: { 'If-Modified-Since': 'Mon, 04 Mar 2030 05:06:07 GMT' } }),
  get('/plain.txt', { headers: { Range: 'bytes=0-3' } }),
  get('/plain.txt', { headers: { Range: 'bytes=99-' } }),
  get('/plain.txt', { headers: { 'If-Match': '"x"' } }),
]

/** One scenario for each value of an option. */
function values(
  name: string,
  list: readonly unknown[],
  asked: Scenario['requests'],
  others: object = {},
): Scenario[] {
  const also = Object.keys(others).length > 0 ? ` with ${JSON.stringify(others)}` : ''
  return list.map((value) =>
    scenario(
      `option ${name} ${describeValue(value)}${also}`,
      (express, probe) => serveRoot(express, probe, { ...others, [name]: value }),
      asked,
    ),
  )
}

const switches: readonly unknown[] = [undefined, true, false, null, 0, 1, '', 'false', {}]
const ages: readonly unknown[] = [
  undefined,
  null,
  0,
  1,
  999,
  1000,
  1999,
  60_000,
  1.5e12,
  Infinity,
  -1,
  -1000,
  Number.NaN,
  31_536_000_000,
  31_536_000_001,
  '0',
  '1000',
  '1s',
  '1 day',
  '1d',
  '2 weeks',
  '1y',
  '2y',
  '-1d',
  '1.5h',
  '',
  'nonsense',
  true,
  false,
  10.9,
  1234.5,
]
const folders = [keepAlive(folderPaths.map((path) => get(path)))]
const few = folderPaths.slice(0, 5).map((path) => get(path))
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']
const everyMethod = methods.flatMap((method) =>
  ['/plain.txt', '/missing', '/dir', '/.hidden'].map((path) => request(method, path)),
)

export default family(
  'express.static',
  probes('is made', {
    'with roots of any kind': (express, probe) => {
      const roots = [
        undefined,
        null,
        '',
        0,
        false,
        true,
        5,
        {},
        [],
        ['x'],
        () => {},
        '.',
        './x',
        '/',
        'C:\\x',
        Buffer.from('x'),
        new URL('file:///tmp'),
        Symbol('s'),
      ]
      for (const root of roots)
        probe.attempt(describeValue(root), () => builtIn(express).static(root))
      probe.attempt('nothing', () => builtIn(express).static())
    },
    'with options of any kind': (express, probe) => {
      for (const options of [
        undefined,
        null,
        {},
        [],
        true,
        5,
        'x',
        () => {},
        Object.freeze({ index: false }),
      ]) {
        probe.attempt(describeValue(options), () => builtIn(express).static('/tmp', options))
      }
      for (const setHeaders of [undefined, null, false, 0, '', () => {}, true, 1, 'x', {}, []]) {
        probe.attempt(`setHeaders ${describeValue(setHeaders)}`, () =>
          builtIn(express).static('/tmp', { setHeaders }),
        )
      }
    },
    'as a function with members': (express, probe) => {
      const { static: make } = builtIn(express)
      probe.seen('factory', make, Object.keys(make))
      probe.seen('middleware', make('/tmp'), Object.keys(make('/tmp')))
    },
    'without changing its options': (express, probe) => {
      const options = { maxAge: '1d', index: ['a'], root: '/elsewhere' }
      builtIn(express).static('/tmp', options)
      probe.seen('options', options)
    },
  }),
  scenario('without options', (express, probe) => serveRoot(express, probe), [
    ...fresh,
    ...folders,
  ]),
  scenario(
    'with inherited options',
    (express, probe) =>
      serveRoot(
        express,
        probe,
        Object.create({ maxAge: 5000, index: ['file.txt'], extensions: ['html'] }),
      ),
    [...fresh, get('/page'), get('/dir/')],
  ),
  scenario(
    'with names of all kinds',
    (express, probe) => serveRoot(express, probe),
    namedPaths.map((path) => get(path)),
  ),
  scenario(
    'with roots of other forms',
    (express, probe) => {
      const { static: make } = builtIn(express)
      const root = fileTree()
      const app = express()
      app.use('/slash', make(`${root}/site/`))
      app.use('/dots', make(`${root}/site/dir/..`))
      app.use('/relative', make('conformance/fixtures'))
      app.use('/file', make(`${root}/site/plain.txt`))
      app.use('/nowhere', make(`${root}/nowhere`))
      app.use('/hidden', make(`${root}/site/.folder`))
      app.use('/link', make(`${root}/site/linkdir`))
      app.use('/null', make(`${root}/ro\0ot`))
      return finish(app, probe)
    },
    [
      '/slash/plain.txt',
      '/dots/plain.txt',
      '/relative/nothing',
      '/file',
      '/file/',
      '/file/plain.txt',
      '/nowhere',
      '/nowhere/x',
      '/hidden/file.txt',
      '/hidden/',
      '/hidden',
      '/hidden/.both',
      '/link/file.txt',
      '/link',
      '/link/',
      '/null/x',
      '/null',
    ].map((path) => get(path)),
  ),
  values('etag', switches, fresh),
  values('lastModified', switches, fresh),
  values('cacheControl', switches, fresh, { maxAge: 5000 }),
  values('acceptRanges', switches, fresh),
  values('immutable', switches, plain, { maxAge: 5000 }),
  values('immutable', [true], plain),
  values('maxAge', ages, [get('/plain.txt'), get('/dir')]),
  values('maxage', [undefined, 0, 5000, '1d', 'nonsense'], [get('/plain.txt')]),
  values('maxage', [undefined, 0, 5000], [get('/plain.txt')], { maxAge: 7000 }),
  values('redirect', switches, folders),
  values('redirect', [true, false], folders, { index: false }),
  values('redirect', [true, false], folders, { fallthrough: false }),
  values(
    'index',
    [
      undefined,
      false,
      null,
      '',
      'index.htm',
      'missing.html',
      'file.txt',
      [],
      ['index.htm', 'index.html'],
      ['missing', 'file.txt'],
      ['deep'],
      ['deep', 'file.txt'],
      '.hidden',
      '../plain.txt',
      'dir/index.html',
      [''],
    ],
    folders,
  ),
  values('index', [['index.htm', 'default.txt']], folders, { fallthrough: false }),
  values(
    'extensions',
    [
      undefined,
      false,
      null,
      '',
      'html',
      '.html',
      [],
      ['html'],
      ['htm', 'html'],
      ['html', 'htm'],
      ['txt', 'html'],
      ['nope', 'txt'],
      [''],
      ['.html'],
      ['tar.gz', 'gz'],
      ['html/file.txt'],
      ['/../../plain.txt'],
    ],
    folders,
  ),
  values('extensions', [['html', 'txt']], folders, { fallthrough: false, redirect: false }),
  values('extensions', [['html']], folders, { index: ['index'] }),
  // These throw where the original waits for a request to fail.
  values('index', [true, 5, {}, [5], ['a', 5]], few),
  values('extensions', [true, 5, {}, [5], ['a', null]], few),
  values('fallthrough', switches, [
    ...everyMethod,
    get('/%'),
    get('/%00'),
    get('/../x'),
    get('/noindex/'),
    get('/plain.txt/'),
    get('/plain.txt/x'),
    get('/plain.txt', { headers: { Range: 'bytes=99-' } }),
    get('/plain.txt', { headers: { 'If-Match': 'x' } }),
  ]),
  values('fallthrough', [true, false], everyMethod, { redirect: false }),
  scenario(
    'errors on the page of the final handler',
    (express) =>
      express().use(
        builtIn(express).static(`${fileTree()}/site`, { fallthrough: false, dotfiles: 'deny' }),
      ),
    [
      ...[
        '/missing',
        '/missing<b>',
        '/.hidden',
        '/%',
        '/%00',
        '/../x',
        '/noindex/',
        '/plain.txt/',
      ].map((path) => get(path)),
      get('/plain.txt', { headers: { Range: 'bytes=99-' } }),
      get('/plain.txt', { headers: { 'If-Match': 'x' } }),
    ],
    { env: 'production' },
  ),
  values('root', ['/elsewhere', undefined, null], [get('/plain.txt')]),
  values(
    'start',
    [undefined, 0, 5, 25, 26, 100],
    [
      get('/plain.txt'),
      head('/plain.txt'),
      get('/plain.txt', { headers: { Range: 'bytes=2-4' } }),
      get('/plain.txt', { headers: { Range: 'bytes=-3' } }),
      get('/empty.txt'),
    ],
  ),
  values(
    'end',
    [undefined, 0, 5, 25, 26, 100],
    [
      get('/plain.txt'),
      head('/plain.txt'),
      get('/plain.txt', { headers: { Range: 'bytes=2-4' } }),
      get('/empty.txt'),
    ],
  ),
  values(
    'end',
    [3, 10, 100],
    [
      get('/plain.txt'),
      get('/plain.txt', { headers: { Range: 'bytes=1-' } }),
      get('/plain.txt', { headers: { Range: 'bytes=7-' } }),
    ],
    { start: 3 },
  ),
  values('headers', [{ 'X-A': 'b' }], [get('/plain.txt')]),
  values('hidden', [true, false], [get('/.hidden')]),
  scenario(
    'several roots in a row',
    (express, probe) =>
      serve(
        express,
        probe,
        builtIn(express).static(`${fileTree()}/site`),
        builtIn(express).static(`${fileTree()}/second`),
      ),
    [
      '/plain.txt',
      '/only.txt',
      '/noindex',
      '/noindex/',
      '/dir/',
      '/.hidden',
      '/missing',
      '/%',
      '/../second/only.txt',
    ].map((path) => get(path)),
  ),
  scenario(
    'several roots, the first without redirects',
    (express, probe) =>
      serve(
        express,
        probe,
        builtIn(express).static(`${fileTree()}/site`, { redirect: false }),
        builtIn(express).static(`${fileTree()}/second`),
      ),
    ['/plain.txt', '/only.txt', '/noindex', '/noindex/', '/dir', '/dir/'].map((path) => get(path)),
  ),
  scenarioSince4(
    'mounted',
    (express, probe) => {
      const app = express()
      const { static: make } = builtIn(express)
      const root = `${fileTree()}/site`
      const sub = express()
      sub.use('/inner', make(root))
      sub.use('/file', make(`${root}/plain.txt`))
      const router = express.Router()
      router.use(make(root, { index: false }))
      app.use('/static', make(root))
      app.use('/sub', sub)
      app.use('/router', router)
      app.use('/params/:id', make(root))
      app.get('/route/*rest', make(root))
      app.use(['/one', '/two'], make(root))
      return finish(app, probe)
    },
    [
      '/static',
      '/static/',
      '/static/plain.txt',
      '/static/dir',
      '/static/dir/',
      '/static/dir?x=1',
      '/static//dir',
      '//static/dir',
      '/static/../plain.txt',
      '/static/%2e%2e/plain.txt',
      '/staticx',
      '/STATIC/plain.txt',
      '/STATIC/dir',
      '/sub/inner',
      '/sub/inner/',
      '/sub/inner/dir',
      '/sub/inner/plain.txt',
      '/sub/file',
      '/sub/file/',
      '/router',
      '/router/',
      '/router/dir',
      '/router/plain.txt',
      '/params/5/plain.txt',
      '/params/5/dir',
      '/params/5',
      '/params/a%20b/dir',
      '/route/plain.txt',
      '/one/plain.txt',
      '/two/dir',
      '/one',
      '/static?x',
      '/static/?x',
    ].map((path) => get(path)),
  ),
  scenario(
    'after the URL was rewritten',
    (express, probe) => {
      const rewrite: Handler = (req, _res, next) => {
        req.url = req.url.replace('/old', '/dir')
        next()
      }
      return serve(express, probe, rewrite, builtIn(express).static(`${fileTree()}/site`))
    },
    ['/old', '/old/', '/old/file.txt', '/dir', '/old?x'].map((path) => get(path)),
  ),
  scenario(
    'of targets in absolute form',
    (express, probe) => serveRoot(express, probe),
    [
      'http://other.test/plain.txt',
      'http://other.test/',
      'http://other.test/dir/',
      'http://other.test/missing',
      'http://other.test',
    ].map((path) => get(path)),
  ),
  scenario(
    'of folders in absolute form',
    (express, probe) => serveRoot(express, probe),
    ['http://other.test/dir', 'http://other.test/dir?x=1', 'http://other.test//dir'].map((path) =>
      get(path),
    ),
  ),
  scenario('of targets that are no path', (express, probe) => serveRoot(express, probe), [
    request('OPTIONS', '*'),
    get('*'),
    get('?x'),
  ]),
  scenario(
    'over HTTP/1.0',
    (express, probe) => serveRoot(express, probe),
    ['/plain.txt', '/dir', '/missing', '/big.bin', '/empty.txt'].flatMap((path) => [
      get(path, { http10: true }),
      get(path, { http10: true, headers: { Connection: 'keep-alive' } }),
    ]),
  ),
  scenario('on connections that go on', (express, probe) => serveRoot(express, probe), [
    keepAlive(
      ['/plain.txt', '/big.bin', '/empty.txt', '/dir', '/dir/', '/missing', '/plain.txt'].map(
        (path) => get(path),
      ),
    ),
    keepAlive([
      head('/big.bin'),
      get('/plain.txt', { headers: { Range: 'bytes=99-' } }),
      get('/plain.txt', { headers: { 'If-None-Match': '*' } }),
      get('/plain.txt'),
    ]),
    keepAlive([
      post('/plain.txt', { body: 'x' }),
      get('/plain.txt', { body: 'ignored' }),
      get('/one.txt'),
    ]),
  ]),
  scenario(
    'of pipelined requests',
    (express) => express().use(builtIn(express).static(`${fileTree()}/site`)),
    [
      pipelined(
        ['/plain.txt', '/big.bin', '/empty.txt', '/dir/', '/one.txt'].map((path) => get(path)),
      ),
      pipelined([
        head('/big.bin'),
        get('/one.txt'),
        get('/plain.txt', { headers: { Range: 'bytes=0-3' } }),
      ]),
    ],
  ),
  headerScenarios(),
  stateScenarios(),
)

function headerScenarios(): Scenario[] {
  return [
    scenario(
      'setHeaders is told the file',
      (express, probe) => {
        function setHeaders(this: unknown, ...args: unknown[]) {
          const [res, path, stat] = args as [
            Res,
            string,
            { size: number; mtime: Date; isFile(): boolean },
          ]
          probe.seen(
            'setHeaders',
            args.length,
            path.replace(fileTree(), ''),
            stat.size,
            stat.mtime,
            stat.isFile(),
          )
          probe.seen('headers', res.getHeaderNames(), res.statusCode, res.headersSent)
          res.setHeader('X-Set', 'yes')
        }
        return serveRoot(express, probe, { setHeaders, extensions: ['html'] })
      },
      [
        ...fresh,
        get('/page'),
        get('/'),
        get('/link.txt'),
        get('/empty.txt'),
        get('/.hidden'),
        post('/plain.txt'),
      ],
    ),
    ...(
      [
        'Content-Type',
        'Cache-Control',
        'ETag',
        'Last-Modified',
        'Accept-Ranges',
        'Content-Length',
        'Content-Range',
        'Content-Encoding',
        'Content-Disposition',
      ] as const
    ).map((name) =>
      scenario(
        `setHeaders sets ${name}`,
        (express, probe) =>
          serveRoot(express, probe, {
            setHeaders: (res: Res) => res.setHeader(name, name === 'Content-Length' ? '3' : 'own'),
          }),
        name === 'Content-Length'
          ? fresh.filter(({ method }) => method !== 'x')
          : [...fresh, get('/plain.txt', { headers: { 'If-None-Match': 'own' } })],
      ),
    ),
    scenario(
      'setHeaders sets a status',
      (express, probe) =>
        serveRoot(express, probe, {
          setHeaders: (res: Res) => {
            res.statusCode = 404
          },
        }),
      fresh,
    ),
    scenario(
      'setHeaders removes and empties',
      (express, probe) =>
        serveRoot(express, probe, {
          setHeaders: (res: Res) => {
            res.removeHeader('X-Powered-By')
            res.setHeader('Content-Type', '')
            res.setHeader('ETag', '')
          },
        }),
      fresh,
    ),
    scenario(
      'setHeaders returns a promise',
      (express, probe) =>
        serveRoot(express, probe, {
          setHeaders: async (res: Res) => void res.setHeader('X-Async', '1'),
        }),
      plain,
    ),
  ]
}

function stateScenarios(): Scenario[] {
  const root = () => `${fileTree()}/site`
  const preset = (
    name: string,
    step: Handler,
    asked: Scenario['requests'] = fresh,
    details: Partial<Scenario> = {},
  ) =>
    scenario(
      name,
      (express, probe) => serve(express, probe, step, builtIn(express).static(root())),
      asked,
      details,
    )
  const headers: Record<string, string> = {
    'Content-Type': 'x/y',
    'Cache-Control': 'no-store',
    ETag: '"own"',
    'Last-Modified': 'Mon, 04 Mar 2030 05:06:07 GMT',
    'Accept-Ranges': 'none',
    'Content-Range': 'x',
    'Content-Encoding': 'gzip',
    'Content-Language': 'de',
    'Content-Length': '5',
    Vary: 'X',
    Link: '<x>',
    Allow: 'x',
  }
  return [
    ...Object.entries(headers).map(([name, value]) =>
      preset(
        `when ${name} is set already`,
        (_req, res, next) => {
          res.setHeader(name, value)
          next()
        },
        [
          ...fresh,
          get('/plain.txt', { headers: { 'If-None-Match': value } }),
          get('/plain.txt', { headers: { 'If-Range': value, Range: 'bytes=1-2' } }),
        ],
      ),
    ),
    ...[201, 204, 206, 304, 400, 404, 500].map((status) =>
      preset(`when the status is ${status} already`, (_req, res, next) => {
        res.status(status)
        next()
      }),
    ),
    preset(
      'after the headers were sent',
      (_req, res, next) => {
        res.write('started ')
        next()
        void settle(30).then(() => res.end('ended'))
      },
      ['/plain.txt', '/missing', '/dir/'].map((path) => get(path)),
      { linger: 20 },
    ),
    preset(
      'after the response ended',
      (_req, res, next) => {
        res.end('ended')
        next()
      },
      ['/plain.txt', '/missing'].map((path) => get(path)),
      { linger: 20 },
    ),
    preset('some time later', (_req, _res, next) => void setTimeout(next, 5)),
    preset('with a replaced writeHead, write and end', (_req, res, next) => {
      const { writeHead, end, write } = res
      res.writeHead = ((...args: never[]) => {
        res.setHeader('X-WriteHead', 'yes')
        return Reflect.apply(writeHead, res, args)
      }) as never
      let written = 0
      res.write = ((...args: never[]) => {
        written++
        return Reflect.apply(write, res, args)
      }) as never
      res.end = ((...args: never[]) => {
        res.locals.written = written
        return Reflect.apply(end, res, args)
      }) as never
      next()
    }),
    scenario(
      'on a plain server',
      (express, probe): RequestListener => {
        const step = builtIn(express).static(root())
        return (req, res) => {
          const returned = step(req as never, res as never, (...args: unknown[]) => {
            probe.seen('next', args.length)
            if (args[0]) seeError(probe, args[0] as Failure)
            res.end('plain')
          })
          probe.seen('returned', returned)
        }
      },
      [...fresh, get('/dir?x'), post('/plain.txt'), get('/%')],
    ),
    scenario(
      'on a plain server without fallthrough',
      (express, probe): RequestListener => {
        const step = builtIn(express).static(root(), { fallthrough: false })
        return (req, res) =>
          void step(req as never, res as never, (...args: unknown[]) => {
            probe.seen('next', args.length)
            if (args[0]) seeError(probe, args[0] as Failure)
            res.end('plain')
          })
      },
      [...fresh, post('/plain.txt'), get('/%'), get('/.hidden')],
    ),
    scenario(
      'tells when an answer is over',
      (express, probe) => {
        const watch: Handler = (_req, res, next) => {
          res.on('finish', () => probe.seen('finish', res.statusCode, res.writableEnded))
          res.on('close', () => probe.seen('close'))
          next()
        }
        return serve(express, probe, watch, builtIn(express).static(root()))
      },
      [...fresh, get('/big.bin')],
      { linger: 10 },
    ),
  ]
}
