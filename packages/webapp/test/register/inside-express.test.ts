import Module from 'node:module'
import { describe, expect, it } from 'vitest'
import { createApplication, runNode, runRegistered } from './application.ts'

const installed = {
  'node_modules/express/package.json': { name: 'express', version: '4.17.1' },
  'node_modules/express/lib/router/index.js': "module.exports = 'the original router'",
  'node_modules/express/lib/utils.js': "module.exports = 'the original utilities'",
}
const dependencies = { express: '^4' }

describe('packages inside of an installed Express 3', () => {
  it('are middleware of 3.x, if the application has none of its own', async () => {
    const bundled = 'node_modules/express/node_modules'
    const folder = createApplication({
      'package.json': { dependencies: { express: '^3' } },
      'node_modules/express/package.json': { name: 'express', version: '3.21.2' },
      [`${bundled}/connect/index.js`]: '',
      [`${bundled}/connect/node_modules/compression/index.js`]: "exports.from = 'connect'",
      [`${bundled}/connect/node_modules/serve-index/index.js`]: "exports.from = 'connect'",
      'node_modules/serve-index/index.js': "exports.from = 'the application'",
      'index.cjs': `
        const { compress, directory } = require('express')
        console.log(JSON.stringify([compress.from, directory.from]))
      `,
    })
    expect(await runRegistered(folder, 'index.cjs')).toEqual(['connect', 'the application'])
  })
})

describe('files inside of express', () => {
  it('show the classes of webapp, also where the original is installed', async () => {
    const folder = createApplication({
      ...installed,
      'index.mjs': `
        import { createRequire } from 'node:module'
        import express, { Router } from 'express'
        import imported from 'express/lib/router/index.js'
        const require = createRequire(import.meta.url)
        const Layer = require('express/lib/router/layer')
        const [layer] = Router().use(() => {}).stack
        console.log(JSON.stringify([
          imported === Router,
          require('express/lib/router') === Router,
          require('express/lib/express.js') === express,
          require('express/lib/response') === express.response,
          layer instanceof Layer,
        ]))
      `,
    })
    for (const flag of ['--require', '--import']) {
      expect(await runRegistered(folder, 'index.mjs', { flag })).toEqual(Array(5).fill(true))
    }
  })

  it('let a package replace the handlers of layers', async () => {
    const folder = createApplication({
      'package.json': { dependencies },
      'index.cjs': `
        const Layer = require('express/lib/router/layer')
        Object.defineProperty(Layer.prototype, 'handle', {
          get() { return this.__handle },
          set(handle) {
            this.__handle = (req, res, next) => handle({ ...req, wrapped: true }, res, next)
          },
        })
        const express = require('express')
        express.Router().get('/', (req) => console.log(req.wrapped)).handle({ method: 'GET', url: '/' }, {})
      `,
    })
    expect(await runRegistered(folder, 'index.cjs')).toBe(true)
  })

  it('are those of the original otherwise', async () => {
    const folder = createApplication({
      ...installed,
      'index.mjs': `
        import { createRequire } from 'node:module'
        import utilities from 'express/lib/utils.js'
        const require = createRequire(import.meta.url)
        const { version } = require('express/package.json')
        console.log(JSON.stringify([utilities, require('express/lib/utils'), version]))
      `,
    })
    const both = 'the original utilities'
    expect(await runRegistered(folder, 'index.mjs')).toEqual([both, both, '4.17.1'])
  })

  it('are missing where it is not installed, with an error that names the way out', async () => {
    const folder = createApplication({
      'required.cjs': "require('express/lib/router')",
      'imported.mjs': "import 'express/lib/router/index.js'",
      'optional.cjs': `
        try { require('express/lib/router') } catch (error) { console.log(JSON.stringify(error.code)) }
      `,
    })
    for (const script of ['required.cjs', 'imported.mjs']) {
      const outcome = await runNode(folder, ['--import', 'webapp/register', script])
      expect(outcome.code).toBe(1)
      expect(outcome.stderr).toMatch(/Cannot find module 'express\/lib\/router/)
      expect(outcome.stderr).toContain(`${folder}/${script}`)
      expect(outcome.stderr).toContain('npm install --no-save express')
    }
    expect(await runRegistered(folder, 'optional.cjs')).toBe('MODULE_NOT_FOUND')
  })

  it('include a package.json with the version whose interface is there', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^4' } },
      'index.cjs': "console.log(JSON.stringify(require('express/package.json').version))",
    })
    expect(await runRegistered(folder, 'index.cjs')).toMatch(/^4\.\d+\.\d+$/)
  })
})

/** Prints which files of the stand-ins were loaded, when the program ends. */
const listing = `
process.on('exit', () => {
  const files = Object.keys(require.cache).map((file) => file.replaceAll('\\\\', '/'))
  console.log(JSON.stringify(files.flatMap((file) => file.split('/stand-ins/').slice(1)).sort()))
})
`

const versions = [
  ['4.x', '^4', 'v4/node_modules/express/lib/router/index.js'],
  ['5.x', '^5', 'v5/node_modules/router/index.js'],
] as const

