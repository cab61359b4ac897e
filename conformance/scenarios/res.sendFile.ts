import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { settle, sleep } from '../../tools/sleep.ts'
import { seeError } from '../harness/body-echo.ts'
import { describeValue } from '../harness/describe-value.ts'
import type { App, Arg, Express, Failure, Handler, Req, Res } from '../harness/express.ts'
import {
  conditionalRequests,
  dotPaths,
  folderPaths,
  hostilePaths,
  namedPaths,
  rangeRequests,
} from '../harness/file-requests.ts'
import { finish } from '../harness/file-serve.ts'
import { etagOf, fileTree } from '../harness/file-tree.ts'
import { speakInPieces } from '../harness/partial.ts'
import type { Probe } from '../harness/probe.ts'
import { get, hanging, head, keepAlive, pipelined, post, request } from '../harness/request.ts'
import { familySince4, probes, type Scenario, scenario } from '../harness/scenario.ts'

const root = () => `${fileTree()}/site`
const usual = [
  get('/'),
  head('/'),
  get('/', { headers: { 'If-None-Match': etagOf(26) } }),
  get('/', { headers: { Range: 'bytes=0-3' } }),
  get('/', { headers: { Range: 'bytes=99-' } }),
  get('/', { headers: { 'If-Match': '"x"' } }),
]

type Act = (res: Res, probe: Probe, req: Req) => unknown

