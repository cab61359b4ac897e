import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it, vi } from 'vitest'
import { UsageError } from '../../src/command.ts'
import { command } from '../../src/migrate/command.ts'
import { planMigration } from '../../src/migrate/migrate.ts'
import { OLDEST_TYPESCRIPT } from '../../src/migrate/project/typescript.ts'
import { majorsOf } from '../../src/migrate/project/version-ranges.ts'
import { METHODS } from '../../src/migrate/rules/evidence.ts'
import { createProject, readProject } from './project.ts'

const app = (body: string) => `const express = require('express')\nconst app = express()\n${body}\n`
const handler = (body: string) => app(`app.get('/', (req, res) => { ${body} })`)

const three = app("app.configure(function () { app.use(express.bodyParser()) })\napp.get('/', f)")
const four = handler('res.sendfile(name)')
const five = app("app.get('/a{/:id}', f)")
const any = handler("res.send('a')")

interface Versions {
  readonly range?: string
  readonly installed?: string
}

function projectOf(source: string, { range, installed }: Versions): string {
  return createProject({
    'app.js': source,
    ...(range !== undefined && {
      'package.json': JSON.stringify({ dependencies: { express: range } }),
    }),
    ...(installed !== undefined && {
      'node_modules/express/package.json': JSON.stringify({ version: installed }),
    }),
  })
}

const planned = (source: string, versions: Versions) =>
  planMigration(projectOf(source, versions), { target: '5' })

describe('a range of versions', () => {
  it.each([
    ['^4.17.1', [4]],
    ['3.x', [3]],
    ['>=3.0.0 <5', [4, 3]],
    ['5.0.0-beta.1 || ^4', [5, 4]],
    ['2 || 3', [3]],
    ['latest', [5, 4, 3]],
    ['next', [5, 4, 3]],
    ['*', [5, 4, 3]],
    ['x', [5, 4, 3]],
    ['', [5, 4, 3]],
    ['beta', [5, 4, 3]],
    ['latest-4', [4]],
    ['workspace:*', [5, 4, 3]],
    ['workspace:^4.0.0', [4]],
    ['file:../express4', [5, 4, 3]],
    ['npm:express@^4.17.0', [4]],
    ['expressjs/express', [5, 4, 3]],
    ['github:expressjs/express#4.x', [4]],
    ['git+https://127.0.0.1:8080/express.git#v3.4.8', [3]],
    ['git+ssh://git@127.0.0.1/express.git#semver:^4.0.0', [4]],
    ['git://127.0.0.1/express.git#4f3a9c2d', [5, 4, 3]],
    ['git://127.0.0.1/express.git#2.5.11', []],
    ['http://127.0.0.1:3000/express-3.4.8.tgz', [3]],
    ['http://127.0.0.1/express/tarball/4.16.0', [4]],
    ['2.5.11', []],
    ['~1.0', []],
    ['<3', []],
    ['6', []],
    ['>=6', []],
  ])('%j admits the dialects %j', (range, dialects) => {
    expect(majorsOf(range)).toEqual(dialects)
  })
})

describe('members that tell the version', () => {
  const require = createRequire(new URL('../../../../conformance/package.json', import.meta.url))

  it.each([3, 4, 5])('are those of Express %i', (version) => {
    const express = require(`express${version}`)
    const owners: Record<string, object> = {
      app: express(),
      router: version === 3 ? new express.Router() : express.Router(),
      req: express.request,
      res: express.response,
    }
    for (const [kind, methods] of Object.entries(METHODS)) {
      for (const [name, [oldest, newest]] of Object.entries(methods)) {
        const isThere = typeof Reflect.get(owners[kind] as object, name) === 'function'
        const isExpected = oldest <= version && version <= newest
        expect([kind, name, isThere]).toEqual([kind, name, isExpected])
      }
    }
  })
})

