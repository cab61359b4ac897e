import { describe, expect, it } from 'vitest'
import { createApplication, runNode, runRegistered } from './application.ts'

/** Prints the dialects that the files of an application get, by their names. */
function tellAll(files: readonly string[]): string {
  return `
    const which = require('./which.cjs')
    const told = ${JSON.stringify(files)}.map((file) => [file, which(require('./' + file))])
    console.log(JSON.stringify(Object.fromEntries(told)))
  `
}

const takesExpress = "module.exports = require('express')"
const original = (version: string) => ({ name: 'express', version })

describe('the dialect of a file', () => {
  it('is that of the range in the nearest package.json that names express', async () => {
    const folder = createApplication({
      'package.json': { devDependencies: { express: '~3.21.0' } },
      'index.js': tellAll(['a.js', 'four/src/a.js', 'four/src/plain/a.js', 'five/a.js']),
      'a.js': takesExpress,
      'four/package.json': { dependencies: { express: '^4.18.2' } },
      'four/src/a.js': takesExpress,
      'four/src/plain/package.json': { type: 'commonjs' },
      'four/src/plain/a.js': takesExpress,
      'five/package.json': { peerDependencies: { express: 'npm:express@5.x' } },
      'five/a.js': takesExpress,
    })
    expect(await runRegistered(folder, 'index.js')).toEqual({
      'a.js': 3,
      'four/src/a.js': 4,
      'four/src/plain/a.js': 4,
      'five/a.js': 5,
    })
  })

  it('is 5.x where nothing tells', async () => {
    const folder = createApplication({ 'index.js': tellAll(['a.js']), 'a.js': takesExpress })
    expect(await runRegistered(folder, 'index.js')).toEqual({ 'a.js': 5 })
  })

  it('is that of the installed original where a range admits it and others', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: 'latest' } },
      'node_modules/express/package.json': original('4.17.1'),
      'index.js': tellAll(['a.js', 'either/a.js', 'newer/a.js', 'local/a.js', 'older/a.js']),
      'a.js': takesExpress,
      'either/package.json': { dependencies: { express: '4 || 5' } },
      'either/a.js': takesExpress,
      'newer/package.json': { dependencies: { express: '^5' } },
      'newer/a.js': takesExpress,
      'local/package.json': { dependencies: { express: 'file:../express' } },
      'local/a.js': takesExpress,
      'older/package.json': { dependencies: { express: '>=3' } },
      'older/node_modules/express/package.json': original('3.21.2'),
      'older/a.js': takesExpress,
    })
    expect(await runRegistered(folder, 'index.js')).toEqual({
      'a.js': 4,
      'either/a.js': 4,
      'newer/a.js': 5,
      'local/a.js': 4,
      'older/a.js': 3,
    })
  })

  it('is the newest that a range admits where no original is installed', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '>=3 <5' } },
      'node_modules/express/package.json': { name: '@fork/express', version: '3.0.0' },
      'index.js': tellAll(['a.js']),
      'a.js': takesExpress,
    })
    expect(await runRegistered(folder, 'index.js')).toEqual({ 'a.js': 4 })
  })

  it('is that of WEBAPP_DIALECT before all', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^4' } },
      'index.js': tellAll(['a.js']),
      'a.js': takesExpress,
    })
    const env = { WEBAPP_DIALECT: '3' }
    expect(await runRegistered(folder, 'index.js', { env })).toEqual({ 'a.js': 3 })
  })

  it('cannot be one that there is not', async () => {
    const folder = createApplication({ 'index.js': '' })
    const env = { WEBAPP_DIALECT: '6' }
    const outcome = await runNode(folder, ['--require', 'webapp/register', 'index.js'], env)
    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain("WEBAPP_DIALECT is '6', but must be 3, 4 or 5")
  })

  it('is none for a range that admits none, which keeps the original', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^2.5' } },
      'node_modules/express/package.json': original('2.5.11'),
      'node_modules/express/index.js': "module.exports = 'the original'",
      'index.js': "console.log(JSON.stringify(require('express')))",
    })
    expect(await runRegistered(folder, 'index.js')).toBe('the original')
  })
})

