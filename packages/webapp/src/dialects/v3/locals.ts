export interface Locals {
  (values?: object): object | undefined
  [name: string]: unknown
}

/** `app.locals` and `res.locals` of 3.x: variables on a function that takes more of them. */
export function createLocals(): Locals {
  const locals = function locals(values?: object) {
    // Members of the function itself that cannot be written are left as they are.
    for (const name in values) Reflect.set(store, name, values[name as never])
    return values
  }
  const store = locals as unknown as Locals
  return store
}
