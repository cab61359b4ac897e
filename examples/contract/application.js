import webapp from 'webapp'
import { contract, problemDetails } from 'webapp/contract'
import { openapi, reference } from 'webapp/openapi'
import { z } from 'zod'

const User = z.object({ id: z.number(), org: z.number(), name: z.string() })
const Problem = z.object({ title: z.string(), status: z.number(), detail: z.string().optional() })
const Org = z.object({ org: z.coerce.number().int().positive() })

/** A small interface for the users of organisations: validated, typed and documented. */
export function createUsers() {
  /** @type {(z.infer<typeof User> & { password: string })[]} */
  const users = []
  const app = webapp()
  app.use(webapp.json())

  app.post(
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
        return res.status(409).json({ title: 'Conflict', status: 409, detail: 'The name is taken' })
      }
      const user = { id: users.length + 1, org, name, password }
      users.push(user)
      return res.status(201).json(user)
    },
  )

  app.get(
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
  )

  const info = { title: 'Users', version: '1.0.0' }
  const tags = [{ name: 'users', description: 'The users of an organisation' }]
  app.get('/openapi.json', openapi(app, { info, tags, schemas: { User, Problem } }))
  app.use('/docs', reference('/openapi.json'))
  app.use(problemDetails())
  return app
}
