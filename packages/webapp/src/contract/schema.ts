import { inspect } from 'node:util'
import { isThenable } from '../errors/callback-errors.ts'
import { toError } from '../errors/to-error.ts'
import type {
  CompiledSchema,
  ContractLocation,
  Schema,
  StandardIssue,
  StandardResult,
  StandardSchema,
} from './contract-types.ts'
import { type JsonSchema, splitPointer, upgradeTuples } from './json-schema.ts'
import { isZod, validateZod } from './zod.ts'

/**
 * Checks a value; the same for all libraries. A result has a value, or at least one issue: any other
 * one is a mistake in the schema, which throws or rejects.
 */
export type Validate = (
  value: unknown,
) => StandardResult<unknown> | PromiseLike<StandardResult<unknown>>

/** Members of a compiled schema of TypeBox that are not part of its public type. */
type TypeBox = CompiledSchema & {
  readonly hasCodec?: boolean
  /** The name of `hasCodec` before 1.0. */
  readonly hasTransform?: boolean
  Convert?(value: unknown): unknown
  Default?(value: unknown): unknown
  /** The schema that was compiled; named `Schema` in versions before 1.0. */
  Type?(): object
  Schema?(): object
}

/** The function that validates with a schema; throws if the value is not a schema. */
export function createValidate(schema: unknown, name: string, isText = TEXT.has(name)): Validate {
  const validate = validatorOf(schema, name, isText)
  const check = (result: unknown) => checkResult(result, name)
  return (value) => {
    try {
      const result: unknown = validate(value)
      return isThenable(result) ? Promise.resolve(result).then(check) : check(result)
    } catch (error) {
      // A router passes a thrown `undefined` or 'route' to `next`, which would go on without an error.
      throw toError(error, 'A schema threw')
    }
  }
}

function validatorOf(schema: unknown, name: string, isText: boolean): (value: unknown) => unknown {
  if (isStandard(schema)) {
    if (isZod(schema)) return validateZod(schema)
    const standard = schema['~standard']
    return (value) => standard.validate(value)
  }
  if (isCompiled(schema)) return validateCompiled(schema, name, isText)
  throw new TypeError(
    `contract: ${name} is not a schema, got ${inspect(schema, { depth: 0 })}. Use a library with ` +
      'Standard Schema (zod, valibot, arktype), or Compile(schema) of typebox/compile.',
  )
}

/** The issue of a value that its schema refuses without a reason. */
const UNNAMED: readonly StandardIssue[] = [{ message: 'Invalid value' }]

function checkResult(result: unknown, name: string): StandardResult<unknown> {
  if (typeof result === 'object' && result !== null) {
    const { issues } = result as { readonly issues?: unknown }
    if (issues !== undefined)
      return { issues: Array.isArray(issues) ? readIssues(issues) : UNNAMED }
    if ('value' in result) return result as StandardResult<unknown>
  }
  throw new TypeError(
    `contract: the schema of ${name} returned ${inspect(result, { depth: 0 })}, which is not a ` +
      'result of Standard Schema. Let its validate function return { value } or { issues }.',
  )
}

/** Reads a list by its indexes: it may have holes, or an iterator that skips its issues. */
function readIssues(list: readonly unknown[]): readonly StandardIssue[] {
  const issues: StandardIssue[] = []
  for (let at = 0; at < list.length && at < MOST_ISSUES; at++) {
    const issue = list[at]
    if (typeof issue !== 'object' || issue === null) return UNNAMED
    const { message, path } = issue as StandardIssue
    issues.push({ message, path })
  }
  return issues.length > 0 ? issues : UNNAMED
}

export function isSchema(value: unknown): value is Schema {
  return isStandard(value) || isCompiled(value)
}

export function isStandard(schema: unknown): schema is StandardSchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return false
  const { '~standard': standard } = schema as Partial<StandardSchema>
  return typeof standard?.validate === 'function'
}

function isCompiled(schema: unknown): schema is TypeBox {
  if (typeof schema !== 'object' || schema === null) return false
  const { Check, Errors } = schema as Partial<TypeBox>
  return typeof Check === 'function' && typeof Errors === 'function'
}

/** The parts of a request that are text: TypeBox converts them to the types of the schema. */
const TEXT: ReadonlySet<string> = new Set<ContractLocation>([
  'params',
  'query',
  'headers',
  'cookies',
])

function validateCompiled(
  schema: TypeBox,
  name: string,
  isText: boolean,
): (value: unknown) => unknown {
  const isDecoded = schema.hasCodec ?? schema.hasTransform ?? false
  return (given) => {
    let value = given
    if (isText) {
      // Both functions write to the value that they are given.
      value = copyOf(given)
      if (schema.Convert) value = schema.Convert(value)
      if (schema.Default) value = schema.Default(value)
    }
    const fits: unknown = schema.Check(value)
    if (fits === false) return { issues: issuesOf(schema.Errors(value)) }
    if (fits !== true) throw new TypeError(explainCheck(fits, name))
    return { value: isDecoded ? schema.Decode(value) : value }
  }
}

function explainCheck(fits: unknown, name: string): string {
  const given = inspect(fits, { depth: 0 })
  return `contract: Check of the schema of ${name} returned ${given}, which is not true or false.`
}

/** A copy of the parts of a request that parsers made: text, lists and plain objects. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]))
}

/** The most issues that are listed. An iterator finds each when it is asked for. */
const MOST_ISSUES = 100

/** A schema may find no error in a value that it refuses. */
function issuesOf(errors: Iterable<object> | null | undefined): StandardIssue[] {
  const issues: StandardIssue[] = []
  for (const error of errors ?? []) {
    issues.push(toIssue(error))
    if (issues.length === MOST_ISSUES) break
  }
  return issues
}

interface TypeBoxError {
  readonly message?: string
  readonly instancePath?: string
  /** The name of `instancePath` before 1.0. */
  readonly path?: string
}

function toIssue(error: object): StandardIssue {
  const { message = 'Invalid value', instancePath, path } = error as TypeBoxError
  return { message, path: splitPointer(instancePath ?? path ?? '') }
}

interface JsonSchemaConverter {
  readonly input: (options: { target: string; libraryOptions?: object }) => Record<string, unknown>
}

/**
 * The JSON Schema of the values that a schema accepts; undefined if its library cannot convert it.
 * May throw if the schema has no equivalent in JSON Schema. With options of its library, it may
 * describe parts without an equivalent as any value.
 */
export function toJsonSchema(schema: unknown, libraryOptions?: object): JsonSchema | undefined {
  if (isStandard(schema)) {
    const { jsonSchema } = schema['~standard'] as { readonly jsonSchema?: JsonSchemaConverter }
    const target = 'draft-2020-12'
    return jsonSchema?.input(libraryOptions ? { target, libraryOptions } : { target })
  }
  if (!isCompiled(schema)) return undefined
  const given = schema.Type?.() ?? schema.Schema?.()
  return given && upgradeTuples(given as JsonSchema)
}
