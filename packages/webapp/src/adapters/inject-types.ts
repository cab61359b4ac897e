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

/** An in-memory request. */
export interface InjectOptions {
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
  stream?: boolean | undefined
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
  (options: InjectOptions & { stream: true }): Promise<InjectedStream>
  /** Resolves to the complete response. */
  (
    options: string | URL | (InjectOptions & { stream?: false | undefined }),
  ): Promise<InjectedResponse>
  /** Resolves to the complete response, or to a streamed one if `stream` is set. */
  (options: string | URL | InjectOptions): Promise<InjectedResponse | InjectedStream>
}

/** Sends a request in memory to a request listener, an application or a server. */
export interface InjectInto {
  /** Resolves once the headers are available; the body is a stream. */
  (target: InjectTarget, options: InjectOptions & { stream: true }): Promise<InjectedStream>
  /** Resolves to the complete response. */
  (
    target: InjectTarget,
    options: string | URL | (InjectOptions & { stream?: false | undefined }),
  ): Promise<InjectedResponse>
  /** Resolves to the complete response, or to a streamed one if `stream` is set. */
  (
    target: InjectTarget,
    options: string | URL | InjectOptions,
  ): Promise<InjectedResponse | InjectedStream>
}
