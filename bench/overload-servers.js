import { createServer } from 'node:http'
import { createRequire } from 'node:module'

// A server of bench/overload.ts. `/` uses the processor for some milliseconds, at once or after a wait,
// as a handler does that waits for a database. `/health` responds at once.

/** The packages may not be installed when this file is checked. */
const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url))
const [, , name = '', work = '5', pause = '0'] = process.argv
const MAX_DELAY = 25

/** @param {number} ms */
function burn(ms) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** @param {(text: string) => void} respond */
function handle(respond) {
  const finish = () => {
    burn(Number(work))
    respond('done')
  }
  if (Number(pause) > 0) setTimeout(finish, Number(pause))
  else finish()
}

/** @param {any} app */
function addRoutes(app) {
  app.get('/', (/** @type {any} */ _req, /** @type {any} */ res) =>
    handle((text) => res.send(text)),
  )
  return createServer(app)
}

/** @param {object | undefined} pressure */
function fastify(pressure) {
  const app = load('fastify')()
  if (pressure !== undefined) app.register(load('@fastify/under-pressure'), pressure)
  app.register(async (/** @type {any} */ scope) => {
    scope.get('/', (/** @type {any} */ _request, /** @type {any} */ reply) => {
      handle((text) => reply.send(text))
    })
    scope.get('/health/live', async () => ({ status: 'ok' }))
  })
  return app
}

/** @type {Record<string, () => any>} */
const servers = {
  webapp() {
    const { health, shed } = load('webapp/ops')
    const app = load('webapp')()
    app.use('/health', health())
    app.use(shed({ maxDelay: MAX_DELAY }))
    return addRoutes(app)
  },
  'webapp without shed'() {
    const app = load('webapp')()
    app.use('/health', load('webapp/ops').health())
    return addRoutes(app)
  },
  fastify: () => fastify(undefined),
  'fastify and under-pressure': () => fastify({ maxEventLoopDelay: MAX_DELAY, sampleInterval: 10 }),
  'the same, as its README shows': () => fastify({ maxEventLoopDelay: 1000 }),
}

const server = servers[name]?.()
if (server === undefined) throw new Error(`There is no server '${name}'`)
if ('ready' in server) await server.listen({ port: 0, host: '127.0.0.1' })
else await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
process.send?.((server.server ?? server).address().port)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
