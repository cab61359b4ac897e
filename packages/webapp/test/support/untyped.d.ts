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

// The original, as a black box: a foreign application, or the one to compare with.
declare module 'express4' {
  import type express from '../../src/v4.ts'

  export default express
}

declare module 'express5' {
  import type express from '../../src/v5.ts'

  export default express
}

declare module 'express-session' {
  import type { RequestHandler } from '../../src/types/v5/public.ts'

  export default function session(options: object): RequestHandler
}
