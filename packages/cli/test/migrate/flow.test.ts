// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs contain templates.
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planMigration } from '../../src/migrate/migrate.ts'
import { createProject, plan } from './project.ts'

/** Each source contains `res.send(404)` once, on a response of Express. */
const followed: Readonly<Record<string, string | Record<string, string>>> = {
  'a handler in the call': `
const express = require('express')
const app = express()
app.get('/', (req, res) => res.send(404))`,
  'an import': `
import express from 'express'
const app = express()
app.get('/', (req, res) => res.send(404))`,
  'a namespace import': `
import * as express from 'express'
express().get('/', function (req, res) { res.send(404) })`,
  'a destructured factory': `
const { Router } = require('express')
const router = Router()
router.get('/', (req, res) => res.send(404))`,
  'a renamed import': `
import { Router as createRouter } from 'express'
export const router = createRouter()
router.route('/').post((a, b) => b.send(404))`,
  'the factory without a name': `
const router = require('express').Router()
router.all('/', (q, s) => { s.send(404) })`,
  'new Router': `
const express = require('express')
const router = new express.Router()
router.use((error, q, s, next) => s.send(404))`,
  'a chain': `
const app = require('express')()
app.use(log).get('/a', x).get('/', (q, s) => s.type('txt').send(404))`,
  'a handler by name': `
const app = require('express')()
app.get('/', show)
function show(q, s) { s.send(404) }`,
  'a list of handlers': `
const app = require('express')()
app.get('/', [check, (q, s) => s.send(404)])`,
  'a wrapped handler': `
const app = require('express')()
const wrap = require('express-async-handler')
app.get('/', wrap(async (req, res) => { res.send(404) }))`,
  'a wrapper of the program': `
const app = require('express')()
const wrap = (fn) => (req, res, next) => fn(req, res).catch(next)
app.get('/', wrap(async (q, s) => { s.send(404) }))`,
  ...Object.fromEntries(
    [
      '(fn) => (...args) => fn(...args).catch(args[2])',
      '(fn) => (q, ...others) => fn(q, ...others)',
      '(fn) => function () { return (() => fn.apply(this, arguments))() }',
      '(fn) => (...args) => { const [q, s] = args; return fn(q, s) }',
      '(fn) => (...args) => fn.call(null, ...[args[0], args[1]])',
    ].map((wrap) => [
      `a wrapper with a list of arguments: ${wrap}`,
      `
const app = require('express')()
const wrap = ${wrap}
app.get('/', wrap(async (q, s) => { s.send(404) }))`,
    ]),
  ),
  'a list of handlers with a name': `
const app = require('express')()
const handlers = [check, ...[(q, s) => s.send(404)]]
app.get('/', handlers)`,
  'routers in a list': `
const { Router } = require('express')
const routers = [Router(), Router()]
for (const one of routers) one.get('/', (q, s) => s.send(404))`,
  'handlers that are added to a list': `
const app = require('express')()
const handlers = []
handlers.push({ path: '/', run: (q, s) => s.send(404) })
handlers.forEach((each) => app.use(each.path, each.run))`,
  'exports that a compiler wrote': {
    'app.js': `
const all = require('./handlers')
require('express')().get('/', all.show).post('/', all.other)`,
    'handlers.js': `
var table = {}
__export(table, { show: () => show })
module.exports = __toCommonJS(table)
function show(q, s) { s.send(404) }`,
  },
  'exports that TypeScript passes on': {
    'app.js': `
require('express')().get('/', require('./handlers').show)`,
    'handlers.js': `
__exportStar(require('./show'), exports)`,
    'show.js': `
var inside = { show: function (q, s) { s.send(404) } }
Object.defineProperty(exports, 'show', { enumerable: true, get: function () { return inside.show } })`,
  },
  'routers in a list with forEach': `
const { Router } = require('express')
;[Router()].forEach((one) => one.get('/', (q, s) => s.send(404)))`,
  'a getter': `
const express = require('express')
class Server {
  constructor() { this.app = express() }
  get alias() { return this.app }
  start() { this.alias.get('/', (q, s) => s.send(404)) }
}
new Server().start()`,
  ...Object.fromEntries(
    [
      "'./routes/' + name",
      '`./routes/${name}.js`',
      "__dirname + '/routes/' + name",
      "path.join(__dirname, 'routes', name)",
      "path.join(__dirname, 'routes', 'app')",
    ].map((path) => [
      `modules that are loaded by their names: ${path}`,
      {
        'index.js': `const ex = require('express')\nnames.forEach((name) => require(${path})(ex(), ex))`,
        'routes/app.js': "module.exports = (web, x) => x.Router().get('/', (q, s) => s.send(404))",
      },
    ]),
  ),
  'a helper that gets the response': `
const app = require('express')()
const fail = (answer) => answer.send(404)
app.get('/', (q, s) => fail(s))`,
  'a bound method': `
const express = require('express')
class Api {
  constructor() { this.router = express.Router(); this.router.get('/', this.show.bind(this)) }
  show(q, s) { s.send(404) }
}
new Api()`,
  'a class with a typed field': {
    'app.ts': `
import express, { Application } from 'express'
export class Server {
  private readonly app: Application
  constructor() { this.app = express() }
  routes() { this.app.get('/', (q, s) => s.send(404)) }
}`,
  },
  'private members of a class': `
const express = require('express')
class Server {
  #app = express()
  start() { this.#app.get('/', this.#show) }
  #show = (q, s) => s.send(404)
}
new Server().start()`,
  'parameter properties of a constructor': {
    'app.ts': `
import express, { type Application } from 'express'
class Api {
  constructor(private readonly app: Application, public web) { this.app.use(check) }
  routes() { this.web.get('/', (q, s) => s.send(404)) }
}
new Api(express(), express()).routes()`,
  },
  'types of TypeScript': {
    'app.ts': `
import type { Request, Response } from 'express'
export function show(q: Request, s: Response): void { s.send(404) }`,
  },
  'a handler type': {
    'app.ts': `
import { type RequestHandler } from 'express'
export const show: RequestHandler = (q, s) => { s.send(404) }`,
  },
  'types of a namespace': {
    'app.tsx': `
import express = require('express')
export const show = (q: express.Request, s: express.Response) => s.send(404)
export const view = <p>hello</p>`,
  },
  'types in comments': `
/** @type {import('express').RequestHandler} */
const show = (q, s) => { s.send(404) }
module.exports = show`,
  'an application as a parameter': {
    'index.js': "const app = require('express')()\nrequire('./app')(app)",
    'app.js': "module.exports = (web) => { web.get('/', (q, s) => s.send(404)) }",
  },
  'an application that only its name tells': {
    'index.js': "require('express')",
    'app.js': "module.exports = function (app) { app.get('/', (q, s) => { s.send(404) }) }",
  },
  'the factory as a parameter': {
    'index.js': "require('./app')(require('express'))",
    'app.js': "module.exports = (web) => web().get('/', (q, s) => s.send(404))",
  },
  'a controller in another file': {
    'index.js': "const c = require('./app')\nrequire('express')().get('/', c.show)",
    'app.js': 'exports.show = function (q, s) { s.send(404) }',
  },
  'an object of handlers': {
    'index.js': "const { show } = require('./app')\nrequire('express')().get('/', show)",
    'app.js': 'module.exports = { show(q, s) { s.send(404) } }',
  },
  'a default export': {
    'index.mjs': "import c from './app.js'\nimport e from 'express'\ne().get('/', c)",
    'app.js': 'export default async (q, s) => { s.send(404) }',
  },
  'named exports through another file': {
    'index.ts': "import { c } from './all.js'\nimport e from 'express'\ne().get('/', c.show)",
    'all.ts': "export * from './app.js'",
    'app.js': 'export const c = { show: (q, s) => s.send(404) }',
  },
  'an exported router': {
    'index.js': "const web = require('express')()\nweb.use(require('./app'))",
    'app.js':
      "const r = module.exports = require('express').Router()\nr.get('/', (q, s) => s.send(404))",
  },
  'a function that makes a router': {
    'index.js': "const make = require('./make')\nconst r = make()\nr.get('/', require('./app'))",
    'make.js': "module.exports = () => require('express').Router()",
    'app.js': 'module.exports = (q, s) => s.send(404)',
  },
  'a class from another file': {
    'index.js':
      "const C = require('./app')\nconst c = new C()\nrequire('express')().get('/', c.show)",
    'app.js': 'module.exports = class { show = (q, s) => { s.send(404) } }',
  },
  'methods on a prototype': `
const express = require('express')
function Server() { this.app = express() }
Server.prototype.start = function () { this.app.get('/', (q, s) => s.send(404)) }
new Server().start()`,
  'the output of a compiler': `
"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) { return mod };
const express_1 = __importDefault(require("express"));
const app = (0, express_1.default)();
app.get("/", (q, s) => { s.send(404); });`,
  'a long chain of calls': `
const app = require('express')()
parser${".option('a', { b: 1 })".repeat(60)}.parse()
app.get('/', (q, s) => s.send(404))`,
  'a response of a request': `
const app = require('express')()
app.use((q, s, next) => { q.res.send(404) })`,
}

