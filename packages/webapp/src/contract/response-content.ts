import { inspect } from 'node:util'
import { isTypo } from '../errors/typo.ts'
import type { ContractResponse } from './contract-types.ts'
import { isSchema } from './schema.ts'

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream'

/** What a response has under one media type. */
export interface ResponseContent {
  readonly type: string
  /** The schema of the body, or of each item of a stream. */
  readonly schema: unknown
  readonly isStream: boolean
}

/** A response as a contract describes it. */
export interface DescribedResponse {
  readonly details: Pick<ContractResponse, 'description' | 'headers' | 'cookies'>
  /** None for a response without a body. */
  readonly content: readonly ResponseContent[]
  /** Whether the contract names media types by their bodies, so that no other type is meant. */
  readonly hasTypes: boolean
}

/** The parts of a response, whichever of the forms a contract gives. */
export function describeResponse(given: unknown): DescribedResponse {
  if (isSchema(given)) {
    const content = [{ type: JSON_TYPE, schema: given, isStream: false }]
    return { details: {}, content, hasTypes: false }
  }
  const details = (given ?? {}) as ContractResponse
  const typed = Object.entries(details).filter(([name, each]) => isMediaType(name) && each)
  const content = typed.map(([type, each]) => contentOf(type.toLowerCase(), each))
  return typed.length > 0
    ? { details, content, hasTypes: true }
    : { details, content: singleContent(details), hasTypes: false }
}

function singleContent({ body, items, contentType }: ContractResponse): ResponseContent[] {
  if (items !== undefined) {
    return [{ type: contentType ?? EVENTS_TYPE, schema: items, isStream: true }]
  }
  if (body === undefined) return []
  return [{ type: contentType ?? JSON_TYPE, schema: body, isStream: false }]
}

function contentOf(type: string, given: unknown): ResponseContent {
  if (isSchema(given)) return { type, schema: given, isStream: false }
  const { items } = given as { readonly items: unknown }
  return { type, schema: items, isStream: true }
}

const FIELDS: readonly string[] = [
  'description',
  'body',
  'items',
  'contentType',
  'headers',
  'cookies',
]

function isMediaType(name: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(name)
}

/** A schema that is not one would count as a response without a body, which nothing checks. */
export function checkResponse(status: string, given: unknown): void {
  if (given === undefined || isSchema(given)) return
  const place = `responses[${status}]`
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw notAResponse(place, given)
  }
  for (const [name, value] of Object.entries(given)) {
    if (isMediaType(name)) checkContent(`${place}['${name}']`, value)
    else if (!FIELDS.includes(name) && !name.startsWith('x-'))
      throw unknownField(place, name, given)
  }
  checkCookies(place, given as ContractResponse)
  const isTwofold = Object.keys(given).some(isMediaType) && TYPELESS.some((name) => name in given)
  if (!isTwofold) return
  throw new TypeError(
    `contract: ${place} has media types, so ${TYPELESS.join(', ')} have no meaning there. ` +
      "Write { 'application/json': schema, 'text/csv': schema }.",
  )
}

/** Cookies are described as the header Set-Cookie, so the program cannot describe that one too. */
function checkCookies(place: string, { headers, cookies }: ContractResponse): void {
  if (cookies === undefined) return
  const names = Object.keys(headers ?? {})
  if (!names.some((name) => name.toLowerCase() === 'set-cookie')) return
  throw new TypeError(`contract: ${place} has cookies, so leave set-cookie out of its headers`)
}

/** The fields for a response of one media type. */
const TYPELESS = ['body', 'items', 'contentType']

function checkContent(place: string, value: unknown): void {
  const isStream = (value as { items?: unknown } | undefined)?.items
  if (value === undefined || isSchema(value) || isSchema(isStream)) return
  throw new TypeError(
    `contract: ${place} is neither a schema nor { items: schema }, got ${inspect(value, { depth: 0 })}`,
  )
}

function unknownField(place: string, name: string, given: object): TypeError {
  const meant = FIELDS.find((each) => isTypo(name.toLowerCase(), each.toLowerCase(), 1))
  if (meant === undefined) return notAResponse(place, given)
  return new TypeError(
    `contract: ${place} has no field ${JSON.stringify(name)}. Did you mean ${JSON.stringify(meant)}?`,
  )
}

function notAResponse(place: string, given: unknown): TypeError {
  return new TypeError(
    `contract: ${place} is neither a schema nor an object with ${FIELDS.join(', ')} or media ` +
      `types, got ${inspect(given, { depth: 0 })}. Use a library with Standard Schema (zod, ` +
      'valibot, arktype), or Compile(schema) of typebox/compile.',
  )
}
