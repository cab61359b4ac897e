/** Where `contract` of webapp/contract keeps its description. */
const kContract = Symbol.for('webapp.contract')

/** The route parameters that the contracts among some handlers require. */
export function requiredNames(handlers: readonly object[]): string[] {
  const names = handlers.flatMap((handler) => {
    const { [kContract]: description } = handler as { [kContract]?: { params?: unknown } }
    return description?.params === undefined ? [] : namesMissedBy(description.params)
  })
  return [...new Set(names)]
}

interface Issue {
  readonly path?: readonly unknown[]
  /** TypeBox has a JSON Pointer instead, and names what is missing. */
  readonly params?: { readonly requiredProperties?: readonly string[] }
}

/** The names that a schema misses in an object without members, in any library. */
function namesMissedBy(schema: unknown): string[] {
  try {
    return issuesOf(schema).flatMap(({ path, params }) => {
      if (params?.requiredProperties !== undefined) return params.requiredProperties
      const [first] = path ?? []
      const key = typeof first === 'object' ? (first as { key?: unknown } | null)?.key : first
      return typeof key === 'string' || typeof key === 'number' ? [String(key)] : []
    })
  } catch {
    return [] // A schema that cannot say it. Its first request shows the error.
  }
}

function issuesOf(schema: unknown): readonly Issue[] {
  const { '~standard': standard, Errors } = schema as {
    '~standard'?: { validate(value: unknown): { issues?: readonly Issue[] } | Promise<unknown> }
    Errors?(value: unknown): Iterable<Issue>
  }
  if (standard === undefined) return Errors === undefined ? [] : [...Errors.call(schema, {})]
  const result = standard.validate({})
  if (!('then' in result)) return result.issues ?? []
  result.then(undefined, () => {})
  return []
}
