import type { IncomingMessage } from 'node:http'
import { isThenable } from '../errors/callback-errors.ts'
import { charsetOf, decodeText, unsupportedCharset } from './charset.ts'
import { checkProtoAction, guardPrototypes, type ProtoAction } from './json-prototypes.ts'
import { type BodyOptions, type BodyPolicy, checkBodyOptions } from './options.ts'
import { type BodyFormat, type BodyParser, parseBody, parseFailure } from './parser.ts'

export interface JsonOptions extends BodyOptions {
  readonly reviver?: (key: string, value: unknown) => unknown
  readonly strict?: boolean
  readonly protoAction?: ProtoAction | null
}

/** Creates `webapp.json` of a dialect: a factory of middleware that parses JSON bodies. */
export function createJson(policy: BodyPolicy): (options?: JsonOptions | null) => BodyParser {
  return function json(options) {
    const settings = checkBodyOptions(options ?? {}, 'application/json', policy)
    const jsonSettings: JsonSettings = {
      strict: options?.strict !== false,
      reviver: options?.reviver,
      protoAction: checkProtoAction(options?.protoAction),
    }
    const format: BodyFormat = {
      chooseCharset: (req) => chooseCharset(req, policy),
      parse(body, charset, pending) {
        const text = decodeText(body, charset as string)
        return parseText(text, jsonSettings, pending)
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

interface JsonSettings {
  readonly strict: boolean
  readonly reviver: JsonOptions['reviver']
  readonly protoAction: ProtoAction
}

type Reviver = NonNullable<JsonOptions['reviver']>

/** A reviver that adds its promises to `pending`: one that is rejected fails like one that throws. */
function watchReviver(reviver: Reviver, text: string, pending: Promise<unknown>[]): Reviver {
  return function (this: unknown, ...args: Parameters<Reviver>) {
    const value = reviver.apply(this, args)
    if (isThenable(value)) {
      const failed = (error: unknown) => {
        throw parseFailure(withoutOwnMembers(error), text)
      }
      pending.push(Promise.resolve(value).catch(failed))
    }
    return value
  }
}

function parseText(
  text: string,
  { strict, reviver, protoAction }: JsonSettings,
  pending: Promise<unknown>[],
): unknown {
  // As in Express, an empty body is an empty object, not a syntax error.
  if (text.length === 0) return {}
  try {
    if (strict) refuseScalar(text)
    const value: unknown = JSON.parse(
      text,
      typeof reviver === 'function' ? watchReviver(reviver, text, pending) : reviver,
    )
    guardPrototypes(value, text, protoAction)
    return value
  } catch (error) {
    throw parseFailure(withoutOwnMembers(error), text)
  }
}

// A reviver's error must not set the status, the type or the headers of the response.
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

/** The error of JSON.parse as if the first character could not start a value. */
function syntaxErrorAt(text: string, first: string): SyntaxError {
  const index = text.indexOf(first)
  // No JSON value starts with '#', so the runtime creates the message for this position.
  const placeholder = '#'.repeat(first.length)
  try {
    JSON.parse(text.slice(0, index) + placeholder.repeat(text.length - index))
  } catch (error) {
    const { message } = error as SyntaxError
    return new SyntaxError(restoreText(message, text.slice(index)))
  }
  return new SyntaxError(`Unexpected token ${first} in JSON`)
}

/** Replaces the placeholders in a message by the text of the body. */
function restoreText(message: string, rest: string): string {
  return message.replace(/#+/g, (shown) => rest.slice(0, shown.length))
}
