import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import webapp from 'webapp'
import { api, contract, problemDetails, route } from 'webapp/contract'
import { openapi, reference } from 'webapp/openapi'
import { z } from 'zod'

const User = z.object({ id: z.number(), org: z.number(), name: z.string() })
const Problem = z.object({ title: z.string(), status: z.number(), detail: z.string().optional() })
const Org = z.object({ org: z.coerce.number().int().positive() })

/** The routes. Their type is all that the client in the page needs of them. */
function createRoutes() {
  /** @type {(z.infer<typeof User> & { password: string })[]} */
  const users = []
  return api(
    route(
      'POST',
      '/orgs/:org/users',
      contract({
        summary: 'Add a user',
        operationId: 'addUser',
        tags: ['users'],
        params: Org,
        body: z.object({ name: z.string().min(1).max(80), password: z.string().min(8) }),
        responses: { 201: User, 409: Problem },
        // The password is not part of `User`, so it is not sent.
        serialize: true,
      }),
      (req, res) => {
        const { org } = req.params
        const { name, password } = req.body
        if (users.some((user) => user.org === org && user.name === name)) {
          return res
            .status(409)
            .json({ title: 'Conflict', status: 409, detail: 'The name is taken' })
        }
        const user = { id: users.length + 1, org, name, password }
        users.push(user)
        return res.status(201).json(user)
      },
    ),
    route(
      'GET',
      '/orgs/:org/users',
      contract({
        summary: 'List the users',
        operationId: 'listUsers',
        tags: ['users'],
        params: Org,
        query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
        responses: { 200: z.array(User) },
        serialize: true,
      }),
      (req, res) => {
        const found = users.filter(({ org }) => org === req.params.org)
        res.json(found.slice(0, req.query.limit))
      },
    ),
  )
}

/** @typedef {ReturnType<typeof createRoutes>} Users */

// A browser loads this ES module as it is. With a bundler, the page imports webapp/client alone.
const CLIENT = fileURLToPath(import.meta.resolve('webapp/client'))
const PUBLIC = fileURLToPath(new URL('public', import.meta.url))

/** A small application for the users of organisations: validated, typed and documented, with a page. */
export function createUsers() {
  const app = webapp()
  app.use(webapp.json())
  app.use(createRoutes())

  const info = { title: 'Users', version: '1.0.0' }
  const tags = [{ name: 'users', description: 'The users of an organisation' }]
  const schemas = { User, Problem }
  app.get('/openapi.json', openapi(app, { info, tags, schemas, only: 'contracts' }))
  app.use('/docs', reference('/openapi.json'))
  app.get('/webapp-client.mjs', (_req, res) => {
    res.sendFile(basename(CLIENT), { root: dirname(CLIENT) })
  })
  app.use(webapp.static(PUBLIC))
  app.use(problemDetails())
  return app
}
