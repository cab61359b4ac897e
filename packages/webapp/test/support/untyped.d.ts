// Its published types would bring those of Express with them.
declare module 'cookie-parser' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type CookieParser = (
    req: IncomingMessage,
    res: ServerResponse,
    next: (error?: unknown) => void,
  ) => void

  export default function cookieParser(
    secret?: string | readonly string[],
    options?: { decode?: (text: string) => string },
  ): CookieParser
}
