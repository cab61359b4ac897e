import type { Locals, LocalsRecord } from '../shared/express-namespace.ts'

/** Template variables on a function that takes more of them. */
// The names that every function has, such as `name` and `length`, cannot be used for variables.
export type CallableLocals<LocalsObj extends LocalsRecord = LocalsRecord> = AddLocals &
  LocalsObj &
  Locals

/** Adds variables, and gives them back. */
type AddLocals = <Values extends object | undefined>(values?: Values) => Values
