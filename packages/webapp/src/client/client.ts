import { readContent } from './body.ts'
import { fillPath, type Params } from './path.ts'
import { isGiven, toText } from './text.ts'

type HeadersInit = NonNullable<RequestInit['headers']>
type BodyInit = NonNullable<RequestInit['body']>

/** The options of the client, and of one call, as the compiler has checked them. */
interface Options {
  readonly fetch?: typeof fetch
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>)
}

interface CallOptions {
  readonly params?: Params
  readonly query?: Values
  readonly headers?: Values
  readonly signal?: AbortSignal
  readonly body?: unknown
  readonly contentType?: string
  readonly urlencoded?: Values
  readonly form?: Values
}

type Values = Readonly<Record<string, unknown>>

const JSON_TYPE = 'application/json'

export function createTypedClient(base: string, options: Options = {}) {
  const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
  return Object.fromEntries(
    methods.map((method) => [
      method,
      (path: string, call: CallOptions = {}) => send(base, options, method, path, call),
    ]),
  )
}

async function send(
  base: string,
  options: Options,
  method: string,
  path: string,
  { params = {}, query, headers: own, signal, ...rest }: CallOptions,
) {
  const { fetch = globalThis.fetch, headers: common } = options
  const search = query ? `${addAll(new URLSearchParams(), query, 'query')}` : ''
  const url = base.replace(/\/$/, '') + fillPath(path, params) + (search && `?${search}`)
  const headers = new Headers(typeof common === 'function' ? await common() : common)
  for (const [name, value] of entriesOf(own)) headers.set(name, toText(value, `headers.${name}`))
  const body = encode(rest, headers)
  const init: RequestInit = { method: method.toUpperCase(), headers }
  if (signal) init.signal = signal
  if (body !== undefined) init.body = body
  const response = await fetch(url, init)
  // The response to HEAD has the header fields of one with a body.
  const content = method === 'head' ? undefined : await readContent(response)
  return { status: response.status, headers: response.headers, body: content }
}

function encode(
  { body, contentType = JSON_TYPE, form, urlencoded }: CallOptions,
  headers: Headers,
): BodyInit | undefined {
  // `fetch` sets the type of these two.
  if (form) return addAll(new FormData(), form, 'form')
  if (urlencoded) return addAll(new URLSearchParams(), urlencoded, 'urlencoded')
  if (body === undefined) return undefined
  headers.set('content-type', contentType)
  // The compiler lets only a `BodyInit` through for other types.
  return /json$/i.test(contentType) ? JSON.stringify(body) : (body as BodyInit)
}

/** Adds each value, and each item of a list, under its name. */
function addAll<Target extends FormData | URLSearchParams>(
  target: Target,
  values: Values,
  option: string,
): Target {
  for (const [name, value] of entriesOf(values)) {
    for (const item of [value].flat().filter(isGiven)) {
      target.append(
        name,
        (item instanceof Blob ? item : toText(item, `${option}.${name}`)) as string,
      )
    }
  }
  return target
}

function entriesOf(values: Values = {}): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => isGiven(value))
}
