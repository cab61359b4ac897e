import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const programs = fileURLToPath(new URL('./programs/', import.meta.url))

interface Result {
  readonly status: number
  readonly out: string
  readonly error: string
}

/** Runs the built command in a folder. */
function run(cwd: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, 'routes', ...args], { cwd }, (error, out, stderr) => {
      resolve({ status: Number(error?.code ?? 0), out, error: stderr })
    })
  })
}

/** A folder with files, in which webapp, tsx and Express 4 are installed. */
function createProgram(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-routes-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, target] of [
    ['webapp', 'webapp'],
    ['tsx', 'tsx'],
    ['express', 'express4'],
  ]) {
    symlinkSync(join(modules, String(target)), join(folder, 'node_modules', String(name)))
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

describe('webapp routes', () => {
  it('prints the tree with the place of each route, and does not listen', async () => {
    const folder = createProgram({
      'app.js': `const webapp = require('webapp')
const app = webapp()
app.get('/', function home(req, res) {})
const api = webapp.Router()
api.route('/users/:id').get(load).post(save)
app.use('/api', api)
const old = require('webapp/v3')()
old.get('/page.:format?', load)
app.use('/old', old)
app.all('/ping', (req, res) => res.send('pong'))
app.listen(1, () => { throw new Error('listening') })
function load(req, res, next) {}
function save(req, res) {}
`,
    })
    const { status, out } = await run(folder)
    expect(out).toBe(`app 5.x
├─ GET /  home  app.js:3:5
├─ /api (router)  app.js:6:5
│  └─ GET,POST /users/:id  load, save  app.js:5:5
├─ /old (app 3.x)  app.js:9:5
│  └─ GET /page.:format?  load  app.js:8:5
└─ ALL /ping  <anonymous>  app.js:10:5
`)
    expect(status).toBe(0)
  })

  it('prints JSON', async () => {
    const folder = createProgram({
      'app.js':
        "const { Router } = require('webapp')\nconst r = Router()\nr.get(['/a', '/b'], function show() {})\nmodule.exports = require('webapp')().use('/x', r)",
    })
    const { out } = await run(folder, 'app.js', '--json')
    const route = { method: 'GET', dialect: '5.x', handlers: ['show'] }
    expect(JSON.parse(out)).toEqual({
      applications: [
        {
          kind: 'app',
          dialect: '5.x',
          routes: [
            { ...route, path: '/x/a', location: join(folder, 'app.js:3:3') },
            { ...route, path: '/x/b', location: join(folder, 'app.js:3:3') },
          ],
        },
      ],
    })
  })

  it.each([
    [
      'an ES module',
      'app.mjs',
      "import webapp from 'webapp'\nexport const app = webapp()\napp.get('/', show)\nfunction show() {}",
    ],
    [
      'TypeScript',
      'app.ts',
      "import webapp, { type Request } from 'webapp'\nconst app = webapp()\napp.get('/', function show(req: Request) {})\nexport default app",
    ],
    [
      'Express 4',
      'app.js',
      "const express = require('express')\nconst app = express()\napp.get('/', function show(req, res) {})\napp.listen(3000)",
    ],
    [
      'a program that listens later',
      'app.mjs',
      "import webapp from 'webapp'\nconst app = webapp()\nawait new Promise((resolve) => setTimeout(resolve, 20))\napp.get('/', function show() {})\nsetInterval(() => {}, 1000)\napp.listen(0)",
    ],
    [
      'a program that ends itself',
      'app.js',
      "const app = require('webapp')()\napp.get('/', function show() {})\nprocess.exit(3)",
    ],
    [
      'its own server',
      'app.js',
      "const app = require('webapp')()\napp.get('/', function show() {})\nrequire('http').createServer(app).listen(0)",
    ],
  ])('loads %s', async (_name, file, text) => {
    const { out, error } = await run(createProgram({ [file]: text }), file)
    expect([out, error]).toEqual([expect.stringMatching(/GET \/ {2}show {2}app\.\w+:\d+/), ''])
  })

  it('lets a program hold a lock on a socket file before it registers routes', async () => {
    const lock = `import { once } from 'node:events'
import { createServer } from 'node:net'
import webapp from 'webapp'
const lock = createServer().listen(LOCK)
await once(lock, 'listening')
const app = webapp()
app.get('/', function show() {})
app.listen(1)`
    const folder = createProgram({})
    const path =
      process.platform === 'win32' ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, 'lock')
    writeFileSync(join(folder, 'app.mjs'), lock.replace('LOCK', JSON.stringify(path)))
    const { status, out, error } = await run(folder)
    expect([status, out, error]).toEqual([0, 'app 5.x\n└─ GET /  show  app.mjs:7:5\n', ''])
  })

  it('warns that routes may be missing', async () => {
    const pending = `import { once } from 'node:events'
import { createServer } from 'node:http'
import webapp from 'webapp'
const app = webapp()
app.get('/', function show() {})
await once(createServer(app).listen(0), 'listening')
app.get('/late', function show() {})`
    const ended = await run(createProgram({ 'app.mjs': pending }))
    expect(ended.out).toContain('GET /  show')
    expect(ended.error).toContain('app.mjs ended while it waited at its top level')
    const busy = "require('webapp')().get('/', function show() {})\nsetInterval(() => {}, 1000)\n"
    const stopped = await run(createProgram({ 'app.js': busy }), '--wait', '500')
    expect(stopped.out).toContain('GET /  show')
    expect(stopped.error).toContain('app.js neither listened nor ended in 500 ms')
  })

  it('prefers the file of webapp dev to what a build has made of it', async () => {
    const folder = createProgram({
      'package.json':
        '{"scripts":{"dev":"webapp dev src/server.ts","start":"node dist/server.js"}}',
      'dist/server.js': "require('webapp')().get('/old', function old() {})",
      'src/server.ts': "import webapp from 'webapp'\nwebapp().get('/new', function show() {})",
    })
    expect((await run(folder)).out).toBe('app 5.x\n└─ GET /new  show  src/server.ts:2:10\n')
  })

  it('finds the main file', async () => {
    const text = "require('webapp')().get('/', function show() {})"
    const started = createProgram({
      'src/start.js': text,
      'package.json': '{ "scripts": { "start": "node --enable-source-maps src/start.js" } }',
    })
    expect((await run(started)).out).toContain('src/start.js:1')
    expect((await run(createProgram({ 'src/server.js': text }))).out).toContain('src/server.js:1')
  })

  it('checks a program without mistakes', async () => {
    const { status, out } = await run(programs, 'clean.cjs', '--check')
    expect([status, out]).toEqual([0, expect.stringContaining('No mistakes found.')])
  })

  it('reports each kind of mistake with its place, and fails', async () => {
    const { status, out } = await run(programs, 'mistakes.cjs', '--check', '--json')
    expect(status).toBe(1)
    const { findings } = JSON.parse(out)
    expect(findings.map(({ rule, place }: Finding) => [place.line, rule])).toEqual([
      [5, 'uncalled-middleware'],
      [6, 'error-handler-before-routes'],
      [7, 'path-without-slash'],
      [9, 'never-matches'],
      [10, 'duplicate'],
      [11, 'pattern-of-another-dialect'],
      [12, 'handler-not-a-function'],
      [14, 'late-middleware'],
      [15, 'narrow-error-handler'],
      [18, 'pattern-of-another-dialect'],
      [22, 'handler-not-a-function'],
      [28, 'contract-params'],
      [29, 'contract-params'],
      [30, 'contract-params'],
    ])
    const messages = findings.map(({ message }: Finding) => message).slice(-3)
    expect(messages[0]).toBe(
      'GET /m/:id: the params of the contract name userId, but the path has the parameters id. Rename them, or add :userId to the path.',
    )
    expect(messages[2]).toContain('name path, but the path has the parameters rest')
    expect(findings[0].place.file).toBe(join(programs, 'mistakes.cjs'))
  })

  it.each([
    [['none.js'], {}, /there is no file .*none\.js/],
    [['.'], {}, /is a folder/],
    [[], {}, /no main file here/],
    [['a.js', 'b.js'], {}, /one file at a time/],
    [['--nonsense'], {}, /Unknown option '--nonsense'/],
    [['--wait', 'x'], {}, /--wait is 'x'/],
    [
      ['a.js'],
      { 'a.js': "throw new TypeError('lost')" },
      /a\.js failed while it was loaded: TypeError: lost \(a\.js:1:7\)/,
    ],
    [
      ['a.js'],
      { 'a.js': 'const = 1' },
      /failed while it was loaded: SyntaxError: .* \(a\.js:1:\d+\)\. Mend the syntax/,
    ],
    [
      ['a.js'],
      { 'a.js': "require('no-such-package')" },
      /Cannot find module 'no-such-package'.*npm install/s,
    ],
    [
      ['a.js'],
      { 'a.js': "require('webapp')().get('/', undefined)" },
      /must be a function.*\(a\.js:1:21\)/,
    ],
    [['a.js'], { 'a.js': 'process.exit(4)' }, /registered no routes .* ended with the status 4/],
    [
      ['a.js'],
      { 'a.js': 'Promise.reject(new Error("late"))' },
      /failed while it was loaded: Error: late/,
    ],
  ] as [string[], Record<string, string>, RegExp][])(
    '%j %j is a mistake with a message',
    async (args, files, message) => {
      const { status, error, out } = await run(createProgram(files), ...args)
      expect([status, out]).toEqual([1, ''])
      expect(error).toMatch(message)
      expect(error).not.toMatch(/\n\s+at /)
    },
  )
})

