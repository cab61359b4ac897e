// Mistakes in contracts that the compiler reports, in every dialect.
import { type } from 'arktype'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import * as v from 'valibot'
import { z } from 'zod'
import type { UnknownFields } from '../../src/contract/field-types.ts'
import {
  type ContractDescription,
  type ContractResponses,
  contract,
  eventStream,
  stream,
} from '../../src/contract.ts'
import type { PathWithNames } from '../../src/types/shared/contract-handlers.ts'
import type { Express as Express3, RequestHandler as Handler3 } from '../../src/types/v3/public.ts'
import type {
  Express as Express4,
  RequestHandler as Handler4,
  Webapp as Webapp4,
} from '../../src/types/v4/public.ts'
import type { Express, RequestHandler, Router, Webapp } from '../../src/types/v5/public.ts'
import { exactly } from './equal.ts'

declare const webapp: Webapp
declare const webapp4: Webapp4
declare const app: Express
declare const router: Router
declare const app4: Express4
declare const app3: Express3
declare const handler: RequestHandler
declare const handler4: Handler4
declare const handler3: Handler3
declare const anyPath: string
declare const base: string

// A field that contracts do not have.
// @ts-expect-error write 'query'
contract({ querry: z.object({}) })
// @ts-expect-error write 'params'
contract({ parms: z.object({}), body: z.object({}) })
// @ts-expect-error write 'contentType'
contract({ contenttype: 'text/plain' })
// @ts-expect-error no such field
contract({ title: 'Users' })
contract({ 'x-internal': true, summary: 'Users' })
contract({} as ContractDescription)
contract({ ...(Math.random() > 0.5 && { body: z.string() }) })

declare const fields: UnknownFields<{ querry: 1; Body: 1; tag: 1; title: 1; query: 1 }>
exactly<"a contract has no field 'querry'; write 'query'">()(fields.querry)
exactly<"a contract has no field 'Body'; write 'body'">()(fields.Body)
exactly<"a contract has no field 'tag'; write 'tags'">()(fields.tag)
exactly<"a contract has no field 'title'; its fields are params, query, headers, cookies, body, responses and those of the documentation">()(
  fields.title,
)
// @ts-expect-error a field of contracts needs no message
fields.query

// A field that responses do not have.
const Note = z.object({ id: z.number() })
// @ts-expect-error write 'body'
contract({ responses: { 200: { bdy: Note } } })
// @ts-expect-error write 'headers'
contract({ responses: { 200: Note, 404: { body: Note, header: {} } } })
// @ts-expect-error no such field
contract({ body: Note, responses: { default: { schema: Note } } })
// @ts-expect-error TypeBox schemas are compiled
contract({ responses: { 200: Type.Object({}) } })
const correct = {
  200: { description: 'A note', body: Note, headers: { etag: z.string() }, 'x-own': 1 },
  201: { 'application/json': Note, 'text/csv': z.string(), cookies: { session: z.string() } },
  202: stream('text/csv'),
  203: eventStream({ joined: Note }),
  204: {},
  '4XX': type({ title: 'string' }),
  default: { ...stream('application/jsonl', Note), description: 'Lines' },
} as const
contract({ responses: correct })
contract({ responses: correct as ContractResponses })
contract({ responses: Math.random() > 0.5 ? correct : undefined })
// @ts-expect-error cookies have schemas
contract({ responses: { 200: { cookies: { session: 'text' } } } })

declare const wrong: UnknownFields<{
  responses: { 200: { bdy: 1; body: 1 }; 404: { schema: 1 }; 500: { description: '' } }
}>
exactly<"responses[200] has no field 'bdy'; write 'body'">()(wrong.responses[200].bdy)
exactly<"responses[404] is neither a schema nor an object with description, body, items, contentType, headers, cookies or media types: it has 'schema'">()(
  wrong.responses[404].schema,
)
// @ts-expect-error a response without mistakes needs no message
wrong.responses[500]

