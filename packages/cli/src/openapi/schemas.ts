/** An OpenAPI document, as it stands in a file. */
export type Document = Json & { readonly paths?: Readonly<Record<string, Json>> }

export type Json = Readonly<Record<string, unknown>>

/** A schema in one of two documents, with the document for its references. */
export interface Sited<Schema = unknown> {
  readonly schema: Schema
  readonly document: Document
}

/** Schemas that contain themselves end here. */
export const DEEPEST = 12

/** Accepts no value, as `false` does. */
const NEVER: Json = { not: {} }

/** A schema with its reference and its parts resolved. */
export function flatten({ schema: given, document }: Sited, depth = 0): Json {
  if (given === false) return NEVER
  const schema = resolve({ schema: given, document })
  const parts = listOf(schema.allOf)
  if (parts.length === 0 || depth > DEEPEST) return schema
  const all = [schema, ...parts.map((each) => flatten({ schema: each, document }, depth + 1))]
  return {
    ...Object.assign({}, ...all),
    allOf: undefined,
    properties: Object.assign({}, ...all.map(propertiesOf)),
    required: all.flatMap(({ required }) => listOf(required)),
  }
}

export function resolve({ schema, document }: Sited, depth = 0): Json {
  if (!isObject(schema)) return {}
  const { $ref } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth > DEEPEST) return schema
  let found: unknown = document
  for (const key of $ref.slice(2).split('/')) {
    found = isObject(found) ? found[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }
  return resolve({ schema: found, document }, depth + 1)
}

export function isNever({ not }: Json): boolean {
  return isObject(not) && Object.keys(not).length === 0
}

/** Whether a flat schema is a union. */
export function isUnion({ anyOf, oneOf }: Json): boolean {
  return listOf(anyOf).length + listOf(oneOf).length > 0
}

/** The alternatives of a schema: those of unions, each of several types, each of several values. */
export function alternativesOf(sited: Sited, depth = 0): Sited[] {
  const schema = flatten(sited)
  if (depth > DEEPEST) return [sited]
  const { anyOf, oneOf, ...rest } = schema
  const { document } = sited
  if (isUnion(schema)) {
    return [...listOf(anyOf), ...listOf(oneOf)].flatMap((each) => {
      const own = isStructured(rest) ? { allOf: [rest, each] } : each
      return alternativesOf({ schema: own, document }, depth + 1)
    })
  }
  const { type, enum: values } = schema
  if (Array.isArray(values)) return values.map((value) => ({ schema: { const: value }, document }))
  if (!Array.isArray(type)) return [sited]
  return type.map((each) => ({ schema: { ...schema, type: each }, document }))
}

const STRUCTURE = ['type', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems']

function isStructured(schema: Json): boolean {
  return STRUCTURE.some((name) => schema[name] !== undefined)
}

/** The types that a value may have; `any` if the schema does not tell. */
export function typesOf(sited: Sited): string[] {
  return [...new Set(alternativesOf(sited).flatMap((each) => ownTypesOf(flatten(each))))]
}

function ownTypesOf(schema: Json): string[] {
  if (isNever(schema)) return []
  if (schema.const !== undefined) return [typeOf(schema.const)]
  const types = [schema.type ?? []].flat() as string[]
  return types.length === 0 ? ['any'] : types
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The values of a flat schema that lists them. */
export function valuesOf({ enum: values, const: constant }: Json): unknown[] | undefined {
  if (Array.isArray(values)) return values
  return constant === undefined ? undefined : [constant]
}

export function propertiesOf({ properties }: Json): Record<string, unknown> {
  return isObject(properties) ? { ...properties } : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
