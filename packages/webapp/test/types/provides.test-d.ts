// What middleware adds to requests, and which handlers see it.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { api, contract, type ProvidedBy, provides, route } from '../../src/contract.ts'
import type { PathWithNames } from '../../src/types/shared/contract-handlers.ts'
import type { MissingMembers, Provider } from '../../src/types/shared/provided.ts'
import type {
  Express as Express3,
  Request as Request3,
  Response as Response3,
} from '../../src/types/v3/public.ts'
import type {
  Express as Express4,
  NextFunction as NextFunction4,
  Request as Request4,
  Response as Response4,
  Webapp as Webapp4,
} from '../../src/types/v4/public.ts'
import type {
  Express,
  NextFunction,
  ParamsDictionary,
  Request,
  RequestHandler,
  Response,
  Router,
  Webapp,
} from '../../src/types/v5/public.ts'
import { exactly } from './equal.ts'

declare const webapp: Webapp
declare const webapp4: Webapp4
declare const app: Express
declare const app4: Express4
declare const app3: Express3
declare const plain: RequestHandler
declare const wrap: (
  handler: (req: Request, res: Response, next: NextFunction) => unknown,
) => RequestHandler
declare const wrapAny: <Req, Res>(
  handler: (req: Req, res: Res, next: NextFunction) => unknown,
) => (req: Req, res: Res, next: NextFunction) => void

interface User {
  readonly name: string
}
interface Tenant {
  readonly id: number
}

const signedIn = provides<{ account: User }>((req, res, next) => {
  exactly<User | undefined>()(req.account)
  exactly<NextFunction>()(next)
  req.account = { name: req.get('authorization') ?? '' }
  if (req.account.name !== '') next()
  else res.sendStatus(401)
})
exactly<Provider<{ account: User }>>()(signedIn)
const withTenant = provides<{ tenant: Tenant }>(async (req, _res, next) => {
  req.tenant = { id: 1 }
  next()
})
const isOwner = provides<{ owner: true }, { account: User; tenant: Tenant }>((req, _res, next) => {
  exactly<User>()(req.account)
  exactly<true | undefined>()(req.owner)
  next(req.tenant.id === 1 ? undefined : new Error(req.account.name))
})
exactly<{ owner: true }>()(undefined as unknown as ProvidedBy<typeof isOwner>)
// A subtype of another one: both are there.
const admin = provides<{ account: User & { readonly rank: number } }>(plain)

// Middleware of any kind.
provides<{ account: User }>(plain)
provides<{ account: User }>((req: IncomingMessage, _res: unknown, next: () => void) => {
  if (req.method === 'GET') next()
})
provides<{ account: User }>((_req: Request4, res: Response4, next: NextFunction4) => {
  res.locals.a = 1
  next()
})
provides<{ account: User }, unknown, '4.x'>((req, res, next) => {
  exactly<string[]>()(req.acceptsCharset())
  res.json(201, {})
  next()
})
provides<{ account: User }, unknown, '3.x'>((req, _res, next) => {
  exactly<Request3['accepted']>()(req.accepted)
  next()
})
// @ts-expect-error not middleware
provides<{ account: User }>('signed in')
const onError = (_err: unknown, _req: Request, _res: Response, _next: NextFunction) => {}
// @ts-expect-error an error handler
provides<{ account: User }>(onError)
// @ts-expect-error the member has another type
provides<{ account: User }>((req) => (req.account = 1))

// In the same call.
app.get('/me', signedIn, (req, res, next) => {
  exactly<User>()(req.account)
  exactly<string | undefined>()(req.get('host'))
  exactly<Response>()(res)
  exactly<NextFunction>()(next)
  // @ts-expect-error no other member
  req.tenant
  // @ts-expect-error no contract
  req.valid
})
app.get('/:id', signedIn, (req, res) => res.send(`${req.account.name} ${req.params.id.length}`))
app.get('/:id', (req) => exactly<{ id: string }>()(req.params), signedIn)
app.get('/me', plain, signedIn, plain, (req) => exactly<User>()(req.account))
app.get('/me', [signedIn], (req) => exactly<User>()(req.account))
app.get('/me', [plain, [signedIn]], [(req) => exactly<User>()(req.account)])
app.all(/x/, signedIn, (req) => exactly<ParamsDictionary>()(req.params))
app.use('/me', signedIn, (req) => exactly<User>()(req.account))
app.use(signedIn, (req) => exactly<User>()(req.account))
app.route('/me').get(signedIn, (req) => exactly<User>()(req.account))
app.get('/me', signedIn)
app.get('/me', signedIn, plain)
// @ts-expect-error only in the same call
app.get('/me', (req) => req.account)
// @ts-expect-error no such member of the account
app.get('/me', signedIn, (req) => req.account.nme)

