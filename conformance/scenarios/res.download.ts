import { seeError } from '../harness/body-echo.ts'
import { describeValue } from '../harness/describe-value.ts'
import type { App, Arg, Express, Failure, Res } from '../harness/express.ts'
import { dotPaths, folderPaths, hostilePaths, namedPaths } from '../harness/file-requests.ts'
import { finish } from '../harness/file-serve.ts'
import { etagOf, fileTree } from '../harness/file-tree.ts'
import type { Probe } from '../harness/probe.ts'
import { get, head, keepAlive } from '../harness/request.ts'
import { family, type Scenario, scenario } from '../harness/scenario.ts'

const root = () => `${fileTree()}/site`
const plain = () => `${root()}/plain.txt`
const usual = [
  get('/'),
  head('/'),
  get('/', { headers: { 'If-None-Match': etagOf(26) } }),
  get('/', { headers: { Range: 'bytes=0-3' } }),
  get('/', { headers: { Range: 'bytes=99-' } }),
  get('/', { headers: { 'If-Match': '"x"' } }),
]

type Act = (res: Res, probe: Probe, url: string) => unknown

function sending(express: Express, probe: Probe, act: Act): App {
  const app = express()
  app.use((req, res, next) => {
    try {
      const value = act(res, probe, req.url)
      if (value !== undefined) probe.seen('returned', value)
    } catch (error) {
      probe.seen('threw', error)
      next(error)
    }
  })
  return finish(app, probe)
}

function one(
  name: string,
  act: Act,
  asked: Scenario['requests'] = [get('/')],
  details: Partial<Scenario> = {},
): Scenario {
  return scenario(name, (express, probe) => sending(express, probe, act), asked, details)
}

function callback(res: Res, probe: Probe) {
  return (...args: unknown[]) => {
    probe.seen('callback', args.length, res.headersSent, res.statusCode, res.writableEnded)
    if (args[0]) seeError(probe, args[0] as Failure)
    if (!res.headersSent) res.status(500).end('by callback')
  }
}

const names: readonly string[] = [
  'report.pdf',
  'name',
  'two words.txt',
  'naïve.txt',
  '日本.txt',
  '€ rates.html',
  'quote".txt',
  "it's.txt",
  'back\\slash.txt',
  'a/b/c.txt',
  '/abs.txt',
  '../up.txt',
  'semi;colon.txt',
  'comma,.txt',
  'percent%41.txt',
  '%E2%82%AC.txt',
  'plus+.txt',
  'star*.txt',
  '<b>.html',
  '\u{1f600}.png',
  'é\u0301.txt',
  '\ud800.txt',
  'ÿ.bin',
  'ab\u0080.txt',
  'tab\t.txt',
  'a\r\nX-Evil: 1.txt',
  'a\nX-Evil: 1',
  'a\0b.txt',
  'a\u00a0b.txt',
  '.hidden',
  '..',
  '.',
  'x'.repeat(300),
  ' lead.txt',
  'trail.txt ',
  'no-ext',
  'UPPER.PDF',
  'archive.tar.gz',
  'x.unknownext',
  'a\u202eb.txt',
  '=?utf-8?x',
  "'quoted'",
  '(paren)[b]{c}.txt',
  '@!#$&^`|~.txt',
  'dir/',
  'C:\\x\\y.txt',
]

const odd: readonly unknown[] = [undefined, null, '', 0, false, true, 5, {}, [], ['x'], Symbol('s')]

