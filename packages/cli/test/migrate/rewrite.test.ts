// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs contain templates.
import { describe, expect, it } from 'vitest'
import { plan } from './project.ts'

describe('imports', () => {
  it.each<readonly [string, string]>([
    ["const e = require('express')", "const e = require('webapp')"],
    ['import e, { Router } from "express";', 'import e, { Router } from "webapp";'],
    ["import type { Request } from 'express'", "import type { Request } from 'webapp'"],
    ["export { Router } from 'express'", "export { Router } from 'webapp'"],
    ["const e = await import('express')", "const e = await import('webapp')"],
    ["jest.mock('express')", "jest.mock('webapp')"],
    ["require.resolve('express')", "require.resolve('webapp')"],
    ["module.require('express')", "module.require('webapp')"],
    ["require.main.require('express')", "require.main.require('webapp')"],
    ...[
      'jest.dontMock',
      'jest.setMock',
      'jest.deepUnmock',
      'jest.createMockFromModule',
      'vi.doUnmock',
      'vi.importActual',
      'mockery.registerMock',
    ].map((callee) => [`${callee}('express', x)`, `${callee}('webapp', x)`] as const),
    ['/// <reference types="express" />', '/// <reference types="webapp" />'],
    ["/** @type {import('express').Request} */", "/** @type {import('webapp').Request} */"],
  ])('%s', (source, written) => {
    expect(plan({ 'a.ts': source }).text('a.ts')).toBe(written)
  })

  it('name the dialect', () => {
    expect(plan("require('express')", { target: '4' }).text()).toBe("require('webapp/v4')")
    expect(plan("require('express')", { from: 3, target: '4' }).text()).toBe("require('webapp/v4')")
    expect(plan("require('webapp/v3')").text()).toBe("require('webapp')")
    expect(plan("require('express')", { target: 'express' }).text()).toBe("require('express')")
  })

  it('never name an older dialect than before', () => {
    expect(plan("require('webapp')", { target: '4' }).text()).toBe("require('webapp')")
  })

  it('stay in strings and comments that are none', () => {
    const source = "log('express') // require('express')\nload(require, 'express')"
    expect(plan(source).text()).toBe(source)
  })

  it.each([
    "const name = 'express'\nconst app = require(name)()",
    "proxyquire.noCallThru()('./app', { express: fake })",
    "proxyquire('./app', { 'express': fake })",
  ])('that cannot be rewritten are reported: %s', (source) => {
    expect(plan(source).text()).toBe(source)
    expect(plan(source).reports).toEqual(['import'])
    expect(plan(source, { target: 'express' }).reports).toEqual([])
  })

  it('by a constant are followed', () => {
    const source = "const name = 'express'\nrequire(name)().get('/', (q, s) => s.send(404))"
    expect(plan(source).text()).toContain('s.sendStatus(404)')
  })

  it('of files inside of Express are reported', () => {
    expect(plan("require('express/lib/router/layer')").reports).toEqual(['import'])
  })
})