describe('responses that are followed', () => {
  it.each(Object.entries(followed))('%s', (_name, source) => {
    const result = plan(source)
    const names = typeof source === 'string' ? ['app.js'] : Object.keys(source)
    const text = names.map((name) => result.text(name)).join('\n')
    expect(text).toContain('.sendStatus(404)')
    expect(text).not.toContain('.send(404)')
  })
})

/** Nothing of these is Express, or it is not certain. */
const others: Readonly<Record<string, string | Record<string, string>>> = {
  'a response of another package': `
const app = require('express')()
const got = require('got')
async function load() { const res = await got('/'); res.send(404) }`,
  'a name that hides the response': `
const app = require('express')()
app.get('/', (req, res) => { socket.on('x', (res) => res.send(404)) })`,
  'an object with the same methods': `
const app = require('express')()
const mail = createMail()
mail.get('/', (req, res) => {})
mail.send(404)`,
  'a handler that nothing registers': `
require('express')
exports.show = (req, res) => res.send(404)`,
  'a program without Express': `
exports.show = (req, res) => res.send(404)
module.exports.routes = (app) => app.get('/:id?', exports.show)`,
}

describe('spots that are not certain', () => {
  it.each(Object.entries(others))('stay: %s', (_name, source) => {
    expect(plan(source).text()).toContain('.send(404)')
  })

  it('are reported if the names suggest Express, and changed with --likely', () => {
    const source = "require('express')\nexports.show = (req, res) => res.send(404)"
    expect(plan(source).reports).toContain('D-033')
    expect(plan(source, { isBold: true }).text()).toContain('res.sendStatus(404)')
  })

  it('are reported if a list that is not known goes to a handler', () => {
    const source = `
const app = require('express')()
const wrap = (fn) => () => fn(...load())
app.get('/', wrap((req, res) => res.send(404)))`
    expect(plan(source).reports).toContain('D-033')
  })

  it('are reported if a variable may have another value', () => {
    const source = `
const app = require('express')()
app.get('/', (req, res) => { if (req.x) res = other(); res.send(404) })`
    const result = plan(source)
    expect(result.text()).toContain('res.send(404)')
    expect(result.reports).toContain('D-033')
  })

  it('stay in a program with another framework, whose applications look the same', () => {
    const source = "require('express')\nmodule.exports = (app) => app.get('/:id?', show)"
    const dependencies = { express: '^4.18.0', restify: '8' }
    const folder = createProject({
      'app.js': source,
      'package.json': JSON.stringify({ dependencies }),
    })
    const { changes, reported } = planMigration(folder, { target: '5' })
    expect(changes.map(({ text }) => text)).toEqual([source.replace("'express'", "'webapp'")])
    expect(reported.map(({ id }) => id)).toEqual(['D-002'])
  })

  it('stay if parts of the program already have another dialect', () => {
    const source = `
const five = require('webapp')(), four = require('webapp/v4')()
const show = (req, res) => res.send(404)
five.get('/', show)
four.get('/', show)`
    expect(plan(source).text()).toContain('res.send(404)')
    expect(plan(source).reports).toContain('D-033')
  })
})

