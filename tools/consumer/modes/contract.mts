import webapp from 'webapp'
import { type ContractHandler, contract, problemDetails } from 'webapp/contract'
import { events } from 'webapp/sse'
import v4 from 'webapp/v4'
import { upgrade } from 'webapp/ws'

// Schemas without a library: those of libraries need newer compilers than the oldest one here.
interface Standard<Input, Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (
      value: unknown,
    ) => { readonly value: Output } | { readonly issues: readonly { readonly message: string }[] }
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}
declare function schema<Input, Output = Input>(): Standard<Input, Output>

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function exactly<Wanted>(): <Given>(
  value: Equal<Given, Wanted> extends true ? Given : never,
) => void

interface User {
  readonly id: number
  readonly name: string
}
const user: User = { id: 1, name: 'Ada' }

const addUser = contract({
  summary: 'Add a user',
  params: schema<{ org: string }, { org: number }>(),
  headers: schema<{ 'x-trace': string }>(),
  body: schema<{ name: string }>(),
  responses: { 201: schema<User>(), 409: schema<{ title: string }>() },
})

const app = webapp()
const older = v4()

app.post('/orgs/:org/users', addUser, async (req, res) => {
  exactly<{ org: number }>()(req.params)
  exactly<{ name: string }>()(req.body)
  exactly<{ 'x-trace': string }>()(req.valid.headers)
  res.status(201).json(user)
  res.status(409).json({ title: 'taken' })
  // @ts-expect-error the id is missing
  res.status(201).json({ name: 'Ada' })
  // @ts-expect-error a conflict has another body
  res.status(409).json(user)
  // @ts-expect-error the contract has no response 404
  res.status(404).json({ title: 'missing' })
  // @ts-expect-error the parameter is a number
  req.params.org.length
  // @ts-expect-error the body has no such member
  req.body.age
})
older.post('/orgs/:org/users', addUser, (req, res) => {
  exactly<{ org: number }>()(req.params)
  exactly<{ name: string }>()(req.body)
  res.status(201).json(user)
  // @ts-expect-error the id is missing
  res.status(201).json({ name: 'Ada' })
})

app.use(addUser, (req) => exactly<{ name: string }>()(req.body))
app.use('/:org', addUser, (req) => exactly<{ org: number }>()(req.params))
app.all('/:org', addUser, (req) => exactly<{ org: number }>()(req.params))
webapp.Router().get('/:org', [addUser], (req) => exactly<{ org: number }>()(req.params))
app
  .route('/:org')
  .all(addUser, (req) => exactly<{ org: number }>()(req.params))
  .get((req) => exactly<{ org: string }>()(req.params))
app.get('/:id', contract({ query: schema<{ a: string }, { a: Date }>() }), (req, res) => {
  exactly<{ id: string }>()(req.params)
  exactly<{ a: Date }>()(req.query)
  res.json('any')
})
app.post('/', contract({ body: schema<string | undefined>() }), (req) => {
  exactly<string | undefined>()(req.body)
})

const add: ContractHandler<typeof addUser> = (req, res) => {
  exactly<number>()(req.params.org)
  res.status(201).json({ id: req.params.org, name: req.body.name })
  // @ts-expect-error the id is missing
  res.status(201).json({ name: req.body.name })
}
app.post('/orgs/:org/users', addUser, add)
app.use(problemDetails())

// @ts-expect-error not a schema
contract({ params: 'id' })
// @ts-expect-error a summary is text
contract({ summary: 1 })
// @ts-expect-error only behind a contract
app.get('/:id', (req) => req.valid)

app.get(
  '/rooms/:room',
  upgrade((socket, req) => {
    socket.send(req.params.room)
    // @ts-expect-error no such parameter
    req.params.other
  }),
)
app.get('/events', (req, res) => void events(req, res).send({ data: req.query }))
