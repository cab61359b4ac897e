// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs contain templates.
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { createProject, plan } from './project.ts'

const app = (body: string) => `const e = require('express')\nconst app = e()\n${body}\n`
const handler = (body: string) => app(`app.get('/', (req, res) => {\n  ${body}\n})`)

describe('parentheses of the source', () => {
  it.each([
    ['res.json((a || b), 200)', 'res.status(200).json((a || b))'],
    ['res.send(body, (404))', 'res.status(404).send(body)'],
    ['res.redirect((a), 301)', 'res.redirect(301, (a))'],
    ['res?.json(b, 200)', 'res?.status(200).json(b)'],
    ["res['json'](b, 200)", "res.status(200)['json'](b)"],
    ["req.query.hasOwnProperty(('a'))", "Object.hasOwn(req.query, ('a'))"],
  ])('%s', (source, written) => {
    expect(plan(handler(source)).text()).toContain(`{\n  ${written}\n}`)
  })

  it.each([
    ["(req as any).param('x')", '(req as any).params.x ?? (req as any).body?.x ??'],
    ["(<any>req).param('x')", '(<any>req).params.x ?? (<any>req).body?.x ??'],
    ['(res as any).json({}, 200)', '(res as any).status(200).json({})'],
    ['res!.send(404)', 'res!.sendStatus(404)'],
  ])('%s', (source, written) => {
    expect(plan({ 'a.ts': handler(source) }).text('a.ts')).toContain(`  ${written}`)
  })

  it('stay around applications and factories of 3.x', () => {
    const source =
      "import express = require('express')\nconst app = express();\n" +
      "(app as any).configure('production', () => { a() });\n" +
      'app.use((express as any).bodyParser());\n(app as any).locals({ a: 1 })\n'
    const text = plan({ 'a.ts': source }, { from: 3 }).text('a.ts')
    expect(text).toContain("if ((app as any).get('env') === 'production') { a() }")
    expect(text).toContain('(express as any).json(')
    expect(text).toContain('Object.assign((app as any).locals, { a: 1 })')
  })
})

describe('members that every object has', () => {
  it.each(
    ['req', 'res', 'app'].flatMap((name) => [`${name}.hasOwnProperty('x')`, `${name}.toString()`]),
  )('%s stays as it is', (source) => {
    for (const from of [3, 4] as const) {
      expect(plan(handler(source), { from }).text()).toContain(`{\n  ${source}\n}`)
    }
  })
})

describe('code without semicolons', () => {
  it('does not join a statement to the one before it', () => {
    const param = plan(handler("const a = 1\n  req.param('x').y()")).text()
    expect(param).toContain('const a = 1\n  ;(req.params.x ??')
    const capture = plan(
      app("app.get('/a/*', (req, res) => {\n  f()\n  req.params[0].split('/')\n})"),
    ).text()
    expect(capture).toContain("f()\n  ;(req.params.splat ?? []).join('/').split('/')")
  })

  it('adds no semicolon where there is none to miss', () => {
    const source = handler("f();\n  req.param('x').y()\n  if (a) req.param('z').y()")
    const text = plan(source).text()
    expect(text).toContain('f();\n  (req.params.x')
    expect(text).toContain('if (a) (req.params.z')
  })
})

describe('statements', () => {
  const three = (body: string) => `var express = require('express');\nvar app = express();\n${body}`

  it('are removed from a body of app.configure that loses its call', () => {
    const source = three(
      'app.configure(function () {\n  app.use(a);\n  app.use(express.query());\n  app.use(app.router);\n});\n' +
        "app.get('/', h);\n",
    )
    const { text, reports } = plan(source, { from: 3 })
    expect(text()).not.toMatch(/configure|app\.router|express\.query/)
    expect(reports).not.toContain('D-008')
  })

  it('without braces around them keep their place', () => {
    const source = three(
      'if (x)\n  app.configure(function () {\n    a();\n    b();\n  });\n' +
        'if (y) app.use(express.query())\nelse app.use(z)\n',
    )
    const { text, reports } = plan(source, { from: 3 })
    expect(text()).toContain('app.configure(function () {')
    expect(text()).toContain('if (y) {}\nelse app.use(z)')
    expect(reports).toContain('D-054')
  })

  it('keep the line breaks of the file', () => {
    const source = three(
      'app.configure(function () {\n  app.use(a);\n  app.use(b);\n});\napp.use(c);\n',
    ).replaceAll('\n', '\r\n')
    expect(plan(source, { from: 3 }).text()).toContain('app.use(b);\r\napp.use(c);')
  })

  it('are added behind a comment of the same line', () => {
    const source =
      "const e = require('express')\nconst app = e() // the app\napp.get('/', (req, res) => f(req.query.a))\n"
    expect(plan(source).text()).toContain("const app = e() // the app\napp.set('query parser'")
  })
})

