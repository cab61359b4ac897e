/** An OpenAPI document, as it stands in a file. */
export type Document = Json & { readonly paths?: Readonly<Record<string, Json>> }

type Json = Readonly<Record<string, unknown>>

/** A schema in one of two documents, with the document for its references. */
interface Sited {
  readonly schema: unknown
  readonly document: Document
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The changes from an older document that can break a client, one line each. */
export function findBreakingChanges(older: Document, newer: Document): string[] {
  const changes: string[] = []
  for (const [path, item] of Object.entries(older.paths ?? {})) {
    const match = findPath(newer, path)
    for (const method of METHODS.filter((name) => isObject(item[name]))) {
      const label = `${method.toUpperCase()} ${path}`
      const operation = match?.[method]
      if (!isObject(operation)) changes.push(`${label}: was removed`)
      else compareOperations(item[method] as Json, operation, { older, newer, label, changes })
    }
  }
  return [...new Set(changes)]
}

/** The same path; the names of its parameters do not matter to a client. */
function findPath({ paths = {} }: Document, path: string): Json | undefined {
  const plain = (text: string) => text.replace(/\{[^}]*\}/g, '{}')
  return paths[path] ?? Object.entries(paths).find(([other]) => plain(other) === plain(path))?.[1]
}

interface Comparison {
  readonly older: Document
  readonly newer: Document
  readonly label: string
  readonly changes: string[]
}

function compareOperations(before: Json, after: Json, comparison: Comparison): void {
  compareParameters(before, after, comparison)
  compareBodies(before, after, comparison)
  compareResponses(before, after, comparison)
  compareSecurity(before, after, comparison)
}

interface Parameter extends Json {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: unknown
}

function parametersOf({ parameters }: Json, document: Document): Parameter[] {
  return listOf(parameters).map((each) => resolve({ schema: each, document }) as Parameter)
}

function compareParameters(before: Json, after: Json, comparison: Comparison): void {
  const { older, newer, label, changes } = comparison
  const known = parametersOf(before, older).filter((each) => each.in !== 'path')
  for (const parameter of parametersOf(after, newer).filter((each) => each.in !== 'path')) {
    const place = `${label}: ${parameter.in} parameter ${parameter.name}`
    const old = known.find((each) => each.in === parameter.in && each.name === parameter.name)
    if (parameter.required && !old?.required) changes.push(`${place}: is now required`)
    if (old === undefined) continue
    const one = { schema: old.schema, document: older }
    const other = { schema: parameter.schema, document: newer }
    compareSchemas(one, other, { direction: 'request', place, changes })
  }
  const before0 = parametersOf(before, older).filter((each) => each.in === 'path')
  const after0 = parametersOf(after, newer).filter((each) => each.in === 'path')
  for (const [at, old] of before0.entries()) {
    const place = `${label}: path parameter ${old.name}`
    const one = { schema: old.schema, document: older }
    const other = { schema: after0[at]?.schema, document: newer }
    compareSchemas(one, other, { direction: 'request', place, changes })
  }
}

function compareBodies(before: Json, after: Json, comparison: Comparison): void {
  const { older, newer, label, changes } = comparison
  const old = resolve({ schema: before.requestBody, document: older })
  const body = resolve({ schema: after.requestBody, document: newer })
  if (body.required && !old.required) changes.push(`${label}: a body is now required`)
  const kept = (isObject(body.content) ? body.content : {}) as Record<string, Json>
  for (const [type, media] of Object.entries((old.content ?? {}) as Record<string, Json>)) {
    const place = `${label}: body`
    const found = kept[type]
    if (found === undefined) {
      if (Object.keys(kept).length > 0) changes.push(`${place}: ${type} is no longer accepted`)
      continue
    }
    const one = { schema: media.schema, document: older }
    const other = { schema: found.schema, document: newer }
    compareSchemas(one, other, { direction: 'request', place, changes })
  }
}

function compareResponses(before: Json, after: Json, comparison: Comparison): void {
  const { older, newer, label, changes } = comparison
  const responses = (after.responses ?? {}) as Record<string, Json>
  for (const [status, given] of Object.entries((before.responses ?? {}) as Record<string, Json>)) {
    const place = `${label}: response ${status}`
    const found = responses[status]
    if (found === undefined) {
      if (/^2/.test(status)) changes.push(`${place}: was removed`)
      continue
    }
    const old = (resolve({ schema: given, document: older }).content ?? {}) as Record<string, Json>
    const now = (resolve({ schema: found, document: newer }).content ?? {}) as Record<string, Json>
    for (const [type, media] of Object.entries(old)) {
      const other = now[type]
      if (other === undefined) changes.push(`${place}: is no longer ${type}`)
      else {
        const one = { schema: media.schema, document: older }
        const next = { schema: other.schema, document: newer }
        compareSchemas(one, next, { direction: 'response', place, changes })
      }
    }
  }
}

