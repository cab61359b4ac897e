/** Details of the client that a web `Request` does not carry. */
export interface FetchOptions {
  /** The address of the client, used for `req.ip`; unknown by default. */
  remoteAddress?: string | undefined
}

/** Handles a web `Request` in memory and resolves to a web `Response`. */
export type Fetch = (
  request: globalThis.Request,
  options?: FetchOptions,
) => Promise<globalThis.Response>
