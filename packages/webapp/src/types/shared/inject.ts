// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeader,
  Server,
  ServerResponse,
} from 'node:http'
import type { Readable } from 'node:stream'

/** What can be asked without a network: a function, an application, or a server. */
export type InjectTarget = ((req: IncomingMessage, res: ServerResponse) => unknown) | Server

/** What is sent with a request that is injected. */
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

/** A request that is answered without a network. */
export interface InjectOptions {
  /** The method; GET unless another is given. */
  method?: string | undefined
  /** A path, sent as it stands, or an address with its host. */
  url?: string | URL | undefined
  /** Added to the query of the URL. */
  query?:
    | string
    | URLSearchParams
    | Readonly<Record<string, QueryValue | readonly QueryValue[]>>
    | undefined
  /** Headers by name, as pairs, or as Headers. */
  headers?:
    | Readonly<Record<string, OutgoingHttpHeader | undefined>>
    | Iterable<readonly [string, string]>
    | undefined
  /** Text, bytes, a form, a stream; any other object or list is sent as JSON. */
  body?: InjectBody | null | undefined
  /** The address of the client, 127.0.0.1 unless another is given. */
  remoteAddress?: string | undefined
  /** Aborts the exchange. */
  signal?: AbortSignal | undefined
  /** Whether the body is handed over as a stream, while it arrives. */
  stream?: boolean | undefined
}

/** A value of a query. */
export type QueryValue = string | number | boolean | bigint | null | undefined

/** Status and headers of an answer. */
export interface InjectedHead {
  /** The status. */
  readonly statusCode: number
  /** The reason phrase. */
  readonly statusMessage: string
  /** Headers by name in lower case; `set-cookie` is a list. */
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, in the order and case in which they were sent. */
  readonly rawHeaders: string[]
  /** Headers after the body, known when it was read. */
  readonly trailers: NodeJS.Dict<string>
}

/** A whole answer. */
export interface InjectedResponse extends InjectedHead {
  /** The body as bytes. */
  readonly body: Buffer
  /** The body as text. */
  text(): string
  // any: what the application sends, which only its caller knows.
  /** The body as the value that its JSON stands for. */
  json(): any
}

/** An answer whose body is still arriving. */
export interface InjectedStream extends InjectedHead {
  /** The body; an early end of the connection is an error of this stream. */
  readonly body: Readable
}

/** Asks without a network. */
export interface Inject {
  /** Gives the answer while it arrives. */
  (options: InjectOptions & { stream: true }): Promise<InjectedStream>
  /** Gives the whole answer. */
  (
    options: string | URL | (InjectOptions & { stream?: false | undefined }),
  ): Promise<InjectedResponse>
  /** Gives the answer, whole or while it arrives. */
  (options: string | URL | InjectOptions): Promise<InjectedResponse | InjectedStream>
}

/** Asks whatever answers requests, without a network. */
export interface InjectInto {
  /** Gives the answer while it arrives. */
  (target: InjectTarget, options: InjectOptions & { stream: true }): Promise<InjectedStream>
  /** Gives the whole answer. */
  (
    target: InjectTarget,
    options: string | URL | (InjectOptions & { stream?: false | undefined }),
  ): Promise<InjectedResponse>
  /** Gives the answer, whole or while it arrives. */
  (
    target: InjectTarget,
    options: string | URL | InjectOptions,
  ): Promise<InjectedResponse | InjectedStream>
}
