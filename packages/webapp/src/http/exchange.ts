import type { IncomingMessage, ServerResponse } from 'node:http'

/** Continues with the next handler; an argument other than 'route' and 'router' is an error. */
export type Next = (error?: unknown) => void

export type Handler = (req: Req, res: Res, next: Next) => unknown
export type ErrorHandler = (error: unknown, req: Req, res: Res, next: Next) => unknown
export type ParamHandler = (req: Req, res: Res, next: Next, value: unknown, name: string) => unknown

/** An application inside the engine, with the members that requests and responses use. */
export interface App {
  settings: Settings
  get(name: string): unknown
  enabled(name: string): boolean
  render(name: string, options: object, callback: RenderCallback): void
}

export type Settings = Record<string, unknown>
export type RenderCallback = (error: unknown, html?: string) => void

/** A request inside the engine: Node's object with the members of the dialect and the router. */
export interface Req extends IncomingMessage {
  app: App
  res: Res
  next: Next
  method: string
  url: string
  baseUrl: string
  originalUrl: string
  params: Record<string, unknown>
  route?: unknown
  readonly query: Record<string, unknown>
  readonly fresh: boolean
  readonly host: string | undefined
  readonly hostname: string | undefined
  readonly protocol: string
  secret?: string
  get(name: string): string | undefined
  accepts(...types: (string | readonly string[])[]): string | string[] | false
}

/** A response inside the engine: Node's object with the members of the dialect. */
export interface Res extends ServerResponse<IncomingMessage> {
  app: App
  req: Req
  locals: Record<string, unknown>
  get(name: string): HeaderValue | undefined
  set(field: string, value: unknown): this
  set(fields: object): this
  append(field: string, value: string | readonly string[]): this
  status(code: number): this
  type(type: string): this
  vary(field: string | string[]): this
  send(body?: unknown): this
  json(body?: unknown): this
  location(url: string): this
  sendFile(path: string, options: object, done?: (error?: unknown) => void): void
  cookie(name: string, value: unknown, options?: object): this
  format(handlers: Record<string, unknown>): this
}

export type HeaderValue = string | number | string[]
