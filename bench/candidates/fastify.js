import {
  describeBody,
  numberedObject,
  numberedText,
  rejectLater,
  viewLocals,
} from '../server/answers.js'
import { certificate } from '../server/certificate.js'
import { loadPackage } from '../server/load-package.js'
import { jsonSchema, zodSchema } from '../server/validated.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'fastify', package: 'fastify', create: createSite }]

/**
 * @param {import('../scenario.ts').Protocol} [protocol]
 * @returns {import('../candidate.ts').Site}
 */
function createSite(protocol = 'http') {
  const secure = protocol !== 'http' && { https: certificate, http2: protocol === 'http2' }
  const app = loadPackage('fastify')({ ...secure })
  return {
    steps: createSteps(app),
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return app.server
    },
  }
}

/**
 * @param {any} app
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(app) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      app.get(path, (_request, reply) => {
        reply.send(text())
      })
    },
    json({ path }) {
      app.get(path, (_request, reply) => {
        reply.send(numberedObject())
      })
    },
    echo({ path }) {
      app.get(path, (request, reply) => {
        reply.send({ id: request.params.id, q: request.query.q })
      })
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.addHook('onRequest', (_request, _reply, done) => done())
    },
    nested() {
      app.register(
        async (first) => {
          first.register(
            async (second) => {
              second.register(
                async (third) => {
                  third.get('/', (request, reply) => {
                    const { a, b, c } = request.params
                    reply.send({ a, b, c })
                  })
                },
                { prefix: '/c/:c' },
              )
            },
            { prefix: '/b/:b' },
          )
        },
        { prefix: '/a/:a' },
      )
    },
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        app.get(`/resource-${i}/:id`, (request, reply) => {
          reply.send(request.params.id)
        })
      }
    },
    body({ path, kind }) {
      if (kind === 'form') app.register(loadPackage('@fastify/formbody'))
      app.post(path, (request, reply) => {
        reply.send(describeBody(request.body))
      })
    },
    async validated({ path, library, keys }) {
      const isZod = library === 'zod'
      const body = isZod ? await zodSchema(keys) : jsonSchema(keys)
      // Its own schemas are JSON Schema; other libraries take this hook.
      const validatorCompiler = isZod && { validatorCompiler: ({ schema }) => parseWith(schema) }
      app.post(path, { schema: { body }, ...validatorCompiler }, (request, reply) => {
        reply.send(describeBody(request.body))
      })
    },
    files({ root }) {
      app.register(loadPackage('@fastify/static'), { root })
    },
    failure({ path }) {
      app.setErrorHandler((error, _request, reply) => {
        reply.code(500).send({ message: error.message })
      })
      app.get(path, rejectLater)
    },
    view({ path, root, name }) {
      app.register(loadPackage('@fastify/view'), {
        engine: { ejs: loadPackage('ejs') },
        root,
        production: true,
      })
      app.get(path, (_request, reply) => reply.view(`${name}.ejs`, viewLocals))
    },
    mounted({ count }) {
      for (let i = 0; i < count; i++) {
        app.register(async (child) => child.get('/', rejectLater), { prefix: `/mounted-${i}` })
      }
    },
  }
}

/** @param {any} schema */
function parseWith(schema) {
  return (/** @type {unknown} */ value) => {
    const { data, error } = schema.safeParse(value)
    return error ? { error } : { value: data }
  }
}
