/** The handler of a worker of Cloudflare, such as `httpServerHandler` of `cloudflare:node` returns. */
export interface WorkerHandler {
  fetch(request: any, env?: any, context?: any): Promise<Response> | Response
}

/** `withUpgrades` of webapp/worker. */
export type WithUpgrades = <Handler extends WorkerHandler>(handler: Handler) => Handler