const calls: Record<string, (res: Res, done: () => void) => unknown> = {
  path: (res) => res.download(plain()),
  'path and callback': (res, done) => res.download(plain(), done),
  'path, name': (res) => res.download(plain(), 'own.json'),
  'path, name, callback': (res, done) => res.download(plain(), 'own.json', done),
  'path, options': (res) => res.download('plain.txt', { root: root(), maxAge: 5000 }),
  'path, options, callback': (res, done) =>
    res.download('plain.txt', { root: root(), maxAge: 5000 }, done),
  'path, name, options': (res) =>
    res.download('plain.txt', 'own.json', { root: root(), maxAge: 5000 }),
  'path, name, options, callback': (res, done) =>
    res.download('plain.txt', 'own.json', { root: root(), maxAge: 5000 }, done),
  'path, undefined, options, callback': (res, done) =>
    res.download('plain.txt', undefined, { root: root() }, done),
  'path, null, options, callback': (res, done) =>
    res.download('plain.txt', null, { root: root() }, done),
  'path, name, undefined, callback': (res, done) =>
    res.download(plain(), 'own.json', undefined, done),
  'path, name, null, callback': (res, done) => res.download(plain(), 'own.json', null, done),
  'path, undefined, callback': (res, done) => res.download(plain(), undefined, done),
  'path, null, callback': (res, done) => res.download(plain(), null, done),
  'path, options, undefined, callback': (res, done) =>
    res.download('plain.txt', { root: root() }, undefined, done),
  'path, callback, options': (res, done) =>
    res.download(plain(), done, { headers: { 'X-A': 'b' } }),
  'path, two options': (res) =>
    res.download('plain.txt', { root: root() }, { headers: { 'X-A': 'b' } }),
  'path, empty name': (res) => res.download(plain(), ''),
}

const headers: readonly unknown[] = [
  undefined,
  null,
  {},
  { 'X-A': 'b' },
  { 'Content-Disposition': 'inline' },
  { 'content-disposition': 'inline', 'X-A': 'b' },
  { 'Content-Type': 'x/y' },
  { 'CONTENT-DISPOSITION': 'inline', 'Cache-Control': 'no-store' },
  { 'X-List': ['a', 'b'] },
  [],
  'ab',
  5,
  true,
]

