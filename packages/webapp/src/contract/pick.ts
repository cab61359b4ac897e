import { type JsonSchema, splitPointer } from './json-schema.ts'

/** Returns a body with the members that its schema declares, and no others. */
export type Pick = (value: unknown) => unknown

type SchemaNode = JsonSchema | boolean | undefined

/**
 * Compiles a JSON Schema to a function that drops undeclared members. `additionalProperties` must be
 * given for a schema to keep others. An object or a list where the schema has neither is undeclared,
 * too: a member is left out, an item or a whole body becomes null.
 */
export function compilePick(root: JsonSchema): Pick {
  const pick = new PickCompiler(root).compile(root)
  return (value) => (value === undefined ? undefined : (pick(value) ?? null))
}

const keep: Pick = (value) => value
const drop: Pick = () => undefined

/** The values that have members or items. */
type Kind = 'object' | 'array'

/** How the members of an object and the items of a list are picked. */
interface Structure {
  readonly members?: ((value: object) => object) | undefined
  readonly items?: ((list: readonly unknown[]) => unknown[]) | undefined
}

/** Combinations of alternatives that are remembered, for each schema. */
const MOST_KNOWN = 256

const OPEN: JsonSchema = { additionalProperties: true }

function pickStructured(given: unknown, { members, items }: Structure): unknown {
  const value = plainOf(given)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return items ? items(value) : value
  return members ? members(value) : value
}

class PickCompiler {
  readonly #root: JsonSchema
  /** By schema, for schemas that contain themselves. */
  readonly #known = new Map<object, Pick>()

  constructor(root: JsonSchema) {
    this.#root = root
  }

  compile(schema: SchemaNode): Pick {
    if (typeof schema !== 'object') return schema === false ? drop : keep
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    let made: Pick | undefined
    this.#known.set(schema, (value) => (made as Pick)(value))
    made = this.#create(schema)
    this.#known.set(schema, made)
    return made
  }

  #create(schema: JsonSchema): Pick {
    const shapes = this.#shapesOf(schema)
    const hasAlternatives = shapes.some((shape) => this.#alternativesOf(shape).length > 0)
    const pick = hasAlternatives ? this.#pickByValue(schema) : this.#pickShaped(shapes)
    const takesObjects = this.#takes('object', schema)
    const takesLists = this.#takes('array', schema)
    if (takesObjects && takesLists) return pick
    return (given) => {
      const value = plainOf(given)
      if (typeof value !== 'object' || value === null) return value
      return (Array.isArray(value) ? takesLists : takesObjects) ? pick(value) : undefined
    }
  }