describe('the version that a program asks for', () => {
  const open = ['latest', 'next', '*', 'beta', 'expressjs/express', '>=3', 'file:../express']

  it.each([...open, '^5.0.0'])('%j is asked about if the code is older', (range) => {
    for (const [source, from] of [
      [three, 3],
      [four, 4],
    ] as const) {
      const { doubt = '' } = planned(source, { range })
      expect(doubt).toContain(`package.json asks for Express "${range}", so it is 5.x`)
      expect(doubt).toMatch(/\n {2}app\.js:3 {2}/)
      expect(doubt).toContain(`--from ${from}, or --from 5`)
    }
  })

  it.each([...open, '^5.0.0'])('%j is taken for 5.x if the code may be of 5.x', (range) => {
    for (const source of [five, any]) {
      const { doubt, dialects } = planned(source, { range })
      expect([doubt, dialects]).toEqual([undefined, [5]])
    }
  })

  it.each(open)('%j is what is installed', (range) => {
    for (const [source, installed] of [
      [three, '3.21.2'],
      [four, '4.22.3'],
      [five, '5.3.0'],
    ] as const) {
      const { doubt, dialects } = planned(source, { range, installed })
      expect([doubt, dialects]).toEqual([undefined, [Number(installed[0])]])
    }
    expect(planned(three, { range, installed: '5.3.0' }).doubt).toContain(
      `"${range}", 5.3.0 is installed, so it is 5.x`,
    )
  })

  it.each([
    ['^4.17.1', three, '3, or --from 4'],
    ['^3.0.0', handler('res.sendStatus(404)'), '4, or --from 3'],
    ['^4.17.1', five, '5, or --from 4'],
    ['^3.0.0', five, '5, or --from 3'],
  ])('%j is asked about if the code is not of this version', (range, source, advice) => {
    expect(planned(source, { range }).doubt).toContain(`--from ${advice} if`)
  })

  it.each([
    ['^3.0.0', three],
    ['^3.0.0', four],
    ['^3.0.0', any],
    ['^4.0.0', four],
    ['^4.0.0', any],
    ['^5.0.0', five],
  ])('%j is certain if the code agrees', (range, source) => {
    expect(planned(source, { range }).doubt).toBeUndefined()
  })

  it('is asked about if no package.json names it and the code is not of 4.x', () => {
    expect(planned(four, {}).doubt).toBeUndefined()
    for (const source of [three, five]) {
      expect(planned(source, {}).doubt).toContain(
        'no package.json names a version of Express, and 4.x is the default, so it is 4.x',
      )
    }
  })

  it('is not asked about if a part of the code has moved to it', () => {
    const source = `${five}app.get('/b/:id?', f)\n`
    expect(planned(source, { range: '^5.0.0' }).doubt).toBeUndefined()
    const mixed = `${four}if (express.logger) app.use(express.logger())\napp.get('/', (req, res) => res.sendStatus(404))`
    expect(planned(mixed, { range: '^4.0.0' }).doubt).toBeUndefined()
  })

  it('is not asked about if the program names its dialect', () => {
    const folder = projectOf(four.replace("'express'", "'webapp'"), { range: '^5.0.0' })
    expect(planMigration(folder, { target: '5' }).doubt).toBeUndefined()
  })

  it.each([
    'app.configure(function () {})',
    'app.use(app.router)',
    'app.use(express.bodyParser())',
    "app.use(express.logger('dev'))",
    'app.locals({ a: 1 })',
    "app.del('/', f)",
    "app.get('/:id?', f)",
    "app.get('*', f)",
    'app.param(function (name, fn) {})',
    "app.get('/', (req, res) => res.send(404, 'no'))",
    "app.get('/', (req, res) => res.sendfile('a'))",
    "app.get('/', (req, res) => req.param('a'))",
  ])('is told by the code: %s', (body) => {
    expect(planned(app(body), { range: 'latest' }).doubt).toContain('app.js:3')
  })

  it.each([
    'express.logger = require("morgan")\napp.use(express.logger())',
    'app.configure = (fn) => fn()\napp.configure(f)',
    "const other = load()\nother.configure(f)\nother.get('/:id?', f)",
    "exports.show = (req, res) => res.sendfile('a')",
    "app.get('/', (req, res) => res.send(404))",
  ])('is not told by other code: %s', (body) => {
    expect(planned(app(body), { range: 'latest' }).doubt).toBeUndefined()
  })

  it('names the package of a workspace, and three places', () => {
    const folder = createProject({
      'package.json': JSON.stringify({ workspaces: ['packages/*'] }),
      'packages/api/package.json': JSON.stringify({ dependencies: { express: 'latest' } }),
      'packages/api/app.js': app(Array.from({ length: 5 }, () => "app.del('/', f)").join('\n')),
    })
    const { doubt } = planMigration(folder, { target: '5' })
    expect(doubt).toContain('packages/api/package.json asks for Express "latest"')
    expect(doubt).toContain('packages/api/app.js:5  app.del(…), gone in 5.x\n  and 2 more\n')
  })

  it.each(['2.5.11', '1.x', '~0.14.0', '<3', 'git://127.0.0.1/express.git#2.5.11'])(
    'is refused if it is older than all dialects: %s',
    (range) => {
      expect(planned(any, { range }).doubt).toContain(
        `package.json asks for Express "${range}", and this command reads programs for Express 3, 4 and 5`,
      )
    },
  )

  it('is refused if it is installed and older, or newer than all dialects', () => {
    expect(planned(any, { range: '*', installed: '2.5.11' }).doubt).toMatch(
      /2\.5\.11 is installed, and this command .*--from 3/,
    )
    expect(planned(any, { range: '^6.0.0' }).doubt).toMatch(/"\^6\.0\.0", and .*--from 5/)
  })

  it('stops the command, and --from answers', async () => {
    for (const [range, source] of [
      ['latest', three],
      ['2.5.11', three],
    ] as const) {
      const folder = projectOf(source, { range })
      const error = await command.run([folder]).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(UsageError)
      expect(String(error)).toContain('Nothing was changed.')
      expect(readProject(folder, 'app.js')).toBe(source)
      expect(planMigration(folder, { target: '5', from: 3 }).doubt).toBeUndefined()
    }
  })
})

