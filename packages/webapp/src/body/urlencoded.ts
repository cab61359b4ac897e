import type { IncomingMessage } from 'node:http'
import qs from 'qs'
import { httpError } from '../errors/http-error.ts'
import { charsetOf, decodeText, unsupportedCharset } from './charset.ts'
import { type BodyOptions, checkBodyOptions } from './options.ts'
import { type BodyFormat, type BodyParser, parseBody, parseFailure } from './parser.ts'

export interface UrlencodedOptions extends BodyOptions {
  readonly extended?: boolean
  readonly parameterLimit?: number | null
  readonly depth?: number | null
  readonly defaultCharset?: string
  readonly charsetSentinel?: boolean
  readonly interpretNumericEntities?: boolean
}

type Charset = 'utf-8' | 'iso-8859-1'

/** `webapp.urlencoded(options)`: middleware that parses the bodies of forms. */
export function urlencoded(options?: UrlencodedOptions | null): BodyParser {
  const settings = checkBodyOptions(options ?? {}, 'application/x-www-form-urlencoded')
  const defaultCharset = options?.defaultCharset || 'utf-8'
  if (!isFormCharset(defaultCharset)) {
    throw new TypeError('option defaultCharset must be either utf-8 or iso-8859-1')
  }
  const parseForm = createFormParser(options ?? {})
  const format: BodyFormat = {
    chooseCharset: (req) => chooseCharset(req, defaultCharset),
    parse(body, charset) {
      const text = decodeText(body, charset as string)
      try {
        return text.length === 0 ? {} : parseForm(text, charset as Charset)
      } catch (error) {
        throw parseFailure(error, text)
      }
    },
  }
  return function urlencodedParser(req, res, next) {
    parseBody(format, settings, req, res, next)
  }
}

function isFormCharset(charset: string): charset is Charset {
  return charset === 'utf-8' || charset === 'iso-8859-1'
}

function chooseCharset(req: IncomingMessage, fallback: Charset): Charset {
  const charset = charsetOf(req) || fallback
  if (!isFormCharset(charset)) throw unsupportedCharset(charset)
  return charset
}

/** Flat keys in the simple form; in the extended one brackets make objects and lists, in bounds. */
function createFormParser(options: UrlencodedOptions): (text: string, charset: Charset) => unknown {
  const extended = Boolean(options.extended)
  const parameterLimit = checkParameterLimit(options.parameterLimit ?? 1000)
  const depth = extended ? checkDepth(options.depth ?? 32) : 0
  const { charsetSentinel, interpretNumericEntities } = options
  return (text, charset) => {
    const count = countParameters(text, parameterLimit)
    if (count === undefined) {
      throw httpError(413, 'too many parameters', { type: 'parameters.too.many' })
    }
    return parseQuery(text, {
      allowPrototypes: true,
      arrayLimit: extended ? Math.max(100, count) : count,
      depth,
      charsetSentinel: charsetSentinel ?? false,
      interpretNumericEntities: interpretNumericEntities ?? false,
      charset,
      parameterLimit,
      strictDepth: true,
    })
  }
}

function parseQuery(text: string, options: qs.IParseOptions): unknown {
  try {
    return qs.parse(text, options as never)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw httpError(400, 'The input exceeded the depth', { type: 'querystring.parse.rangeError' })
  }
}

/** The number of parameters, or undefined when there are more than the limit. */
function countParameters(text: string, limit: number): number | undefined {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count++
    if (count > limit) return undefined
  }
  return count > limit ? undefined : count
}

function checkParameterLimit(limit: unknown): number {
  const number = Number(limit)
  if (Number.isNaN(number) || number < 1) {
    throw new TypeError('option parameterLimit must be a positive number')
  }
  return Number.isFinite(number) ? Math.floor(number) : number
}

function checkDepth(depth: unknown): number {
  const number = Number(depth)
  if (Number.isNaN(number) || number < 0) {
    throw new TypeError('option depth must be a zero or a positive number')
  }
  return number
}
