import {
  alternativesOf,
  DEEPEST,
  flatten,
  isNever,
  isObject,
  isUnion,
  type Json,
  listOf,
  propertiesOf,
  type Sited,
  typesOf,
  valuesOf,
} from './schemas.ts'

interface SchemaComparison {
  /** A request may not become narrower, a response may not become wider. */
  readonly direction: 'request' | 'response'
  readonly place: string
  readonly changes: string[]
  readonly depth?: number
  /** Alternatives that were compared before, for unions that contain themselves. */
  readonly compared?: Compared
}

/** Whether a later schema is compatible with an earlier one. */
type Compared = Map<unknown, Map<unknown, boolean>>

/** Adds the changes of a schema that can break a client. */
export function compareSchemas(one: Sited, other: Sited, comparison: SchemaComparison): void {
  const { direction, place, changes, depth = 0 } = comparison
  if (depth > DEEPEST) return
  const before = { ...one, schema: flatten(one) }
  const after = { ...other, schema: flatten(other) }
  const [accepted, asked] = direction === 'request' ? [after, before] : [before, after]
  if (isNever(asked.schema)) return
  // Everything that one side may send must be known to the other side.
  const known = typesOf(accepted)
  const lost = isNever(accepted.schema)
    ? ['any value']
    : typesOf(asked).filter((type) => !accepts(known, type))
  if (lost.length > 0) {
    changes.push(`${place}: ${verbOf(direction)} ${lost.join(', ')}`)
    return
  }
  if (isUnion(before.schema) || isUnion(after.schema)) {
    compareAlternatives(one, other, comparison)
    return
  }
  compareValues(accepted.schema, asked.schema, comparison)
  if (direction === 'request') compareLimits(before.schema, after.schema, place, changes)
  compareMembers(before, after, comparison)
  compareOtherMembers(before, after, comparison)
  compareItems(before, after, comparison)
}

function verbOf(direction: SchemaComparison['direction']): string {
  return direction === 'request' ? 'no longer accepts' : 'may now be'
}

function accepts(types: readonly string[], type: string): boolean {
  return (
    types.includes('any') ||
    types.includes(type) ||
    (type === 'integer' && types.includes('number'))
  )
}

/** Every alternative that one side may send must fit one of the other side. */
function compareAlternatives(one: Sited, other: Sited, given: SchemaComparison): void {
  const { direction, place, changes, depth = 0, compared = new Map() } = given
  const comparison = { ...given, depth: depth + 1, compared }
  const [before, after] = [alternativesOf(one), alternativesOf(other)]
  const isRequest = direction === 'request'
  const [accepted, asked] = isRequest ? [after, before] : [before, after]
  const fits = (sent: Sited, known: Sited) =>
    isRequest ? isCompatible(sent, known, comparison) : isCompatible(known, sent, comparison)
  const unknown = asked.filter((sent) => !accepted.some((known) => fits(sent, known)))
  const unused = accepted.filter((known) => !asked.some((sent) => fits(sent, known)))
  const [sent, known] = [unknown[0], unused[0]]
  if (unknown.length === 1 && unused.length === 1 && sent && known) {
    // The same alternative, which has changed.
    if (isRequest) compareSchemas(sent, known, comparison)
    else compareSchemas(known, sent, comparison)
    return
  }
  for (const each of unknown) changes.push(`${place}: ${verbOf(direction)} ${describe(each)}`)
}

function isCompatible(before: Sited, after: Sited, comparison: SchemaComparison): boolean {
  const { compared = new Map() } = comparison
  const results: Map<unknown, boolean> = compared.get(before.schema) ?? new Map()
  compared.set(before.schema, results)
  const known = results.get(after.schema)
  if (known !== undefined) return known
  // For alternatives that contain themselves: only a difference makes them incompatible.
  results.set(after.schema, true)
  const changes: string[] = []
  compareSchemas(before, after, { ...comparison, changes })
  results.set(after.schema, changes.length === 0)
  return changes.length === 0
}

/** A short form of an alternative: its constant members, the names of all, its value or its types. */
function describe(sited: Sited): string {
  const schema = flatten(sited)
  const [value] = valuesOf(schema) ?? []
  if (value !== undefined) return JSON.stringify(value)
  const properties = Object.entries(propertiesOf(schema))
  if (properties.length === 0) return typesOf(sited).join(', ')
  const constants = properties.flatMap(([name, each]) =>
    isObject(each) && each.const !== undefined ? `${name}: ${JSON.stringify(each.const)}` : [],
  )
  return `{ ${(constants.length > 0 ? constants : properties.map(([name]) => name)).join(', ')} }`
}