describe('names', () => {
  it('of modules that a variable hides are not used', () => {
    const source =
      "const e = require('express')\nconst path = require('path')\nconst app = e()\n" +
      "app.get('/:path', (req, res) => {\n  const path = req.params.path\n  res.sendfile(path)\n})\n"
    const text = plan(source).text()
    expect(text).toContain("const path2 = require('node:path')")
    expect(text).toContain('res.sendFile(path2.resolve(path))')
  })

  it('of added imports have the indentation of the import before them', () => {
    const source =
      "\tconst e = require('express') // web\n\tconst app = e()\n" +
      "\tapp.get('/', (req, res) => res.sendfile('a'))\n"
    expect(plan(source).text()).toContain(
      "// web\n\tconst path = require('node:path')\n\tconst app",
    )
  })

  it('of namespaces of Node are used', () => {
    const source =
      "import e from 'express'\nimport * as path from 'path'\nconst app = e()\n" +
      "app.get('/', (req, res) => res.sendfile('a.html'))\n"
    const text = plan({ 'a.ts': source }).text('a.ts')
    expect(text).toContain("res.sendFile(path.resolve('a.html'))")
    expect(text).not.toContain('path2')
  })

  it('that export * passes on are followed', () => {
    const { text } = plan({
      'web.js': "export * from 'express'\n",
      'app.js': "import { Router } from './web.js'\nconst r = Router()\nr.get('/a/:id?', h)\n",
    })
    expect(text()).toContain("r.get('/a{/:id}', h)")
  })

  it('that destructuring takes from a request are renamed', () => {
    expect(plan(app("app.get('/', ({ host }, res) => res.send(host))")).text()).toContain(
      '({ hostname: host }, res)',
    )
    expect(plan(handler('const { host: name, ip } = req')).text()).toContain(
      '{ hostname: name, ip } = req',
    )
    expect(plan(handler('const { param } = req')).reports).toContain('D-027')
  })

  it('that destructuring takes from an Express of 3.x are reported', () => {
    const source = "const { session, static: files } = require('express')\n"
    expect(plan(source, { from: 3 }).reports).toEqual(['D-021'])
    const module = "import { bodyParser } from 'express'\n"
    expect(plan({ 'a.mjs': module }, { from: 3 }).reports).toEqual(['D-021'])
    expect(plan(source).reports).toEqual([])
  })

  it('of stores for sessions that get Express are reported', () => {
    const source =
      "var express = require('express')\nvar Store = require('connect-redis')(express)\n"
    expect(plan(source, { from: 3 }).reports).toEqual(['D-021'])
  })
})

describe("'back' in an expression", () => {
  it.each([
    ["res.redirect(a || 'back')", "res.redirect(a || req.get('Referrer') || '/')"],
    ["res.redirect(a ?? 'back')", "res.redirect(a ?? (req.get('Referrer') || '/'))"],
    ["res.location(a ? '/' : 'back')", "res.location(a ? '/' : req.get('Referrer') || '/')"],
    ["res.redirect(a || 'back', 301)", "res.redirect(301, a || req.get('Referrer') || '/')"],
  ])('%s', (source, written) => {
    expect(plan(handler(source)).text()).toContain(written)
  })
})

describe('a status that is an expression', () => {
  it('is rewritten if all its values are numbers', () => {
    expect(plan(handler('res.send(ok ? 200 : 404)')).text()).toContain(
      'res.sendStatus(ok ? 200 : 404)',
    )
  })

  it('is reported if only its name or default says so', () => {
    for (const value of ['err.status || 500', 'code', 'body || 404', 'ok ? body : 404']) {
      const { text, reports } = plan(handler(`res.send(${value})`))
      expect(text()).toContain(`res.send(${value})`)
      expect(reports).toEqual(['D-033'])
    }
    expect(plan(handler('res.send(count)')).reports).toEqual([])
    expect(plan(handler("res.send(name || 'nobody')")).reports).toEqual([])
  })
})

