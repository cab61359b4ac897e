import type { StandardResult, StandardSchema } from './contract-types.ts'

type Validate = StandardSchema['~standard']['validate']

type SafeResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: [] } }

interface Payload {
  readonly value: unknown
  readonly issues: readonly unknown[]
}

/** Members of a schema of zod, zod/mini or zod 3. */
export interface ZodSchema extends StandardSchema {
  safeParseAsync(value: unknown): Promise<SafeResult>
  /** Missing in zod 3. */
  readonly _zod?: {
    run(payload: Payload, context: { readonly async: boolean }): Payload | Promise<Payload>
  }
}

export function isZod(schema: StandardSchema): schema is ZodSchema {
  const { '~standard': standard, safeParseAsync } = schema as Partial<ZodSchema>
  return standard?.vendor === 'zod' && typeof safeParseAsync === 'function'
}

/**
 * Validates with a schema of zod. Its `~standard.validate` tries a synchronous run first, and drops
 * the promise of an asynchronous check. A rejection of that promise would end the process.
 */
export function validateZod(schema: ZodSchema): Validate {
  // Schemas may refer to others that are not defined yet, so the first request decides.
  let validate: Validate = (value) => {
    validate = runsOwnCode(schema) ? validateOwnCode(schema) : schema['~standard'].validate
    return validate(value)
  }
  return (value) => validate(value)
}

/** A run that allows promises. It is slower, because zod compiles only synchronous runs. */
function validateOwnCode(schema: ZodSchema): Validate {
  const { _zod, '~standard': standard } = schema
  const validateLater = (value: unknown) => schema.safeParseAsync(value).then(toStandardResult)
  if (_zod === undefined) return validateLater
  return (value) => {
    try {
      const payload = _zod.run({ value, issues: [] }, { async: true })
      // The issues of a run have no messages yet. Only a refused value is parsed again, for those.
      if ('then' in payload) {
        return payload.then((later) => acceptedBy(later) ?? validateLater(value))
      }
      return acceptedBy(payload) ?? standard.validate(value)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

function acceptedBy({ value, issues }: Payload): StandardResult<unknown> | undefined {
  return issues.length === 0 ? { value } : undefined
}

function toStandardResult(result: SafeResult): StandardResult<unknown> {
  return result.success ? { value: result.data } : { issues: result.error.issues }
}

/** The kinds of schemas and checks that call functions of the program. */
const OWN: ReadonlySet<unknown> = new Set([
  ...['custom', 'transform', 'promise', 'ZodEffects', 'ZodPromise'],
])

/** The members of a definition that hold schemas, lists of them, or functions that return them. */
const INNER = [
  ...['shape', 'catchall', 'element', 'type', 'items', 'rest', 'options', 'left', 'right'],
  ...['keyType', 'valueType', 'innerType', 'in', 'out', 'checks', 'getter'],
]

/** A function that creates a new schema in each call would make the search endless. */
const MOST_SEARCHED = 5000

/** Whether a schema may call functions of the program, which may return promises. */
function runsOwnCode(schema: object): boolean {
  const found = new Set<unknown>([schema])
  // A set also visits the values that are added meanwhile.
  for (const node of found) {
    if (typeof node !== 'object' || node === null) continue
    if (found.size > MOST_SEARCHED) return true
    const definition = definitionOf(node)
    if (definition === undefined) {
      for (const each of Object.values(node)) found.add(each)
      continue
    }
    const { type, check, typeName, transform } = definition
    if ([type, check, typeName].some((kind) => OWN.has(kind)) || transform) return true
    for (const name of INNER) {
      const inner = definition[name]
      found.add(typeof inner === 'function' ? inner() : inner)
    }
  }
  return false
}

function definitionOf(node: object): Readonly<Record<string, unknown>> | undefined {
  const { _zod, _def } = node as { _zod?: { def: never }; _def?: never }
  return _zod?.def ?? _def
}