export default family(
  'res.download',
  Object.entries(calls).flatMap(([label, call]) => [
    one(`(${label})`, (res, probe) => call(res, callback(res, probe)), usual, { linger: 4 }),
  ]),
  names.flatMap((name) => [
    one(`names ${describeValue(name.slice(0, 30))}`, (res) => res.download(plain(), name)),
  ]),
  one(
    'names files after themselves',
    (res, _probe, url) => res.download(root() + decodeURIComponent(url)),
    [keepAlive(namedPaths.map((path) => get(path)))],
  ),
  odd.flatMap((value) => [
    one(`of the path ${describeValue(value)}`, (res) => res.download(value as Arg)),
    one(`of the path ${describeValue(value)} in a root`, (res) =>
      res.download(value as Arg, { root: root() }),
    ),
    one(`with the name ${describeValue(value)}`, (res) => res.download(plain(), value as Arg)),
    one(`with the options ${describeValue(value)}`, (res) =>
      res.download(plain(), 'own.txt', value as Arg),
    ),
  ]),
  ['relative.txt', './x', '../x', 'package.json', './package.json', '~/x', '~'].map((path) =>
    one(
      `of the relative path ${path}`,
      (res, probe) => res.download(path, callback(res, probe)),
      [head('/')],
      { linger: 4 },
    ),
  ),
  [undefined, null, '', 0, false, 'conformance', '/nowhere'].map((given) =>
    one(
      `with the root ${describeValue(given)}`,
      (res, probe) => res.download('package.json', { root: given } as object, callback(res, probe)),
      [head('/')],
      { linger: 4 },
    ),
  ),
  headers.map((given) =>
    one(
      `option headers ${describeValue(given)}`,
      (res) => res.download(plain(), { headers: given } as object),
      usual,
    ),
  ),
  headers.map((given) =>
    one(`option headers ${describeValue(given)} with a name`, (res) =>
      res.download(plain(), 'own.json', { headers: given } as object),
    ),
  ),
  Object.entries({
    maxAge: ['1d', 5000],
    immutable: [true],
    cacheControl: [false],
    lastModified: [false],
    acceptRanges: [false],
    etag: [false],
    start: [3],
    end: [5],
  }).flatMap(([name, list]) =>
    list.map((value) =>
      one(
        `option ${name} ${describeValue(value)}`,
        (res) => res.download(plain(), { maxAge: 1000, [name]: value }),
        usual,
      ),
    ),
  ),
  [undefined, 'allow', 'deny', 'ignore'].map((dotfiles) =>
    one(
      `of dots for dotfiles ${describeValue(dotfiles)}`,
      (res, probe, url) =>
        res.download(
          decodeURIComponent(url),
          { root: root(), dotfiles } as object,
          callback(res, probe),
        ),
      [keepAlive(dotPaths.map((path) => get(path)))],
      { linger: 2 },
    ),
  ),
  one(
    'of hostile paths in a root',
    (res, probe, url) => res.download(decode(url), { root: root() }, callback(res, probe)),
    [keepAlive(hostilePaths.map((path) => get(path)))],
    { linger: 2 },
  ),
  one(
    'of folders in a root',
    (res, probe, url) => res.download(decode(url), { root: root() }, callback(res, probe)),
    [keepAlive(folderPaths.map((path) => get(path)))],
    { linger: 2 },
  ),
  one(
    'of hostile absolute paths',
    (res, probe, url) => res.download(root() + decode(url), callback(res, probe)),
    [keepAlive(hostilePaths.map((path) => get(path)))],
    { linger: 2 },
  ),
  [
    'missing.txt',
    'dir',
    'dir/',
    '.hidden',
    'empty.txt',
    'big.bin',
    '../outside/secret.txt',
  ].flatMap((file) => [
    one(`of ${file} without callback`, (res) => res.download(file, { root: root() }), usual),
    one(
      `of ${file} with callback`,
      (res, probe) => res.download(file, 'own.txt', { root: root() }, callback(res, probe)),
      usual,
      { linger: 3 },
    ),
  ]),
  [201, 304, 404, 500].map((status) =>
    one(`after status ${status}`, (res) => res.status(status).download(plain()), usual),
  ),
  ['Content-Type', 'Content-Disposition', 'Cache-Control', 'ETag'].map((name) =>
    one(`after ${name} was set`, (res) => res.set(name, 'own/value').download(plain()), usual),
  ),
  one(
    'with inherited options',
    (res) => res.download(plain(), Object.create({ maxAge: 5000, headers: { 'X-A': 'b' } })),
    usual,
  ),
  one('with inherited options and a name', (res) =>
    res.download('plain.txt', 'own.txt', Object.create({ root: root(), immutable: true })),
  ),
  one('after res.attachment', (res) => res.attachment('other.json').download(plain())),
  one('does not change its options', (res, probe) => {
    const options = { root: root(), headers: { 'X-A': 'b' } }
    res.download('plain.txt', options)
    probe.seen('options', Object.keys(options), options.headers)
  }),
  scenario(
    'calls sendFile',
    (express, probe) => {
      const app = express()
      app.get('/:kind', (req, res) => {
        res.sendFile = (...args: Arg[]) => {
          probe.seen(
            'sendFile',
            ...args.map((arg) => {
              if (typeof arg === 'string') return arg.replace(fileTree(), '')
              // Options may be inherited.
              const { headers, maxAge } = (arg ?? {}) as Record<string, unknown>
              return typeof arg === 'object' ? { headers, maxAge } : arg
            }),
          )
          res.end('replaced')
          return res
        }
        const done = () => {}
        if (req.params.kind === 'plain') return void res.download(plain())
        if (req.params.kind === 'all')
          return void res.download(
            'a/b.txt',
            'c.txt',
            { root: root(), maxAge: 5, headers: { 'X-A': 'b', 'content-disposition': 'x' } },
            done,
          )
        res.download('relative/x.txt', done)
      })
      return app
    },
    ['/plain', '/all', '/callback'].map((path) => get(path)),
  ),
  scenario(
    'in a mounted app',
    (express, probe) => {
      const app = express()
      const sub = express()
      sub.get('/file', (_req, res) => void res.download(plain()))
      sub.get('/missing', (_req, res) => void res.download(`${root()}/missing.txt`))
      app.use('/sub', sub)
      return finish(app, probe)
    },
    [get('/sub/file'), get('/sub/missing')],
  ),
)

function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
