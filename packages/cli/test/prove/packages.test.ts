import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_FILES } from '../../src/prove/packages/load.ts'
import type { Verdict } from '../../src/prove/report/verdict.ts'
import { packageFiles, proveSource, type Settings, verdictOf, writeProgram } from './program.ts'

const APP = "const express = require('express')\nconst app = express()\n"

type Files = Readonly<Record<string, string>>

/** The members of Express that a package reaches; `?` marks those that only names suggest. */
function membersOf({ members }: Verdict, name: string): string[] {
  return members
    .filter((each) => each.origin === 'express' && each.package === `${name}@1.2.3`)
    .map(({ member, isSure }) => (isSure ? member : `${member}?`))
    .sort()
}

function proveWith(code: string, packages: readonly Files[], settings: Settings = {}): Verdict {
  return proveSource({ 'app.js': APP + code, ...Object.assign({}, ...packages) }, settings)
}

describe('packages that a program uses', () => {
  it('are read from where a handler is given', () => {
    const helper = packageFiles(
      'helper',
      'module.exports = (options) => function (a, b, c) { if (a.query.x) b.redirect(options.to); else c() }',
    )
    const verdict = proveWith("app.use(require('helper')({ to: '/' }))", [helper])
    expect(membersOf(verdict, 'helper')).toEqual(['req.query', 'res.redirect'])
    expect(verdict.members.find(({ member }) => member === 'req.query')).toMatchObject({
      file: 'helper/index.js',
      line: 1,
      package: 'helper@1.2.3',
      isSure: true,
    })
  })

  it('are read if they get an application, a request or a response', () => {
    const sockets = packageFiles('sockets', {
      'package.json': JSON.stringify({ name: 'sockets', version: '1.2.3', main: './lib' }),
      'lib/index.js': "exports.attach = require('./attach')",
      'lib/attach.js':
        "module.exports = (web) => { web.locals.sockets = 1; web.get('/ws', (a, b) => b.sendStatus(426)) }",
    })
    const log = packageFiles('log', 'exports.write = (what) => console.log(what.originalUrl)')
    const code =
      "require('sockets').attach(app)\nconst { write } = require('log')\n" +
      'app.use((req, res, next) => { write(req); next() })'
    const verdict = proveWith(code, [sockets, log])
    expect(membersOf(verdict, 'sockets')).toEqual(['app.get', 'app.locals', 'res.sendStatus'])
    expect(membersOf(verdict, 'log')).toEqual(['req.originalUrl'])
  })

  it('hand it to packages of their own', () => {
    const outer = packageFiles('outer', "module.exports = () => require('inner').create()")
    const inner = packageFiles('inner', {
      'index.js':
        "const tell = require('deep')\nexports.create = () => (a, b, c) => { tell(b); c() }",
    })
    const deep = packageFiles('deep', 'module.exports = (x) => x.vary("Accept")')
    const verdict = proveWith("app.use(require('outer')())", [outer, inner, deep])
    expect(verdict.packages.map(({ name }) => name).sort()).toEqual([
      'deep@1.2.3',
      'inner@1.2.3',
      'outer@1.2.3',
    ])
    expect(membersOf(verdict, 'deep')).toEqual(['res.vary'])
  })

  it('are read if their handlers come from a list', () => {
    const helper = packageFiles('helper', 'module.exports = () => (a, b) => b.json(a.ip)')
    const code =
      "const list = []\nlist.push({ path: '/', run: require('helper')() })\n" +
      'list.forEach((each) => { if (each.path) app.use(each.path, each.run) })'
    expect(membersOf(proveWith(code, [helper]), 'helper')).toEqual(['req.ip', 'res.json'])
  })

  it('are not the program itself', () => {
    const files = {
      'app.js': `${APP}app.use(require('.').handler)`,
      'index.js': 'exports.handler = (a, b) => b.json(1)',
    }
    const { packages, members } = proveSource(files)
    expect(packages).toEqual([])
    expect(members.map(({ member }) => member)).toContain('res.json')
  })

  it('are not read if nothing of Express reaches them', () => {
    const lodash = packageFiles('lodash', 'module.exports = (req, res) => res.json(req.query)')
    const verdict = proveWith("console.log(require('lodash'))", [lodash])
    expect(verdict.packages).toEqual([])
  })

  it('are read if they need Express themselves, as far as names tell', () => {
    const patch = packageFiles(
      'patch',
      "require('express').application.hello = 1\nexports.show = (req, res) => res.jsonp(req.xhr)",
      { peerDependencies: { express: '*' } },
    )
    const verdict = proveWith("require('patch')", [patch])
    expect(membersOf(verdict, 'patch')).toEqual(['express.application', 'req.xhr?', 'res.jsonp?'])
    expect(verdict.rows.map(({ row }) => row)).toEqual(['W-004'])
    expect(verdict.rows[0]?.places[0]).toMatchObject({ package: 'patch@1.2.3' })
  })

  it.each([
    [
      'ES modules',
      { 'index.js': 'export default () => (a, b) => b.json(a.ip)' },
      { exports: { import: './index.js' } },
    ],
    [
      'code of TypeScript',
      {
        'index.js':
          'Object.defineProperty(exports, "__esModule", { value: true });\n' +
          'var inside = require("./inside");\n' +
          'Object.defineProperty(exports, "default", { enumerable: true, get: function () { return inside.make; } });',
        'inside.js': 'exports.make = () => (a, b) => b.json(a.ip)',
      },
      {},
    ],
    [
      'code of esbuild',
      {
        'index.js':
          'var all = {};\n__export(all, { default: () => make });\nmodule.exports = __toCommonJS(all);\n' +
          'var make = () => (a, b) => b.json(a.ip);',
      },
      {},
    ],
    [
      'a class',
      {
        'index.js':
          'class Maker { make() { return (a, b) => b.json(a.ip) } }\nmodule.exports = () => new Maker().make()',
      },
      {},
    ],
    ['minified code', { 'index.js': 'module.exports=()=>(e,t)=>t.json(e.ip)' }, {}],
  ])('are read in %s', (_what, files, manifest) => {
    const shape = packageFiles('shape', files, manifest)
    const app = "import shape from 'shape'\nimport express from 'express'\nexpress().use(shape())"
    const verdict = proveSource({ 'app.mjs': app, ...shape })
    expect(membersOf(verdict, 'shape')).toEqual(['req.ip', 'res.json'])
  })

  it('keep the version of an Express of their own', () => {
    const code =
      "const router = require('express').Router()\nrouter.get('/a?', (req, res) => res.send(404))\nmodule.exports = router"
    const own = packageFiles('own', code, { dependencies: { express: '^4.0.0' } })
    const shared = packageFiles('shared', code, { peerDependencies: { express: '*' } })
    const four = packageFiles('express', '', { version: '4.18.0' })
    const source = "app.use(require('own'))\napp.use(require('shared'))"
    const { rows } = proveWith(source, [own, shared, four], { to: 5 })
    const packages = rows.flatMap(({ places }) => places.map((place) => place.package))
    expect(packages).toContain('shared@1.2.3')
    expect(packages).not.toContain('own@1.2.3')
  })

  it('say what cannot be known', () => {
    const odd = packageFiles('odd', 'module.exports = (name) => (a, b) => b[name](a.ip)')
    const { unknown } = proveWith("app.use(require('odd')('json'))", [odd])
    expect(unknown).toMatchObject([{ package: 'odd@1.2.3', file: 'odd/index.js', code: 'b[name]' }])
  })
})

