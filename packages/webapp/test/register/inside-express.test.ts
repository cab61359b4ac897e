import { describe, expect, it } from 'vitest'
import { createApplication, runNode, runRegistered } from './application.ts'

const installed = {
  'node_modules/express/package.json': { name: 'express', version: '4.17.1' },
  'node_modules/express/lib/router/index.js': "module.exports = 'the original router'",
}

describe('files inside of express', () => {
  it('are those of the original where it is installed', async () => {
    const folder = createApplication({
      ...installed,
      'index.mjs': `
        import { createRequire } from 'node:module'
        import router from 'express/lib/router/index.js'
        const require = createRequire(import.meta.url)
        const { version } = require('express/package.json')
        console.log(JSON.stringify([router, require('express/lib/router'), version]))
      `,
    })
    const both = 'the original router'
    expect(await runRegistered(folder, 'index.mjs')).toEqual([both, both, '4.17.1'])
  })

  it('are missing otherwise, with an error that names the way out', async () => {
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