describe('two arguments of which none is a status', () => {
  const none = [
    "res.send('users/signup', { title: 'a' })",
    "res.send('users/signup', {})",
    'res.send(`users/${name}`, { a: 1 })',
    "res.send('made', '201')",
    "res.json('a', { a: 1 })",
    "res.jsonp({ a: 1 }, 'text')",
    'res.json(null, { a: 1 })',
    'const view = "a"; res.send(view, { a: 1 })',
    'const view = { a: 1 }; res.send(view, [])',
    'let view = { a: 1 }; res.send(view, [])',
    'res.send(data, { a: 1 })',
    'res.json(data, { a: 1 })',
    'res.send(status, 200)',
    "res.send(ok ? 'a' : 'b', { a: 1 })",
  ]

  it.each(none)('stay, and are reported: %s', (body) => {
    const { text, reports } = plan(handler(body))
    expect(text()).toContain(`{\n  ${body}\n}`)
    expect(reports).toEqual([body.includes('.json') ? 'D-035' : 'D-034'])
  })

  it('may be meant for a view', () => {
    const [first] = plan(handler("res.send('users/signup', { a: 1 })")).reported
    expect(first?.text).toContain('Did you mean res.render?')
  })

  it.each([
    ["res.send('404', { a: 1 })", 'res.status(404).send({ a: 1 })'],
    ['res.json("404", { a: 1 })', 'res.status(404).json({ a: 1 })'],
    ['res.send(err.status, { a: 1 })', 'res.status(err.status).send({ a: 1 })'],
    ['res.json(code, { a: 1 })', 'res.status(code).json({ a: 1 })'],
    ['res.json(statusCode, data)', 'res.status(statusCode).json(data)'],
    ['res.send(ok ? 200 : 404, { a: 1 })', 'res.status(ok ? 200 : 404).send({ a: 1 })'],
    ['res.send(+code, data)', 'res.status(+code).send(data)'],
    ['res.send({ a: 1 }, status)', 'res.status(status).send({ a: 1 })'],
    ["res.redirect('/a', '301')", "res.redirect(301, '/a')"],
    ["res.redirect('/a', status)", "res.redirect(status, '/a')"],
  ])('but others are rewritten: %s', (body, written) => {
    expect(plan(handler(body)).text()).toContain(`{\n  ${written}\n}`)
  })

  it.each([
    ["res.redirect(301, '/a')", []],
    ["res.redirect(page, '/a')", []],
    ["res.redirect('301', '/a')", ['D-037']],
    ["res.redirect('/a', '/b')", ['D-037']],
    ['res.redirect(one, other)', ['D-037']],
    ["res.redirect({ a: 1 }, '/b')", ['D-037']],
  ])('of a redirect: %s', (body, ids) => {
    const { text, reports } = plan(handler(body))
    expect(text()).toContain(`{\n  ${body}\n}`)
    expect(reports).toEqual(ids)
  })
})

