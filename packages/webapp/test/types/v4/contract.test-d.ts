import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { z } from 'zod'
import { type ContractHandler, contract, problemDetails } from '../../../src/contract.ts'
import type {
  Express,
  NextFunction,
  ParamsDictionary,
  ParsedQs,
  Request,
  RequestHandler,
  Response,
  Router,
} from '../../../src/types/v4/public.ts'
import { exactly } from '../equal.ts'

declare const app: Express
declare const router: Router
declare const auth: RequestHandler

const User = z.object({ id: z.number(), name: z.string() })
const Problem = z.object({ title: z.string() })
const user = { id: 1, name: 'Ada' }
const addUser = contract({
  summary: 'Add a user',
  params: z.object({ org: z.coerce.number() }),
  body: z.object({ name: z.string().min(1) }),
  responses: { 201: User, 409: Problem },
})

// The handlers behind a contract see the parsed values, and bodies are checked by status.
app.post('/orgs/:org/users', addUser, async (req, res, next) => {
  exactly<{ org: number }>()(req.params)
  exactly<{ name: string }>()(req.body)
  exactly<ParsedQs>()(req.query)
  exactly<NextFunction>()(next)
  exactly<string | undefined>()(req.get('host'))
  res.status(201).json(user)
  res.json(201, user)
  res.status(201).set('a', 'b').type('json').json(user)
  res.set('a', 'b').status(201).send(user)
  res.status(409).json({ title: 'taken' })
  res.status(204).end()
  res.status(201 as number).json({ title: 'one of them' })
  // @ts-expect-error the id is a number
  res.status(201).json({ id: '1', name: 'Ada' })
  // @ts-expect-error the name is missing
  res.set('a', 'b').status(201).json({ id: 1 })
  // @ts-expect-error a conflict has another body
  res.status(409).json(user)
  // @ts-expect-error the contract has no response 404
  res.status(404).json({ title: 'missing' })
  // @ts-expect-error no response has this body
  res.json({ other: 1 })
  // @ts-expect-error there is no such parameter
  req.params.user
  // @ts-expect-error the parameter is a number
  req.params.org.length
  // @ts-expect-error the body has no such member
  req.body.age
})

// Without a status, a body is that of 200.
app.get('/', contract({ responses: { 200: User, 404: Problem } }), (_req, res) => {
  res.json(user)
  // @ts-expect-error the body of 404
  res.json({ title: 'missing' })
  // @ts-expect-error a status must be declared
  res.status(500).json({ title: 'broken' })
})
app.get('/', contract({ responses: { '2XX': User, default: Problem } }), (_req, res) => {
  res.status(203).json(user)
  res.status(503).json({ title: 'later' })
  // @ts-expect-error the body of the range
  res.status(203).json({ title: 'later' })
  // @ts-expect-error the body of the default
  res.status(503).json(user)
})
app.get('/', contract({ responses: { 200: { body: User }, 204: {} } }), (_req, res) => {
  res.json(user)
  res.status(204).send()
  // @ts-expect-error the id is missing
  res.json({ name: 'Ada' })
  // @ts-expect-error there is no body
  res.status(204).json(user)
})
// Other handlers before and after, arrays, error handlers, every way to add a route.
app.post(
  '/orgs/:org/users',
  auth,
  [addUser],
  [
    [
      (req, _res, next) => {
        exactly<{ org: number }>()(req.params)
        next()
      },
    ],
  ],
  auth,
  (req) => exactly<{ name: string }>()(req.body),
  (err, req, _res, next) => {
    exactly<{ org: number }>()(req.valid.params)
    next(err)
  },
)
router.put('/:org', addUser, (req) => exactly<{ org: number }>()(req.params))
app.all('/:org', addUser, (req) => exactly<{ org: number }>()(req.params))
app.use('/:org', addUser, (req) => exactly<{ name: string }>()(req.body))
app.use(addUser, (req) => exactly<{ name: string }>()(req.body))
app.use(addUser)
app.use(problemDetails())
app.get(/x/, addUser, (req) => exactly<{ org: number }>()(req.params))
app.get(['/:org', /y/], addUser, (req) => exactly<{ org: number }>()(req.params))
app
  .route('/:org')
  .all(auth, addUser, (req, res) => {
    exactly<{ org: number }>()(req.params)
    // @ts-expect-error the name is missing
    res.status(201).json({ id: 1 })
  })
  .get((req) => exactly<{ org: string }>()(req.params))

// Each part is typed by itself; the others keep the types of the path and the defaults.
app.get('/:id', contract({ query: v.object({ a: v.string() }) }), (req, res) => {
  exactly<{ id: string }>()(req.params)
  exactly<{ a: string }>()(req.query)
  exactly<Response>()(res)
})
router.get(/x/, contract({ query: type({ a: 'string.numeric.parse' }) }), (req) => {
  exactly<ParamsDictionary>()(req.params)
  exactly<{ a: number }>()(req.query)
})
app.post('/', contract({ body: Compile(Type.Object({ n: Type.Number() })) }), (req) => {
  exactly<{ n: number }>()(req.body)
})
const Numbers = Compile(Type.Object({ n: Type.Number() }))
app.post('/', contract({ responses: { 200: Numbers } }), (_req, res) => {
  res.json({ n: 1 })
  // @ts-expect-error a number
  res.json({ n: '1' })
})
app.post('/', contract({ body: z.string().optional() }), (req) => {
  exactly<string | undefined>()(req.body)
})
app.get('/:id', contract({ summary: 'Documented' }), (req) => exactly<{ id: string }>()(req.params))

// Two contracts in one route add up.
app.get(
  '/:id',
  contract({ headers: z.object({ 'x-trace': z.string() }) }),
  contract({ cookies: z.object({ session: z.string() }), body: z.number() }),
  (req) => {
    exactly<{ 'x-trace': string }>()(req.valid.headers)
    exactly<{ session: string }>()(req.valid.cookies)
    exactly<number>()(req.body)
  },
)

// A handler that is written elsewhere.
const add: ContractHandler<typeof addUser, '4.x'> = (req, res) => {
  exactly<number>()(req.params.org)
  res.status(201).json({ id: req.params.org, name: req.body.name })
  // @ts-expect-error the id is missing
  res.status(201).json({ name: req.body.name })
}
app.post('/orgs/:org/users', addUser, add)
const list: RequestHandler[] = [addUser, auth]
app.get('/', list)

// Routes without a contract keep their types.
app.get('/:id', auth, (req, res) => {
  exactly<Request<{ id: string }>>()(req)
  exactly<Response>()(res)
  // @ts-expect-error only behind a contract
  req.valid
})
interface SignedIn extends Request {
  account: string
}
// @ts-expect-error a request has no account, with a contract neither
app.post('/:org', addUser, (req: SignedIn, res) => res.end(req.account))