interface Finding {
  readonly message: string
  readonly rule: string
  readonly place: { readonly file: string; readonly line: number }
}

describe('programs whose application is created by a package', () => {
  it('prints the routes of a copy of Express that only the package has', async () => {
    const folder = createProgram({
      'app.js': "require('maker')().listen(1)",
      'node_modules/maker/index.js':
        "module.exports = () => require('express')().get('/made', (req, res) => res.send('made'))",
    })
    symlinkSync(
      join(modules, 'express5'),
      join(
        mkdirSync(join(folder, 'node_modules/maker/node_modules'), { recursive: true }) ?? '',
        'express',
      ),
    )
    const { status, out } = await run(folder, 'app.js')
    expect(status).toBe(0)
    expect(out).toContain('app 5.x')
    expect(out).toContain('GET /made')
  })

  it('takes a guard on all paths that calls next for middleware', async () => {
    const folder = createProgram({
      'app.js': `const express = require('express')
const app = express()
app.all('*', (req, res, next) => next())
app.use(function compression(req, res, next) { next() })
app.listen(1)`,
    })
    const { status, out } = await run(folder, 'app.js', '--check')
    expect([status, out]).toEqual([0, expect.stringContaining('No mistakes found.')])
  })

  it('knows the settings of routers for case and trailing slashes', async () => {
    const folder = createProgram({
      'app.js': `const webapp = require('webapp')
const app = webapp()
app.enable('strict routing')
const router = webapp.Router({ caseSensitive: true })
router.get('/Foo', (req, res) => res.send('1'))
router.get('/foo', (req, res) => res.send('2'))
app.get('/bar', (req, res) => res.send('3'))
app.get('/bar/', (req, res) => res.send('4'))
app.use('/r', router)
`,
    })
    const { status, out } = await run(folder, 'app.js', '--check')
    expect(out).toContain('No mistakes found.')
    expect(status).toBe(0)
  })

  it('finds routers and applications that an earlier registration hides', async () => {
    const folder = createProgram({
      'app.js': `const webapp = require('webapp')
const app = webapp()
const router = webapp.Router()
router.get('/users', (req, res) => res.send('1'))
app.use('/first', router)
app.get('/{*page}', (req, res) => res.send('only GET'))
app.use('/second', router)
app.all('/{*rest}', (req, res) => res.status(404).end())
app.use('/third', router)
app.use(require('webapp/v4')().get('/', (req, res) => res.end()))
`,
    })
    const { status, out } = await run(folder, 'app.js', '--check')
    expect(out).toContain('app.js:9:5  never-matches  the router at /third never runs')
    expect(out).toContain('app.js:10:5  never-matches  the app at / never runs')
    expect(out).toContain('2 mistakes found.')
    expect(status).toBe(1)
  })
})