function compareSecurity(before: Json, after: Json, comparison: Comparison): void {
  const { older, newer, label, changes } = comparison
  const old = listOf(before.security ?? older.security) as Json[]
  const now = listOf(after.security ?? newer.security) as Json[]
  const isOpen = (list: readonly Json[]) =>
    list.length === 0 || list.some((each) => Object.keys(each).length === 0)
  if (isOpen(now)) return
  if (isOpen(old)) changes.push(`${label}: now requires ${namesOf(now)}`)
  else if (!old.every((one) => now.some((other) => isPart(other, one)))) {
    changes.push(`${label}: now requires ${namesOf(now)} instead of ${namesOf(old)}`)
  }
}

/** Whether all schemes of a requirement are in the other one. */
function isPart(requirement: Json, other: Json): boolean {
  return Object.keys(requirement).every((name) => Object.hasOwn(other, name))
}

function namesOf(list: readonly Json[]): string {
  return list.map((each) => Object.keys(each).join(' and ')).join(' or ')
}

interface SchemaComparison {
  /** A request may not become narrower, a response may not become wider. */
  readonly direction: 'request' | 'response'
  readonly place: string
  readonly changes: string[]
  readonly depth?: number
}

/** Schemas that contain themselves end here. */
const DEEPEST = 12

function compareSchemas(one: Sited, other: Sited, comparison: SchemaComparison): void {
  const { direction, place, changes, depth = 0 } = comparison
  if (depth > DEEPEST) return
  const before = flatten(one)
  const after = flatten(other)
  const [accepted, asked] = direction === 'request' ? [after, before] : [before, after]
  // Everything that one side may send must be known to the other side.
  const lost = typesOf(asked).filter((type) => !accepts(typesOf(accepted), type))
  if (lost.length > 0) {
    changes.push(
      `${place}: ${direction === 'request' ? 'no longer accepts' : 'may now be'} ${lost.join(', ')}`,
    )
    return
  }
  const [known, values] = [valuesOf(accepted), valuesOf(asked)]
  if (known !== undefined) {
    const unknown = values?.filter((value) => !known.includes(value)) ?? ['any value']
    if (unknown.length > 0) {
      changes.push(
        `${place}: ${direction === 'request' ? 'no longer accepts' : 'may now be'} ${unknown.join(', ')}`,
      )
    }
  }
  if (direction === 'request') compareLimits(before, after, place, changes)
  compareMembers({ ...one, schema: before }, { ...other, schema: after }, comparison)
  if (before.items !== undefined && after.items !== undefined) {
    const items = { ...comparison, place: `${place}[]`, depth: depth + 1 }
    compareSchemas({ ...one, schema: before.items }, { ...other, schema: after.items }, items)
  }
}

function compareMembers(one: Sited, other: Sited, comparison: SchemaComparison): void {
  const { direction, place, changes, depth = 0 } = comparison
  const [before, after] = [one.schema as Json, other.schema as Json]
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
    const inner = { ...comparison, place: member, depth: depth + 1 }
    compareSchemas({ ...one, schema }, { ...other, schema: found }, inner)
  }
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

/** A schema with its reference and its parts resolved. */
function flatten(sited: Sited, depth = 0): Json {
  const schema = resolve(sited)
  const parts = listOf(schema.allOf)
  if (parts.length === 0 || depth > DEEPEST) return schema
  const { document } = sited
  const all = [schema, ...parts.map((each) => flatten({ schema: each, document }, depth + 1))]
  return {
    ...Object.assign({}, ...all),
    allOf: undefined,
    properties: Object.assign({}, ...all.map(propertiesOf)),
    required: all.flatMap(({ required }) => listOf(required)),
  }
}

function resolve({ schema, document }: Sited, depth = 0): Json {
  if (!isObject(schema)) return {}
  const { $ref } = schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth > DEEPEST) return schema
  let found: unknown = document
  for (const key of $ref.slice(2).split('/')) {
    found = isObject(found) ? found[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }
  return resolve({ schema: found, document }, depth + 1)
}

/** The types that a value may have; `any` if the schema does not tell. */
function typesOf(schema: Json): string[] {
  const choice = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
  if (choice.length > 0)
    return [...new Set(choice.flatMap((each) => typesOf(isObject(each) ? each : {})))]
  if (schema.const !== undefined) return [typeOf(schema.const)]
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map(typeOf))]
  const types = [schema.type ?? []].flat() as string[]
  return types.length === 0 ? ['any'] : types
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function accepts(types: readonly string[], type: string): boolean {
  return (
    types.includes('any') ||
    types.includes(type) ||
    (type === 'integer' && types.includes('number'))
  )
}

function valuesOf({ enum: values, const: constant }: Json): unknown[] | undefined {
  if (Array.isArray(values)) return values
  return constant === undefined ? undefined : [constant]
}

function propertiesOf({ properties }: Json): Record<string, unknown> {
  return isObject(properties) ? { ...properties } : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