describe('a program with another framework in its package.json', () => {
  const planned = (source: string, other: string) => {
    const dependencies = { express: '^4.18.0', [other]: '1' }
    const folder = createProject({
      'index.js': "require('express')()",
      'app.js': source,
      'package.json': JSON.stringify({ dependencies }),
    })
    const { reported, rewritten } = planMigration(folder, { target: '5' })
    return [reported, rewritten].map((spots) =>
      spots.flatMap(({ id, file }) => (file.path.endsWith('app.js') ? [id] : [])),
    )
  }
  const uncertain: readonly (readonly [string, string])[] = [
    ["exports.hook = (name, args) => args.app.get('/p/:pad/:rev?', () => {})", 'D-002'],
    ["module.exports = (app) => { app.get('/a/*', show) }", 'D-001'],
    ["module.exports = function (router) { router.del('/a', show) }", 'D-014'],
    ['exports.show = (req, res) => res.send(404)', 'D-033'],
  ]

  it.each(['connect', 'koa', 'fastify', 'restify', 'polka', 'hono', '@koa/router', 'find-my-way'])(
    'still has all reports: %s',
    (other) => {
      for (const [source, id] of uncertain) {
        expect(planned(source, other)).toEqual([[id], []])
        // An import says nothing about values that do not come from it.
        expect(planned(`const x = require('${other}')\n${source}`, other)).toEqual([[id], []])
      }
    },
  )

  it.each([
    "const app = require('connect')()\napp.use((req, res) => res.send(404))",
    "const app = require('connect')()\napp.use('/a', (req, res) => res.send(404)).use((req, res) => res.send(404))",
    "import connect from 'connect'\nsetup(connect())\nfunction setup(app) { app.use((req, res) => res.send(404)); app.get('/a/*', show) }",
    "const Koa = require('connect')\nclass A { constructor() { this.app = new Koa(); this.app.get('/:id?', (req, res) => res.send(404)) } }",
    "const { Router } = require('connect')\nconst router = Router()\nrouter.get('/:id?', show)\nfunction show(req, res) { res.send(404) }",
    "const server = require('connect').createServer()\nserver.route({ handler(req, res) { res.send(404) } })",
    "const web = require('connect/lib/x')\nweb.get('/a/:b?', [(req, res) => res.send(404)])",
  ])('has none for what comes from it: %s', (source) => {
    expect(planned(source, 'connect')).toEqual([[], []])
  })

  it('has a report for a handler that both use', () => {
    const source =
      "const show = (req, res) => res.send(404)\nrequire('connect')().use(show)\n" +
      "require('express')().get('/', show)"
    expect(planned(source, 'connect')).toEqual([['D-033'], ['import']])
  })

  it('has its own applications rewritten', () => {
    const source = "require('connect')\nrequire('express')().get('/:id?', (q, s) => s.send(404))"
    expect(planned(source, 'connect')).toEqual([[], ['import', 'D-002', 'D-033']])
  })
})