/** An app whose only handler is `act`, with a look at what it returned, threw or left to others. */
function sending(express: Express, probe: Probe, act: Act): App {
  const app = express()
  app.use((req, res, next) => {
    try {
      const value = act(res, probe, req)
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
  asked: Scenario['requests'] = usual,
  details: Partial<Scenario> = {},
): Scenario {
  return scenario(name, (express, probe) => sending(express, probe, act), asked, details)
}

/** A callback that tells how often and with what it was called, and ends what is open. */
function callback(res: Res, probe: Probe) {
  return (...args: unknown[]) => {
    probe.seen('callback', args.length, res.headersSent, res.statusCode, res.writableEnded)
    if (args[0]) seeError(probe, args[0] as Failure)
    if (!res.headersSent) res.status(500).end('by callback')
  }
}

function values(
  name: string,
  list: readonly unknown[],
  others: object = {},
  asked = usual,
): Scenario[] {
  const also = Object.keys(others).length > 0 ? ` with ${JSON.stringify(others)}` : ''
  return list.map((value) =>
    one(
      `option ${name} ${describeValue(value)}${also}`,
      (res) => res.sendFile('plain.txt', { root: root(), ...others, [name]: value } as object),
      asked,
    ),
  )
}

const switches: readonly unknown[] = [undefined, true, false, null, 0, 1, '', 'false']
const odd: readonly unknown[] = [
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
  Symbol('s'),
  Buffer.from('/x'),
  'relative.txt',
  './relative.txt',
  '../x',
  '~',
  '~/x',
  'C:\\x',
  '\\x',
]

export default familySince4(
  'res.sendFile',
  one('of an absolute path', (res) => res.sendFile(`${root()}/plain.txt`), [
    ...usual,
    post('/'),
    request('PUT', '/'),
    request('OPTIONS', '/'),
    request('DELETE', '/'),
    get('/', { http10: true }),
  ]),
  odd.flatMap((path) => [
    one(`of the path ${describeValue(path)}`, (res) => res.sendFile(path as Arg), [get('/')]),
    one(
      `of the path ${describeValue(path)} with a callback`,
      (res, probe) => res.sendFile(path as Arg, callback(res, probe)),
      [get('/')],
      { linger: 5 },
    ),
    one(
      `of the path ${describeValue(path)} in a root`,
      (res) => res.sendFile(path as Arg, { root: root() }),
      [get('/')],
    ),
  ]),
  one('of nothing', (res) => res.sendFile(), [get('/')]),
  [undefined, null, '', 0, false, true, 5, [], ['/x'], 'relative', '.', '/nowhere'].map((given) =>
    one(
      `with the root ${describeValue(given)}`,
      (res) => res.sendFile('plain.txt', { root: given } as object),
      [get('/')],
    ),
  ),
  [undefined, null, false, 0, 5, 'x', [], true, Symbol('s')].map((given) =>
    one(
      `with the options ${describeValue(given)}`,
      (res) => res.sendFile(`${root()}/plain.txt`, given as Arg),
      [get('/')],
    ),
  ),
  [undefined, null, false, 0, ''].map((given) =>
    one(
      `with the callback ${describeValue(given)}`,
      (res) => res.sendFile(`${root()}/plain.txt`, {}, given as Arg),
      [get('/')],
    ),
  ),
  values(
    'maxAge',
    [
      undefined,
      null,
      0,
      1000,
      1999,
      '1d',
      '2 days',
      'nonsense',
      -1,
      Infinity,
      Number.NaN,
      '',
      true,
      '1000',
      31_536_000_001,
    ],
    {},
    [get('/')],
  ),
  values('maxage', [undefined, 0, 5000, '1h'], { maxAge: 7000 }, [get('/')]),
  values('immutable', switches, { maxAge: 5000 }, [get('/')]),
  values('cacheControl', switches, { maxAge: 5000 }),
  values('lastModified', switches),
  values('acceptRanges', switches),
  values('etag', switches),
  values('index', [undefined, false, 'x'], {}, [get('/')]),
  values('extensions', [['txt'], false], {}, [get('/')]),
  values('start', [0, 5, 26, 100], {}),
  values('end', [0, 5, 100], { start: 0 }),
  values('end', [7], { start: 3 }),
  values('headers', [
    undefined,
    null,
    {},
    { 'X-A': 'b' },
    {
      'Content-Type': 'x/y',
      'Cache-Control': 'no-store',
      ETag: '"own"',
      'Last-Modified': 'x',
      'Accept-Ranges': 'none',
    },
    { 'X-List': ['a', 'b'] },
    { 'X-Number': 5 },
    [],
    5,
    'ab',
    true,
    { 'Content-Length': '5' },
  ]),
  // The original throws these out of a callback of the file system.
  ['', null, false, 'nonsense', 5].map((dotfiles) =>
    one(
      `with an invalid dotfiles ${describeValue(dotfiles)}`,
      (res) => res.sendFile('plain.txt', { root: root(), dotfiles } as object),
      [get('/')],
    ),
  ),
  [true, false, 5, {}, [5]].map((index) =>
    one(
      `of a folder with the index ${describeValue(index)}`,
      (res) => res.sendFile('dir/', { root: root(), index } as object),
      [get('/')],
    ),
  ),
  [['txt'], 'txt', ['nope', 'txt'], [], [5], 5].map((extensions) =>
    one(
      `without extension, extensions ${describeValue(extensions)}`,
      (res) => res.sendFile('plain', { root: root(), extensions } as object),
      [get('/')],
    ),
  ),
  [undefined, 'strong', 'weak', false, true].map((etag) =>
    scenario(
      `with the etag setting ${describeValue(etag)}`,
      (express, probe) => {
        const app = sending(express, probe, (res) => res.sendFile(`${root()}/plain.txt`))
        return etag === undefined ? app : app.set('etag', etag)
      },
      usual,
    ),
  ),
  scenario(
    'with a function as etag setting',
    (express, probe) =>
      sending(express, probe, (res) => res.sendFile(`${root()}/plain.txt`)).set(
        'etag',
        () => '"fn"',
      ),
    usual,
  ),
  paths(),
  [undefined, 'allow', 'deny', 'ignore'].map((dotfiles) =>
    byUrl(`with dots for dotfiles ${describeValue(dotfiles)}`, dotPaths, { dotfiles }),
  ),
  one(
    'with inherited options',
    (res) =>
      res.sendFile(
        'plain.txt',
        Object.create({ root: root(), maxAge: 5000, headers: { 'X-A': 'b' } }),
      ),
    usual,
  ),
  one(
    'does not change frozen options',
    (res) => res.sendFile('plain.txt', Object.freeze({ root: root() })),
    [get('/')],
  ),
  [false, [], undefined].flatMap((index) =>
    ['one.txt/', 'one.txt//', 'dir/', 'missing/', 'both/'].map((file) =>
      one(
        `of the absolute ${file} with the index ${describeValue(index)}`,
        (res) => res.sendFile(`${root()}/${file}`, { index }),
        [get('/')],
      ),
    ),
  ),
  ['allow', 'deny', 'ignore'].flatMap((dotfiles) =>
    ['.hidden', '.folder/file.txt'].map((file) =>
      one(
        `of the absolute ${file} with dotfiles ${dotfiles}`,
        (res) => res.sendFile(`${root()}/${file}`, { dotfiles }),
        [get('/')],
      ),
    ),
  ),
  one(
    'of a missing file with headers',
    (res) => res.sendFile(`${root()}/missing.txt`, { headers: { 'X-A': 'b' } }),
    [get('/')],
  ),
  one(
    'calls back a function that returns a thenable',
    (res, probe) => {
      // Queries of mongoose run when `then` is called, and fail if they have a callback as well.
      // biome-ignore lint/suspicious/noThenProperty: thenables are the subject
      const query = { then: () => probe.seen('then', true) }
      res.sendFile(`${root()}/missing.txt`, () => {
        setImmediate(() => res.send('from the callback'))
        return query
      })
    },
    [get('/')],
  ),
  one('of a path inside a hidden folder', (res) => res.sendFile(`${root()}/.folder/file.txt`), [
    get('/'),
  ]),
  one(
    'of a path inside a hidden root',
    (res) => res.sendFile('file.txt', { root: `${root()}/.folder` }),
    [get('/')],
  ),
  one('with conditions', (res) => res.sendFile(`${root()}/plain.txt`), [
    keepAlive(conditionalRequests('/')),
  ]),
  one('with ranges', (res) => res.sendFile(`${root()}/plain.txt`), [keepAlive(rangeRequests('/'))]),
  one(
    'with conditions and a callback',
    (res, probe) => res.sendFile(`${root()}/plain.txt`, callback(res, probe)),
    conditionalRequests('/').filter((_, index) => index % 5 === 0),
    { linger: 4 },
  ),
  one(
    'calls back in the order of events',
    (res, probe, req) => {
      for (const name of ['finish', 'close']) res.on(name, () => probe.seen(name))
      res.sendFile(root() + req.url, callback(res, probe))
    },
    [
      get('/plain.txt'),
      get('/plain.txt', { headers: { Range: 'bytes=0-3' } }),
      get('/plain.txt', { headers: { 'If-None-Match': '*' } }),
      head('/plain.txt'),
      get('/big.bin'),
      get('/empty.txt'),
    ],
    { linger: 10 },
  ),
  one(
    'calls back without this',
    (res, probe) => {
      res.sendFile(`${root()}/plain.txt`, function (this: unknown) {
        probe.seen('this', typeof this)
      })
    },
    [get('/')],
    { linger: 5 },
  ),
  callbacks(),
  states(),
  aborts(),
)

/** Every path in a root and as an absolute one. */
function paths(): Scenario[] {
  return [
    byUrl('that are hostile, in a root', hostilePaths, {}),
    byUrl('of odd names, in a root', namedPaths, {}),
    byUrl('of folders, in a root', folderPaths, {}),
    byUrl('of folders, in a root with other index', folderPaths, {
      index: ['file.txt'],
      extensions: ['html', 'txt'],
    }),
    one('of hostile absolute paths', (res, _probe, req) => res.sendFile(root() + decode(req.url)), [
      keepAlive(hostilePaths.map((path) => get(path))),
    ]),
    one(
      'of absolute paths with odd names',
      (res, _probe, req) => res.sendFile(root() + decode(req.url)),
      [keepAlive(namedPaths.map((path) => get(path)))],
    ),
    one('of absolute folders', (res, _probe, req) => res.sendFile(root() + decode(req.url)), [
      keepAlive(folderPaths.map((path) => get(path))),
    ]),
    one('of a device', (res) => res.sendFile('/dev/null'), [get('/')]),
    one('of a path with a null byte', (res) => res.sendFile(`${root()}/plain.txt\0`), [get('/')]),
    one('of a path with a lone surrogate', (res) => res.sendFile(`${root()}/\ud800.txt`), [
      get('/'),
    ]),
  ]
}

function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** The path of the request, decoded or not, is the path to send. */
function byUrl(label: string, list: readonly string[], options: object): Scenario {
  return one(
    `of paths ${label}`,
    (res, probe, req) => {
      const path = req.headers['x-raw'] ? req.url : decode(req.url)
      return res.sendFile(path, { root: root(), ...options }, callback(res, probe))
    },
    list.flatMap((path) => [get(path), get(path, { headers: { 'X-Raw': '1' } })]),
  )
}

function callbacks(): Scenario[] {
  const files = [
    'plain.txt',
    'empty.txt',
    'big.bin',
    'missing.txt',
    'dir',
    'dir/',
    '.hidden',
    '../outside/secret.txt',
    'plain.txt/',
    'plain.txt/x',
    'noindex/',
    'a\0b',
    'x'.repeat(300),
  ]
  return files.flatMap((file) => [
    one(
      `of ${shown(file)} calls back`,
      (res, probe) => res.sendFile(file, { root: root() }, callback(res, probe)),
      usual,
      { linger: 3 },
    ),
    one(
      `of ${shown(file)} calls back as second argument`,
      (res, probe) => res.sendFile(`${root()}/${file}`, callback(res, probe)),
      [get('/'), head('/')],
      { linger: 3 },
    ),
    one(
      `of ${shown(file)} without callback`,
      (res) => res.sendFile(file, { root: root() }),
      usual,
      { linger: 3 },
    ),
    scenario(
      `of ${shown(file)} fails on the page of the final handler`,
      (express) => express().use((_req, res) => void res.sendFile(file, { root: root() })),
      [get('/'), get('/', { headers: { Range: 'bytes=99-' } })],
      { env: 'production' },
    ),
  ])
}

function shown(file: string): string {
  return JSON.stringify(file.slice(0, 20))
}

function states(): Scenario[] {
  const send = (res: Res) => res.sendFile(`${root()}/plain.txt`)
  const headers: Record<string, string> = {
    'Content-Type': 'x/y',
    'Cache-Control': 'no-store',
    ETag: '"own"',
    'Last-Modified': 'Mon, 04 Mar 2030 05:06:07 GMT',
    'Accept-Ranges': 'none',
    'Content-Encoding': 'gzip',
    'Content-Disposition': 'inline',
    'Content-Length': '5',
  }
  return [
    ...[201, 204, 206, 304, 404, 500].map((status) =>
      one(`after status ${status}`, (res) => send(res.status(status))),
    ),
    ...Object.entries(headers).map(([name, value]) =>
      one(`after ${name} was set`, (res) => send(res.set(name, value))),
    ),
    one('after res.type', (res) => send(res.type('html'))),
    one('after res.attachment', (res) => send(res.attachment('x.json'))),
    one(
      'after the headers were sent',
      (res, probe) => {
        res.write('started ')
        res.sendFile(`${root()}/plain.txt`, (err: unknown) => {
          probe.seen('callback', err)
          res.end('ended')
        })
      },
      [get('/')],
      { linger: 10 },
    ),
    one(
      'when the response ends behind it',
      (res, probe) => {
        res.sendFile(`${root()}/plain.txt`, (err: unknown) => seeError(probe, err as Failure))
        res.end('mine')
      },
      [get('/')],
      { linger: 20 },
    ),
    one(
      'after the response ended',
      (res, probe) => {
        res.end('ended')
        // Which error comes first depends on the speed of the disk and of the client.
        res.sendFile(`${root()}/plain.txt`, (err: unknown) =>
          probe.seen('callback', err instanceof Error),
        )
      },
      [get('/')],
      { linger: 20 },
    ),
    one(
      'without a callback after the headers were sent',
      (res) => {
        res.write('started ')
        res.sendFile(`${root()}/plain.txt`)
      },
      [hanging(get('/'))],
    ),
    one('some time later', (res) => void setTimeout(send, 5, res)),
    one(
      'on connections that go on',
      (res, _probe, req) => res.sendFile(req.path.slice(1), { root: root() }),
      [
        keepAlive(
          ['/plain.txt', '/big.bin', '/empty.txt', '/missing', '/plain.txt'].map((path) =>
            get(path),
          ),
        ),
        pipelined(['/plain.txt', '/big.bin', '/empty.txt', '/one.txt'].map((path) => get(path))),
      ],
    ),
    scenario(
      'in a mounted app and a router',
      (express, probe) => {
        const app = express()
        const sub = express().disable('etag')
        const router = express.Router()
        const see: Handler = (_req, res) => void send(res)
        const missing: Handler = (_req, res) => void res.sendFile(`${root()}/missing.txt`)
        const folder: Handler = (_req, res) => void res.sendFile(`${root()}/dir`)
        sub.get('/file', see).get('/missing', missing).get('/folder', folder)
        router.get('/file', see).get('/missing', missing).get('/folder', folder)
        app.use('/sub', sub).use('/router', router)
        return finish(app, probe)
      },
      [
        '/sub/file',
        '/sub/missing',
        '/sub/folder',
        '/router/file',
        '/router/missing',
        '/router/folder',
      ].map((path) => get(path)),
    ),
    scenario(
      'keeps the asynchronous context',
      (express, probe) => {
        const storage = new AsyncLocalStorage<string>()
        const app = express()
        app.use((_req, _res, next) => storage.run('context', next))
        app.get(
          '/:file',
          (req, res) =>
            void res.sendFile(String(req.params.file), { root: root() }, (err: unknown) => {
              probe.seen('callback', storage.getStore(), Boolean(err))
              if (err) res.status(404).end()
            }),
        )
        return app
      },
      [get('/plain.txt'), get('/big.bin'), get('/missing'), get('/dir'), head('/plain.txt')],
      { linger: 10 },
    ),
    scenario(
      'calls what was replaced',
      (express, probe) => {
        const app = express()
        app.set('env', 'production') // An error page with a stack has a length of its own.
        app.use((_req, res, next) => {
          const { writeHead, end, setHeader } = res
          res.writeHead = ((...args: never[]) => {
            probe.seen('writeHead', ...args)
            return Reflect.apply(writeHead, res, args)
          }) as never
          res.setHeader = ((name: string, value: string) => {
            probe.seen('setHeader', name, value)
            return Reflect.apply(setHeader, res, [name, value])
          }) as never
          res.end = ((...args: never[]) => {
            probe.seen('end', res.statusCode)
            return Reflect.apply(end, res, args)
          }) as never
          next()
        })
        app.get('/', (_req, res) => void send(res))
        return app
      },
      usual,
    ),
  ]
}

function aborts(): Scenario[] {
  const hangUp = (app: App, until: Promise<void>, afterBytes: boolean) =>
    speakInPieces(app, {
      pieces: ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
      pause: 8,
      leave: 'destroy',
      afterBytes,
      until,
    })
  const talk = (file: string, withCallback: boolean) => async (express: Express, probe: Probe) => {
    const app = express()
    const over = new Promise<void>((resolve) => {
      app.get('/', (_req, res) => {
        const path = `${root()}/${file}`
        const done = (err: Failure) => {
          if (err) seeError(probe, err)
          else probe.seen('callback', err)
          resolve()
        }
        // The client is gone before the file is opened.
        res.on('close', () => {
          probe.seen('close', res.writableFinished)
          setImmediate(() => {
            if (withCallback) res.sendFile(path, done)
            else res.sendFile(path)
            if (!withCallback) void settle(40).then(resolve)
          })
        })
      })
    })
    finish(app, probe)
    await hangUp(app, over, false)
    await sleep(20) // A second call would come here.
    probe.seen('intact', readFileSync(`${root()}/plain.txt`).length)
  }
  const midway = (withCallback: boolean) => async (express: Express, probe: Probe) => {
    const app = express()
    const over = new Promise<void>((resolve) => {
      app.get('/', (_req, res) => {
        const path = `${fileTree()}/outside/huge.bin`
        let times = 0
        const done = (err: Failure) => {
          times++
          if (err) seeError(probe, err)
          probe.seen('callback', times, res.headersSent, res.writableEnded)
          resolve()
        }
        if (!withCallback) res.on('close', () => void settle(60).then(resolve))
        if (withCallback) res.sendFile(path, done)
        else res.sendFile(path)
      })
    })
    finish(app, probe)
    await hangUp(app, over, true)
    await sleep(20) // A second call would come here.
  }
  return probes('when the client has gone', {
    'in the middle calls back': midway(true),
    'in the middle says nothing without callback': midway(false),
    'calls back': talk('plain.txt', true),
    'calls back for a large file': talk('big.bin', true),
    'says nothing without callback': talk('plain.txt', false),
  })
}