describe('the dialect of an installed package', () => {
  it('is its own where express is installed with it, else that of its surroundings', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^5.0.0' } },
      'index.js': tellAll([
        'node_modules/plugin/lib/index.js',
        'node_modules/@scope/old/index.js',
        'node_modules/@scope/old/node_modules/plugin/index.js',
        'node_modules/.store/old@1/node_modules/old/index.js',
        'node_modules/.store/plugin@1/node_modules/plugin/index.js',
      ]),
      'node_modules/plugin/package.json': {
        peerDependencies: { express: '>=3' },
        devDependencies: { express: '^4' },
      },
      'node_modules/plugin/lib/index.js': takesExpress,
      'node_modules/@scope/old/package.json': { dependencies: { express: '^4.17.0' } },
      'node_modules/@scope/old/index.js': takesExpress,
      'node_modules/@scope/old/node_modules/plugin/package.json': {
        peerDependencies: { express: '*' },
      },
      'node_modules/@scope/old/node_modules/plugin/index.js': takesExpress,
      'node_modules/.store/old@1/node_modules/old/package.json': {
        optionalDependencies: { express: '3' },
      },
      'node_modules/.store/old@1/node_modules/old/index.js': takesExpress,
      'node_modules/.store/plugin@1/node_modules/plugin/package.json': {},
      'node_modules/.store/plugin@1/node_modules/plugin/index.js': takesExpress,
    })
    expect(await runRegistered(folder, 'index.js')).toEqual({
      'node_modules/plugin/lib/index.js': 5,
      'node_modules/@scope/old/index.js': 4,
      'node_modules/@scope/old/node_modules/plugin/index.js': 4,
      'node_modules/.store/old@1/node_modules/old/index.js': 3,
      'node_modules/.store/plugin@1/node_modules/plugin/index.js': 5,
    })
  })

  it('is that of the started application where it is installed above it', async () => {
    const plugin = "export { default } from 'express'"
    const folder = createApplication({
      'package.json': { workspaces: ['apps/*'] },
      'apps/web/package.json': { dependencies: { express: '^4' } },
      'apps/web/index.mjs': `
        import which from '../../which.cjs'
        import required from 'required'
        import imported from 'imported'
        console.log(JSON.stringify([which(required), which(imported)]))
      `,
      'node_modules/required/index.js': takesExpress,
      'node_modules/imported/package.json': { type: 'module', exports: './index.js' },
      'node_modules/imported/index.js': plugin,
    })
    expect(await runRegistered(folder, 'apps/web/index.mjs')).toEqual([4, 4])
    const flag = '--import'
    expect(await runRegistered(folder, 'apps/web/index.mjs', { flag })).toEqual([4, 4])
  })
})

describe('WEBAPP_REGISTER_LOG', () => {
  const files = {
    'package.json': { dependencies: { express: '^4' } },
    'index.js': "require('express'); require('express'); require('./lib/three.js')",
    'lib/package.json': { dependencies: { express: '3.x' } },
    'lib/three.js': takesExpress,
  }

  it('tells once which file got which dialect, and why', async () => {
    const folder = createApplication(files)
    const env = { WEBAPP_REGISTER_LOG: '1' }
    const outcome = await runNode(folder, ['--require', 'webapp/register', 'index.js'], env)
    expect(outcome.stderr.split('\n')).toEqual([
      `webapp/register: index.js gets webapp/v4 (express ^4 in ${folder}/package.json)`,
      `webapp/register: lib/three.js gets webapp/v3 (express 3.x in ${folder}/lib/package.json)`,
      '',
    ])
  })

  it.each(['--require', '--import'])('tells of an import once, with %s', async (flag) => {
    const folder = createApplication({ ...files, 'index.mjs': "import 'express'" })
    const env = { WEBAPP_REGISTER_LOG: '1' }
    const outcome = await runNode(folder, [flag, 'webapp/register', 'index.mjs'], env)
    expect(outcome.stderr).toBe(
      `webapp/register: index.mjs gets webapp/v4 (express ^4 in ${folder}/package.json)\n`,
    )
  })

  it('is silent where nobody asks', async () => {
    const folder = createApplication(files)
    const outcome = await runNode(folder, ['--require', 'webapp/register', 'index.js'])
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