// Several add up, wherever they are.
app.get('/me', signedIn, withTenant, (req) => {
  exactly<User>()(req.account)
  exactly<Tenant>()(req.tenant)
})
app.get('/me', signedIn, plain, [withTenant], isOwner, (req) => {
  exactly<[User, Tenant, true]>()([req.account, req.tenant, req.owner] as [
    typeof req.account,
    typeof req.tenant,
    typeof req.owner,
  ])
})
const members = [signedIn, withTenant]
app.get('/me', members, (req) => exactly<Tenant>()(req.tenant))
app.get('/me', signedIn, admin, (req) => exactly<number>()(req.account.rank))

// Beside a contract.
const Note = z.object({ title: z.string() })
app.post('/:id', signedIn, contract({ body: Note, responses: { 201: Note } }), (req, res) => {
  exactly<User>()(req.account)
  exactly<{ title: string }>()(req.body)
  exactly<{ id: string }>()(req.params)
  exactly<{ readonly body: { title: string } }>()(req.valid)
  res.status(201).json({ title: req.account.name })
  // @ts-expect-error not a note
  res.status(201).json({})
})
// @ts-expect-error the path has no parameter userId
app.get('/me', signedIn, contract({ params: z.object({ userId: z.string() }) }), plain)

// Handlers that are written elsewhere.
const showMe = (req: Request & ProvidedBy<typeof signedIn>, res: Response) => {
  res.send(req.account.name)
}
app.get('/me', signedIn, showMe)
app.get('/:id', signedIn, contract({ params: z.object({ id: z.coerce.number() }) }), showMe)
// @ts-expect-error there is no account
app.get('/me', showMe)
// @ts-expect-error there is no account
app.get('/me', withTenant, showMe)

// The middleware may be what has failed, so error handlers see that members may be missing.
app.get('/me', signedIn, plain, (err, req, _res, next) => {
  exactly<User | undefined>()(req.account)
  next(err)
})

// What a middleware needs.
app.get('/me', signedIn, withTenant, isOwner, plain)
// @ts-expect-error a middleware needs req.account and req.tenant
app.get('/me', isOwner, (req) => req.owner)
// @ts-expect-error a middleware needs req.tenant
app.get('/me', signedIn, isOwner, plain)
// @ts-expect-error a middleware needs req.tenant
app.route('/me').get(signedIn, isOwner, plain)
// @ts-expect-error a middleware needs req.tenant
app.use(signedIn, isOwner)
declare const needed: PathWithNames<
  '5.x',
  '/me',
  unknown,
  never,
  MissingMembers<'5.x', MarkOf<typeof signedIn, 'adds'>, MarkOf<typeof isOwner, 'needs'>>
>
exactly<'a middleware needs req.tenant: put one that provides it before, in the same call or in use() of the router'>()(
  needed,
)
type MarkOf<
  P extends { '~provides': { adds: object; needs: object } },
  Part extends 'adds' | 'needs',
> = keyof P['~provides'][Part]
// A member that every request has is not missing.
app.get('/me', provides<{ a: 1 }, { ip: string | undefined }>(plain), (req) => exactly<1>()(req.a))

// Functions that take handlers know their types from the path alone.
app.get(
  '/me',
  signedIn,
  wrap(async (req, res) => res.send(req.ip)),
)
app.get(
  '/:id',
  wrapAny((req, res) => res.send(req.params.id)),
)

// In a router.
const router = webapp.Router().use(signedIn)
router.get('/me', (req, res) => {
  exactly<User>()(req.account)
  res.send(req.account.name)
  // @ts-expect-error no other member
  req.tenant
})
router.get('/:id', (req) => exactly<{ id: string }>()(req.params))
router.post('/:id', contract({ body: Note, responses: { 200: Note } }), (req, res) => {
  exactly<User>()(req.account)
  exactly<{ title: string }>()(req.body)
  // @ts-expect-error not a note
  res.json({})
})
router.get('/me', withTenant, isOwner, (req) => exactly<true>()(req.owner))
router
  .get('/me', plain, [plain], (req) => exactly<User>()(req.account))
  .post('/me', (req) => exactly<User>()(req.account))
router.get(/x/, (req) => exactly<User>()(req.account))
router.all(['/a', /b/], (req) => exactly<User>()(req.account))
router.get('/me', showMe)
router.get('/me', (req: Request, res: Response) => res.send(req.ip))
router.get(
  '/me',
  wrapAny((req, res) => res.send(req.account.name)),
)
router
  .route('/:id')
  .get((req) => exactly<User>()(req.account))
  .put(showMe)
router.use((req, _res, next) => {
  exactly<User>()(req.account)
  next()
})
router.use('/deeper', (req) => exactly<User>()(req.account))
router.use((err, req, _res, next) => {
  exactly<User | undefined>()(req.account)
  next(err)
})
// @ts-expect-error the account has no such member
router.get('/me', (req) => req.account.nme)
// @ts-expect-error a middleware needs req.tenant
router.get('/me', isOwner, (req) => req.account.name)
// @ts-expect-error a path of 4.x
router.get('/me/:id?', (req) => req.account.name)

