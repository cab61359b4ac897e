/**
 * Makes the members of a class enumerable, as in Express, for tools that list and patch prototypes.
 * `lengths` sets the `length` of functions that take any number of arguments.
 */
export function exposeMembers(prototype: object, lengths: Record<string, number> = {}): void {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (name === 'constructor') continue
    Object.defineProperty(prototype, name, { enumerable: true })
  }
  for (const [name, length] of Object.entries(lengths)) {
    withLength(length, (prototype as Record<string, object>)[name] as object)
  }
}

/** Makes members that Express does not have not enumerable. */
export function hideMembers(prototype: object, names: readonly string[]): void {
  for (const name of names) Object.defineProperty(prototype, name, { enumerable: false })
}

/** Sets the `length` of a function to that of Express. */
export function withLength<T extends object>(length: number, fn: T): T {
  return Object.defineProperty(fn, 'length', { value: length })
}

/** A member that a function computes until the program assigns another value. */
export function replaceable<This>(
  name: string,
  read: (this: This) => unknown,
  enumerable = false,
): PropertyDescriptor {
  return {
    configurable: true,
    enumerable,
    get: read,
    set(this: object, value: unknown) {
      const own = { configurable: true, enumerable: true, writable: true, value }
      Object.defineProperty(this, name, own)
    },
  }
}
