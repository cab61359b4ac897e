import { relative } from 'node:path'
import { etagOf, fileTree } from '../harness/file-tree.ts'
import type { Probe } from '../harness/probe.ts'
import { get, head, post, type RawRequest } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { onError3, scenario3, type V3App, type V3Express, type V3Res } from '../harness/v3.ts'

const site = () => `${fileTree()}/site`
const usual: RawRequest[] = [get('/'), head('/')]
const conditions: RawRequest[] = [
  get('/', { headers: { 'If-None-Match': etagOf(26) } }),
  get('/', { headers: { 'If-None-Match': '"other"' } }),
  get('/', { headers: { 'If-Modified-Since': 'Mon, 04 Mar 2030 05:06:07 GMT' } }),
  get('/', { headers: { 'If-Modified-Since': 'Mon, 04 Mar 2020 05:06:07 GMT' } }),
  ...['bytes=0-4', 'bytes=-5', 'bytes=99-', 'bytes=0-1,4-5', 'bytes=5-2', 'bytes=a'].map((Range) =>
    get('/', { headers: { Range } }),
  ),
  get('/', { headers: { Range: 'bytes=0-4', 'If-Range': etagOf(26) } }),
  get('/', { headers: { Range: 'bytes=0-4', 'If-Range': '"other"' } }),
  post('/'),
  get('/', { http10: true }),
]

/** Where the file lies is no matter of the scenario. */
function tellError(probe: Probe, label: string, error: unknown): void {
  const { name, message, status, code } = (error ?? {}) as Record<string, unknown>
  const text = String(message).replaceAll(fileTree(), '<tree>')
  probe.seen(label, error === undefined, error === null, name, error ? text : '', status, code)
}

function sending(
  label: string,
  run: (res: V3Res, probe: Probe) => unknown,
  requests: readonly RawRequest[] = usual,
) {
  const program = (express: V3Express, probe: Probe): V3App => {
    const app = express()
    app.use((_req, res) => run(res, probe))
    app.use(
      onError3((err, _req, res, _next) => {
        tellError(probe, 'error', err)
        probe.seen('state', res.headersSent, res.statusCode)
        if (!res.headersSent) res.send(500, 'handled')
      }),
    )
    return app
  }
  return scenario3(label, program, requests)
}

const options: Record<string, object> = {
  'maxAge in milliseconds': { maxAge: 5000 },
  'maxAge in words': { maxAge: '1 day' },
  'maxAge of zero': { maxAge: 0 },
  'maxAge of years': { maxAge: 1e12 },
  'dotfiles allow': { dotfiles: 'allow' },
  headers: { headers: { 'X-A': 'b' } },
  'etag off': { etag: false },
  'lastModified off': { lastModified: false },
  'unknown ones': { other: 1 },
}

