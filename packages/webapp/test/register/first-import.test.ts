import Module from 'node:module'
import { describe, expect, it } from 'vitest'
import { createApplication, runNode } from './application.ts'

/** Prints how often threads of import hooks are started, when the program ends. */
const counting = `
const Module = require('node:module')
const { register } = Module
let count = 0
Module.register = (...args) => {
  count++
  return register?.apply(Module, args)
}
Module.registerHooks = undefined
process.on('exit', () => console.log('threads', count))
`

const which = "const which = require('./which.cjs')"
const dependencies = { express: '^4' }

async function run(files: Record<string, string | object>, args: readonly string[]) {
  const folder = createApplication({ 'counting.cjs': counting, ...files })
  const preloaded = ['--require', './counting.cjs', '--require', 'webapp/register']
  const { stdout, stderr } = await runNode(folder, [...preloaded, ...args])
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

// Nodes that have synchronous hooks need no thread.
describe.skipIf('registerHooks' in Module)('the thread of import hooks', () => {
  it('is not started for a program that imports nothing', async () => {
    const files = {
      'package.json': { dependencies },
      'index.js': `${which}
        /** @type {import('express').Express} */
        console.log(which(require('express')))`,
    }
    expect(await run(files, ['index.js'])).toEqual(['4', 'threads 0'])
    expect(await run(files, ['.'])).toEqual(['4', 'threads 0'])
  })

  it('is started for import() in CommonJS, in the program or in a package', async () => {
    const later = `${which}
      import('express').then(({ default: express }) => console.log(which(express)))`
    expect(
      await run({ 'package.json': { dependencies }, 'index.js': later }, ['index.js']),
    ).toEqual(['4', 'threads 1'])
    const files = {
      'package.json': { dependencies },
      'index.cjs': `${which}
        require('part')().then((express) => console.log(which(express)))`,
      'node_modules/part/index.js':
        'module.exports = async () => (await eval("import(\'part/module.mjs\')")).default',
      'node_modules/part/module.mjs': "export { default } from 'express'",
    }
    expect(await run(files, ['index.cjs'])).toEqual(['4', 'threads 1'])
  })

  it.each([
    ['by its name', 'index.mjs', {}],
    ['by its package', 'index.js', { type: 'module' }],
    ['by its package, which is started', '.', { type: 'module', main: 'index.js' }],
    ['by the name that its package has', '.', { main: 'index.mjs' }],
  ])('is started for a program that is an ES module %s', async (_, script, content) => {
    const code = `import which from './which.cjs'
      import express from 'express'
      console.log(which(express))`
    const files = {
      'package.json': { ...content, dependencies },
      'index.js': code,
      'index.mjs': code,
    }
    expect(await run(files, [script])).toEqual(['4', 'threads 1'])
  })

  it('is started for code that is in no file', async () => {
    const code = "import('express').then((all) => console.log(typeof all.default.static))"
    expect(await run({}, ['-e', code])).toEqual(['function', 'threads 1'])
  })
})
