import { type BodyOptions, checkBodyOptions } from './options.ts'
import { type BodyFormat, type BodyParser, parseBody } from './parser.ts'

const format: BodyFormat = { chooseCharset: () => null, parse: (body) => body }

/** `webapp.raw(options)`: middleware that gives bodies as bytes. */
export function raw(options?: BodyOptions | null): BodyParser {
  const settings = checkBodyOptions(options ?? {}, 'application/octet-stream')
  return function rawParser(req, res, next) {
    parseBody(format, settings, req, res, next)
  }
}
