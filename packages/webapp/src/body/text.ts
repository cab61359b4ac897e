import { charsetOf, decodeText } from './charset.ts'
import { type BodyOptions, type BodyPolicy, checkBodyOptions } from './options.ts'
import { type BodyFormat, type BodyParser, parseBody } from './parser.ts'

export interface TextOptions extends BodyOptions {
  readonly defaultCharset?: string
}

/** Creates `webapp.text` of a dialect: a factory of middleware that sets `req.body` to a string. */
export function createText(policy: BodyPolicy): (options?: TextOptions | null) => BodyParser {
  return function text(options) {
    const settings = checkBodyOptions(options ?? {}, 'text/plain', policy)
    const defaultCharset = options?.defaultCharset || 'utf-8'
    const format: BodyFormat = {
      chooseCharset: (req) => charsetOf(req, policy) || defaultCharset,
      parse: (body, charset) => decodeText(body, charset as string),
    }
    return function textParser(req, res, next) {
      parseBody(format, settings, req, res, next)
    }
  }
}