describe('bounds', () => {
  it('end a package with too many files, and say so', () => {
    const files: Record<string, string> = {}
    for (let at = 0; at <= PACKAGE_FILES; at++) files[`f${at}.js`] = `require('./f${at + 1}')`
    files['index.js'] = "require('./f0'); module.exports = (a, b) => b.json(1)"
    const verdict = proveWith("app.use(require('huge'))", [packageFiles('huge', files)])
    expect(membersOf(verdict, 'huge')).toEqual(['res.json'])
    expect(verdict.unread).toEqual([
      { name: 'huge@1.2.3', reason: '1 file over the bounds or with errors' },
    ])
  })

  it('name files that do not parse', () => {
    const broken = packageFiles('broken', "require('./b'); module.exports = (a, b) => b.json(1)")
    const verdict = proveWith("app.use(require('broken'))", [
      broken,
      { 'node_modules/broken/b.js': 'if (' },
    ])
    expect(membersOf(verdict, 'broken')).toEqual(['res.json'])
    expect(verdict.unread.map(({ name }) => name)).toEqual(['broken@1.2.3'])
  })
})

describe('the cache', () => {
  const source = { 'app.js': `${APP}app.use(require('helper')())` }
  const helper = packageFiles('helper', 'module.exports = () => (a, b) => b.json(1)')

  it('keeps what packages say, until one of their files changes', () => {
    const folder = writeProgram({ ...source, ...helper })
    const run = () => verdictOf(folder, { usesCache: true })
    const first = run()
    expect(readdirSync(join(folder, 'node_modules/.cache/webapp/prove'))).toHaveLength(1)
    expect(first.packages).toMatchObject([{ name: 'helper@1.2.3', isFromCache: false }])
    const second = run()
    expect(second.packages).toMatchObject([{ isFromCache: true }])
    expect(second.members).toEqual(first.members)
    const changed = 'module.exports = () => (a, b) => b.jsonp(a.query)'
    writeFileSync(join(folder, 'node_modules/helper/index.js'), changed)
    const third = run()
    expect(third.packages).toMatchObject([{ isFromCache: false }])
    expect(membersOf(third, 'helper')).toEqual(['req.query', 'res.jsonp'])
  })

  it('is read again if it is damaged, or the program hands over something else', () => {
    const folder = writeProgram({ ...source, ...helper })
    const run = () => verdictOf(folder, { usesCache: true })
    run()
    const cache = join(folder, 'node_modules/.cache/webapp/prove')
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), '{')
    expect(run().packages).toMatchObject([{ isFromCache: false }])
    writeFileSync(join(folder, 'app.js'), `${APP}require('helper')(app)`)
    expect(run().packages).toMatchObject([{ isFromCache: false }])
    expect(run().packages).toMatchObject([{ isFromCache: true }])
  })

  it('is not written on demand', () => {
    const folder = writeProgram({ ...source, ...helper })
    verdictOf(folder, { usesCache: false })
    expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false)
  })
})

describe('a package with another version of Express', () => {
  const router =
    "const router = require('express').Router()\nrouter.get('/', (req, res) => res.send(404))\nmodule.exports = router"
  const four = packageFiles('express', '', { version: '4.18.0' })
  const admin = packageFiles('admin', router, { dependencies: { express: '^4.0.0' } })

  it('is probably mixed with the program, if its router is mounted there', () => {
    const { rows } = proveWith("app.use('/admin', require('admin'))", [admin, four], {
      express: '^5.0.0',
    })
    expect(rows).toMatchObject([
      { row: 'W-101', member: 'admin', places: [{ file: 'app.js', line: 3, isSure: false }] },
    ])
  })

  it('is not, if the program has the same version', () => {
    expect(proveWith("app.use('/admin', require('admin'))", [admin, four]).rows).toEqual([])
  })
})
