import { describe, expect, it } from 'vitest'
import { plan } from './project.ts'

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
