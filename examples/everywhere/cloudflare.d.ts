/** What workers of Cloudflare have; the package `@cloudflare/workers-types` declares all of it. */
declare module 'cloudflare:node' {
  export function httpServerHandler(server: import('node:http').Server): {
    fetch(request: Request, env: unknown, context: unknown): Promise<Response>
  }
}
