/** Creates an object with this prototype and the members of all families, getters as getters. */
export function derive(base: object, ...families: readonly object[]): object {
  const derived = Object.create(base) as object
  for (const family of families) {
    // Names only: members with a symbol belong to the family itself.
    for (const name of Object.getOwnPropertyNames(family)) {
      const member = Object.getOwnPropertyDescriptor(family, name)
      if (member !== undefined) Object.defineProperty(derived, name, member)
    }
  }
  return derived
}
