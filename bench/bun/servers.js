import { createRequire } from 'node:module'
import process from 'node:process'

// A server of bench/bun.ts, which Bun runs. Each server has the same two routes.

/** The packages may not be installed when this file is checked. */
const loadPackage = /** @type {(name: string) => any} */ (createRequire(import.meta.url))
const { Bun } = /** @type {any} */ (globalThis)
const [, , name = ''] = process.argv
const HOST = '127.0.0.1'
const item = { id: 7, name: 'Ada', isActive: true }

/** @param {string} id */
const userOf = (id) => ({ id, name: 'Ada' })

/** @type {Record<string, () => Promise<number> | number>} */
const servers = {
  async webapp() {
    const app = loadPackage('webapp')()
    app.get('/item', (_req, res) => res.json(item))
    app.get('/users/:id', (req, res) => res.json(userOf(req.params.id)))
    const { serve } = loadPackage('webapp/serve')
    const { port } = await serve(app, { port: 0, hostname: HOST })
    return port
  },
  express5() {
    const app = loadPackage('express5')()
    app.get('/item', (_req, res) => res.json(item))
    app.get('/users/:id', (req, res) => res.json(userOf(req.params.id)))
    return listen(app)
  },
  // What every application with the interface of Express has below it on Bun.
  'node:http'() {
    const { createServer } = loadPackage('node:http')
    return listen(
      createServer((req, res) => {
        const body = JSON.stringify(req.url === '/item' ? item : userOf(req.url.slice(7)))
        res.setHeader('Content-Type', 'application/json; charset=utf-8')
        res.setHeader('Content-Length', Buffer.byteLength(body))
        res.end(body)
      }),
    )
  },
  hono() {
    const { Hono } = loadPackage('hono')
    const app = new Hono()
    app.get('/item', (c) => c.json(item))
    app.get('/users/:id', (c) => c.json(userOf(c.req.param('id'))))
    return Bun.serve({ fetch: app.fetch, port: 0, hostname: HOST }).port
  },
  elysia() {
    const { Elysia } = loadPackage('elysia')
    const app = new Elysia()
    app.get('/item', () => item)
    app.get('/users/:id', ({ params }) => userOf(params.id))
    app.listen({ port: 0, hostname: HOST })
    return app.server.port
  },
}

/**
 * @param {any} server of node:http, or an application
 * @returns {Promise<number>}
 */
function listen(server) {
  return new Promise((resolve) => {
    const listening = server.listen(0, HOST, () => resolve(listening.address().port))
  })
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
process.send?.((await servers[name]?.()) ?? 0)
