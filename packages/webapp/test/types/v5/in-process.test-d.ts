// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import { createServer } from 'node:http'
import type { Readable } from 'node:stream'
import { type InjectedResponse, type InjectedStream, inject } from '../../../src/inject.ts'
import type { Webapp as Webapp3 } from '../../../src/types/v3/public.ts'
import type { Webapp as Webapp4 } from '../../../src/types/v4/public.ts'
import type { Webapp } from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
declare const webapp4: Webapp4
declare const webapp3: Webapp3
declare const isStream: boolean
const app = webapp()

exactly<Promise<InjectedResponse>>()(app.inject('/'))
exactly<Promise<InjectedResponse>>()(app.inject({ url: '/', query: { a: [1, true], b: null } }))
exactly<Promise<InjectedStream>>()(app.inject({ url: '/', stream: true }))
exactly<Promise<InjectedResponse | InjectedStream>>()(app.inject({ stream: isStream }))
exactly<Promise<InjectedResponse>>()(webapp4().inject(new URL('http://a.test')))
exactly<Promise<InjectedResponse>>()(webapp3().inject('/'))
exactly<Promise<Response>>()(app.fetch(new Request('http://a.test')))
exactly<Promise<Response>>()(
  webapp3().fetch(new Request('http://a.test'), { remoteAddress: '::1' }),
)

declare const answer: InjectedResponse
exactly<Buffer>()(answer.body)
exactly<string[] | undefined>()(answer.headers['set-cookie'])
exactly<any>()(answer.json())
exactly<{ id: number }>()(answer.json<{ id: number }>())
declare const stream: InjectedStream
exactly<Readable>()(stream.body)

for (const target of [app, webapp4(), webapp3(), createServer()]) inject(target, '/')
inject((req, res) => res.end(req.url), { method: 'POST', body: [1], headers: { a: ['b'] } })
inject(app, { headers: new Headers(), body: new URLSearchParams(), signal: AbortSignal.abort() })

// @ts-expect-error numbers are no bodies
app.inject({ body: 5 })
// @ts-expect-error a query has one level
app.inject({ query: { a: { b: 1 } } })
// @ts-expect-error neither a path nor options
app.inject(5)
// @ts-expect-error nothing that answers
inject({}, '/')
// @ts-expect-error a stream has no text of its own
stream.text()