describe('rewriting', () => {
  const app = (body: string) => `const e = require('express')\nconst app = e()\n${body}\n`

  it('keeps everything else as it is', () => {
    const source =
      '#!/usr/bin/env node\r\n"use strict";;\r\n\r\n' +
      "var express   = require( 'express' ) /* the framework */,\r\n\tapp=express( );\r\n" +
      "app.get( '/:id?' ,/* odd */ function(req,res){\r\n\r\n  res . send( 404 , /* body */ 'no'  )  })\r\n"
    expect(plan(source).text()).toBe(
      source
        .replace("'express'", "'webapp'")
        .replace("'/:id?'", "'/{:id}'")
        .replace("send( 404 , /* body */ 'no'  )", "status( 404 ).send(/* body */ 'no'  )"),
    )
  })

  it('keeps a byte order mark out of the offsets', () => {
    expect(plan("\uFEFFrequire('express')").text()).toBe("require('webapp')")
  })

  it('handles characters outside of the basic plane', () => {
    expect(plan("'🦊'; require('express')").text()).toBe("'🦊'; require('webapp')")
  })

  it('rewrites several spots in one expression', () => {
    const source = app(
      "app.get('/', (req, res) => res.json(201, { q: req.param('q'), h: req.host }))",
    )
    expect(plan(source).text()).toContain(
      'res.status(201).json({ q: req.params.q ?? req.body?.q ?? req.query.q, h: req.hostname })',
    )
  })

  it.each([
    ["!req.param('a')", '!(req.params.a ?? req.body?.a ?? req.query.a)'],
    ["req.param('a').b", '(req.params.a ?? req.body?.a ?? req.query.a).b'],
    ["req.param('a-b')", "req.params['a-b'] ?? req.body?.['a-b'] ?? req.query['a-b']"],
    ['req.param(key)', 'req.params[key] ?? req.body?.[key] ?? req.query[key]'],
    ["req.param('a', x || 1)", 'req.params.a ?? req.body?.a ?? req.query.a ?? (x || 1)'],
    ["req.param('a') || 1", '(req.params.a ?? req.body?.a ?? req.query.a) || 1'],
  ])('%s', (source, written) => {
    const text = plan(app(`app.get('/', (req, res) => { const x = ${source} })`)).text()
    expect(text).toContain(`const x = ${written}`)
  })

  it('finds the request of a response', () => {
    const inner = app("app.get('/', (q, s) => { load(() => s.redirect('back')) })")
    expect(plan(inner).text()).toContain("s.redirect(q.get('Referrer') || '/')")
    const hidden = app("app.get('/', (q, s) => { load((q) => s.redirect('back')) })")
    expect(plan(hidden).text()).toContain("s.redirect(s.req.get('Referrer') || '/')")
    const passed = app("const go = (s) => s.redirect('back')\napp.get('/', (q, s) => go(s))")
    expect(plan(passed).text()).toContain("s.redirect(s.req.get('Referrer') || '/')")
  })

  it('uses a name that is free for a module', () => {
    const source = app("const path = 1\napp.get('/', (req, res) => res.sendfile('a'))")
    const text = plan(source).text()
    expect(text).toContain("const path2 = require('node:path')")
    expect(text).toContain("res.sendFile(path2.resolve('a'))")
  })

  it('uses a module that is imported already', () => {
    const source = `import p from 'path'\nimport e from 'express'\ne().get('/', (req, res) => res.sendfile('a'))`
    expect(plan(source).text()).toContain("res.sendFile(p.resolve('a'))")
  })

  it('converts the literal parts of templates and sums', () => {
    expect(plan(app('app.get(`${base}/:id?`, show)')).text()).toContain('`${base}{/:id}`')
    expect(plan(app("app.get(base + '/files/*', show)")).text()).toContain(
      "base + '/files/{*splat}'",
    )
    expect(plan(app('app.get(`${base}/:id(\\\\d+)`, show)')).reports).toContain('D-003')
  })

  it('converts lists of paths, and constants that are used once', () => {
    expect(plan(app("app.get(['/a', '/b/*'], show)")).text()).toContain("['/a', '/b/{*splat}']")
    expect(plan(app("const p = '/a/*'\napp.get(p, show)")).text()).toContain(
      "const p = '/a/{*splat}'",
    )
    const twice = plan(app("const p = '/a/*'\napp.get(p, show)\nprint(p)"))
    expect(twice.text()).toContain("const p = '/a/*'")
    expect(twice.reports).toContain('D-001')
  })

  it('gives captures their new names in the handlers of a route', () => {
    const source = app(
      "app.route('/a/*/b/*').get((req, res) => res.send(req.params[0] + req.params['1']))\n" +
        "app.get('*', (req, res) => res.send(req.params[0]))\n" +
        "app.get('/x/:path(*)', (req, res) => res.send(req.params.path))\n" +
        'app.get(/(.)/, (req, res) => res.send(req.params[0]))',
    )
    const text = plan(source).text()
    expect(text).toContain(
      "(req.params.splat ?? []).join('/') + (req.params.splat2 ?? []).join('/')",
    )
    expect(text).toContain("res.send(`/${(req.params.splat ?? []).join('/')}`)")
    expect(text).toContain("res.send((req.params.path ?? []).join('/'))")
    expect(text).toContain('app.get(/(.)/, (req, res) => res.send(req.params[0]))')
  })

  it('reports captures of a handler that serves several paths', () => {
    const source = app(
      "app.get('/a/*', show)\napp.get('*', show)\nfunction show(req) { req.params[0] }",
    )
    expect(plan(source).reports).toContain('D-001')
    expect(plan(source).text()).toContain('req.params[0]')
  })

  it('does not use regular expressions where settings for routing exist', () => {
    const source = app("app.enable('strict routing')\napp.get('/a-:id(\\\\d+)', show)")
    expect(plan(source).reports).toContain('D-003')
    const moved = app("app.enable('strict routing')\napp.get('/:id(\\\\d+)', show)")
    expect(plan(moved).text()).toContain("app.get('/:id', show)")
  })

  describe('old idioms', () => {
    it.each([
      'app._router.stack.splice(2, 1)',
      'app._router.stack.pop()',
      'app._router.stack = app._router.stack.filter(keep)',
      'app._router.stack.length = 2',
      'delete app._router.stack[2]',
      'const r = e.Router()\nr.stack.splice(0)',
      'const r = e.Router()\nr.stack = []',
    ])('that remove routes lead to app.remove: %s', (body) => {
      const { reported, text } = plan(app(body))
      expect(reported.find(({ id }) => id === 'remove')?.text).toContain('app.remove(')
      expect(text()).toContain(body.replaceAll('_router', 'router'))
      expect(plan(app(body), { target: 'express' }).reports).not.toContain('remove')
      const newer = app(body.replaceAll('_router', 'router'))
      expect(plan(newer, { from: 5 }).reports).toContain('remove')
    })

    it.each([
      'print(app._router.stack.length)',
      'app._router.stack.forEach(print)',
      'app._router.stack.filter(isRoute).forEach(print)',
      'const list = { stack: [] }\nlist.stack.pop()',
    ])('that read routes are none: %s', (body) => {
      expect(plan(app(body)).reports).not.toContain('remove')
    })

    it.each([
      "app.all('/', (req, res) => res.sendStatus(405))",
      "app.route('/').get(show).all((req, res) => res.set('Allow', 'GET').status(405).end())",
      "app.all('/', (req, res, next) => next(createError(405)))",
      "app.all('/', refuse)\nfunction refuse(req, res) { res.statusCode = 405; res.end() }",
      "app.get('/', show).all('/', (req, res) => { if (req.method !== 'GET') { res.sendStatus(405) } })",
    ])('that respond 405 lead to the setting, once: %s', (body) => {
      const twice = `${body}\n${body.replace('function refuse', 'function other')}`
      const found = plan(app(twice)).reported.filter(({ id }) => id === 'method not allowed')
      expect(found.map(({ text }) => text)).toEqual([
        expect.stringContaining("app.enable('method not allowed')"),
      ])
      expect(plan(app(body), { target: 'express' }).reports).not.toContain('method not allowed')
    })

    it.each([
      "app.all('/', (req, res) => res.sendStatus(404))",
      "app.get('/', (req, res) => res.sendStatus(405))",
      "Promise.all([405]).then(() => app.get('/', show))",
    ])('are not %s', (body) => {
      expect(plan(app(body)).reports).not.toContain('method not allowed')
    })
  })

  describe('patterns of parameters', () => {
    const digits = '(\\\\d+)'
    const texts = (source: string, options = {}) => {
      const result = plan(app(source), options)
      const changes = result.rewritten.filter(({ id }) => id === 'D-003').map(({ text }) => text)
      return { text: result.text(), changes }
    }

    it('move to one call for each name and router, before the first path', () => {
      const { text, changes } = texts(
        `const users = e.Router(); users.get('/:id${digits}', show)\n` +
          `if (on) {\n  app.get('/:id${digits}/:kind(a|b)', show)\n  app.put('/x/:id${digits}', show)\n}`,
      )
      expect(text).toContain(
        "e.Router(); users.param('id', /^\\d+$/); users.get('/:id', show)\n" +
          "if (on) {\n  app.param('id', /^\\d+$/);\n  app.param('kind', /^(?:a|b)$/i);\n" +
          "  app.get('/:id/:kind', show)\n  app.put('/x/:id', show)\n}",
      )
      expect(changes[0]).toBe(`'/:id(\\d+)' → '/:id' and .param('id', /^\\d+$/)`)
    })

    it.each([
      [
        'another path has none',
        `app.get('/:id${digits}', show)\napp.get('/y/:id', show)`,
        'another pattern for id, or none',
      ],
      [
        'another path has another',
        `app.get('/:id${digits}', show)\napp.get('/y/:id(\\\\w+)', show)`,
        'another pattern',
      ],
      ['a path is not known', `app.get('/:id${digits}', show)\napp.get(load(), show)`, 'not known'],
      [
        'a path is a template',
        `app.get('/:id${digits}', show)\napp.get(\`/\${x}\`, show)`,
        'not known',
      ],
      [
        'another path is an expression with names',
        `app.get('/:id${digits}', show)\napp.get(/^\\/(?<id>x)/, show)`,
        'not known',
      ],
      [
        'a path stands in front of it',
        `if (on) {\n  app.get('/:id${digits}', show)\n}\napp.get('/x/:id${digits}', show)`,
        'no place',
      ],
      ['the router has no name', `e.Router().get('/:id${digits}', show)`, 'no place'],
      [
        'the case counts',
        "app.enable('case sensitive routing')\napp.get('/:id([a-f]+)', show)",
        undefined,
      ],
    ])('stay in a regular expression if %s', (_title, source, reason) => {
      const { text, changes } = texts(source)
      expect(text).not.toContain('.param(')
      if (reason === undefined) expect(changes).toEqual([])
      else
        expect(changes[0]).toMatch(new RegExp(`^'/:id.* → /\\^.*/i \\(not \\.param\\(.*${reason}`))
    })

    it.each([
      ...['/:id(\\\\d*)', '/:id([^x]+)', '/:id(\\\\d?)', '/:id(\\\\S+)', '/:id(.+)', '/:id([%a]+)'],
      ...['/v:id(\\\\d+)', '/:id(\\\\d+).json', '/:a(\\\\d+)-:b(\\\\d+)', '/:id((x)y)'],
    ])('stay if they could match something else: %s', (path) => {
      expect(texts(`app.get('${path}', show)`).text).not.toContain('.param(')
    })

    it('move in front of a parenthesis, with a semicolon', () => {
      const source =
        "import e from 'express'\nconst app = e()\n(app as any).get('/:id(\\\\d+)', show)\n"
      expect(plan({ 'a.ts': source.replace('e()', 'e();') }).text('a.ts')).toContain(
        "(app as any).param('id', /^\\d+$/);\n(app as any).get('/:id', show)",
      )
    })

    it('stay if Express remains, which throws for them', () => {
      const { text } = texts(`app.get('/:id${digits}', show)`, { target: 'express' })
      expect(text).toContain('app.get(/^\\/(?<id>\\d+)\\/?$/i, show)')
    })

    it('stay in a program whose receivers are guesses', () => {
      const source = `module.exports = (app) => { app.get('/:id(\\\\d+)', (req, res) => res.send('x')) }`
      expect(plan(source).text()).toBe(source)
    })
  })

  it('keeps code of 4.x that 4.x has', () => {
    const source = app("app.del('/:id?', (req, res) => res.send(404))")
    const result = plan(source, { target: '4' })
    expect(result.text()).toBe(source.replace("'express'", "'webapp/v4'"))
  })

  it('rewrites what 4.x lacks, for a program of 3.x that moves to 4.x', () => {
    const source = app("app.configure(() => { app.del('/', (req, res) => res.send(404)) })")
    const { text } = plan(source, { from: 3, target: '4' })
    expect(text()).toContain("{ app.del('/', (req, res) => res.send(404)) }")
    expect(text()).not.toContain('configure')
  })

  it('changes nothing in a second run', () => {
    const source = app(
      "app.use(e.urlencoded())\napp.all('/a*b/:c?', (req, res) => res.json(201, { a: req.param('a'), q: req.query }))\n" +
        "app.get('/:n([0-9]+)', (req, res) => res.redirect('back', 303))",
    )
    const first = plan(source).text()
    const second = plan(first)
    expect(second.changes).toEqual([])
    expect(second.rewrites).toEqual([])
    const express = plan(plan(source, { target: 'express' }).text(), { target: 'express' })
    expect(express.rewrites).toEqual([])
  })
})