describe('functions that a tool calls with its own application', () => {
  const setup = (app: string) =>
    `const proxy = require('http-proxy-middleware')\nmodule.exports = function (${app}) {\n` +
    `  ${app}.use('/api/*', proxy({ onProxyReq: (out, req, res) => res.send(404) }))\n` +
    `  ${app}.get('/a/:id?', (req, res) => res.send(404))\n  require('./more')(${app})\n}\n`
  const more = "module.exports = (web) => { web.get('/b/*', (req, res) => res.send(404)) }\n"
  const server = "const app = require('express')()\napp.get('/:id?', (req, res) => res.send(404))\n"

  const planned = (files: Readonly<Record<string, string>>, dependencies = {}) => {
    const manifest = JSON.stringify({ dependencies: { express: '^4.18.0', ...dependencies } })
    const folder = createProject({ 'package.json': manifest, 'server.js': server, ...files })
    const { changes, reported, tools } = planMigration(folder, { target: '5' })
    const short = (path: string) => path.slice(folder.length + 1)
    return {
      changed: changes.map(({ file }) => short(file.path)),
      reported: reported.map(({ file, id }) => `${short(file.path)} ${id}`),
      tools: [...tools].map(([file, tool]) => `${short(file.path)} ${tool}`),
    }
  }

  it.each([
    ['src/setupProxy.js', 'react-scripts', 'react-scripts'],
    ['src/setupProxy.js', 'none', 'react-scripts'],
    ['client/src/setupProxy.ts', 'react-scripts', 'react-scripts'],
    ['webpack.config.js', 'webpack', 'webpack-dev-server'],
    ['config/webpack.config.dev.js', 'webpack', 'webpack-dev-server'],
    ['vue.config.js', 'vue', 'webpack-dev-server'],
    ['.storybook/middleware.js', 'storybook', 'storybook'],
    ['server/index.js', 'ember-cli', 'ember-cli'],
    ['server/mocks/users.js', 'ember-cli', 'ember-cli'],
  ])('are left alone: %s of %s', (name, dependency, tool) => {
    for (const app of ['app', 'router']) {
      const files = { [name]: setup(app), [`${dirname(name)}/more.js`]: more }
      expect(planned(files, { [dependency]: '1' })).toEqual({
        changed: ['server.js'],
        reported: [],
        tools: [`${name} ${tool}`],
      })
    }
  })

  it('are left alone as members of a configuration', () => {
    const config =
      "module.exports = { devServer: { before(app) { app.get('/a/*', (req, res) => res.send(404)) },\n" +
      "  setupMiddlewares: (list, { app }) => { app.get('/:id?', (req, res) => res.send(404)) } } }"
    expect(planned({ 'webpack.config.js': config })).toEqual({
      changed: ['server.js'],
      reported: [],
      tools: ['webpack.config.js webpack-dev-server'],
    })
    const gatsby =
      "exports.developMiddleware = (app) => app.use('/a/*', (req, res) => res.send(404))"
    expect(planned({ 'gatsby-config.js': gatsby }).reported).toEqual([])
  })

  it('are reported if the program calls them as well', () => {
    const index = "require('./src/setupProxy')(require('express')())"
    const { changed, reported } = planned({ 'index.js': index, 'src/setupProxy.js': setup('app') })
    expect(changed).toEqual(['index.js', 'server.js'])
    expect(reported).toContain('src/setupProxy.js D-002')
  })

  it('may use an Express of the program, which is rewritten', () => {
    const source =
      "const express = require('express')\nmodule.exports = (app) => {\n  const own = express.Router()\n" +
      "  own.get('/a/:id?', (req, res) => res.send(404))\n  app.use('/x/*', own)\n}\n"
    const { changed, reported } = planned({ 'src/setupProxy.js': source })
    expect(changed).toEqual(['server.js', 'src/setupProxy.js'])
    expect(reported).toEqual([])
  })

  it('are not those of files with other names', () => {
    for (const name of ['src/proxy.js', 'server/index.js', 'webpack-middleware.js']) {
      expect(planned({ [name]: setup('app') }).changed).toContain(name)
    }
  })

  it('are reported in a package that has nothing to do with Express', () => {
    const files = {
      'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
      'packages/api/package.json': JSON.stringify({ dependencies: { express: '4' } }),
      'packages/api/index.js': server,
      'packages/web/package.json': JSON.stringify({ dependencies: { vue: '3' } }),
      'packages/web/routes.js': "export default (app) => app.get('/a/*', show)",
    }
    const folder = createProject(files)
    const { changes, reported } = planMigration(folder, { target: '5' })
    expect(changes.map(({ file }) => basename(file.path))).toEqual(['index.js'])
    expect(reported.map(({ file }) => basename(file.path))).toEqual(['routes.js'])
  })
})

