import { describe, expect, it } from 'vitest'
import { createApplication, runNode } from './application.ts'

/** A tool that notes which of its packages Node loads, and wraps a class as tools do. */
const tool = `
const Module = require('node:module')
const { sep } = require('node:path')
const original = Module.prototype.require
const names = globalThis.names = new Set()
Module.prototype.require = function (request) {
  const loaded = original.call(this, request)
  const file = Module._resolveFilename(request, this)
  const [, name] = /.*node_modules.(express|router).index\\.js$/.exec(file) ?? []
  if (name === undefined || names.has(name)) return loaded
  names.add(name)
  if (name === 'express') {
    const { use } = loaded.application
    loaded.application.use = function (...args) {
      globalThis.uses = (globalThis.uses ?? 0) + 1
      return use.apply(this, args)
    }
  }
  return loaded
}
`

const program = `
const app = webapp()
app.use((_req, _res, next) => next())
console.log(JSON.stringify({ names: [...(globalThis.names ?? [])].sort(), uses: globalThis.uses ?? 0 }))
`

const files = {
  'tool.cjs': tool,
  'otel.cjs': "Reflect.set(globalThis, Symbol.for('webapp.otel'), true)",
  'five.cjs': `const webapp = require('webapp')\n${program}`,
  'five.mjs': `import webapp from 'webapp'\n${program}`,
  'four.cjs': `const webapp = require('webapp/v4')\n${program}`,
  'four.mjs': `import webapp from 'webapp/v4'\n${program}`,
  'standing.cjs': `
    ${program.replace('webapp()', "require('express')()")}
    const { Router } = require('webapp')
    if (Router !== require('express').Router) throw new Error('two routers')
  `,
  'package.json': { dependencies: { express: '^5' } },
  'node_modules/express/package.json': { name: 'express', version: '5.3.0' },
  'node_modules/express/index.js': "throw new Error('the installed Express')",
}

async function run(...args: string[]): Promise<unknown> {
  const outcome = await runNode(createApplication(files), args)
  if (outcome.code !== 0) throw new Error(outcome.stderr)
  return JSON.parse(outcome.stdout)
}

describe('a tool that finds Express by its name', () => {
  it.each(['five.cjs', 'five.mjs'])('finds the classes of webapp in %s', async (script) => {
    const seen = { names: ['express', 'router'], uses: 1 }
    expect(await run('--require', './tool.cjs', script)).toEqual(seen)
  })

  it.each(['four.cjs', 'four.mjs'])('finds those of the dialect 4.x in %s', async (script) => {
    const seen = { names: ['express'], uses: 1 }
    expect(await run('--require', './tool.cjs', script)).toEqual(seen)
  })

  it('finds each once, if the program is also under webapp/register', async () => {
    const args = ['--require', './tool.cjs', '--require', 'webapp/register']
    const seen = { names: ['express', 'router'], uses: 1 }
    expect(await run(...args, 'five.cjs')).toEqual(seen)
    expect(await run(...args, 'standing.cjs')).toEqual(seen)
  })

  it('finds nothing if webapp/otel records the layers', async () => {
    const args = ['--require', './otel.cjs', '--require', './tool.cjs']
    expect(await run(...args, 'five.cjs')).toEqual({ names: [], uses: 0 })
  })

  it('changes nothing in programs without a tool', async () => {
    const folder = createApplication({
      'index.cjs': `
        require('webapp')
        const files = Object.keys(require.cache).map((file) => file.replaceAll('\\\\', '/'))
        console.log(JSON.stringify(files.filter((file) => file.includes('/stand-ins/'))))
      `,
    })
    expect((await runNode(folder, ['index.cjs'])).stdout.trim()).toBe('[]')
  })
})
