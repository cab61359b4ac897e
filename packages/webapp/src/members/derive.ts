/** A new object on a prototype, with the members of all families, getters as getters. */
export function derive(base: object, ...families: readonly object[]): object {
  const derived = Object.create(base) as object
  for (const family of families) {
    // By name: what is hidden behind a symbol belongs to the family alone.
    for (const name of Object.getOwnPropertyNames(family)) {
      const member = Object.getOwnPropertyDescriptor(family, name)
      if (member !== undefined) Object.defineProperty(derived, name, member)
    }
  }
  return derived
}