function compareValues(accepted: Json, asked: Json, comparison: SchemaComparison): void {
  const { direction, place, changes } = comparison
  const known = valuesOf(accepted)
  if (known === undefined) return
  const unknown = valuesOf(asked)?.filter((value) => !known.includes(value)) ?? ['any value']
  if (unknown.length > 0) changes.push(`${place}: ${verbOf(direction)} ${unknown.join(', ')}`)
}

function compareMembers(one: Sited<Json>, other: Sited<Json>, comparison: SchemaComparison): void {
  const { direction, place, changes } = comparison
  const [before, after] = [one.schema, other.schema]
  const [old, now] = [propertiesOf(before), propertiesOf(after)]
  const [needed, required] = [listOf(before.required), listOf(after.required)]
  if (direction === 'request') {
    for (const name of required.filter((each) => !needed.includes(each))) {
      changes.push(`${place}.${name}: is now required`)
    }
  }
  for (const [name, schema] of Object.entries(old)) {
    const member = `${place}.${name}`
    const found = now[name]
    if (found === undefined) {
      const isRefused = direction === 'request' && after.additionalProperties === false
      if (isRefused) changes.push(`${member}: is no longer accepted`)
      if (direction === 'response') changes.push(`${member}: was removed`)
      continue
    }
    if (direction === 'response' && needed.includes(name) && !required.includes(name)) {
      changes.push(`${member}: may now be missing`)
    }
    compareInner({ ...one, schema }, { ...other, schema: found }, comparison, `.${name}`)
  }
}

/** Compares the members of records: their values and their names. */
function compareOtherMembers(
  one: Sited<Json>,
  other: Sited<Json>,
  comparison: SchemaComparison,
): void {
  const { direction, place, changes } = comparison
  const [before, after] = [one.schema, other.schema]
  const compare = (old: unknown, now: unknown, name: string) =>
    compareInner({ ...one, schema: old }, { ...other, schema: now }, comparison, name)
  const [old, now] = [before.additionalProperties, after.additionalProperties]
  if (direction === 'request' && now === false && old !== false) {
    changes.push(`${place}: undeclared members are no longer accepted`)
  } else if (direction === 'request' || isObject(old)) {
    // New members of a response break no client, unless it reads all members.
    compare(old, now, '[member]')
  }
  if (before.propertyNames !== undefined || after.propertyNames !== undefined) {
    compare(before.propertyNames ?? TEXT, after.propertyNames ?? TEXT, '[name]')
  }
  const [patterns, newPatterns] = [before.patternProperties, after.patternProperties]
  if (!isObject(patterns) || !isObject(newPatterns)) return
  for (const [pattern, schema] of Object.entries(patterns)) {
    if (newPatterns[pattern] !== undefined) compare(schema, newPatterns[pattern], `[${pattern}]`)
  }
}

/** The schema of all names. */
const TEXT: Json = { type: 'string' }

/** Compares the items of lists, and those of tuples by their position. */
function compareItems(one: Sited<Json>, other: Sited<Json>, comparison: SchemaComparison): void {
  const [first, second] = [listOf(one.schema.prefixItems), listOf(other.schema.prefixItems)]
  const length = Math.max(first.length, second.length)
  for (let at = 0; at <= length; at++) {
    const old = { ...one, schema: first[at] ?? one.schema.items }
    const now = { ...other, schema: second[at] ?? other.schema.items }
    compareInner(old, now, comparison, at < length ? `[${at}]` : '[]')
  }
}

/** Compares schemas inside of others, unless both are missing and accept anything. */
function compareInner(one: Sited, other: Sited, comparison: SchemaComparison, name: string): void {
  if (one.schema === undefined && other.schema === undefined) return
  const { place, depth = 0 } = comparison
  compareSchemas(one, other, { ...comparison, place: place + name, depth: depth + 1 })
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

function compareLimits(before: Json, after: Json, place: string, changes: string[]): void {
  for (const name of [...LOWER, ...UPPER]) {
    const [old, now] = [before[name], after[name]] as [number | undefined, number | undefined]
    if (now === undefined || now === old) continue
    const isNarrower = old === undefined || (LOWER.includes(name) ? now > old : now < old)
    if (isNarrower)
      changes.push(`${place}: ${name} is now ${now}${old === undefined ? '' : `, was ${old}`}`)
  }
  for (const name of ['pattern', 'format', 'multipleOf']) {
    if (after[name] !== undefined && after[name] !== before[name]) {
      changes.push(`${place}: ${name} is now ${String(after[name])}`)
    }
  }
}
