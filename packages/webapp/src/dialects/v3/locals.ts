export interface Locals {
  (values?: object): object | undefined
  [name: string]: unknown
}

/** `app.locals` and `res.locals` of 3.x: a function that adds variables as its own properties. */
export function createLocals(): Locals {
  const locals = function locals(values?: object) {
    // `Reflect.set` does not throw for read-only properties such as `name` and `length`.
    for (const name in values) Reflect.set(store, name, values[name as never])
    return values
  }
  const store = locals as unknown as Locals
  return store
}