// Parameters that the path does not have.
declare const message: PathWithNames<'5.x', '/m/:id', unknown, 'userId'>
exactly<"the path has no parameter 'userId': add ':userId' to the path, or rename it in the params of the contract">()(
  message,
)
const user = contract({ params: z.object({ userId: z.string() }) })
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', user, handler)
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', handler, [user], handler)
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', user)
// @ts-expect-error the path has no parameter userId
app.get('/m', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app.all('/m/*rest', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app.use('/m/:id', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
router.put('/m/:id', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app.route('/m/:id').get(user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
router.route('/m/:id').all(handler).post(user, handler)
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', contract({ headers: z.object({}) }), user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app4.get('/m/:id?', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app4.route('/m/:id').get(user, handler4)
// @ts-expect-error the path has no parameter userId
app3.get('/m/:id', user, (_req, res) => res.end())
// @ts-expect-error the path has no parameter userId
app3.post('/m/:id', user, handler3)

// In every library.
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', contract({ params: v.object({ userId: v.string() }) }), handler)
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', contract({ params: type({ userId: 'string' }) }), handler)
const compiled = Compile(Type.Object({ userId: Type.String() }))
// @ts-expect-error the path has no parameter userId
app.get('/m/:id', contract({ params: compiled }), handler)

// Parameters that the path has.
app.get('/m/:userId', user, (req, res) => res.end(req.params.userId))
app.get('/m/:userId', user, handler)
app.get('/m/:userId', user)
app.get('/m/:userId/:other', [user], (req) => exactly<{ userId: string }>()(req.params))
app.get('/m{/:userId}', user, (req) => exactly<{ userId: string }>()(req.params))
app.get('/m/:"userId"', user, handler)
app.route('/m/:userId').get(user, (req) => exactly<{ userId: string }>()(req.params))
app.route('/m/:userId').get(user, handler)
app4.get('/m/:userId?', user, handler4)
app4.route('/m/:userId(\\d+)').get(user, (req) => exactly<{ userId: string }>()(req.params))
app3.get('/m/:userId?', user, handler3)
const rest = contract({ params: z.object({ rest: z.array(z.string()) }) })
app.get('/files/*rest', rest, (req) => exactly<string[]>()(req.params.rest))
app4.get('/files/*', contract({ params: z.object({ 0: z.string() }) }), handler4)
app3.get('/files/*', contract({ params: z.object({ 0: z.string() }) }), handler3)
const number = contract({ params: z.object({ id: z.coerce.number() }) })
app.get('/m/:id', number, (req) => exactly<number>()(req.params.id))
// A schema that does not need the parameter serves both paths.
const optional = contract({ params: z.object({ userId: z.string().optional() }) })
app.get('/m', optional, handler)
app.get('/m/:userId', optional, handler)
app.get('/m', contract({ params: z.record(z.string(), z.string()) }), handler)

// Paths whose parameters the compiler does not know.
app.get(anyPath, user, (req) => exactly<{ userId: string }>()(req.params))
app.get(/^\/m\/(?<userId>\d+)$/, user, handler)
app.get(['/m/:userId', '/n/:id'], user, handler)
app.get(`${base}/m`, user, handler)
app.route(anyPath).get(user, handler)
app.route(/m/).get(user, (req) => exactly<{ userId: string }>()(req.params))
app.use(user)
app.use(user, (req) => exactly<{ userId: string }>()(req.params))
app4.get(['/m/:userId', /n/], user, handler4)
app3.get(anyPath, user, handler3)
export function add<Path extends string>(path: Path) {
  app.get(path, handler)
  app.route(path).get(handler)
}

// A router that merges parameters.
webapp.Router({ mergeParams: true }).get('/:task', user, handler)
webapp.Router({ mergeParams: true }).route('/:task').get(user, handler)
webapp4.Router({ mergeParams: true }).get('/:task', user, handler4)
const known = webapp.Router<{ userId: string }>({ mergeParams: true })
known.get('/:task', user, handler)
known.route('/:task').get(user, handler)
// @ts-expect-error neither the path nor the parent has the parameter userId
webapp.Router<{ project: string }>({ mergeParams: true }).get('/:task', user, handler)
