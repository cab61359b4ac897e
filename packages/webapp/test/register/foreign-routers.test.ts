import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createApplication, runNode, runRegistered } from './application.ts'

// A package with its own Express exports a router, and an application with another Express mounts it
// (W-101 in docs/differences.md). The same files run on the two originals and under webapp/register.

const load = createRequire(import.meta.url)

/** The folder of an original, with the packages that it needs beside it. */
function original(major: number): string {
  return dirname(load.resolve(`express${major}/package.json`))
}

/** A project of one major version that mounts the router of a package with another one. */
function createProject(own: number, foreign: number): string {
  return createApplication({
    'package.json': { dependencies: { express: `^${own}.0.0` } },
    'node_modules/express/package.json': { name: 'express', version: `${own}.0.0` },
    'node_modules/express/index.js': `module.exports = require(${JSON.stringify(original(own))})`,
    'node_modules/plugin/package.json': { dependencies: { express: `^${foreign}.0.0` } },
    'node_modules/plugin/node_modules/express/package.json': {
      name: 'express',
      version: `${foreign}.0.0`,
    },
    'node_modules/plugin/node_modules/express/index.js': `module.exports = require(${JSON.stringify(original(foreign))})`,
    'node_modules/plugin/index.js': `
      const router = module.exports = require('express').Router()
      router.get('/number', (req, res) => res.send(404))
      router.get('/both', (req, res) => res.send(201, 'made'))
      router.get('/query', (req, res) => res.json(req.query))
      router.get('/members', (req, res) => res.json([typeof req.param, typeof res.sendfile]))
      router.get('/app', (req, res) => res.json(req.app.get('title')))
    `,
    'index.js': `
      const app = require('express')()
      app.set('title', 'of the application')
      app.use('/plugin', require('plugin'))
      app.get('/number', (req, res) => res.send(404))
      app.get('/query', (req, res) => res.json(req.query))
      const server = app.listen(0, '127.0.0.1', async () => {
        const paths = ['/number', '/query?a[b]=1']
        const inside = ['/number', '/both', '/query?a[b]=1', '/members', '/app']
        paths.push(...inside.map((path) => '/plugin' + path))
        const seen = {}
        for (const path of paths) {
          const answer = await fetch('http://127.0.0.1:' + server.address().port + path)
          seen[path] = answer.status + ' ' + (await answer.text())
        }
        console.log(JSON.stringify(seen))
        process.exit()
      })
    `,
  })
}

async function runOnOriginals(folder: string): Promise<unknown> {
  const outcome = await runNode(folder, [join(folder, 'index.js')], { NO_DEPRECATION: 'express' })
  if (outcome.code !== 0) throw new Error(outcome.stderr)
  return JSON.parse(outcome.stdout)
}

const asIn4 = {
  number: '404 Not Found',
  both: '201 made',
  query: '200 {"a":{"b":"1"}}',
  members: '200 ["function","function"]',
}

const asIn5 = {
  number: '200 404',
  // 5.x ignores the second argument.
  both: '200 201',
  query: '200 {"a[b]":"1"}',
  members: '200 ["undefined","undefined"]',
}

const byMajor: Record<number, typeof asIn4> = { 4: asIn4, 5: asIn5 }

/** What a client sees if the handlers of the router get requests of one major version. */
function expected(own: number, ofRouter: number): object {
  const [app, router] = [byMajor[own] ?? asIn5, byMajor[ofRouter] ?? asIn5]
  return {
    '/number': app.number,
    '/query?a[b]=1': app.query,
    '/plugin/number': router.number,
    '/plugin/both': router.both,
    '/plugin/query?a[b]=1': router.query,
    '/plugin/members': router.members,
    '/plugin/app': '200 "of the application"',
  }
}

describe.each([
  [5, 4],
  [4, 5],
])('in an application of Express %i, a router of Express %i', (own, foreign) => {
  it('has requests of the application with the originals, and of its own dialect here', async () => {
    const folder = createProject(own, foreign)
    const [originals, registered] = await Promise.all([
      runOnOriginals(folder),
      runRegistered(folder, 'index.js'),
    ])
    expect(originals).toEqual(expected(own, own))
    expect(registered).toEqual(expected(own, foreign))
  })

  it('has requests of the application if WEBAPP_DIALECT names its dialect', async () => {
    const folder = createProject(own, foreign)
    const env = { WEBAPP_DIALECT: String(own) }
    expect(await runRegistered(folder, 'index.js', { env })).toEqual(expected(own, own))
  })
})