describe('applications of 3.x in chains of assignments', () => {
  const routes = (app: string) =>
    `${app}.use(${app}.router);\n${app}.use(lost);\n${app}.get('/', f);\n${app}.post('/a', g);\n`
  const moved = (app: string) =>
    `${app}.use(router);\n${app}.use(lost);\nrouter.get('/', f);\nrouter.post('/a', g);\n`

  it.each([
    ['var app = module.exports = express();', 'app', 'var'],
    ['let a = exports.b = express();', 'a', 'let'],
    ['const a = exports.b = module.exports.c = express();', 'a', 'const'],
    ['exports.app = module.exports = express();', 'exports.app', 'var'],
    ['exports.app = express();', 'exports.app', 'var'],
    ['module.exports = express();', 'module.exports', 'var'],
    ['var app;\nmodule.exports = exports = app = express();', 'app', 'var'],
    ['var app;\napp = exports = module.exports = express();', 'app', 'var'],
    ['var x = 1, app = module.exports = express(), y = 2;', 'app', 'var'],
    ['exports.b = express();\nvar app = exports.b;', 'app', 'var'],
    ['var app = module.exports = express.createServer();', 'app', 'var'],
  ])('get a router: %s', (declaration, app, keyword) => {
    const source = `var express = require('express');\n${declaration}\n${routes(app)}`
    const { text, reports } = plan(source, { from: 3 })
    expect(text()).toContain(`\n${keyword} router = express.Router();\n`)
    expect(text()).toContain(moved(app))
    expect(reports).not.toContain('D-008')
  })

  it('get a router of the new module if the factory has no name', () => {
    const source = `var app = module.exports = require("express")();\n${routes('app')}`
    expect(plan(source, { from: 3 }).text()).toContain('var router = require("webapp").Router();')
    expect(plan(source, { from: 3, target: '4' }).text()).toContain('require("webapp/v4").Router()')
    expect(plan(source, { from: 3, target: 'express' }).text()).toContain(
      'require("express").Router()',
    )
  })

  it('get a router in an exported declaration', () => {
    const source = `import express from 'express'\nexport const app = express()\n${routes('app').replaceAll(';', '')}`
    const { text } = plan({ 'a.mjs': source }, { from: 3 })
    expect(text('a.mjs')).toContain('\nconst router = express.Router()\n')
  })

  it.each([
    'var app = global.app || express();',
    'var app;\napp = app || express();',
    'var app;\nif (x) app = express();',
    'var app;\nfunction make() { app = express(); }',
    'var app = exports.app ||= express();',
    'var app = x ? express() : express();',
  ])('are reported if it is not certain that they are made: %s', (declaration) => {
    const source = `var express = require('express');\n${declaration}\n${routes('app')}`
    const { text, reports } = plan(source, { from: 3 })
    expect(text()).toContain('app.use(app.router);')
    expect(reports).toContain('D-008')
  })

  it('keep routes that are added to the result of another call', () => {
    const source = `var express = require('express');\nvar app = express();\napp.use(app.router);\napp.use(a).get('/', f);\n`
    const { text, reports } = plan(source, { from: 3 })
    expect(text()).toContain("app.use(a).get('/', f)")
    expect(reports).toContain('D-008')
  })

  it.each([
    ['module.exports = exports = app = e()', 'app'],
    ['exports.app = module.exports = e()', 'module.exports'],
    ['let a = exports.b = c.d = e()', 'a'],
  ])('keep their settings: %s', (declaration, app) => {
    const source = `const e = require('express')\n${declaration}\n${app}.get('/', (q, s) => f(q.query.a))\n`
    expect(plan(source).text()).toContain(`e()\n${app}.set('query parser', 'extended')\n`)
  })
})

describe('quotes', () => {
  const double = (body: string) =>
    `const e = require("express");\nconst app = e();\napp.get("/", (req, res) => {\n  ${body}\n});\n`

  it.each([
    ['res.redirect("back")', 'res.redirect(req.get("Referrer") || "/")', 4],
    ['res.redirect(`back`)', 'res.redirect(req.get("Referrer") || "/")', 4],
    ["res.redirect('back')", "res.redirect(req.get('Referrer') || '/')", 4],
    ['res.redirect("list")', 'res.redirect(req.app.path() + "/" + "list")', 3],
    ['res.redirect("../list")', '.split("?")[0].replace(/\\/?$/, "/"), "../list")', 3],
    ['res.redirect("../list")', 'const url = require("node:url");', 3],
    ['res.sendfile(name)', 'const path = require("node:path");', 4],
    ['f(req.query.a)', 'app.set("query parser", "extended");', 4],
    ['delete req.query.a', 'Object.defineProperty(req, "query", {', 4],
    ['req.accepts("json, html")', 'req.accepts(["json", "html"])', 3],
    ["req.accepts('json, html')", "req.accepts(['json', 'html'])", 3],
    ['res.json({})', 'if (app.get("env") === "development") app.set("json spaces", 2);', 3],
    ['e.json()', 'e.json({ limit: "1mb" })', 3],
    ['e.bodyParser()', 'e.urlencoded({ extended: true, limit: "1mb" })', 3],
    ['e.logger()', 'logger("combined")', 3],
    ['e.logger()', 'const logger = require("morgan");', 3],
    ['e.methodOverride()', 'req.get("X-HTTP-Method-Override")', 3],
    ['e.static("a", { hidden: true })', 'e.static("a", { dotfiles: "allow" })', 4],
  ] as const)('of inserted texts are those of the code or the file: %s', (body, written, from) => {
    expect(plan(double(body), { from }).text()).toContain(written)
  })

  it('of the environments of app.configure stay', () => {
    const source = (body: string) => `var e = require("express");\nvar app = e();\n${body}\n`
    expect(
      plan(source('app.configure("test", function () { f(); });'), { from: 3 }).text(),
    ).toContain('if (app.get("env") === "test") { f(); }')
    expect(
      plan(source('app.configure(\'a\', "b", function () { f(); });'), { from: 3 }).text(),
    ).toContain("if (['a', \"b\"].includes(app.get('env'))) { f(); }")
  })

  it('of captures are those of the file', () => {
    const text = plan(
      'const app = require("express")();\napp.get("/a/*", (req) => f(req.params[0]));\n',
    ).text()
    expect(text).toContain('f((req.params.splat ?? []).join("/"))')
  })

  it('of attributes in JSX do not count', () => {
    const source =
      'import e from \'express\'\nconst view = <a b="1" c="2" d="3" />\nconst app = e()\n' +
      "app.get('/', (req, res) => f(req.query.a))\n"
    expect(plan({ 'a.jsx': source }).text('a.jsx')).toContain("app.set('query parser', 'extended')")
  })
})

