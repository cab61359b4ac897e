/** Reads after which V8 converts the prototype that it finds a property on. */
const READS = 20

/**
 * Makes V8 store an object's properties so that optimized code reads them without a lookup. V8 keeps
 * the properties of every prototype like that. It stores those of an object to which many were added
 * one by one, as in an application, in a hash table.
 */
export function keepFast(object: object, name: string): void {
  const heir = Object.create(object) as Record<string, unknown>
  for (let read = 0; read < READS; read++) void heir[name]
}