describe('paths that are not literals in the call', () => {
  const app = (body: string) => `const e = require('express')\nconst app = e()\n${body}\n`

  it.each([
    [
      ";['/:db/*', '/:db'].forEach(function (route) { app.all(route, show) })",
      "['/:db/{*splat}', '/:db'].forEach(function (route) { app.all(route, show) })",
    ],
    [
      "for (const path of ['/a/:id?', '*']) app.get(path, show)",
      "for (const path of ['/a{/:id}', '/{*splat}']) app.get(path, show)",
    ],
  ])('are rewritten in the list of a loop: %s', (source, written) => {
    expect(plan(app(source)).text()).toContain(written)
  })

  it('are reported if the variable of the loop has another use', () => {
    const { text, reports } = plan(
      app(";['/a/*'].forEach((path) => { log(path); app.get(path, show) })"),
    )
    expect(text()).toContain("['/a/*']")
    expect(reports).toContain('D-001')
  })

  it('are reported at texts in the same file that look like patterns', () => {
    const { reported } = plan(
      app(
        "const all = [{ path: '*', run: show }]\nall.forEach((each) => app.use(each.path, each.run))",
      ),
    )
    expect(reported.map(({ id, text }) => [id, text.includes("'/{*splat}'")])).toContainEqual([
      'D-007',
      true,
    ])
  })

  it('are reported once in a file if nothing there looks like a pattern', () => {
    const source = app('app.get(config.path, show)\napp.post(config.other, show)')
    expect(plan(source).reports.filter((id) => id === 'path')).toEqual(['path'])
    expect(plan(app('app.use(logger, show)\napp.use(prefix, show)')).reports).toEqual([])
    expect(plan(source, { from: 5 }).reports).toEqual([])
  })
})
