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

// The libraries of 4.x, to compare with: they have the types of the packages that they are.
declare module 'accepts-v1' {
  export { default } from 'accepts'
}

declare module 'content-disposition-v0' {
  export default function contentDisposition(filename?: string): string
}

declare module 'content-type-v1' {
  export interface ContentType {
    type: string
    parameters: Record<string, string>
  }
  export function parse(header: string): ContentType
  export function format(type: ContentType): string
}

declare module 'fresh-v0' {
  export { default } from 'fresh'
}

declare module 'range-parser-v1' {
  export { default } from 'range-parser'
}

declare module 'type-is-v1' {
  export { default } from 'type-is'
}

declare module 'mime-types-v2' {
  export { default } from 'mime-types'
}