describe('wildcards of several paths', () => {
  it.each([
    ["['/a/*', '/b/*']", true],
    ["['*', '/x/*']", false],
    ["['/a/*', /^\\/b\\/(.*)$/]", false],
    ["['/a/:x', '/b/*']", false],
  ])('%s', (paths, isRewritten) => {
    const { text, reports } = plan(app(`app.get(${paths}, (req, res) => f(req.params[0]))`))
    expect(text().includes('req.params.splat')).toBe(isRewritten)
    expect(reports).toEqual(isRewritten ? [] : ['D-001'])
  })

  it.each([
    "app.get('/a/*', ({ params }, res) => f(params[0]))",
    "app.get('/a/*', (req, res) => { const { params } = req; f(params[0]) })",
    "app.get('/a/*', (req, res) => { const params = req.params; f(params[0]) })",
    "app.get('/a/*', wrap(({ params }, res) => f(params[0])))\nfunction wrap(fn) { return (...a) => fn(...a) }",
  ])('are found behind a variable: %s', (source) => {
    expect(plan(app(source)).text()).toContain("f((params.splat ?? []).join('/'))")
  })

  it('have a form in TypeScript that the types Request and of the route both allow', () => {
    const source = app("app.get('/a/*', (req: Request, res) => f(req.params[0]))")
    expect(plan({ 'a.ts': source }).text('a.ts')).toContain(
      "f([req.params.splat ?? []].flat().join('/'))",
    )
  })

  it('are reported in a pattern of a parameter', () => {
    const { reports } = plan(app("app.get('/a/*', ({ params: { 0: path } }, res) => f(path))"))
    expect(reports).toEqual(['D-001'])
  })
})

describe('patterns that 5.x would refuse', () => {
  it.each([
    ['/a/**', '/a/{*splat}'],
    ['/**/b', '/{*splat}/b'],
    ['/a/*/b/**', '/a/{*splat}/b/{*splat2}'],
  ])('%s', (before, after) => {
    const { text } = plan(app(`app.get('${before}', h)`))
    expect(text()).toContain(`app.get('${after}', h)`)
    const framework = createRequire(import.meta.url)('webapp')
    expect(() => framework().get(after, () => undefined)).not.toThrow()
  })
})

describe('reads of req.body', () => {
  const reports = (body: string) =>
    plan(app(`app.use(e.json())\napp.post('/', (req, res) => { ${body} })`)).reports

  it.each([
    'req.body?.a',
    'const { a } = req.body ?? {}',
    'save(req.body || {})',
    'console.log(req.body)',
    'logger.info(req.body)',
    'Object.assign({}, req.body)',
    'const { body = {} } = req; body.a',
  ])('that take undefined are not reported: %s', (body) => {
    expect(reports(body)).toEqual([])
  })

  it('are reported once for each handler', () => {
    expect(reports('save(req.body); const { a } = req.body; req.body.b.c()')).toEqual(['D-032'])
  })
})

describe('folders with a leading dot below a static folder', () => {
  const advice = (folder: string, mount: string) =>
    plan(app(`app.use(${mount}e.static(${JSON.stringify(folder)}))`))
      .reported.filter(({ id }) => id === 'D-051')
      .map(({ text }) => text)
      .join()

  it('are named only if they are public', () => {
    const folder = createProject({ '.git/config': '', '.secret/key': '', '.well-known/a': '' })
    expect(advice(folder, '')).toContain("app.use('/.well-known', ")
    expect(advice(folder, "'/st', ")).toContain("app.use('/st/.well-known', ")
    expect(advice(folder, 'base, ')).toContain("app.use(base + '/.well-known', ")
    expect(advice(folder, '')).not.toMatch(/\.git|\.secret/)
  })

  it('are not recommended if none is public', () => {
    const text = advice(createProject({ '.git/config': '' }), '')
    expect(text).toContain('5.x does not serve')
    expect(text).not.toMatch(/\.git|dotfiles/)
  })

  it('are not mentioned if there are none', () => {
    expect(advice(createProject({ 'a/b': '' }), '')).toBe('')
  })
})