describe('what a program has taken back', () => {
  it('is neither listed nor checked', async () => {
    const folder = createProgram({
      'app.js': `const webapp = require('webapp')
const app = webapp()
const [a, b, c, guard] = ['a', 'b', 'c', 'guard'].map((name) => ({ [name]: (req, res) => res.send(name) })[name])
app.get('/x', a)
app.remove(a)
app.get('/x', b)
app.route('/named', { name: 'old' }).get(a)
app.remove('old')
app.route('/named', { name: 'old' }).get(b)
app.route('/verbs').get(a).post(b).put(guard, c)
app.remove(a)
app.remove(guard)
const plugin = webapp.Router()
plugin.get('/', a)
app.use('/plugin', guard, plugin)
app.remove(plugin)
const kept = webapp.Router()
app.use('/kept', kept)
kept.get('/', a)
`,
    })
    const { status, out } = await run(folder, 'app.js', '--check')
    expect(out).toBe(`app 5.x
├─ GET /x  b  app.js:6:5
├─ GET /named [old]  b  app.js:9:5
├─ POST,PUT /verbs  b, c  app.js:10:5
└─ /kept (router)  app.js:18:5
   └─ GET /  a  app.js:19:6

No mistakes found.
`)
    expect(status).toBe(0)
  })

  it.each([
    [
      'webapp/v4',
      '4.x',
      'app._router.stack = app._router.stack.filter((l) => l.route?.path !== "/x")',
    ],
    [
      'express',
      '4.x',
      'app._router.stack = app._router.stack.filter((l) => l.route?.path !== "/x")',
    ],
    ['webapp', '5.x', 'app.router.stack.pop()'],
    ['webapp/v3', '3.x', 'app.routes.get.pop()'],
    ['webapp/v3', '3.x', 'app.remove(a)'],
  ])('is not listed with %s either (%s): %s', async (name, dialect, removal) => {
    const folder = createProgram({
      'app.js': `const app = require('${name}')()
app.use(function first(req, res, next) { next() })
app.get('/x', a)
${removal}
app.get('/x', b)
app.all('/all', b)
function a(req, res) {}
function b(req, res) {}
`,
    })
    const { status, out } = await run(folder, 'app.js', '--check')
    expect(out).toContain(`app ${dialect}
├─ GET /x  b  app.js:5:5
└─ ALL /all  b  app.js:6:5
`)
    expect(status).toBe(0)
  })
})

