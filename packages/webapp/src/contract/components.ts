import type { StandardSchema } from './contract-types.ts'
import { type JsonSchema, mapSchemas, splitPointer, upgradeTuples } from './json-schema.ts'
import { toJsonSchema } from './schema.ts'

type MutableSchema = Record<string, unknown>

/** The JSON Schema of a schema, if the program has its own way to convert it. */
export type ConvertSchema = (
  schema: never,
  context: { readonly location: string },
) => object | undefined

const PREFIX = '#/components/schemas/'

/** Collects the schemas of a document: those that it needs twice become components. */
export class Components {
  /** Without a prototype: a component may be named `constructor`. */
  readonly schemas: Record<string, MutableSchema> = Object.create(null)
  readonly #convert: ConvertSchema | undefined
  readonly #note: (text: string) => void
  readonly #names: ReadonlyMap<unknown, string>
  /** By the schema of the library. */
  readonly #used = new Map<unknown, UsedSchema>()
  readonly #converted = new Map<unknown, JsonSchema>()
  /** The source of each component, by its name. */
  readonly #sources = new Map<string, string>()

  constructor(
    named: Readonly<Record<string, unknown>>,
    convert: ConvertSchema | undefined,
    note: (text: string) => void,
  ) {
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]))
    this.#convert = convert
    this.#note = note
  }

  /** A place for a schema, which `finish` fills: with the schema or with a reference to it. */
  place(schema: unknown, location: string, fallbackName: string): MutableSchema {
    const used = this.#used.get(schema) ?? { schema, location, fallbackName, places: [] }
    const place = {}
    used.places.push(place)
    this.#used.set(schema, used)
    return place
  }

  /** The `type` of a schema in JSON Schema, such as `string`. */
  typeOf(schema: unknown, location: string): unknown {
    return this.#toJson(schema, location).type
  }

  finish(): void {
    for (const used of this.#used.values()) this.#fill(used)
  }

  /** The schemas of the members of an object, such as the parameters of a query. */
  members(schema: unknown, location: string): Map<string, SchemaMember> {
    const root = this.#toJson(schema, location)
    const members = new Map<string, SchemaMember>()
    collectMembers(root, root, true, members)
    for (const [name, member] of members) {
      const own = this.#adopt({ ...definitionsOf(root), ...member.schema }, name).schema
      members.set(name, { ...member, schema: own })
    }
    return members
  }

  #fill({ schema, location, fallbackName, places }: UsedSchema): void {
    const json = this.#toJson(schema, location)
    const given = this.#names.get(schema) ?? nameOf(json)
    const { schema: own, refersToItself } = this.#adopt(json, given ?? fallbackName)
    const isShared = places.length > 1 && Object.keys(own).length > 0
    if (given === undefined && !isShared && refersToItself === undefined) {
      for (const place of places) Object.assign(place, own)
      return
    }
    const name = refersToItself ?? this.#reserve(given ?? fallbackName, JSON.stringify(json))
    this.schemas[name] = own
    for (const place of places) place.$ref = PREFIX + name
  }

  #toJson(schema: unknown, location: string): JsonSchema {
    const known = this.#converted.get(schema)
    if (known !== undefined) return known
    const made = this.#convertSafely(schema, location)
    this.#converted.set(schema, made)
    return made
  }

  #convertSafely(schema: unknown, location: string): JsonSchema {
    try {
      const own =
        vendorOf(schema) === OWN ? undefined : this.#convert?.(schema as never, { location })
      const made = own ? upgradeTuples(own as JsonSchema) : toJsonSchema(schema)
      if (made !== undefined) return this.#withKnownTypes(made, location)
      const why = `${vendorOf(schema)} gives no JSON Schema`
      this.#note(
        `${location}: its schema cannot be converted, because ${why}; use the option toJSONSchema`,
      )
    } catch (error) {
      const partly = convertPartly(schema)
      const what = partly ? 'a part of its schema' : 'its schema'
      this.#note(`${location}: ${what} cannot be converted: ${(error as Error).message}`)
      if (partly !== undefined) return partly
    }
    return {}
  }

  /** Drops types that JSON Schema does not have, such as `bigint`. Such a part accepts anything. */
  #withKnownTypes(made: JsonSchema, location: string): JsonSchema {
    return mapSchemas(JSON.parse(JSON.stringify(made)), (schema) => {
      const { type, ...rest } = schema
      const unknown = [type ?? []].flat().find((each) => !TYPES.has(each))
      if (unknown === undefined) return schema
      this.#note(
        `${location}: a part of its schema cannot be converted: JSON Schema has no type ${unknown}`,
      )
      return rest
    })
  }

  /** Moves the definitions of a schema to the components, and corrects the references to them. */
  #adopt(root: JsonSchema, name: string): { schema: MutableSchema; refersToItself?: string } {
    const { $defs, definitions, $schema: _, $id: _id, id, ...rest } = root as MutableSchema
    // Only metadata is a string here: a member named id is in `properties`.
    const own = typeof id === 'string' ? rest : { ...rest, ...(id === undefined ? {} : { id }) }
    const given = { ...(definitions as object), ...($defs as object) } as Record<string, JsonSchema>
    const context = JSON.stringify(given)
    const names = new Map<string, string>()
    for (const [key, definition] of Object.entries(given)) {
      names.set(key, this.#reserve(key, JSON.stringify(definition) + context))
    }
    let itself: string | undefined
    const refer = (reference: string): string => {
      const [first, second, ...keys] = reference.startsWith('#/')
        ? splitPointer(reference.slice(1))
        : ['', reference === '#' ? '' : reference]
      const isDefinition = first === '$defs' || first === 'definitions' || first === ''
      const target = isDefinition && second !== undefined ? names.get(second) : undefined
      if (target !== undefined) return [PREFIX + target, ...keys.map(escapePointer)].join('/')
      if (!reference.startsWith('#')) return reference
      itself ??= this.#reserve(name, JSON.stringify(root))
      return PREFIX + itself + reference.slice(1)
    }
    for (const [key, definition] of Object.entries(given)) {
      const { $id: _own, id: _meta, ...content } = definition as MutableSchema
      const target = names.get(key) as string
      this.schemas[target] ??= rewriteReferences(content, refer)
    }
    const schema = rewriteReferences(own, refer)
    return itself === undefined ? { schema } : { schema, refersToItself: itself }
  }

  /** A name for a component that is made of this source; a number makes it unique. */
  #reserve(wanted: string, source: string): string {
    const clean = wanted.replace(/[^\w.-]+/g, '_') || 'Schema'
    let name = clean
    for (let number = 2; (this.#sources.get(name) ?? source) !== source; number++) {
      name = `${clean}${number}`
    }
    this.#sources.set(name, source)
    return name
  }
}

