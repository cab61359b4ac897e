import type { IncomingMessage } from 'node:http'
import { charsetOf, decodeText, unsupportedCharset } from './charset.ts'
import { checkProtoAction, guardPrototypes, type ProtoAction } from './json-prototypes.ts'
import { type BodyOptions, type BodyPolicy, checkBodyOptions } from './options.ts'
import { type BodyFormat, type BodyParser, parseBody, parseFailure } from './parser.ts'

export interface JsonOptions extends BodyOptions {
  readonly reviver?: (key: string, value: unknown) => unknown
  readonly strict?: boolean
  readonly protoAction?: ProtoAction | null
}

/** `webapp.json` of a dialect: it makes middleware that parses JSON bodies. */
export function createJson(policy: BodyPolicy): (options?: JsonOptions | null) => BodyParser {
  return function json(options) {
    const settings = checkBodyOptions(options ?? {}, 'application/json', policy)
    const reading: Reading = {
      strict: options?.strict !== false,
      reviver: options?.reviver,
      protoAction: checkProtoAction(options?.protoAction),
    }
    const format: BodyFormat = {
      chooseCharset: (req) => chooseCharset(req, policy),
      parse(body, charset) {
        const text = decodeText(body, charset as string)
        return parseText(text, reading)
      },
    }
    return function jsonParser(req, res, next) {
      parseBody(format, settings, req, res, next)
    }
  }
}

// RFC 8259, 8.1: JSON is exchanged in Unicode.
function chooseCharset(req: IncomingMessage, policy: BodyPolicy): string {
  const charset = charsetOf(req, policy) || 'utf-8'
  if (!charset.startsWith('utf-')) throw unsupportedCharset(charset)
  return charset
}

interface Reading {
  readonly strict: boolean
  readonly reviver: JsonOptions['reviver']
  readonly protoAction: ProtoAction
}

function parseText(text: string, { strict, reviver, protoAction }: Reading): unknown {
  // Clients that send a length of 0 mean nothing, not broken JSON.
  if (text.length === 0) return {}
  try {
    if (strict) refuseScalar(text)
    const value: unknown = JSON.parse(text, reviver)
    guardPrototypes(value, text, protoAction)
    return value
  } catch (error) {
    throw parseFailure(withoutOwnMembers(error), text)
  }
}

// What a reviver hangs on its error is not for the client: neither a status nor a type.
function withoutOwnMembers(error: unknown): unknown {
  if (!(error instanceof Error) || !Object.isExtensible(error)) return error
  for (const name of Object.keys(error)) Reflect.deleteProperty(error, name)
  return error
}

const FIRST_CHARACTER = /^[ \t\n\r]*([^ \t\n\r])/

function refuseScalar(text: string): void {
  if (text[0] === '{' || text[0] === '[') return
  const first = FIRST_CHARACTER.exec(text)?.[1]
  if (first === undefined || first === '{' || first === '[') return
  throw syntaxErrorAt(text, first)
}

/** The error that JSON.parse would give if the first character could not begin a value. */
function syntaxErrorAt(text: string, first: string): SyntaxError {
  const index = text.indexOf(first)
  // '#' begins no JSON value, so the runtime words the message itself, for this place.
  const stand = '#'.repeat(first.length)
  try {
    JSON.parse(text.slice(0, index) + stand.repeat(text.length - index))
  } catch (error) {
    const { message } = error as SyntaxError
    return new SyntaxError(restoreText(message, text.slice(index)))
  }
  return new SyntaxError(`Unexpected token ${first} in JSON`)
}

// The quoted piece of the body comes back in place of the stand-ins, as far as it was shown.
function restoreText(message: string, rest: string): string {
  return message.replace(/#+/g, (shown) => rest.slice(0, shown.length))
}
