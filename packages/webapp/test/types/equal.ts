/** True only when both types are the same to the compiler, `any` and optional members included. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only for a type that is `true`. */
export type Expect<T extends true> = T

/** Compiles only when the value has exactly the type asked for. */
export function exactly<Wanted>() {
  return <Given>(_value: Equal<Given, Wanted> extends true ? Given : never): void => {}
}

/** What a type has that Node's own has not, and that nobody added in the global namespace. */
export type Added<T, Base, Augmented> = Exclude<keyof T, keyof Base | keyof Augmented>