  #pickShaped(shapes: readonly JsonSchema[]): Pick {
    const pick = this.#pickBy(shapes)
    return pick ? (given) => pickStructured(given, pick) : keep
  }

  /** Whether a schema can describe a value of this kind. */
  #takes(kind: Kind, schema: SchemaNode, seen: readonly SchemaNode[] = []): boolean {
    if (typeof schema !== 'object') return schema !== false
    if (seen.includes(schema)) return false
    const within = [...seen, schema]
    return this.#shapesOf(schema).every((shape) => {
      const { const: constant, enum: values, anyOf, oneOf } = shape as ShapeFields
      if (!kindsOf(shape).includes(kind)) return false
      if (constant !== undefined && kindOf(constant) !== kind) return false
      if (Array.isArray(values) && !values.some((each) => kindOf(each) === kind)) return false
      return [anyOf, oneOf].every(
        (list) => list === undefined || list.some((each) => this.#takes(kind, each, within)),
      )
    })
  }

  /** Picks by shapes that all apply; undefined if they declare no structure. */
  #pickBy(shapes: readonly JsonSchema[]): Structure | undefined {
    const members = this.#members(shapes)
    const items = this.#items(shapes)
    return members || items ? { members, items } : undefined
  }

  /** Picks by the shapes that apply to a value: which those are depends on the alternatives. */
  #pickByValue(schema: JsonSchema): Pick {
    const known = new Map<string, Structure>()
    return (given) => {
      const value = plainOf(given)
      if (typeof value !== 'object' || value === null) return value
      const shapes = this.#applying(value, schema)
      const key = shapes.map((shape) => this.#idOf(shape)).join()
      const structure = known.get(key) ?? this.#pickBy(shapes) ?? {}
      if (known.size < MOST_KNOWN) known.set(key, structure)
      return pickStructured(value, structure)
    }
  }

  readonly #ids = new Map<object, number>()

  #idOf(shape: object): number {
    const id = this.#ids.get(shape) ?? this.#ids.size
    this.#ids.set(shape, id)
    return id
  }

  /**
   * The shapes that apply to a value: the schema itself, and every alternative that fits, as for
   * `unevaluatedProperties`. A value that fits no alternative keeps what any of them declares.
   */
  #applying(value: object, schema: SchemaNode, seen: readonly SchemaNode[] = []): JsonSchema[] {
    if (seen.includes(schema)) return []
    const within = [...seen, schema]
    return this.#shapesOf(schema).flatMap((shape) => [
      shape,
      ...this.#alternativesOf(shape).flatMap((list) => this.#applyingOf(value, list, within)),
    ])
  }

  #applyingOf(
    value: object,
    list: readonly JsonSchema[],
    within: readonly SchemaNode[],
  ): JsonSchema[] {
    const fitting = list.filter((each) => this.#fits(value, each))
    const chosen = fitting.length > 0 ? fitting : list.filter((each) => this.#isStructured(each))
    return chosen.flatMap((each) =>
      // An alternative without structure that takes objects, such as `true`, declares all members.
      this.#isStructured(each) ? this.#applying(value, each, within) : [OPEN],
    )
  }

  /** A schema and everything that it includes with `allOf` and `$ref`. */
  #shapesOf(schema: SchemaNode, seen: readonly object[] = []): JsonSchema[] {
    if (typeof schema !== 'object' || seen.includes(schema)) return []
    const within = [...seen, schema]
    const { allOf, $ref } = schema as { allOf?: readonly SchemaNode[]; $ref?: string }
    const included = $ref === undefined ? [] : [this.#resolve($ref)]
    return [
      schema,
      ...[...included, ...(allOf ?? [])].flatMap((each) => this.#shapesOf(each, within)),
    ]
  }

  #resolve(reference: string): SchemaNode {
    if (reference === '#') return this.#root
    const keys = reference.startsWith('#/')
      ? splitPointer(reference.slice(1))
      : ['$defs', reference]
    let node: unknown = this.#root
    for (const key of keys) node = (node as Record<string, unknown> | undefined)?.[key]
    return node as SchemaNode
  }

  #alternativesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[][] {
    const lists = [anyOf, oneOf].filter(Array.isArray) as JsonSchema[][]
    return lists.filter((list) => list.some((each) => this.#isStructured(each)))
  }

  #isStructured(schema: SchemaNode): boolean {
    return this.#shapesOf(schema).some(
      (shape) =>
        shape.properties ||
        shape.additionalProperties !== undefined ||
        shape.items !== undefined ||
        shape.prefixItems ||
        shape.anyOf ||
        shape.oneOf,
    )
  }

  /** A quick check, which tells alternatives apart. */
  #fits(value: unknown, schema: SchemaNode): boolean {
    if (schema === false) return false
    return this.#shapesOf(schema).every((shape) => {
      const { type, required, properties, const: constant, enum: values } = shape as ShapeFields
      if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return false
      if (constant !== undefined && constant !== value) return false
      if (Array.isArray(values) && !values.includes(value)) return false
      if (typeof value !== 'object' || value === null) return true
      if (Array.isArray(value)) {
        return value.every((item, at) => this.#fits(plainOf(item), itemSchemaAt(shape, at)))
      }
      const members = value as Record<string, unknown>
      if (required?.some((name) => members[name] === undefined)) return false
      return Object.entries(properties ?? {}).every(
        ([name, each]) => members[name] === undefined || this.#fits(plainOf(members[name]), each),
      )
    })
  }

  #members(shapes: readonly ShapeFields[]): ((value: object) => object) | undefined {
    const isObject = shapes.some(
      ({ type, properties, additionalProperties }) =>
        properties !== undefined ||
        additionalProperties !== undefined ||
        [type].flat().includes('object'),
    )
    if (!isObject) return undefined
    const names = shapes.flatMap(({ properties }) => Object.entries(properties ?? {}))
    const picks = new Map(names.map(([name, each]) => [name, this.compile(each)]))
    const patterns = shapes.flatMap(({ patternProperties = {} }) =>
      Object.entries(patternProperties).map(([source, each]) => {
        return { pattern: toRegExp(source), pick: this.compile(each) }
      }),
    )
    const others = shapes.flatMap(({ additionalProperties, propertyNames }) =>
      additionalProperties === undefined || additionalProperties === false
        ? []
        : { allows: this.#compileName(propertyNames), pick: this.compile(additionalProperties) },
    )
    const pickOther = (name: string) =>
      (
        patterns.find(({ pattern }) => pattern.test(name)) ??
        others.find(({ allows }) => allows(name))
      )?.pick
    const isOpen = patterns.length > 0 || others.length > 0
    if (!isOpen) {
      const declared = [...picks]
      return (value) => pickDeclared(value as Record<string, unknown>, declared)
    }
    return (value) => pickKnown(value as Record<string, unknown>, picks, pickOther)
  }

  /** Compiles `propertyNames`: constants, patterns and alternatives of them. */
  #compileName(schema: SchemaNode): (name: string) => boolean {
    const checks = this.#shapesOf(schema).flatMap(({ pattern, anyOf, oneOf }: ShapeFields) => {
      const expression = pattern === undefined ? undefined : toRegExp(pattern)
      const lists = [anyOf, oneOf].flatMap((list) =>
        list ? [list.map((each) => this.#compileName(each))] : [],
      )
      return [
        (name: string) => expression?.test(name) ?? true,
        ...lists.map((list) => (name: string) => list.some((allows) => allows(name))),
      ]
    })
    return (name) => this.#fits(name, schema) && checks.every((allows) => allows(name))
  }

  #items(shapes: readonly ShapeFields[]): Structure['items'] {
    const shape = shapes.find((each) => each.items !== undefined || each.prefixItems !== undefined)
    if (shape === undefined) return undefined
    const first = (shape.prefixItems ?? []).map((each) => this.compile(each))
    const items = itemSchemaAt(shape, first.length)
    const rest = this.compile(items)
    const pick = (value: unknown, at: number) => (first[at] ?? rest)(value)
    return items === false
      ? (list) => list.slice(0, first.length).map(pick)
      : (list) => list.map(pick)
  }
}

