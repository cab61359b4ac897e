import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { createApplication, runNode, runRegistered } from './application.ts'

const flags = ['--require', '--import']

describe.each(flags)('node %s webapp/register', (flag) => {
  it('gives require, import, import() and createRequire one instance', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^4' } },
      'index.mjs': `
        import { createRequire } from 'node:module'
        import express, { Router } from 'express'
        import * as all from 'express'
        import which from './which.cjs'
        import required from './required.cjs'
        const require = createRequire(import.meta.url)
        const { default: later } = await import('express')
        const same = [all.default, later, required, require('express')]
        console.log(JSON.stringify({
          dialect: which(express),
          same: same.map((other) => other === express),
          router: Router === express.Router,
          names: Object.keys(all).sort().join(),
        }))
      `,
      'required.cjs': "module.exports = require('express')",
    })
    expect(await runRegistered(folder, 'index.mjs', { flag })).toEqual({
      dialect: 4,
      same: [true, true, true, true],
      router: true,
      names:
        'Route,Router,application,default,json,printRoutes,query,raw,request,response,routes,shutdown,static,text,urlencoded',
    })
  })

  it('reaches worker threads and child processes', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '3' } },
      'index.cjs': `
        const { fork } = require('node:child_process')
        const { Worker } = require('node:worker_threads')
        const told = (child) => new Promise((resolve) => child.once('message', resolve))
        const all = ['worker.cjs', 'worker.mjs'].map((name) => require('node:path').join(__dirname, name))
        Promise.all([...all.map((file) => told(new Worker(file))), ...all.map((file) => told(fork(file)))])
          .then((dialects) => console.log(JSON.stringify(dialects)))
      `,
      'worker.cjs': "require('./answer.cjs')(require('./which.cjs')(require('express')))",
      'worker.mjs': `
        import express from 'express'
        import answer from './answer.cjs'
        import which from './which.cjs'
        answer(which(express))
      `,
      'answer.cjs': `
        const { parentPort } = require('node:worker_threads')
        module.exports = (value) => parentPort ? parentPort.postMessage(value) : process.send(value)
      `,
    })
    expect(await runRegistered(folder, 'index.cjs', { flag })).toEqual([3, 3, 3, 3])
  })

  it('works from NODE_OPTIONS, for the children of children', async () => {
    const folder = createApplication({
      'package.json': { dependencies: { express: '^4' } },
      'index.cjs': `
        const { execFileSync } = require('node:child_process')
        process.stdout.write(execFileSync(process.execPath, ['child.cjs']))
      `,
      'child.cjs': "console.log(require('./which.cjs')(require('express')))",
    })
    const outcome = await runNode(folder, ['index.cjs'], {
      NODE_OPTIONS: `${flag}=webapp/register`,
    })
    expect(outcome).toEqual({ code: 0, stdout: '4\n', stderr: '' })
  })
})

describe('webapp/register', () => {
  it('works beside a runner of TypeScript', { timeout: 60_000 }, async () => {
    const files = (suffix: string) => ({
      [`index.${suffix}`]: `
        import express, { Router } from 'express'
        import which from './which.cjs'
        import { part } from './part.${suffix}'
        const told: unknown[] = [which(express), which(part), Router === express.Router]
        console.log(JSON.stringify(told))
      `,
      [`part.${suffix}`]: "import express from 'express'\nexport const part: unknown = express",
    })
    const folder = createApplication({
      'package.json': { dependencies: { express: '^4' } },
      ...files('ts'),
      ...files('mts'),
    })
    const tsx = join(
      dirname(createRequire(import.meta.url).resolve('tsx/package.json')),
      'dist/cli.mjs',
    )
    const env = { NODE_OPTIONS: '--import=webapp/register' }
    for (const script of byTurns(['index.ts', 'index.mts'], 0)) {
      const outcome = await runNode(folder, [tsx, script], env)
      expect(outcome.stderr).toBe('')
      expect(JSON.parse(outcome.stdout)).toEqual([4, 4, true])
    }
  })

  it('may be loaded twice', async () => {
    const folder = createApplication({
      'index.cjs': "console.log(require('./which.cjs')(require('express')))",
    })
    const twice = ['--require', 'webapp/register', '--import', 'webapp/register']
    const outcome = await runNode(folder, [...twice, 'index.cjs'])
    expect(outcome).toEqual({ code: 0, stdout: '5\n', stderr: '' })
  })

  it.each([
    ['^3', [true, 'function']],
    ['^4', [false, 'function']],
    ['^5', [false, 'undefined']],
  ])('serves an application of express %s in its dialect', async (range, expected) => {
    const folder = createApplication({
      'package.json': { dependencies: { express: range } },
      'index.mjs': `
        import { once } from 'node:events'
        import express from 'express'
        const app = express()
        app.get('/:id', (req, res) => res.json([Array.isArray(req.params), typeof res.sendfile]))
        const server = app.listen(0, '127.0.0.1')
        await once(server, 'listening')
        const answer = await fetch('http://127.0.0.1:' + server.address().port + '/1')
        console.log(await answer.text())
        process.exit()
      `,
    })
    expect(await runRegistered(folder, 'index.mjs')).toEqual(expected)
  })
})
