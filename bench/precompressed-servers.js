import { createServer } from 'node:http'
import { createRequire } from 'node:module'

// A server of bench/precompressed.ts: a folder with compressed variants beside its files.

/** The packages may not be installed when this file is checked. */
const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url))
const [, , name = '', root = ''] = process.argv

/** @type {Record<string, () => Promise<import('node:http').Server> | import('node:http').Server>} */
const servers = {
  webapp: () => serveWebapp({ precompressed: ['br', 'zst', 'gz'] }),
  'webapp without the option': () => serveWebapp({}),
  sirv() {
    const serve = load('sirv')(root, { brotli: true, gzip: true, etag: true })
    return createServer((req, res) => serve(req, res, () => res.writeHead(404).end()))
  },
  async '@fastify/static'() {
    const app = load('fastify')()
    app.register(load('@fastify/static'), { root, preCompressed: true })
    await app.ready()
    return app.server
  },
}

/** @param {object} options */
function serveWebapp(options) {
  const webapp = load('webapp')
  const app = webapp()
  app.use(webapp.static(root, options))
  return createServer(app)
}

const server = await servers[name]?.()
server?.listen(0, '127.0.0.1', () => {
  process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