describe('names and patterns', () => {
  const program = `const webapp = require('webapp')
const app = webapp()
app.param('id', /^\\d+$/)
app.param('unused', /x/)
app.route('/users/:id', { name: 'user' }).get(show)
const org = webapp.Router()
org.get('/', show)
app.param(['org', 'other'], /^[a-z]+$/i)
app.use('/:org', org)
const old = require('webapp/v3')()
old.param(':page', /^\\d$/)
old.namedRoute('/pages/:page', { name: 'page' }).get(show).post(save)
old.get('/plain', show)
app.use('/old', old)
const files = new (require('webapp/v3').Router)()
files.get('/files/*', show)
old.use(files.middleware)
function show(req, res) { res.send(app.url('user', { id: 1 }) + req.app.url("page")) }
function save(req, res) { /* app.url('none') */ res.send('saved') // app.url('none')
}
`

  it('are in the tree', async () => {
    const { out } = await run(createProgram({ 'app.js': program }))
    expect(out).toBe(`app 5.x
├─ GET /users/:id [user] (id: /^\\d+$/)  show  app.js:5:5
├─ /:org (org: /^[a-z]+$/i) (router)  app.js:9:5
│  └─ GET /  show  app.js:7:5
└─ /old (app 3.x)  app.js:14:5
   ├─ GET /pages/:page [page] (page: /^\\d$/)  show  app.js:12:50
   ├─ POST /pages/:page [page] (page: /^\\d$/)  save  app.js:12:60
   ├─ GET /plain  show  app.js:13:5
   └─ / (router)  app.js:17:5
      └─ GET /files/*  show  app.js:16:7
`)
  })

  it('are in JSON, as webapp.routes has them', async () => {
    const { out } = await run(createProgram({ 'app.js': program }), '--json')
    const { routes } = JSON.parse(out).applications[0]
    expect(routes.map(({ path, name, parameters }: Listed) => [path, name, parameters])).toEqual([
      ['/users/:id', 'user', { id: '/^\\d+$/' }],
      ['/:org', undefined, { org: '/^[a-z]+$/i' }],
      ['/old/pages/:page', 'page', { page: '/^\\d$/' }],
      ['/old/pages/:page', 'page', { page: '/^\\d$/' }],
      ['/old/plain', undefined, undefined],
      ['/old/files/*', undefined, undefined],
    ])
  })

  it('are no mistakes by themselves', async () => {
    const { status, out } = await run(createProgram({ 'app.js': program }), '--check')
    expect([status, out]).toEqual([0, expect.stringContaining('No mistakes found.')])
  })

  it('are checked: names that are used twice, and URLs of none', async () => {
    const folder = createProgram({
      'app.js': `const webapp = require('webapp')
const app = webapp()
app.route('/a', { name: 'a' }).get(show)
app.route('/a', { name: 'a' }).post(show)
app.route('/b', { name: 'a' }).get((req, res) => res.redirect(app.url('gone', { id: 1 })))
const sub = webapp.Router()
sub.route('/c', { name: 'a' }).get(show)
app.use('/sub', sub)
for (const base of ['/one', '/two']) app.use(base, crud())
app.locals.home = app.url('hom')
app.locals.item = app.url('item')
app.locals.a = app.url('a')
app.use((req, res, next) => { res.locals.up = req.app.url(\`up\`); next() })
function crud() {
  return webapp.Router().get('/', show).use(named())
}
function named() {
  const router = webapp.Router()
  router.route('/:id', { name: 'item' }).get(show)
  return router
}
function show(req, res) { res.send('shown') }
`,
    })
    const { status, out } = await run(folder, 'app.js', '--check')
    const lines = out.split('\n').filter((line) => /^app\.js:/.test(line))
    expect(lines).toEqual([
      "app.js:5:5  duplicate-name  GET /b has the name 'a', as GET /a at app.js:3:5. Rename one of them.",
      "app.js:5:5  unknown-name  GET /b: <anonymous> writes the URL of 'gone', but no route has this name. Known are a, item.",
      "app.js:7:5  duplicate-name  GET /sub/c has the name 'a', as GET /a at app.js:3:5. Rename one of them.",
      expect.stringMatching(
        /^app\.js:10:\d+ {2}unknown-name {2}app\.url\('hom', …\): url\('hom'\): no route/,
      ),
      expect.stringMatching(
        /^app\.js:11:\d+ {2}refused-url {2}app\.url\('item', …\): url\('item'\): it stands for several/,
      ),
      expect.stringMatching(/^app\.js:12:\d+ {2}refused-url/),
      "app.js:13:5  unknown-name  app.use: <anonymous> writes the URL of 'up', but no route has this name. Known are a, item.",
    ])
    expect(status).toBe(1)
  })
})

describe('sets of routes', () => {
  it.each([
    [
      'app.js',
      "const { api, route } = require('webapp/contract')\nconst webapp = require('webapp')",
    ],
    ['app.mjs', "import { api, route } from 'webapp/contract'\nimport webapp from 'webapp'"],
  ])('have the places of their routes in %s', async (file, imports) => {
    const folder = createProgram({
      [file]: `${imports}
const show = (req, res) => res.send('shown')
const first = route('GET', '/first', show)
const set = api(
  route('GET', '/', show),
  first,
  route('/inner', api(
    route('POST', '/', show),
  )),
)
set.get('/later', show)
webapp().use('/set', set)
`,
    })
    const { out } = await run(folder)
    expect(out).toBe(`app 5.x
└─ /set (router)  ${file}:13:10
   ├─ GET /  show  ${file}:6:3
   ├─ GET /first  show  ${file}:4:15
   ├─ /inner (router)  ${file}:5:13
   │  └─ POST /  show  ${file}:9:5
   └─ GET /later  show  ${file}:12:5
`)
  })
})

interface Listed {
  readonly path: string
  readonly name?: string
  readonly parameters?: Record<string, string>
}