/** The schema of an item. Items after those of a tuple are undeclared if `items` is missing. */
function itemSchemaAt({ items, prefixItems }: ShapeFields, at: number): SchemaNode {
  if (prefixItems === undefined) return items
  return at < prefixItems.length ? prefixItems[at] : (items ?? false)
}

/** Libraries also write patterns that are not valid with the flag `u`. */
function toRegExp(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

interface ShapeFields {
  readonly type?: string | readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: SchemaNode
  readonly propertyNames?: SchemaNode
  readonly pattern?: string
  readonly items?: SchemaNode
  readonly prefixItems?: readonly SchemaNode[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
}

/** The kinds of values with members or items that a shape describes. */
function kindsOf({ type, properties, items, prefixItems }: ShapeFields): readonly unknown[] {
  if (type !== undefined) return [type].flat()
  // Without a type, JSON Schema ignores keywords for values of other kinds.
  if (properties !== undefined) return items || prefixItems ? BOTH : ['object']
  return items || prefixItems ? ['array'] : BOTH
}

const BOTH: readonly Kind[] = ['object', 'array']

function kindOf(value: unknown): Kind | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? 'array' : 'object'
}

/** The members of a schema without others, in its order, as a compiled serializer writes them. */
function pickDeclared(
  value: Readonly<Record<string, unknown>>,
  picks: readonly (readonly [name: string, pick: Pick])[],
): object {
  const result: Record<string, unknown> = {}
  for (const [name, pick] of picks) {
    if (isEnumerable.call(value, name)) setMember(result, name, pick(value[name]))
  }
  return result
}

const { propertyIsEnumerable: isEnumerable } = Object.prototype

function setMember(result: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(result, name, { value, enumerable: true })
  else result[name] = value
}

function pickKnown(
  value: Readonly<Record<string, unknown>>,
  picks: ReadonlyMap<string, Pick>,
  pickOther: (name: string) => Pick | undefined,
): object {
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const pick = picks.get(name) ?? pickOther(name)
    if (pick !== undefined) setMember(result, name, pick(value[name]))
  }
  return result
}

/** The value that JSON.stringify would write. */
function plainOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  return typeof toJSON === 'function' ? toJSON.call(value, '') : value
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
