import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeader,
  Server,
  ServerResponse,
} from 'node:http'
import type { Readable } from 'node:stream'

/** A target for in-memory requests: a request listener, an application or a server. */
export type InjectTarget = ((req: IncomingMessage, res: ServerResponse) => unknown) | Server

/** The body of an in-memory request. */
export type InjectBody =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | URLSearchParams
  | FormData
  | Blob
  | Readable
  | ReadableStream
  | AsyncIterable<string | Uint8Array>
  | object

/**
 * An in-memory request. `InjectOptions<true>` is one whose response body is a stream, and
 * `InjectOptions<boolean>` is either.
 */
export interface InjectOptions<Stream extends boolean = false> {
  /** The method; `GET` by default. As with `http.request`, it is sent in upper case. */
  method?: string | undefined
  /** A path, sent unchanged, or an absolute URL. */
  url?: string | URL | undefined
  /** Parameters to append to the query string of the URL. */
  query?:
    | string
    | URLSearchParams
    | Readonly<Record<string, QueryValue | readonly QueryValue[]>>
    | undefined
  /** Headers as an object, as pairs or as a `Headers` object. */
  headers?:
    | Readonly<Record<string, OutgoingHttpHeader | undefined>>
    | Iterable<readonly [string, string]>
    | undefined
  /** A string, bytes, a form or a stream; any other object or array is sent as JSON. */
  body?: InjectBody | null | undefined
  /** The address of the client; `127.0.0.1` by default. */
  remoteAddress?: string | undefined
  /** Aborts the request. */
  signal?: AbortSignal | undefined
  /** Whether to return the response body as a stream; off by default. */
  stream?: Stream | undefined
}

/** A value of a query parameter. */
export type QueryValue = string | number | boolean | bigint | null | undefined

/** Status and headers of a response. */
export interface InjectedHead {
  /** The status code. */
  readonly statusCode: number
  /** The reason phrase. */
  readonly statusMessage: string
  /** Headers by name in lower case; `set-cookie` is an array. */
  readonly headers: IncomingHttpHeaders
  /** Alternating names and values, in the order and case in which they were sent. */
  readonly rawHeaders: string[]
  /** Trailers, available after the body was read. */
  readonly trailers: NodeJS.Dict<string>
}

/** A complete response. */
export interface InjectedResponse extends InjectedHead {
  /** The body as bytes. */
  readonly body: Buffer
  /** The body as text. */
  text(): string
  // any: only the caller knows what the application sends.
  /** The body, parsed as JSON; the type argument is not checked. */
  json<T = any>(): T
}

/** A response whose body is a stream. */
export interface InjectedStream extends InjectedHead {
  /** The body; the stream fails if the connection ends early. */
  readonly body: Readable
}

/** Sends a request in memory. */
export interface Inject {
  /** Resolves once the headers are available; the body is a stream. */
  (options: InjectOptions<true> & { stream: true }): Promise<InjectedStream>
  /** Resolves to the complete response. */
  (options: string | URL | InjectOptions): Promise<InjectedResponse>
  /** Resolves to the complete response, or to a streamed one if `stream` is set. */
  (options: string | URL | InjectOptions<boolean>): Promise<InjectedResponse | InjectedStream>
}

/** Sends a request in memory to a request listener, an application or a server. */
export interface InjectInto {
  /** Resolves once the headers are available; the body is a stream. */
  (target: InjectTarget, options: InjectOptions<true> & { stream: true }): Promise<InjectedStream>
  /** Resolves to the complete response. */
  (target: InjectTarget, options: string | URL | InjectOptions): Promise<InjectedResponse>
  /** Resolves to the complete response, or to a streamed one if `stream` is set. */
  (
    target: InjectTarget,
    options: string | URL | InjectOptions<boolean>,
  ): Promise<InjectedResponse | InjectedStream>
  /** Creates a client that keeps cookies, for several requests of one visitor. */
  client(target: InjectTarget, defaults?: ClientDefaults): InjectClient
}

/** What the requests of a client have in common. */
export interface ClientDefaults {
  /** Headers that each request has, unless it has its own of the same name. */
  headers?: InjectOptions['headers']
  /** The scheme and the host of paths; `http://localhost` by default. */
  origin?: string | URL | undefined
  /** The address of the client; `127.0.0.1` by default. */
  remoteAddress?: string | undefined
}

/** Sends requests in memory and keeps the cookies of their responses, as a browser does. */
export interface InjectClient extends Inject {
  /** The cookies that the client has. */
  readonly cookies: ClientCookies
  get: ClientMethod
  head: ClientMethod
  post: ClientMethod
  put: ClientMethod
  patch: ClientMethod
  delete: ClientMethod
  options: ClientMethod
}

/** Sends a request of one method. */
export interface ClientMethod {
  /** Resolves once the headers are available; the body is a stream. */
  (url: string | URL, options: InjectOptions<true> & { stream: true }): Promise<InjectedStream>
  /** Resolves to the complete response. */
  (url: string | URL, options?: InjectOptions): Promise<InjectedResponse>
  /** Resolves to the complete response, or to a streamed one if `stream` is set. */
  (url: string | URL, options?: InjectOptions<boolean>): Promise<InjectedResponse | InjectedStream>
}

/** The cookies of a client. */
export interface ClientCookies {
  /** The decoded value of a cookie; of several with this name, that with the longest path. */
  get(name: string): string | undefined
  /** Stores a cookie, whose value is encoded as `res.cookie` does. */
  set(name: string, value: string, options?: ClientCookieOptions): void
  /** Removes the cookies with this name. Returns whether there was one. */
  delete(name: string): boolean
  /** Removes all cookies. */
  clear(): void
  /** All cookies with their attributes. */
  list(): ClientCookie[]
}

/** The attributes of a cookie that a test stores. */
export interface ClientCookieOptions {
  /** The domain, with its subdomains; the host of the client alone by default. */
  domain?: string | undefined
  /** The path; `/` by default. */
  path?: string | undefined
  /** Lifetime from now, in milliseconds. */
  maxAge?: number | undefined
  /** Expiry date; without one the cookie lasts as long as the client. */
  expires?: Date | undefined
  /** Whether only encrypted requests have the cookie. */
  secure?: boolean | undefined
  /** Hides the cookie from scripts, of which a client has none. */
  httpOnly?: boolean | undefined
}

/** A cookie of a client. */
export interface ClientCookie {
  readonly name: string
  /** The value as it was sent. */
  readonly value: string
  readonly domain: string
  /** Whether subdomains do not get the cookie. */
  readonly hostOnly: boolean
  readonly path: string
  readonly expires: Date | undefined
  readonly secure: boolean
  readonly httpOnly: boolean
  /** The attribute `SameSite` in lower case. Requests of a client all come from the same site. */
  readonly sameSite: string | undefined
}
