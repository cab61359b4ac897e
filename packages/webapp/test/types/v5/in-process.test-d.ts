// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import { createServer } from 'node:http'
import type { Readable } from 'node:stream'
import {
  type InjectedResponse,
  type InjectedStream,
  type InjectOptions,
  inject,
} from '../../../src/inject.ts'
import type { Webapp as Webapp3 } from '../../../src/types/v3/public.ts'
import type { Webapp as Webapp4 } from '../../../src/types/v4/public.ts'
import type { Webapp } from '../../../src/types/v5/public.ts'
import type webapp5 from '../../../src/v5.ts'
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

// Helpers of tests.
export function get(url: string, options: InjectOptions = {}): Promise<InjectedResponse> {
  return inject(app, { url, ...options })
}
export function post(url: string, { headers = {}, ...rest }: InjectOptions = {}) {
  return app.inject({ method: 'POST', ...rest, url, headers })
}
exactly<Promise<InjectedResponse>>()(post('/', { body: { a: 1 } }))
export function either(options: InjectOptions<boolean>) {
  return inject(app, { url: '/', ...options })
}
exactly<Promise<InjectedResponse | InjectedStream>>()(either({ stream: true }))
const options: webapp5.InjectOptions = { url: '/' }
exactly<InjectOptions>()(options)
// @ts-expect-error a stream is InjectOptions<true>
get('/', { stream: true })

const client = inject.client(app, { headers: { a: 'b' }, origin: 'https://shop.test' })
exactly<Promise<InjectedResponse>>()(client.get('/'))
exactly<Promise<InjectedResponse>>()(client('/'))
exactly<Promise<InjectedResponse>>()(client.post('/', { body: {} }))
exactly<Promise<InjectedStream>>()(client.get('/', { stream: true }))
exactly<Promise<InjectedResponse | InjectedStream>>()(client.get('/', { stream: isStream }))
exactly<string | undefined>()(client.cookies.get('a'))
client.cookies.set('a', 'b', { maxAge: 1 })
for (const target of [webapp4(), webapp3(), createServer()]) inject.client(target)
// @ts-expect-error no such option
inject.client(app, { header: {} })

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
