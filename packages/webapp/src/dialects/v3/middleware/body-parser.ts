import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeText } from '../../../body/charset.ts'
import { createJson, type JsonOptions } from '../../../body/json.ts'
import type { BodyOptions } from '../../../body/options.ts'
import type { BodyParser } from '../../../body/parser.ts'
import type { UrlencodedOptions } from '../../../body/urlencoded.ts'
import { deprecate } from '../../../errors/deprecation.ts'
import { httpError } from '../../../errors/http-error.ts'
import type { Next } from '../../../http/exchange.ts'
import type { MultipartOptions } from '../../../types/v3/options.ts'
import { bodies } from '../../v4/bodies.ts'
import { urlencoded as urlencodedV4 } from '../../v4/urlencoded.ts'
import { multipart } from './multipart.ts'

const createJsonParser = createJson(bodies)
const DEFAULT_LIMIT = '1mb'

/** In 3.x `verify` receives the decoded text of a body and no charset. */
type Verify = (req: IncomingMessage, res: ServerResponse, text: string) => unknown
type WithVerify<Options> = Omit<Options, 'verify'> & { readonly verify?: Verify | false }

export type BodyParserOptions = WithVerify<JsonOptions & UrlencodedOptions & MultipartOptions>

/** `webapp.bodyParser(options)`: parses JSON, urlencoded forms and multipart forms. */
export function bodyParser(options?: BodyParserOptions | null): BodyParser {
  const parsers = [json(options), urlencoded(options), multipart(options)]
  return function bodyParser(req, res, next) {
    runInTurn(parsers, req, res, next)
  }
}

function runInTurn(
  [parse, ...rest]: readonly BodyParser[],
  req: IncomingMessage,
  res: ServerResponse,
  next: Next,
): void {
  if (parse === undefined) {
    next()
    return
  }
  parse(req, res, (error) => {
    if (error) next(error)
    else runInTurn(rest, req, res, next)
  })
}

/** `webapp.json(options)` of 3.x: also accepts `+json` types, with a limit of 1 MB. */
export function json(options?: WithVerify<JsonOptions> | null): BodyParser {
  const strict = options?.strict !== false
  const parse = createJsonParser({
    limit: DEFAULT_LIMIT,
    type: ['json', '+json'],
    ...options,
    verify: toVerify('json', options?.verify),
  })
  return function jsonParser(req, res, next) {
    parse(req, res, (error) => {
      if (error) next(strict ? inWordsOfStrict(error) : error)
      else next()
    })
  }
}

/** The strict parser of 3.x has one message for all bodies that do not begin with `{` or `[`. */
function inWordsOfStrict(error: unknown): unknown {
  const { type, body } = error as { type?: unknown; body?: unknown }
  if (type !== 'entity.parse.failed' || /^[ \t\n\r]*[[{]/.test(String(body))) return error
  return httpError(400, new Error('invalid json'), { body, type })
}

/** `webapp.urlencoded(options)` of 3.x: extended by default, with a limit of 1 MB. */
export function urlencoded(options?: WithVerify<UrlencodedOptions> | null): BodyParser {
  return urlencodedV4({
    limit: DEFAULT_LIMIT,
    ...options,
    extended: options?.extended !== false,
    verify: toVerify('urlencoded', options?.verify),
  })
}

function toVerify(name: string, verify: Verify | false | undefined): BodyOptions['verify'] {
  if (!verify) return false
  // The option check of the parser throws for invalid values.
  if (typeof verify !== 'function') return verify
  deprecate(`${name}.verify: use body-parser module for verify`)
  return (req, res, body, charset) => {
    // A signature also covers the byte order mark, so it must be kept.
    const isUtf8 = charset === null || charset === 'utf-8'
    return verify(req, res, isUtf8 ? body.toString() : decodeText(body, charset))
  }
}
