import { createServer } from 'node:http'
import { createRequire } from 'node:module'

// A server of bench/ops.ts: an application with some parts of webapp/ops, and a handler that responds at
// once, or in a later turn of the event loop.

/** The packages may not be installed when this file is checked. */
const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url))
const [, , names = '', kind = 'at once'] = process.argv
const { deadline, health, requestId, shed } = load('webapp/ops')

/** @type {Record<string, (app: any) => void>} */
const parts = {
  deadline: (app) => app.use(deadline(2000)),
  shed: (app) => app.use(shed()),
  requestId: (app) => app.use(requestId()),
  health: (app) => app.use('/health', health()),
  'empty middleware': (app) =>
    app.use((/** @type {any} */ _req, /** @type {any} */ _res, next) => next()),
  // One request is in flight for ever, so all others are refused.
  refusal(app) {
    app.use(shed({ maxInFlight: 1 }))
    app.get('/hold', () => {})
  },
}

const app = load('webapp')()
for (const name of names.split('+').filter((each) => each !== '')) parts[name]?.(app)
app.get('/', (/** @type {any} */ _req, /** @type {any} */ res) => {
  if (kind === 'at once') res.send('Hello')
  else setImmediate(() => res.send('Hello'))
})

/** A refusal as `shed` sends it, without webapp. */
function refuse(
  /** @type {import('node:http').IncomingMessage} */ _req,
  /** @type {import('node:http').ServerResponse} */ res,
) {
  res.statusCode = 503
  res.setHeader('Retry-After', 1)
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.end('Service Unavailable')
}

const server = createServer(names === 'node 503' ? refuse : app)
// A server keeps its connections while the others have their turns.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', async () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  if (names.includes('refusal')) void fetch(`http://127.0.0.1:${port}/hold`).catch(() => {})
  process.send?.(port)
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
