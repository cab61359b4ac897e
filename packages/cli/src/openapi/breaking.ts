import { compareSchemas } from './compare-schemas.ts'
import { type Document, isObject, type Json, listOf, resolve } from './schemas.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** The operations of a path by method, also of those that OpenAPI has no member for. */
function operationsOf(item: Json | undefined): Record<string, Json> {
  const others = isObject(item?.additionalOperations) ? item.additionalOperations : {}
  const all = METHODS.map((method) => [method.toUpperCase(), item?.[method]] as const)
  return Object.fromEntries(
    [...all, ...Object.entries(others)].filter((each): each is [string, Json] => isObject(each[1])),
  )
}

/** The changes from an older document that can break a client, one line each. */
export function findBreakingChanges(older: Document, newer: Document): string[] {
  const changes: string[] = []
  for (const [path, item] of Object.entries(older.paths ?? {})) {
    const match = findPath(newer, path)
    const kept = operationsOf(match)
    for (const [method, before] of Object.entries(operationsOf(item))) {
      const label = `${method} ${path}`
      const operation = kept[method]
      if (operation === undefined) changes.push(`${label}: was removed`)
      else compareOperations(before, operation, { older, newer, label, changes })
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
        const one = { schema: schemaOf(media), document: older }
        const next = { schema: schemaOf(other), document: newer }
        compareSchemas(one, next, { direction: 'response', place, changes })
      }
    }
  }
}

/** The schema of a body, or of the items of a stream: OpenAPI has a member for those since 3.2. */
function schemaOf(media: Json): unknown {
  return media.itemSchema ?? media['x-itemSchema'] ?? media.schema
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
