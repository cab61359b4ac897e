/** A new object on a prototype, with the members of all families, getters as getters. */
export function derive(base: object, ...families: readonly object[]): object {
  const derived = Object.create(base) as object
  for (const family of families) {
    Object.defineProperties(derived, Object.getOwnPropertyDescriptors(family))
  }
  return derived
}
