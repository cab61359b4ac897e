import { httpError } from '../errors/http-error.ts'
import { completeOptions, type NestedOptions } from '../http/nested/options.ts'
import { parseNested } from '../http/nested/parse.ts'
import { parsePlainForm } from '../http/plain-pairs.ts'
import { showCaller } from '../runtime/caller-stack.ts'
import { charsetOf, decodeText, unsupportedCharset } from './charset.ts'
import { type BodyOptions, type BodyPolicy, checkBodyOptions } from './options.ts'
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

/** The differences between the dialects in parsing forms. */
export interface FormPolicy {
  readonly charsets: readonly Charset[]
  /** Parses a form without `extended`; the number of parameters is already checked. */
  readonly parseSimple: FormParser
}

export type FormParser = (text: string, options: NestedOptions) => unknown

/** Creates `webapp.urlencoded` of a dialect: a factory of middleware that parses forms. */
export function createUrlencoded(
  policy: BodyPolicy,
  forms: FormPolicy,
): (options?: UrlencodedOptions | null) => BodyParser {
  return function urlencoded(options) {
    const settings = checkBodyOptions(options ?? {}, 'application/x-www-form-urlencoded', policy)
    const defaultCharset = options?.defaultCharset || 'utf-8'
    if (!isFormCharset(defaultCharset)) {
      throw new TypeError('option defaultCharset must be either utf-8 or iso-8859-1')
    }
    const parseForm = createFormParser(options ?? {}, forms)
    const format: BodyFormat = {
      chooseCharset: (req) => chooseCharset(charsetOf(req, policy) || defaultCharset, forms),
      parse(body, charset) {
        const text = decodeText(body, charset as string)
        try {
          return text.length === 0 ? {} : parseForm(text, charset as Charset, body)
        } catch (error) {
          throw parseFailure(error, text)
        }
      },
    }
    return function urlencodedParser(req, res, next) {
      parseBody(format, settings, req, res, next)
    }
  }
}

function isFormCharset(charset: string): charset is Charset {
  return charset === 'utf-8' || charset === 'iso-8859-1'
}

function chooseCharset(charset: string, forms: FormPolicy): Charset {
  if (!isFormCharset(charset) || !forms.charsets.includes(charset)) {
    throw unsupportedCharset(charset)
  }
  return charset
}

/** Simple forms have flat names; in extended forms brackets create objects and arrays. */
function createFormParser(
  options: UrlencodedOptions,
  forms: FormPolicy,
): (text: string, charset: Charset, body: Buffer) => unknown {
  const extended = Boolean(options.extended)
  const parameterLimit = checkParameterLimit(options.parameterLimit ?? 1000)
  const depth = extended ? checkDepth(options.depth ?? 32) : 0
  const { charsetSentinel, interpretNumericEntities } = options
  return (text, charset, body) => {
    const count = countParameters(text, parameterLimit)
    if (count === undefined) {
      throw httpError(413, 'too many parameters', { type: 'parameters.too.many' })
    }
    const parse = extended ? parseQuery : forms.parseSimple
    const isSpecial = charset !== 'utf-8' || charsetSentinel || interpretNumericEntities
    const plain = isSpecial || parse !== parseQuery ? undefined : parsePlainForm(body)
    if (plain !== undefined) return plain
    return parse(text, {
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

/** The parser of extended forms; with a depth of 0 it leaves brackets in the names. */
export function parseQuery(text: string, options: NestedOptions): unknown {
  try {
    return parseNested(text, completeOptions(options))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw httpError(400, 'The input exceeded the depth', { type: 'querystring.parse.rangeError' })
  }
}

/** The number of parameters; undefined if it exceeds the limit. */
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
    throw showCaller(new TypeError('option parameterLimit must be a positive number'))
  }
  return Number.isFinite(number) ? Math.floor(number) : number
}

function checkDepth(depth: unknown): number {
  const number = Number(depth)
  if (Number.isNaN(number) || number < 0) {
    throw showCaller(new TypeError('option depth must be a zero or a positive number'))
  }
  return number
}
