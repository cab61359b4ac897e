/**
 * Makes the members of a class enumerable, as people who walk and patch prototypes find them, and
 * gives functions that take any number of arguments the `length` of the first named ones.
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

/** Hides a member that only the engine uses from those who list members. */
export function hideMember(prototype: object, name: string): void {
  Object.defineProperty(prototype, name, { enumerable: false })
}

/** Gives a function the `length` that callers may look at. */
export function withLength<T extends object>(length: number, fn: T): T {
  return Object.defineProperty(fn, 'length', { value: length })
}

/** A member that is read by a function, until somebody assigns one of his own. */
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
