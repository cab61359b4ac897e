import { describeValue } from '../harness/describe-value.ts'
import { dotPaths, folderPaths, hostilePaths, namedPaths } from '../harness/file-requests.ts'
import { finish, serve, serveRoot } from '../harness/file-serve.ts'
import { fileTree } from '../harness/file-tree.ts'
import { builtIn } from '../harness/middleware.ts'
import { get, head, keepAlive, raw } from '../harness/request.ts'
import { family, type Program, scenario } from '../harness/scenario.ts'

const options: Record<string, object> = {
  'without options': {},
  'without fallthrough': { fallthrough: false },
  'with dotfiles allowed': { dotfiles: 'allow' },
  'with dotfiles denied': { dotfiles: 'deny' },
  'with dotfiles denied and no fallthrough': { dotfiles: 'deny', fallthrough: false },
  'with extensions': { extensions: ['txt', 'html'] },
  'without index and redirect': { index: false, redirect: false },
}

const serveBehindGuard: Program = (express, probe) => {
  const app = express()
  app.use('/dir', (_req, res) => res.send('guarded'))
  app.use(builtIn(express).static(`${fileTree()}/site`))
  return finish(app, probe)
}

const dotfiles: readonly unknown[] = [undefined, 'ignore', 'allow', 'deny']

export default family(
  'express.static paths',
  Object.entries(options).flatMap(([label, given]) => [
    // Targets with raw odd bytes are refused by Node and close the connection.
    scenario(`that are hostile ${label}`, (express, probe) => serveRoot(express, probe, given), [
      keepAlive(hostilePaths.map((path) => get(path))),
    ]),
    scenario(`of folders ${label}`, (express, probe) => serveRoot(express, probe, given), [
      keepAlive(folderPaths.map((path) => get(path))),
    ]),
    scenario(`of odd names ${label}`, (express, probe) => serveRoot(express, probe, given), [
      keepAlive(namedPaths.map((path) => head(path))),
    ]),
  ]),
  dotfiles.flatMap((value) =>
    [true, false].map((fallthrough) =>
      scenario(
        `with dots for dotfiles ${describeValue(value)}, fallthrough ${fallthrough}`,
        (express, probe) => serveRoot(express, probe, { dotfiles: value, fallthrough }),
        [keepAlive(dotPaths.map((path) => get(path)))],
      ),
    ),
  ),
  // These throw where the original waits for a request to fail.
  ['', null, false, true, 'Allow', 'nonsense', 0, 5, {}, ['allow']].map((value) =>
    scenario(
      `for an invalid dotfiles ${describeValue(value)}`,
      (express, probe) => serveRoot(express, probe, { dotfiles: value }),
      ['/plain.txt', '/.hidden', '/.folder/file.txt'].map((path) => get(path)),
    ),
  ),
  scenario(
    'that are hostile below a mount',
    (express, probe) => {
      const app = express()
      app.use('/files', builtIn(express).static(`${fileTree()}/site/dir`))
      return finish(app, probe)
    },
    hostilePaths
      .flatMap((path) => [get(`/files${path}`)])
      .concat(
        get('/files/../plain.txt'),
        get('/files/..%2fplain.txt'),
        get('/files/deep/../../plain.txt'),
      ),
  ),
  scenario('that no client should send', (express, probe) => serveRoot(express, probe), [
    raw('GET /pl\xe9in.txt HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET plain.txt HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /plain.txt?\xe9 HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /dir?\xe9 HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /"dir" HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /dir"<>`{}|^ HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET //example.com/%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET ///dir HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /\\dir HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET /%5Cdir HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET //dir//deep HTTP/1.1\r\nHost: x\r\n\r\n'),
    raw('GET //dir/..//dir HTTP/1.1\r\nHost: x\r\n\r\n'),
  ]),
  scenario(
    'of folders behind a backslash',
    (express, probe) => serveRoot(express, probe),
    ['/\\/..', '/\\/../dir', '/dir/deep/..\\/../deep'].map((path) => get(path)),
  ),
  scenario(
    'of folders before a fragment',
    (express, probe) => serveRoot(express, probe),
    [
      '/dir#x',
      '/dir#x\\y',
      '/dir?q#x',
      '/dir#x?q',
      '/dir?q=\\',
      '/dir#',
      '/dir/#x',
      '/dir?<"`{}|^>',
      '/dir#<"`{}|^>',
    ].map((path) => get(path)),
  ),
  scenario(
    'of something that is no file',
    (express, probe) => serveRoot(express, probe),
    ['/pipe/', '/pipe/x'].map((path) => get(path)),
  ),
  scenario(
    'of a guarded folder in another spelling',
    serveBehindGuard,
    ['/%64ir/', '//dir/', '/x/../dir/', '/dir%2f', '/./dir/'].map((path) => get(path)),
  ),
  scenario(
    'in unusual spellings beside a guarded folder',
    serveBehindGuard,
    [
      ...namedPaths.filter((path) => path.includes('%')),
      ...['//plain.txt', '/%70lain.txt', '/x/../plain.txt', '/dir/', '/dir'],
    ].map((path) => head(path)),
  ),
  scenario(
    'of a device',
    (express, probe) => serve(express, probe, builtIn(express).static('/dev')),
    [get('/null'), head('/null')],
  ),
)
