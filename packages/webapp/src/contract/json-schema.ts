export type JsonSchema = Readonly<Record<string, unknown>>

/** Keywords with a schema, or with a list of schemas. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'],
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'contentSchema'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
])

/** Keywords with schemas by name. The names themselves are not keywords. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
])

type Change = (schema: JsonSchema) => JsonSchema

/** Returns a copy of a schema in which `change` has replaced each schema, the inner ones first. */
export function mapSchemas(root: JsonSchema, change: Change): JsonSchema {
  const mapNode = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(mapNode)
    return typeof node === 'object' && node !== null ? mapSchemas(node as JsonSchema, change) : node
  }
  const copy = mapValues(root, (value, key) => {
    if (SCHEMAS.has(key)) return mapNode(value)
    return NAMED.has(key) ? mapValues(value as object, mapNode) : value
  })
  return change(copy)
}

function mapValues(
  source: object,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value, key)]))
}

/** Writes tuples as JSON Schema 2020-12 does; in earlier drafts `items` is the list. */
export function upgradeTuples(root: JsonSchema): JsonSchema {
  return mapSchemas(root, (schema) => {
    if (!Array.isArray(schema.items)) return schema
    const { items: prefixItems, additionalItems: items, ...rest } = schema
    return { ...rest, prefixItems, ...(items !== undefined && { items }) }
  })
}

/** The keys in a JSON Pointer (RFC 6901). */
export function splitPointer(pointer: string): string[] {
  const [, ...keys] = pointer.split('/')
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}