const tenants = router.use(withTenant)
tenants.get('/', (req) => {
  exactly<User>()(req.account)
  exactly<Tenant>()(req.tenant)
})
tenants.use(isOwner).get('/', (req) => exactly<true>()(req.owner))
webapp
  .Router()
  .use(plain, signedIn, withTenant)
  .get('/', (req) => exactly<Tenant>()(req.tenant))
const asRouter: Router = router
app.use('/members', router, asRouter)
api(route('GET', '/', router))
// It is for all paths, not for one.
const below = webapp.Router().use('/me', signedIn)
// @ts-expect-error the account is below /me
below.get('/', (req) => req.account)
exactly<Router>()(webapp.Router().use(plain))
exactly<Router>()(webapp.Router().use(contract({ query: Note })))

// With the parameters of the parent.
const tasks = webapp.Router<{ project: string }>({ mergeParams: true }).use(signedIn)
tasks.get('/:task', (req) => {
  exactly<User>()(req.account)
  exactly<string>()(req.params.project)
  exactly<string>()(req.params.task)
})

// An application.
const members5 = webapp().use(signedIn)
members5.get('/me', (req, res) => res.send(req.account.name))
members5.set('title', 'Members').listen(0)
members5.get('title').length

// Sets of routes.
const set = api(
  route('GET', '/me', signedIn, contract({ responses: { 200: Note } }), (req, res) => {
    exactly<User>()(req.account)
    res.json({ title: req.account.name })
    // @ts-expect-error not a note
    res.json({})
  }),
  route('GET', '/:id', [signedIn, withTenant], isOwner, (req) => {
    exactly<{ id: string }>()(req.params)
    exactly<Tenant>()(req.tenant)
    exactly<true>()(req.owner)
  }),
  route('GET', '/error', signedIn, plain, (err, req, _res, next) => {
    exactly<User | undefined>()(req.account)
    next(err)
  }),
  route('GET', '/', signedIn, showMe),
)
exactly<'/me'>()(set['~api'][0].path)
// @ts-expect-error there is no account
route('GET', '/', showMe)
// @ts-expect-error a middleware needs req.account and req.tenant
route('GET', '/', isOwner, plain)
// @ts-expect-error a middleware needs req.tenant
route('GET', '/', signedIn, isOwner, plain)

// 4.x.
app4.get('/:id?', signedIn, withTenant, (req, res) => {
  exactly<User>()(req.account)
  exactly<Tenant>()(req.tenant)
  exactly<string | undefined>()(req.params.id)
  exactly<Response4>()(res)
})
app4.post('/', signedIn, contract({ body: Note }), (req) => {
  exactly<User>()(req.account)
  exactly<{ title: string }>()(req.body)
})
const router4 = webapp4.Router().use(signedIn)
router4.get('/:id?', (req, res) => {
  exactly<User>()(req.account)
  exactly<string | undefined>()(req.params.id)
  exactly<Response4>()(res)
})
router4.use(withTenant).get('/', (req) => exactly<Tenant>()(req.tenant))
router4.route('/me').get((req) => exactly<User>()(req.account))
app4.use('/members', router4)
app4.get('/me', signedIn, (req: Request4 & ProvidedBy<typeof signedIn>, res: Response4) => {
  res.send(req.account.name)
})
// @ts-expect-error a middleware needs req.tenant
app4.get('/me', signedIn, isOwner, plain)
// @ts-expect-error there is no tenant
router4.get('/me', (req) => req.tenant)

// 3.x, whose routers have no `use`: an application.
app3.get('/:id?', signedIn, withTenant, (req, res) => {
  exactly<User>()(req.account)
  exactly<Tenant>()(req.tenant)
  exactly<Response3>()(res)
})
app3.use('/members', signedIn)
const members3 = app3.use(signedIn)
members3.get('/:id', (req, res) => {
  exactly<User>()(req.account)
  exactly<string>()(req.params.id)
  exactly<Response3>()(res)
})
members3.del('/:id', (req) => exactly<User>()(req.account))
members3.use((req, _res, next) => {
  exactly<User>()(req.account)
  next()
})
members3.use('/deeper', (req) => exactly<User>()(req.account))
members3
  .use(withTenant)
  .use(isOwner)
  .get('/', (req) => exactly<[Tenant, true]>()([req.tenant, req.owner] as [Tenant, true]))
members3.get('/', contract({ query: Note }), (req) => exactly<{ title: string }>()(req.query))
// @ts-expect-error a middleware needs req.tenant
members3.use(isOwner)
// @ts-expect-error a middleware needs req.tenant
app3.get('/me', signedIn, isOwner, (_req, res) => res.end())
// @ts-expect-error there is no tenant
members3.get('/me', (req) => req.tenant)