export default family(
  '3.x res.sendfile, res.download and static',
  sending('sendfile of an absolute path', (res) => res.sendfile(`${site()}/plain.txt`), [
    ...usual,
    ...conditions,
  ]),
  Object.entries({
    'page.html': 'a page',
    'data.json': 'JSON',
    'script.js': 'a script',
    'image.png': 'an image',
    noext: 'no extension',
    'thing.unknownext': 'an unknown extension',
    'empty.txt': 'nothing',
    'UPPER.TXT': 'an upper extension',
    'ünï.txt': 'umlauts',
    'per%cent.txt': 'a percent sign',
    dir: 'a folder',
    'missing.txt': 'a missing file',
    '.hidden': 'a hidden file',
    '.folder/file.txt': 'a file in a hidden folder',
    '../site/plain.txt': 'a path with dots',
    'dir/../plain.txt': 'a path with dots inside',
  }).map(([name, label]) =>
    sending(`sendfile of ${label}`, (res) => res.sendfile(`${site()}/${name}`)),
  ),
  Object.entries({
    'a root': 'plain.txt',
    'a folder below a root': 'dir/file.txt',
    'a slash and a root': '/plain.txt',
    'a way out of a root': '../outside/secret.txt',
    'a way out and back': '../site/plain.txt',
    'an encoded way out of a root': '..%2foutside/secret.txt',
    'a percent sign below a root': 'per%25cent.txt',
    'a broken percent sign below a root': '%zz.txt',
    'a NUL below a root': 'a\0b',
    'a hidden file below a root': '.hidden',
    'nothing below a root': '',
    'a folder with an index below a root': 'dir/',
  }).map(([label, name]) =>
    sending(`sendfile of ${label}`, (res) => res.sendfile(name, { root: site() })),
  ),
  ['', '.', './', 'none/..'].flatMap((path) =>
    [undefined, 'allow', 'deny', 'ignore'].map((dotfiles) =>
      sending(`sendfile of the working directory as '${path}', dotfiles ${dotfiles}`, (res) =>
        res.sendfile(path, { dotfiles }),
      ),
    ),
  ),
  // The original gives its notice about `from` once in a process, so one scenario asks for it.
  scenario3(
    'sendfile from a folder',
    (express, probe) => {
      const app = express()
      app.get('/rooted', (_req, res) => res.sendfile('plain.txt', { from: '/none', root: site() }))
      app.use((req, res) => res.sendfile(String(req.query.path), { from: site() }))
      app.use(
        onError3((err, _req, res, _next) => {
          tellError(probe, 'error', err)
          res.send(500, 'handled')
        }),
      )
      return app
    },
    ['plain.txt', '/plain.txt', 'dir/', '../outside/secret.txt', '.hidden']
      .map((path) => get(`/?path=${path}`))
      .concat(get('/rooted')),
  ),
  sending('sendfile of an attachment that is missing', (res) => {
    res.attachment('a.txt')
    res.sendfile(`${site()}/none`)
  }),
  sending('sendfile of an attachment that is a folder', (res) => {
    res.attachment('a.txt')
    res.sendfile(site())
  }),
  sending('sendfile of an attachment that is missing, with a callback', (res) => {
    res.attachment('a.txt')
    res.sendfile(`${site()}/none`, () => res.send('called'))
  }),
  sending("sendfile of ''", (res) => res.sendfile('')),
  sending("sendfile of '' in a folder", (res) => res.sendfile('', { root: site() })),
  sending("sendfile of '' with a callback", (res) =>
    res.sendfile('', (error: unknown) => res.send(String(error))),
  ),
  ...Object.entries({ sendfile: 'plain.txt', download: 'big.bin' }).map(([member, name]) =>
    sending(
      `${member} calls back around the end of the response`,
      (res, probe) => {
        for (const event of ['finish', 'close']) res.on(event, () => probe.seen(event))
        const send = member === 'download' ? res.download : res.sendfile
        send.call(res, `${site()}/${name}`, () =>
          probe.seen('callback', res.headersSent, res.writableEnded),
        )
      },
      [get('/')],
    ),
  ),
  sending('sendfile of a path that is a Buffer', (res) =>
    res.sendfile(Buffer.from(`${site()}/plain.txt`) as never),
  ),
  sending('sendfile of a path that is a list', (res) =>
    res.sendfile([`${site()}/plain.txt`] as never),
  ),
  sending('sendfile of a path from here', (res) =>
    res.sendfile(relative(process.cwd(), `${site()}/plain.txt`).replace(/^(\.\.\/)+/, 'none/')),
  ),
  Object.entries(options).flatMap(([label, given]) => [
    sending(`sendfile with options ${label}`, (res) => res.sendfile(`${site()}/plain.txt`, given)),
    sending(`sendfile of a hidden file with options ${label}`, (res) =>
      res.sendfile('.hidden', { ...given, root: site() }),
    ),
  ]),
  sending(
    'sendfile with a type, a status and headers set before',
    (res) => {
      res.status(203).type('xml').set('ETag', '"own"').set('Cache-Control', 'no-store')
      res.sendfile(`${site()}/plain.txt`)
    },
    [...usual, get('/', { headers: { 'If-None-Match': '"own"' } })],
  ),
  sending('sendfile with a charset', (res) => {
    res.charset = 'utf-16'
    res.sendfile(`${site()}/plain.txt`)
  }),
  Object.entries({ 'a file': 'plain.txt', 'a missing file': 'none', 'a folder': 'dir' }).flatMap(
    ([label, name]) => [
      sending(
        `sendfile with a callback, of ${label}`,
        (res, probe) => {
          res.sendfile(`${site()}/${name}`, (error: unknown) => {
            tellError(probe, 'callback', error)
            probe.seen('state', res.headersSent, res.statusCode)
            if (error && !res.headersSent) res.send(404, 'by the callback')
          })
        },
        [get('/'), get('/', { headers: { Range: 'bytes=99-' } })],
      ),
      sending(
        `sendfile with options and a callback, of ${label}`,
        (res, probe) => {
          res.sendfile(name, { root: site(), maxAge: 1000 }, (error: unknown) => {
            tellError(probe, 'callback', error)
            if (error && !res.headersSent) res.send(404, 'by the callback')
          })
        },
        [get('/')],
      ),
    ],
  ),
  sending(
    'sendfile after the head was sent',
    (res, probe) => {
      res.write('begun')
      res.sendfile(`${site()}/plain.txt`, (error: unknown) => {
        tellError(probe, 'callback', error)
        res.end()
      })
    },
    [get('/')],
  ),
  sending(
    'sendfile tells the callback of answers without a body',
    (res, probe) => {
      res.sendfile(`${site()}/plain.txt`, (error: unknown) => tellError(probe, 'callback', error))
    },
    [head('/'), get('/', { headers: { 'If-None-Match': etagOf(26) } })],
  ),
  // The original tells only once in a process that `hidden` is old, so it is asked only once.
  sending('sendfile of a hidden file with the option hidden', (res) =>
    res.sendfile('.hidden', { hidden: true, root: site() }),
  ),
  sending('sendfile returns nothing', (res, probe) =>
    probe.seen('returned', res.sendfile(`${site()}/plain.txt`)),
  ),
  Object.entries({
    'a file': 'plain.txt',
    'a page': 'page.html',
    umlauts: 'ünï.txt',
    spaces: 'name with space.txt',
    quotes: 'quote\'".txt',
    'a euro sign': '€.txt',
    'a missing file': 'none.txt',
    'a folder': 'dir',
    'a hidden file': '.hidden',
  }).map(([label, name]) =>
    sending(`download of ${label}`, (res) => res.download(`${site()}/${name}`)),
  ),
  sending('download under a name', (res) => res.download(`${site()}/plain.txt`, 'other name.pdf')),
  sending('download under a path', (res) => res.download(`${site()}/plain.txt`, 'a/b/name.html')),
  sending('download under an empty name', (res) => res.download(`${site()}/plain.txt`, '')),
  sending(
    'download with a callback',
    (res, probe) =>
      res.download(`${site()}/plain.txt`, (error: unknown) => {
        tellError(probe, 'callback', error)
        probe.seen('headers', res.get('Content-Disposition'), res.headersSent)
      }),
    [get('/')],
  ),
  sending('download of nothing with a name and a callback', (res, probe) =>
    res.download(`${site()}/none.txt`, 'name.txt', (error: unknown) => {
      tellError(probe, 'callback', error)
      probe.seen('headers', res.get('Content-Disposition'), res.headersSent)
      res.send(404, 'none')
    }),
  ),
  sending(
    'download in part',
    (res) => res.download(`${site()}/plain.txt`),
    conditions.filter(({ label }) => !label.includes('-None-Match') && !label.includes('2030')),
  ),
  sending('download of what the client has', (res) => res.download(`${site()}/plain.txt`), [
    get('/', { headers: { 'If-None-Match': etagOf(26) } }),
  ]),
  scenario3(
    'sendfile and download on a mounted path',
    (express) => {
      const [app, sub] = [express(), express()]
      sub.get('/file', (_req, res) => res.sendfile('plain.txt', { root: site() }))
      sub.get('/dir', (_req, res) => res.sendfile('dir', { root: site() }))
      return app.use('/sub', sub)
    },
    [get('/sub/file'), get('/sub/dir'), get('/sub/file.txt')],
    { env: 'production' },
  ),
  ...[
    {},

    { redirect: false },
    { index: 'plain.txt' },
    { index: false },
    { maxAge: 9000 },
  ].map((given) =>
    scenario3(
      `static with ${JSON.stringify(given)}`,
      (express, probe) => {
        const app = express()
        const files = express.static(site(), given)
        app.use('/on', files)
        app.use(files)
        app.use((req, res) => {
          probe.seen('left', req.url, res.getHeaderNames())
          res.send(404, 'left')
        })
        app.use(
          onError3((err, _req, res, _next) => {
            tellError(probe, 'error', err)
            res.send(500, 'handled')
          }),
        )
        return app
      },
      [
        '/plain.txt',
        '/on/plain.txt',
        '/on',
        '/on/',
        '/dir',
        '/on/dir',
        '/dir/',
        '/on/dir/',
        '/dir?x=%3Cb%3E',
        '/.hidden',
        '/.folder/file.txt',
        '/none',
        '/%zz',
        '/data.json',
        '/page.html',
        '/noext',
        '//dir',
        '/on.txt',
        '/ON/plain.txt',
      ]
        .map((path) => get(path))
        .concat(head('/plain.txt'), head('/dir'), post('/plain.txt')),
    ),
  ),
  scenario3(
    'static redirects to a folder, whatever follows',
    (express) => express().use(express.static(site())),
    [get('/noindex?x=<b>')],
  ),
)
