import type { Application } from './shadowed.ts'

const posts = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  title: `post ${index + 1}`,
}))

const verdaccio = `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd, algorithm: sha1 } }
packages: { '**': { access: $all, publish: $authenticated } }
middlewares: { audit: { enabled: false } }
log: { type: stdout, format: pretty, level: fatal }
`

const nodeRed = (port: number) => `module.exports = {
  uiHost: '127.0.0.1',
  uiPort: ${port},
  flowFile: 'flows.json',
  credentialSecret: 'a secret of the test',
  httpStatic: __dirname + '/public',
  httpStaticRoot: '/files/',
  telemetry: { enabled: false, updateNotification: false },
  externalModules: { palette: { allowInstall: false } },
  editorTheme: { tours: false },
  logging: { console: { level: 'warn' } },
}`

const at = { z: 'tab', x: 100, y: 100 }
const flows = [
  { id: 'tab', type: 'tab', label: 'test' },
  { ...at, id: 'in', type: 'http in', url: '/greet/:name', method: 'get', wires: [['work']] },
  {
    ...{ ...at, id: 'work', type: 'function', outputs: 1, wires: [['out']] },
    func: 'msg.payload = { hello: msg.req.params.name, q: msg.payload }; return msg',
  },
  { ...at, id: 'out', type: 'http response', statusCode: '', headers: {}, wires: [] },
]

/** Published applications on Express 4 and 5, and requests that their clients send. */
export const applications: Readonly<Record<string, Application>> = {
  'json-server': {
    script: 'json-server/lib/cli/bin.js',
    files: () => ({
      'public/index.html': '<!doctype html><title>Home</title>',
      'db.json': JSON.stringify({ posts, profile: { name: 'a test' } }),
    }),
    args: (port) => ['db.json', '--host', '127.0.0.1', '--port', `${port}`],
    ready: '/profile',
    paths: [
      ...['/', '/db', '/posts', '/posts/1', '/posts/99', '/profile', '/nothing', '/posts?q=post 2'],
      ...['/posts?_page=2&_limit=5', '/posts?_sort=title&_order=desc', '/posts?id=1&id=3'],
    ],
    seeded: '/posts/2',
  },
  verdaccio: {
    script: 'verdaccio/bin/verdaccio',
    files: () => ({ 'config.yaml': verdaccio }),
    args: (port) => ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`],
    ready: '/-/ping',
    paths: [
      ...['/-/ping', '/', '/-/verdaccio/data/packages', '/-/v1/search?text=first', '/none'],
      ...['/none/1.0.0', '/@scope%2fnone', '/-/whoami', '/-/static/none.js', '/%E0%A4%A'],
      ...['/-/package/none/dist-tags', '/none/-/none-1.0.0.tgz', '/-/verdaccio/data/sidebar/none'],
    ],
    seeded: '/-/ping',
  },
  'node-red': {
    script: 'node-red/red.js',
    files: (port) => ({
      'settings.js': nodeRed(port),
      'flows.json': JSON.stringify(flows),
      // Otherwise the program and its copies start at once, and each makes an id of its own.
      '.config.runtime.json': JSON.stringify({ instanceId: '5c6d7e8f90a1b2c3' }),
      'public/page.html': '<!doctype html><title>Page</title>',
    }),
    args: () => ['--userDir', '.', '--settings', 'settings.js'],
    ready: '/settings',
    paths: [
      ...[
        '/',
        '/settings',
        '/theme',
        '/flows',
        '/nodes',
        '/auth/login',
        '/locales/editor?lng=en-US',
      ],
      ...['/red/style.min.css', '/icons/node-red/inject.svg', '/files/page.html', '/files/none'],
      ...['/greet/ada', '/greet/ada%20l?a[b]=1&c=2', '/flow/tab', '/flow/none', '/context/global'],
      ...['/nodes/node-red/http', '/nodes/none', '/not-there', '/files/../settings.js'],
    ],
    seeded: '/flows',
  },
  mountebank: {
    script: 'mountebank/bin/mb',
    files: () => ({}),
    args: (port) => [
      ...['--port', `${port}`, '--host', '127.0.0.1', '--localOnly', '--nologfile'],
      ...['--loglevel', 'error'],
    ],
    ready: '/imposters',
    paths: [
      ...['/', '/imposters', '/imposters?replayable=true', '/imposters/4545', '/faqs'],
      ...['/docs/gettingStarted', '/docs/mentalModel', '/docs/api/overview', '/docs/api/stubs'],
      ...['/docs/none', '/stylesheets/application.css', '/favicon.ico', '/releases', '/feed'],
      // Not '/config', which shows the memory of the process: two of three may agree by chance.
      // Not '/%E0%A4%A': mountebank has Express 4.18.2, which writes its page of that in another way than 4.22.
      ...['/support', '/thoughtworks', '/scripts/none.js', '/imposters/a%20b'],
    ],
    seeded: '/imposters',
  },
  'parse-dashboard': {
    script: 'parse-dashboard/bin/parse-dashboard',
    files: (port) => ({
      'config.json': JSON.stringify({
        apps: [
          {
            serverURL: `http://127.0.0.1:${port}/parse`,
            ...{ appId: 'shadow', masterKey: 'key', appName: 'Shadow', iconName: 'icon.png' },
          },
        ],
        iconsFolder: 'icons',
        users: [{ user: 'ada', pass: 'a password of the test' }],
      }),
      'icons/icon.png': 'not a picture',
    }),
    args: (port) => [
      ...['--config', 'config.json', '--host', '127.0.0.1', '--port', `${port}`],
      ...['--allowInsecureHTTP', 'true', '--cookieSessionSecret', 'a secret of the test'],
    ],
    ready: '/login',
    paths: [
      ...[
        '/',
        '/login',
        '/apps',
        '/apps/shadow/browser',
        '/logout',
        '/parse-dashboard-config.json',
      ],
      ...['/appicons/icon.png', '/appicons/none.png', '/bundles/none.js', '/favicon.ico'],
      ...['/login?error=a%20b', '/apps/none', '/none', '/%E0%A4%A', '/bundles/../package.json'],
    ],
    seeded: '/login',
  },
}