describe('patterns of 4.x on something that is not known', () => {
  const report = (source: string) => plan(`const ex = require('express')\n${source}`).reports

  it.each([
    "module.exports = (server) => server.get('/a/:b?', (q, s) => s.end())",
    "class A { start() { this.web.use('/a/*', function (q, s) {}) } }",
    "const r = require('./lost').router()\nr.post('*', check, show)\nfunction show() {}",
    "import { web } from './lost'\nweb.all('/(a|b)', () => {})",
  ])('are reported: %s', (source) => {
    expect(report(source)).toHaveLength(1)
  })

  it.each([
    "const axios = require('axios')\naxios.get('/a*', () => {})",
    "import { rest } from 'msw'\nrest.get('/a/*', (q, s) => s())",
    "const { rest } = require('msw')\nrest.get('/a/*', (q, s) => s())",
    "const request = require('supertest')\nconst agent = request(app)\nagent.get('/*', () => {})",
    "require('nock')('http://a').get('/a*', () => true)",
    "$.get('/a/*', function () {})",
    "const cache = new Map()\ncache.get('/a/*')",
    "const cache = load()\ncache.get('/a/:b?', 1)",
    "const own = { get(path, fn) { fn(path) } }\nown.get('/a/:b?', () => {})",
    "module.exports = (server) => server.get('/a/:b', () => {})",
    "module.exports = (server) => server.get('/**/*.js', () => {})",
  ])('are not reported: %s', (source) => {
    expect(report(source)).toEqual([])
  })

  it('are not reported in a program without Express', () => {
    const source = "module.exports = (server) => server.get('/a/:b?', () => {})"
    expect(plan(source).reports).toEqual([])
  })
})