describe('the TypeScript of a program', () => {
  const source = "import express from 'express'\nexpress()\n"

  function projectWith(range: string, installed?: string, name = 'app.ts'): string {
    const dependencies = { express: '^4.17.1' }
    return createProject({
      [name]: source,
      'package.json': JSON.stringify({ dependencies, devDependencies: { typescript: range } }),
      ...(installed !== undefined && {
        'node_modules/typescript/package.json': JSON.stringify({ version: installed }),
      }),
    })
  }
  const found = (folder: string, target: '5' | '4' | 'express' = '5') =>
    planMigration(folder, { target }).oldTypeScript.map(({ version, isInstalled }) => [
      version,
      isInstalled,
    ])

  it('is as old as the guide says at least', () => {
    const guide = new URL('../../../../docs/guide/typescript.md', import.meta.url)
    expect(readFileSync(guide, 'utf8')).toContain(`- TypeScript ${OLDEST_TYPESCRIPT}.0 or newer`)
  })

  it.each(['^4.9.5', '~3.7', '4.x', '>=4.0 <5', 'npm:typescript@4.9.5', '^3 || ^4'])(
    'is named if it is too old: %s',
    (range) => {
      for (const name of ['app.ts', 'src/app.tsx', 'src/app.mts']) {
        expect(found(projectWith(range, undefined, name))).toEqual([[range, false]])
        expect(found(projectWith(range, undefined, name), '4')).toEqual([[range, false]])
      }
    },
  )

  it.each(['^5.0.0', '5', '~5.0.4', '>=4.5', '^4 || ^5', 'latest', '*', '7.0.2'])(
    'is not named if it may be new enough: %s',
    (range) => {
      expect(found(projectWith(range))).toEqual([])
    },
  )

  it('is the installed one, if there is one', () => {
    expect(found(projectWith('latest', '4.9.5'))).toEqual([['4.9.5', true]])
    expect(found(projectWith('^4.9.5', '5.4.2'))).toEqual([])
    expect(found(projectWith('^5.0.0', '7.0.2'))).toEqual([])
  })

  it('does not matter without TypeScript, without webapp and without a package.json for it', () => {
    expect(found(projectWith('^4.9.5', undefined, 'app.mjs'))).toEqual([])
    expect(found(projectWith('^4.9.5'), 'express')).toEqual([])
    expect(found(createProject({ 'app.ts': source }))).toEqual([])
  })

  it('is named with its package.json and a command', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue()
    const folder = projectWith('^4.9.5')
    await command.run([folder])
    await command.run([projectWith('^4.9.5', '4.9.5'), '--json'])
    const [text, json] = log.mock.calls.map(([line]) => String(line))
    log.mockRestore()
    expect(text).toContain(
      'TypeScript of package.json: it asks for ^4.9.5, and the types of webapp need 5.0 or newer: ' +
        'npm install --save-dev typescript@5',
    )
    expect(JSON.parse(json ?? '').oldTypeScript).toEqual([
      { packageJson: 'package.json', version: '4.9.5', isInstalled: true },
    ])
  })
})