const TYPES: ReadonlySet<unknown> = new Set([
  ...['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'],
])

/** An option of zod for parts that JSON Schema cannot express, such as dates. Others do it always. */
const PARTLY = { unrepresentable: 'any' }

/** If a part such as a date cannot be converted, a document keeps the other parameters. */
function convertPartly(schema: unknown): JsonSchema | undefined {
  try {
    const made = toJsonSchema(schema, PARTLY)
    return made && JSON.parse(JSON.stringify(made))
  } catch {
    return undefined
  }
}

interface UsedSchema {
  readonly schema: unknown
  readonly location: string
  readonly fallbackName: string
  readonly places: MutableSchema[]
}

export interface SchemaMember {
  readonly schema: MutableSchema
  readonly isRequired: boolean
}

function nameOf({ $id, id, title }: JsonSchema): string | undefined {
  const name = [$id, id, title].find((each) => typeof each === 'string' && /^[\w.-]+$/.test(each))
  return name as string | undefined
}

/** The vendor of the schemas that are made here, which the converter of a program does not know. */
const OWN = 'webapp'

function vendorOf(schema: unknown): string {
  return (schema as Partial<StandardSchema>)['~standard']?.vendor ?? 'its library'
}

function definitionsOf({ $defs, definitions }: JsonSchema): object {
  return { ...(definitions ? { definitions } : {}), ...($defs ? { $defs } : {}) }
}

function rewriteReferences(root: JsonSchema, refer: (reference: string) => string): MutableSchema {
  return mapSchemas(root, (schema) =>
    typeof schema.$ref === 'string' ? { ...schema, $ref: refer(schema.$ref) } : schema,
  )
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The members of an object, also those of its parts; those of alternatives are optional. */
function collectMembers(
  root: JsonSchema,
  schema: unknown,
  isRequired: boolean,
  members: Map<string, SchemaMember>,
  depth = 0,
): void {
  if (typeof schema !== 'object' || schema === null || depth > 8) return
  const { properties, required, allOf, anyOf, oneOf, $ref } = schema as {
    readonly properties?: Record<string, MutableSchema>
    readonly required?: readonly string[]
    readonly allOf?: readonly unknown[]
    readonly anyOf?: readonly unknown[]
    readonly oneOf?: readonly unknown[]
    readonly $ref?: string
  }
  for (const [name, member] of Object.entries(properties ?? {})) {
    // TypeBox requires members with a default, and adds those that are missing.
    const isNeeded = required?.includes(name) && member.default === undefined
    if (!members.has(name))
      members.set(name, { schema: member, isRequired: isRequired && !!isNeeded })
  }
  const each = (parts: readonly unknown[] | undefined, areRequired: boolean) => {
    for (const part of parts ?? []) collectMembers(root, part, areRequired, members, depth + 1)
  }
  each(allOf, isRequired)
  each(anyOf, false)
  each(oneOf, false)
  if ($ref?.startsWith('#/')) each([findAt(root, $ref)], isRequired)
}

function findAt(root: JsonSchema, reference: string): unknown {
  let node: unknown = root
  for (const key of splitPointer(reference.slice(1)))
    node = (node as MutableSchema | undefined)?.[key]
  return node
}
