import { describe, expect, it } from 'vitest'
import { proveSource, type Settings } from './program.ts'

const APP = "const express = require('express')\nconst app = express()\n"

/** The members of Express that a program reaches; `?` marks those that only names suggest. */
function membersOf(
  source: string | Readonly<Record<string, string>>,
  settings: Settings = {},
): string[] {
  const { members } = proveSource(source, settings)
  return members
    .filter(({ origin }) => origin === 'express')
    .map(({ member, isSure }) => (isSure ? member : `${member}?`))
    .sort()
}

describe('the members that a program reaches', () => {
  it('are found in CommonJS', () => {
    const source = `${APP}app.get('/', (request, answer) => answer.json(request.query))`
    expect(membersOf(source)).toEqual(['app.get', 'req.query', 'res.json'])
  })

  it('are found in ES modules', () => {
    const source =
      "import express, { Router as Paths, json } from 'express'\n" +
      'const router = Paths()\nrouter.use(json())\n' +
      "router.route('/a').post((a, b) => b.sendStatus(204))\nexport default express().use(router)"
    expect(membersOf(source)).toEqual(
      [
        'app.use',
        'express.Router',
        'express.json',
        'res.sendStatus',
        'route.post',
        'router.route',
        'router.use',
      ].sort(),
    )
  })

  it('are found in TypeScript, by the types of parameters', () => {
    const source =
      "import type { Request, Response } from 'express'\n" +
      'export function show(what: Request, where: Response): void {\n' +
      '  where!.status(200).send((what as Request).params.id)\n}'
    expect(membersOf({ 'show.ts': source })).toEqual(['req.params', 'res.send', 'res.status'])
  })

  it('are found in patterns', () => {
    const source = `${APP}app.use(({ query, body: { name } = {} }, { locals, ...others }) => {})`
    expect(membersOf(source)).toEqual(['app.use', 'req.body', 'req.query', 'res.locals'])
  })

  it('are found behind other names, in other files and in brackets', () => {
    const files = {
      'app.js': `${APP}require('./routes')(app)`,
      'routes.js':
        "module.exports = (server) => { const web = server; web['get']('/', show) }\n" +
        'function show(a, b) { const c = b; c[`redirect`](a["originalUrl"]) }',
    }
    expect(membersOf(files)).toEqual(['app.get', 'req.originalUrl', 'res.redirect'])
  })

  it('are read from lists of names that the code shows', () => {
    const source =
      `${APP}const METHODS = ['get', 'POST']\n` +
      "METHODS.forEach((method) => app[method.toLowerCase()]('/', (req, res) => res.end()))\n" +
      "for (const name of ['put', 'patch']) app[name]('/', () => {})\n" +
      "const last = process.env.A ? 'all' : 'options'\napp[last]('/', () => {})"
    const { unknown } = proveSource(source)
    expect(unknown).toEqual([])
    expect(membersOf(source)).toEqual(
      ['app.all', 'app.get', 'app.options', 'app.patch', 'app.post', 'app.put'].sort(),
    )
  })

  it('are only probable if nothing but the names of parameters suggests them', () => {
    const source = `${APP}exports.show = (req, res) => res.json(req.query)`
    expect(membersOf(source)).toEqual(['req.query?', 'res.json?'])
  })

  it('are not those of objects that are provably of other packages', () => {
    const source =
      "const http = require('http')\nconst koa = require('koa')\nrequire('express')\n" +
      'http.createServer((req, res) => { res.status(200); req.query })\n' +
      'const server = new koa()\nserver.use((req, res) => res.json(req.query))\n' +
      'const res = { json() {} }\nres.json()'
    expect(membersOf(source)).toEqual([])
  })

  it('are those of the module itself, and of its middleware', () => {
    const source = `${APP}app.use(express.static('public'))\nexpress.static.mime.define({})\nexpress.response.hello = 1`
    expect(membersOf(source)).toEqual(
      ['app.use', 'express.response', 'express.static', 'express.static.mime'].sort(),
    )
  })

  it('are counted once, with the first place', () => {
    const { members, reached } = proveSource(`${APP}app.get('/a', f)\napp.get('/b', f)`)
    expect(reached).toEqual(['app.get'])
    expect(members.find(({ member }) => member === 'app.get')).toMatchObject({
      count: 2,
      file: 'app.js',
      line: 3,
      column: 1,
    })
  })

  it.each([
    ['^3.0.0', 3],
    ['~4.17.0', 4],
    ['5', 5],
  ] as const)('have the dialect of Express %s', (express, dialect) => {
    const { dialects, members } = proveSource(`${APP}app.use(f)`, { express })
    expect(dialects).toEqual([dialect])
    expect(members).toMatchObject([{ member: 'app.use', dialect }])
  })

  it('are not those of tests, unless they are wanted', () => {
    const files = {
      'app.js': `${APP}app.use(f)`,
      'test/app.js': `${APP}app.enable('x')`,
      'src/a.test.js': `${APP}app.disable('x')`,
    }
    expect(membersOf(files)).toEqual(['app.use'])
    expect(proveSource(files).testCount).toBe(2)
    expect(membersOf(files, { withTests: true })).toEqual(['app.disable', 'app.enable', 'app.use'])
  })
})

describe('names that cannot be known', () => {
  it('are listed with their places', () => {
    const source = `${APP}app[process.env.METHOD]('/', f)\napp.get('/', ({ [process.env.MEMBER]: x }, res) => res[x])`
    expect(proveSource(source).unknown).toMatchObject([
      { file: 'app.js', line: 3, column: 1, code: 'app[process.env.METHOD]', owner: 'app' },
      { owner: 'req', code: '[process.env.MEMBER]: x' },
      { owner: 'res', code: 'res[x]' },
    ])
  })

  it('of other objects are not listed', () => {
    const source = `${APP}const table = {}\ntable[process.env.A]()\napp.get('/', (req, res) => req.headers[res])`
    expect(proveSource(source).unknown).toEqual([])
  })
})
