import type { JsonSchema } from './json-schema.ts'

/** Writes a body as JSON; undefined if the body has other values than its schema declares. */
export type Serialize = (body: unknown) => string | undefined

type Build = (schema: object) => (body: unknown) => string
type Check = (value: unknown) => boolean

/** A schema for the compiler, and a check for bodies that it writes as `JSON.stringify` would. */
interface Compiled {
  readonly schema: object
  readonly fits: Check
}

let builder: Build | false | undefined

/** Loads `fast-json-stringify`, an optional peer dependency; false if it is not installed. */
function loadBuild(): Build | false {
  try {
    builder ??= require('fast-json-stringify') as Build
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error
    builder = false
  }
  return builder
}

/**
 * Compiles a schema to a function that writes the declared members of a body. Undefined if the
 * optional package is missing, or if the schema says more than types, members and items.
 *
 * The package converts values of other types, so a check comes first: the same program sends the same
 * bytes with and without it.
 */
export function compileSerialize(schema: JsonSchema): Serialize | undefined {
  const compiled = compile(schema)
  // For a single value there is nothing to gain.
  if (compiled === undefined || !('properties' in compiled.schema || 'items' in compiled.schema)) {
    return undefined
  }
  const build = loadBuild()
  if (!build) return undefined
  const { fits } = compiled
  const write = build(compiled.schema)
  return (body) => (fits(body) ? write(body) : undefined)
}

/** Keywords for more than the type of a value. */
const COMPLEX = [
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['patternProperties', 'prefixItems', 'dependentSchemas', 'unevaluatedProperties'],
]

function compile(given: unknown): Compiled | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { schema, isNullable } = splitNull(given as JsonSchema)
  if (COMPLEX.some((name) => schema[name] !== undefined)) return undefined
  const compiled = compileType(schema)
  if (compiled === undefined || !isNullable) return compiled
  const { fits } = compiled
  return {
    schema: { ...compiled.schema, nullable: true },
    fits: (value) => value === null || fits(value),
  }
}

/** A schema without its alternative null, which libraries write in two ways. */
function splitNull(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const { anyOf, type } = schema as { anyOf?: unknown; type?: unknown }
  if (Array.isArray(type) && type.length === 2 && type.includes('null')) {
    return { schema: { ...schema, type: type.find((each) => each !== 'null') }, isNullable: true }
  }
  if (Array.isArray(anyOf) && anyOf.length === 2 && Object.keys(schema).length === 1) {
    const other = anyOf.find((each: { type?: unknown }) => each?.type !== 'null')
    const hasNull = anyOf.some((each: { type?: unknown }) => each?.type === 'null')
    if (hasNull && typeof other === 'object') return { schema: other, isNullable: true }
  }
  return { schema, isNullable: false }
}

function compileType(schema: JsonSchema): Compiled | undefined {
  const { type } = schema
  if (type === 'object') return compileObject(schema)
  if (type === 'array') return compileArray(schema)
  const fits = typeof type === 'string' ? CHECKS[type] : undefined
  return fits && { schema: { type }, fits }
}

const CHECKS: Readonly<Record<string, Check | undefined>> = Object.assign(Object.create(null), {
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
})

function compileObject({ properties, additionalProperties }: JsonSchema): Compiled | undefined {
  if (typeof properties !== 'object' || properties === null) return undefined
  if (additionalProperties !== undefined && additionalProperties !== false) return undefined
  const members: Record<string, object> = {}
  const checks: [name: string, fits: Check][] = []
  for (const [name, each] of Object.entries(properties)) {
    const compiled = compile(each)
    // Every object inherits a value for such a name.
    if (compiled === undefined || name in Object.prototype) return undefined
    members[name] = compiled.schema
    checks.push([name, compiled.fits])
  }
  const fits = (value: unknown) => isPlain(value) && haveValues(value, checks)
  return { schema: { type: 'object', properties: members }, fits }
}

function haveValues(
  value: Readonly<Record<string, unknown>>,
  checks: readonly [name: string, fits: Check][],
): boolean {
  for (const [name, fits] of checks) {
    const member = value[name]
    if (member !== undefined && !fits(member)) return false
  }
  return true
}

/** Members of other objects may be inherited or hidden, and `toJSON` may replace all of them. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return (value as { toJSON?: unknown }).toJSON === undefined
}

function compileArray({ items }: JsonSchema): Compiled | undefined {
  const compiled = compile(items)
  if (compiled === undefined) return undefined
  const { fits } = compiled
  return {
    schema: { type: 'array', items: compiled.schema },
    fits: (value) => Array.isArray(value) && !('toJSON' in value) && haveItems(value, fits),
  }
}

/** A loop, because `every` skips the holes of a list, which `JSON.stringify` writes as null. */
function haveItems(list: readonly unknown[], fits: Check): boolean {
  for (const item of list) if (!fits(item)) return false
  return true
}
