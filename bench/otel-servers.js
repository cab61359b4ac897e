import { createServer } from 'node:http'
import { createRequire } from 'node:module'

// A server of bench/otel.ts: a JSON route with a parameter, with or without OpenTelemetry. Spans go
// through a batch processor to an exporter that does nothing.

/** The packages may not be installed when this file is checked. */
const load = /** @type {(name: string) => any} */ (createRequire(import.meta.url))
const [, , name = ''] = process.argv

/** Counts the spans: without them, the figures would say nothing. */
let spans = 0

/** @param {any} instrumentation */
function record(instrumentation) {
  const { context, propagation, trace } = load('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = load('@opentelemetry/context-async-hooks')
  const { W3CTraceContextPropagator } = load('@opentelemetry/core')
  const { BatchSpanProcessor, TracerProvider } = load('@opentelemetry/sdk-trace')
  const exporter = {
    /** @param {object[]} batch @param {(result: { code: number }) => void} done */
    export(batch, done) {
      spans += batch.length
      done({ code: 0 })
    },
    shutdown: async () => {},
  }
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  instrumentation.setTracerProvider(provider)
  return instrumentation
}

function webapp() {
  const app = load('webapp')()
  app.get('/users/:id', (/** @type {any} */ req, /** @type {any} */ res) => {
    res.json({ id: req.params.id })
  })
  return createServer(app)
}

/** @param {any} instrumentation */
async function fastify(instrumentation) {
  const app = load('fastify')()
  if (instrumentation !== undefined) await app.register(instrumentation.plugin())
  app.get('/users/:id', (/** @type {any} */ request, /** @type {any} */ reply) => {
    reply.send({ id: request.params.id })
  })
  await app.ready()
  return app.server
}

/** @type {Record<string, () => any>} */
const servers = {
  webapp,
  'webapp and webapp/otel'() {
    record(load('webapp/otel').instrumentation())
    return webapp()
  },
  fastify: () => fastify(undefined),
  'fastify and @fastify/otel'() {
    const { FastifyOtelInstrumentation } = load('@fastify/otel')
    return fastify(record(new FastifyOtelInstrumentation()))
  },
}

const server = await servers[name]?.()
if (server === undefined) throw new Error(`There is no server '${name}'`)
// A server keeps its connections while the others have their turns.
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
let asked = 0
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  // Some slices later, the first spans have been exported.
  if (name.includes('otel') && ++asked === 20 && spans === 0) throw new Error('there are no spans')
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
