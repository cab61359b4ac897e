// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the programs contain templates.
import { describe, expect, it } from 'vitest'
import { placesAfter, placesBefore } from '../../src/migrate/output/places.ts'
import { printSummary, type Summary, toJson } from '../../src/migrate/output/summary.ts'
import { plan } from './project.ts'

const app = (body: string) => `const e = require('express')\nconst app = e()\n${body}\n`

type Plan = ReturnType<typeof plan>

const summaryOf = (result: Plan, isDry: boolean): Summary => ({
  folder: '/',
  readCount: 1,
  rewritten: result.rewritten,
  reported: result.reported,
  placeOf: isDry ? placesBefore() : placesAfter(result),
  skipped: [],
  outside: [],
  tools: result.tools,
  oldTypeScript: result.oldTypeScript,
  next: [],
  raised: [],
  isDry,
})

/** The text of a file from the place of a spot on. */
function textAt(text: string, { line, column }: { line: number; column: number }): string {
  return text
    .split('\n')
    .slice(line - 1)
    .join('\n')
    .slice(column - 1)
}

describe('the places of spots', () => {
  /** Each body has one spot with the id, and the text that is there when the files are written. */
  const places: readonly (readonly [string, string, string, 3 | 4])[] = [
    [
      "app.get('/:id?', (req, res) => f(req.query.a))\napp.use(/^\\/a/, f)",
      'D-006',
      'app.use(/',
      4,
    ],
    ["app.get('/:id?/:no?', f)\napp.use(/^\\/a/, f)", 'D-006', 'app.use(/', 4],
    [
      "app.get('/', (req, res) => res.sendfile('a'))",
      'import',
      "const path = require('node:path')",
      4,
    ],
    [
      "app.get('/', (req, res) => res.sendfile('a'))",
      'D-041',
      "res.sendFile(path.resolve('a'))",
      4,
    ],
    ["app.get('/', (req, res) => res.redirect('a', 301))", 'D-037', "res.redirect(301, 'a')", 4],
    ["app.get('/', (req, res) => f(req.query.a))", 'D-019', 'e()\napp.set(', 4],
    [
      "app.get('/', (req, res) => res.json({ a: req.param('a') }, 201))",
      'D-027',
      'req.params.a ??',
      4,
    ],
    ['app.use(e.query()); app.use(/^\\/a/, f)', 'D-006', 'app.use(/', 4],
    ['app.use(e.query())\napp.use(/^\\/a/, f)', 'D-006', 'app.use(/', 4],
    [
      'app.configure(function () {\n  app.use(e.query())\n  app.use(app.router)\n  app.use(f, [g])\n})',
      'D-058',
      'app.use(f, [g])',
      3,
    ],
    [
      "app.use('/a', f)\napp.get('/', (req, res) => res.redirect('a'))",
      'D-074',
      'res.redirect(req.app.path()',
      3,
    ],
  ]

  it.each(places)('are those of the written file: %s %s', (body, id, text, from) => {
    const result = plan(app(body), { from })
    const [spot] = [...result.rewritten, ...result.reported].filter(
      (each) => each.id === id && (id !== 'import' || each.text.includes('node:')),
    )
    if (spot === undefined) throw new Error(`no spot ${id}`)
    const place = placesAfter(result)(spot)
    expect(textAt(result.text(), place).startsWith(text)).toBe(true)
  })

  it('are those of the file as it is for a dry run, which says so', () => {
    const result = plan(app("app.get('/:id?', (req, res) => f(req.query.a))\napp.use(/^\\/a/, f)"))
    const dry = summaryOf(result, true)
    expect(printSummary(dry)).toContain('as they are now, before the changes')
    expect(printSummary(dry)).toContain('app.js:4:1  D-006')
    expect(JSON.parse(toJson(dry))).toMatchObject({ places: 'before' })
    const written = summaryOf(result, false)
    expect(printSummary(written)).not.toContain('before the changes')
    expect(printSummary(written)).toContain('app.js:5:1  D-006')
    expect(JSON.parse(toJson(written))).toMatchObject({ places: 'after' })
  })

  it('are not in the texts, which do not move with the file', () => {
    const { reported } = plan(
      app("const all = [{ path: '/a/*' }]\nall.forEach((each) => app.get(each.path, each.run))"),
    )
    expect(reported.map(({ text }) => text).join()).toContain('app.get(each.path, …) registers')
  })
})

describe('spots that stop a program when it starts', () => {
  it.each([
    ["app.get('/(.*)', f)", 4],
    ["const p = '/a/*'\napp.get(p, f)\nprint(p)", 4],
    ['app.get(`${base}/:id(\\\\d+)`, f)', 4],
    ['app.param((name, value) => f)', 4],
    ["module.exports = (web) => web.get('/a/:b?', () => {})", 4],
    ["require('express/lib/router/layer')", 4],
    ["require('express-async-errors')", 4],
    ['print(e.query())', 4],
    ["e.static.mime.define({ 'a/b': ['c'] })", 4],
    ['app.use(e.cookieSession())', 3],
    ['app.configure(function () { this.use(f) })', 3],
    ['app.use(app.router); app.use(app.router)', 3],
    ['print(app.locals({ a: 1 }))', 3],
    ['app.routes.get.forEach(f)', 3],
    ["require('connect-redis')(e)", 3],
    ['e.createServer(f)', 3],
  ] as const)('come first, apart from others: %s', (body, from) => {
    const result = plan(
      app(`app.listen(1, () => {})\napp.get('/', (req, res) => { req.range(1) })\n${body}`),
      { from },
    )
    const summary = summaryOf(result, false)
    const [first, ...others] = printSummary(summary).split('\n\n').slice(1)
    expect(first).toMatch(/^\d+ spots? can stop the program when it starts:/)
    expect(first).not.toMatch(/D-017|D-031/)
    expect(others.join('\n')).toMatch(/need a look:[\s\S]*D-017[\s\S]*D-031/)
    const { reported } = JSON.parse(toJson(summary))
    const stops = reported.map(({ stopsStart }: { stopsStart: boolean }) => stopsStart)
    expect(stops[0]).toBe(true)
    expect(stops.lastIndexOf(true)).toBeLessThan(stops.indexOf(false))
  })

  it('are not those that only a request meets', () => {
    const bodies = [
      "app.get('/', (req, res) => { res.locals(); req.accepted; e.mime.lookup('a') })",
      "app.get('/', (req, res) => { res.send(status); req.param(f()); app.routes.get })",
    ]
    for (const body of bodies) {
      const { reported } = plan(app(body), { from: 3 })
      expect(reported.length).toBeGreaterThan(2)
      expect(reported.filter(({ stopsStart }) => stopsStart)).toEqual([])
    }
  })

  it('keep their weight if they are not certain', () => {
    const source = "module.exports = { run(router) { router = load(); router.del('/', f) } }"
    const { reported } = plan(`require('express')\n${source}`)
    expect(reported.every(({ stopsStart }) => stopsStart)).toBe(true)
  })
})
