/** What a Request does not tell about its client. */
export interface FetchOptions {
  /** The address of the client, which `req.ip` starts from; unknown unless it is given. */
  remoteAddress?: string | undefined
}

/** Answers a web Request with a web Response, without a network. */
export type Fetch = (
  request: globalThis.Request,
  options?: FetchOptions,
) => Promise<globalThis.Response>
