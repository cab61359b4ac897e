import { type BodyOptions, type BodyPolicy, checkBodyOptions } from './options.ts'
import { type BodyFormat, type BodyParser, parseBody } from './parser.ts'

const format: BodyFormat = { chooseCharset: () => null, parse: (body) => body }

/** Creates `webapp.raw` of a dialect: a factory of middleware that sets `req.body` to a Buffer. */
export function createRaw(policy: BodyPolicy): (options?: BodyOptions | null) => BodyParser {
  return function raw(options) {
    const settings = checkBodyOptions(options ?? {}, 'application/octet-stream', policy)
    return function rawParser(req, res, next) {
      parseBody(format, settings, req, res, next)
    }
  }
}