it('an application is followed to another package of the workspace', () => {
  const folder = createProject({
    'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
    'packages/api/package.json': JSON.stringify({ dependencies: { express: '^4.18.0' } }),
    'packages/api/index.js':
      "const { mount } = require('@a/lib')\nmount(require('express')())\n" +
      "require('@a/lib/more')(require('express')())",
    'packages/lib/package.json': JSON.stringify({ name: '@a/lib', main: 'dist/index.js' }),
    'packages/lib/src/index.ts': "export const mount = (server) => server.get('/a/:b?', show)",
    'packages/lib/more.js': "module.exports = (server) => server.get('/c/:d?', show)",
  })
  const { rewritten } = planMigration(folder, { target: '5' })
  expect(rewritten.filter(({ id }) => id === 'D-002')).toHaveLength(2)
})

it('lists that grow in a loop are followed to an end', () => {
  const source = `
const app = require('express')()
let list = []
for (const x of all) list = [app, ...list]
function f(a, ...others) { f(app, a, ...others) }
f(app)
app.get('/', (req, res) => res.send(404))`
  expect(plan(source).rewrites).toContain('D-033')
})

it('a bundle in which everything is passed to everything is followed to an end', () => {
  const count = 400
  const names = Array.from({ length: count }, (_each, at) => `f${at}`)
  const bundle = [
    ...names.map((name) => `function ${name}(a, b) { a.next = b; b.last = a; return new a(b) }`),
    `const all = {}`,
    ...names.map((name) => `all.x = ${name}; all.x(all.x, ${name}); all.x.next = all`),
    `const app = require('express')()`,
    `all.x = app`,
    `app.get('/', (req, res) => res.send(404))`,
  ].join('\n')
  expect(plan(bundle).rewrites).toContain('D-033')
})
