import { once } from 'node:events'
import { describeBody, numberedObject, numberedText, rejectLater } from '../server/answers.js'
import { loadPackage } from '../server/load-package.js'
import { compiledSchema, zodSchema } from '../server/validated.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'hono', package: 'hono', create: createSite }]

/** @returns {import('../candidate.ts').Site} */
function createSite() {
  const { Hono } = loadPackage('hono')
  const app = new Hono()
  return {
    steps: createSteps(app, Hono),
    async listen() {
      const { serve } = loadPackage('@hono/node-server')
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
      await once(server, 'listening')
      return server
    },
  }
}

/**
 * @param {any} app
 * @param {any} Hono
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(app, Hono) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      app.get(path, (c) => c.text(text()))
    },
    json({ path }) {
      app.get(path, (c) => c.json(numberedObject()))
    },
    echo({ path }) {
      app.get(path, (c) => c.json({ id: c.req.param('id'), q: c.req.query('q') }))
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.use((_c, next) => next())
    },
    nested() {
      const third = new Hono().get('/', (c) => {
        const { a, b, c: last } = c.req.param()
        return c.json({ a, b, c: last })
      })
      const second = new Hono().route('/c/:c', third)
      const first = new Hono().route('/b/:b', second)
      app.route('/a/:a', first)
    },
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        app.get(`/resource-${i}/:id`, (c) => c.text(c.req.param('id')))
      }
    },
    body({ path, kind }) {
      app.post(path, async (c) =>
        c.json(describeBody(kind === 'json' ? await c.req.json() : await c.req.parseBody())),
      )
    },
    async validated({ path, library, keys }) {
      const { validator } = loadPackage('hono/validator')
      const check = library === 'zod' ? await checkZod(keys) : await checkCompiled(keys)
      const validate = validator('json', (value, c) => check(value) ?? c.text('Invalid', 400))
      app.post(path, validate, (c) => c.json(describeBody(c.req.valid('json'))))
    },
    files({ root }) {
      const { serveStatic } = loadPackage('@hono/node-server/serve-static')
      app.use('/*', serveStatic({ root }))
    },
    failure({ path }) {
      app.onError((error, c) => c.json({ message: error.message }, 500))
      app.get(path, rejectLater)
    },
  }
}

/** @param {number} keys */
async function checkZod(keys) {
  const schema = await zodSchema(keys)
  return (/** @type {unknown} */ value) => schema.safeParse(value).data
}

/** @param {number} keys */
async function checkCompiled(keys) {
  const schema = await compiledSchema(keys)
  return (/** @type {unknown} */ value) => (schema.Check(value) ? value : undefined)
}
