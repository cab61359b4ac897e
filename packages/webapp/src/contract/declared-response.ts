import { isThenable } from '../errors/callback-errors.ts'
import type { StandardIssue } from './contract-types.ts'
import type { HeaderSource } from './header-source.ts'
import { type JsonSchema, mapSchemas } from './json-schema.ts'
import { compilePick, type Pick } from './pick.ts'
import { checkResponse, describeResponse } from './response-content.ts'
import { setCookieOf } from './response-cookies.ts'
import { createValidate, isSchema, isStandard, toJsonSchema, type Validate } from './schema.ts'
import { compileSerialize, type Serialize } from './serializer.ts'

/** The body of a response under one media type. */
export interface DeclaredBody {
  readonly validate: Validate
  /** Returns the members that the schema declares; undefined if only validation can tell. */
  readonly pick: Pick | undefined
  /** Writes the same members as JSON; undefined if `JSON.stringify` has to. */
  readonly write: Serialize | undefined
}

/** A response that the contract describes. */
export interface Declared {
  /** The media types of the response; streams have no body that is checked. */
  readonly bodies: ReadonlyMap<string, DeclaredBody | undefined>
  /** Whether `res.json` sends the only body whatever its media type is. */
  readonly isUntyped: boolean
  /** That body. */
  readonly only: DeclaredBody | undefined
  readonly headers: readonly DeclaredHeader[]
  readonly cookies: readonly DeclaredHeader[]
}

/** A header field, or a cookie, whose value is checked. */
interface DeclaredHeader {
  /** The place of its description in that of the response. */
  readonly path: readonly [location: 'headers' | 'cookies', name: string]
  readonly read: (head: HeaderSource) => string | undefined
  readonly validate: Validate
}

/** Prepares the checks of a response. Throws if the contract does not describe one. */
export function declareResponse(status: string, given: unknown, serialize: boolean): Declared {
  checkResponse(status, given)
  const { details, content, hasTypes } = describeResponse(given)
  const place = `responses[${status}]`
  const bodies = new Map(
    content.map(({ type, schema, isStream }) => {
      const name = hasTypes ? `${place}['${type}']` : place
      return [type, isStream ? undefined : declareBody(schema, name, serialize)]
    }),
  )
  const [only] = bodies.values()
  const headers = declareHeaders(details.headers, place)
  const cookies = declareCookies(details.cookies, place)
  return { bodies, isUntyped: !hasTypes, only, headers, cookies }
}

function declareBody(schema: unknown, place: string, serialize: boolean): DeclaredBody {
  const validate = createValidate(schema, place)
  const json = serialize ? pickedSchemaOf(schema) : undefined
  return { validate, pick: json && compilePick(json), write: json && compileSerialize(json) }
}

/** The JSON Schema that says which members are sent; undefined if the library has to parse the body. */
function pickedSchemaOf(schema: unknown): JsonSchema | undefined {
  try {
    const json = toJsonSchema(schema)
    // Libraries write `true` also where their parsers drop the other members.
    const isVague = json !== undefined && isStandard(schema) && allowsOthers(json)
    return isVague ? undefined : json
  } catch {
    return undefined // The schema has no equivalent in JSON Schema.
  }
}

function allowsOthers(json: JsonSchema): boolean {
  let isFound = false
  mapSchemas(json, (each) => {
    isFound ||= each.additionalProperties === true
    return each
  })
  return isFound
}

function declareHeaders(
  headers: Readonly<Record<string, object>> | undefined,
  place: string,
): DeclaredHeader[] {
  return Object.entries(headers ?? {}).flatMap(([name, given]) => {
    const path = ['headers', name] as const
    const read = (head: HeaderSource) => textOf(head.getHeader(name))
    if (isSchema(given)) {
      const validate = createValidate(given, `${place}.headers['${name}']`, true)
      return [{ path, read, validate }]
    }
    // A Header Object of OpenAPI says at least whether the field may be missing.
    const isRequired = (given as { required?: unknown }).required === true
    return isRequired ? [{ path, read, validate: isSet }] : []
  })
}

function declareCookies(
  cookies: Readonly<Record<string, unknown>> | undefined,
  place: string,
): DeclaredHeader[] {
  return Object.entries(cookies ?? {}).map(([name, given]) => ({
    path: ['cookies', name],
    read: (head) => setCookieOf(head, name),
    validate: createValidate(given, `${place}.cookies['${name}']`, true),
  }))
}

const isSet: Validate = (value) =>
  value === undefined ? { issues: [{ message: 'the header is missing' }] } : { value }

/** The reasons why header fields, or cookies, do not fit. */
export function findHeadIssues(
  declared: readonly DeclaredHeader[],
  head: HeaderSource,
): StandardIssue[] {
  return declared.flatMap(({ path, read, validate }) => {
    const result = validate(read(head))
    if (isThenable(result)) {
      const [location, name] = path
      throw new TypeError(
        `contract: the schema of ${name} in ${location} of a response must not be asynchronous`,
      )
    }
    return (result.issues ?? []).map(({ message }) => ({ message, path }))
  })
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.join(', ') : String(value)
}