describe.each(versions)('files for tracing tools, %s', (_dialect, range, router) => {
  const own = `v${range[1]}/node_modules/express/index.js`
  const create = (files: Record<string, string>) =>
    createApplication({ 'package.json': { dependencies: { express: range } }, ...files })

  it('are not loaded while no tool watches how Node loads modules', async () => {
    const folder = create({ 'index.cjs': `${listing} require('express')` })
    // Hooks of this kind are found out with the help of one file.
    const probes = 'registerHooks' in Module ? [router] : []
    expect(await runRegistered(folder, 'index.cjs')).toEqual([own, ...probes].sort())
  })

  it.each(['require', '_compile'])('are loaded for a tool that replaced %s', async (name) => {
    const folder = create({
      'index.cjs': `
        const { prototype } = require('node:module')
        const original = prototype.${name}
        prototype.${name} = function (...args) { return original.apply(this, args) }
        ${listing}
        require('express')
      `,
    })
    const files = await runRegistered(folder, 'index.cjs')
    const express = `v${range[1]}/node_modules/express`
    expect(files).toEqual(
      expect.arrayContaining([`${express}/lib/express.js`, `${express}/lib/response.js`, router]),
    )
  })

  it('are loaded for import, too', async () => {
    const folder = create({
      'tool.cjs': `
        const { prototype } = require('node:module')
        const { require: original } = prototype
        prototype.require = function (...args) { return original.apply(this, args) }
        ${listing}
      `,
      'index.mjs': "import './tool.cjs'; await import('express')",
    })
    expect(await runRegistered(folder, 'index.mjs', { flag: '--import' })).toContain(router)
  })

  const program = `
    const express = require('express')
    const { Router, response } = require('webapp/v${range[1]}')
    const app = express()
    app.param('id', (req, res, next) => next())
    app.use((req, res, next) => next())
    app.get('/:id', (req, res) => res.render('view'))
    const seen = globalThis.seen ?? []
  `

  it('replace members if a tool rewrote them', async () => {
    const folder = create({
      'index.cjs': `
        const { prototype } = require('node:module')
        const { _compile: compile } = prototype
        globalThis.seen = []
        prototype._compile = function (source, file, ...more) {
          const marked = source.replace(
            /copies[.](\\w+) = function \\(...args\\) {/g,
            (start, name) => start + "globalThis.seen.push('" + name + "');",
          )
          return compile.call(this, /node_modules.(express|router)./.test(file) ? marked : source, file, ...more)
        }
        ${program}
        app.engine('txt', (path, options, callback) => callback(null, 'text'))
        app.set('views', __dirname).set('view engine', 'txt')
        app.inject('/1').then(({ body }) => {
          console.log(JSON.stringify({ seen: [...new Set(seen)].sort(), body: String(body), length: response.render.length }))
        })
      `,
      'view.txt': '',
    })
    const handle = range === '^4' ? 'handle_request' : 'handleRequest'
    expect(await runRegistered(folder, 'index.cjs')).toEqual({
      seen: [handle, 'param', 'render', 'route', 'use'].sort(),
      body: 'text',
      length: 3,
    })
  })

  it('leave the members alone otherwise', async () => {
    const folder = create({
      'index.cjs': `
        const { response, Router } = require('webapp/v${range[1]}')
        const owner = Router.use ? Router : Router.prototype
        const before = [owner.use, owner.route, owner.param, response.render]
        const { prototype } = require('node:module')
        const { _compile: compile } = prototype
        prototype._compile = function (...args) { return compile.apply(this, args) }
        require('express')
        const after = [owner.use, owner.route, owner.param, response.render]
        console.log(JSON.stringify(after.map((member, index) => member === before[index])))
      `,
    })
    expect(await runRegistered(folder, 'index.cjs')).toEqual(Array(4).fill(true))
  })

  it('give errors that no handler took to a tool that wraps finalhandler', async () => {
    const folder = create({
      'index.cjs': `
        const { prototype } = require('node:module')
        const { require: original } = prototype
        const seen = []
        prototype.require = function (name) {
          const loaded = original.call(this, name)
          if (name !== 'finalhandler') return loaded
          return (req, ...more) => (error) => {
            seen.push([req.url, error.message])
            loaded(req, ...more)(error)
          }
        }
        const app = require('express')()
        app.set('env', 'test')
        app.get('/handled', () => { throw new Error('handled') })
        app.use((error, req, res, next) => req.url === '/handled' ? res.send('handled') : next(error))
        app.get('/fails', () => { throw new Error('not handled') })
        ;(async () => {
          const statuses = []
          for (const path of ['/handled', '/fails', '/missing']) {
            statuses.push((await app.inject(path)).statusCode)
          }
          console.log(JSON.stringify({ seen, statuses }))
        })()
      `,
    })
    expect(await runRegistered(folder, 'index.cjs')).toEqual({
      seen: [['/fails', 'not handled']],
      statuses: [200, 500, 404],
    })
  })
})

describe('require.resolve', () => {
  it('names the stand-in that require loads, for the folder that is asked for', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^5' } },
      'old/package.json': { dependencies: { express: '^3' } },
      'index.cjs': `
        const which = require('./which.cjs')
        const own = require.resolve('express')
        const old = require.resolve('express', { paths: [__dirname + '/old'] })
        console.log(JSON.stringify([own, old].map((path) => which(require(path)))))
      `,
    })
    expect(await runRegistered(folder, 'index.cjs')).toEqual([5, 3])
  })

  it('leaves packages alone whose names only begin alike', async () => {
    const folder = createApplication({
      'node_modules/express-session/index.js': "module.exports = 'session'",
      'index.cjs': "console.log(JSON.stringify(require('express-session')))",
    })
    expect(await runRegistered(folder, 'index.cjs')).toBe('session')
  })
})
