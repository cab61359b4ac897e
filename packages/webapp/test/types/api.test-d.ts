// Sets of routes, and the types that their handlers see.
import * as v from 'valibot'
import { z } from 'zod'
import { type Api, type ApiMount, type ApiRoute, api, contract, route } from '../../src/contract.ts'
import type { Express as Express3 } from '../../src/types/v3/public.ts'
import type { Express as Express4 } from '../../src/types/v4/public.ts'
import type {
  Express,
  NextFunction,
  ParsedQs,
  Request,
  RequestHandler,
  Router,
} from '../../src/types/v5/public.ts'
import { exactly } from './equal.ts'

declare const app: Express
declare const app4: Express4
declare const app3: Express3
declare const auth: RequestHandler

const Note = z.object({ id: z.number(), title: z.string() })
const Problem = z.object({ title: z.string() })
const params = z.object({ id: z.coerce.number() })
const body = z.object({ title: z.string() })

const get = route(
  'GET',
  '/notes/:id',
  contract({ params, responses: { 200: Note, 404: Problem } }),
  (req, res, next) => {
    exactly<{ id: number }>()(req.params)
    exactly<ParsedQs>()(req.query)
    exactly<NextFunction>()(next)
    exactly<{ readonly params: { id: number } }>()(req.valid)
    res.json({ id: 1, title: 'one' })
    res.status(404).json({ title: 'missing' })
    // @ts-expect-error the title is missing
    res.json({ id: 1 })
    // @ts-expect-error 409 is not declared
    res.status(409).json({ title: 'taken' })
    // @ts-expect-error only parts that the contract describes
    req.valid.query
  },
)
exactly<'GET'>()(get.method)
exactly<'/notes/:id'>()(get.path)
exactly<typeof params>()(get['~description'].params)

// Handlers before and after the contract, in lists, and for errors.
const add = route(
  'POST',
  '/notes',
  auth,
  [auth, contract({ body, query: v.object({ draft: v.optional(v.string()) }) })],
  async (req, res) => {
    exactly<{ title: string }>()(req.body)
    exactly<{ draft?: string | undefined }>()(req.query)
    res.send('any body: the contract describes no responses')
  },
  (err, req, _res, next) => {
    exactly<{ title: string }>()(req.body)
    next(err)
  },
)
// Without a contract, as in app.get.
const health = route('GET', '/health/:part', (req, res) => {
  exactly<{ part: string }>()(req.params)
  res.send('well')
})

const notes = api(get, add, health)
exactly<
  Api<
    [
      ApiRoute<'GET', '/notes/:id', (typeof get)['~description']>,
      ApiRoute<'POST', '/notes', (typeof add)['~description']>,
      // biome-ignore lint/complexity/noBannedTypes: the description of a route without a contract.
      ApiRoute<'GET', '/health/:part', {}>,
    ]
  >
>()(notes)
const router: Router = notes
app.use('/api', notes)
app.use(router)
app4.use('/api', notes)
app3.use('/api', notes)

const all = api(route('/v1', notes), route('GET', '/', auth))
exactly<ApiMount<'/v1', (typeof notes)['~api']>>()(all['~api'][0])

// With the parameters of its prefix, which handlers declare themselves.
const merging = api(
  { mergeParams: true },
  route('GET', '/:id', (req: Request<{ org: string; id: string }>, res) => {
    exactly<string>()(req.params.org)
    res.end()
  }),
)
exactly<'/:id'>()(merging['~api'][1].path)
// @ts-expect-error no such option
api({ mergeparams: true }, health)

// @ts-expect-error methods are in upper case
route('get', '/', auth)
// @ts-expect-error the path has no parameter id
route('GET', '/notes', contract({ params }), auth)
// @ts-expect-error a path of 4.x
route('GET', '/notes/:id?', auth)
// @ts-expect-error a handler is not a route
api(auth)
// @ts-expect-error a router has no types for a client
route('/v2', router)
route('GET', '/', contract({ responses: { 200: Note } }), (_req, res) => {
  // @ts-expect-error an undeclared body
  res.json({ other: 1 })
})
