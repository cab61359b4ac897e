import type { Locals, LocalsRecord } from '../shared/express-namespace.ts'

/** Template variables on a function that adds more variables. */
// Variables cannot use the names that every function has, such as `name` and `length`.
export type CallableLocals<LocalsObj extends LocalsRecord = LocalsRecord> = AddLocals &
  LocalsObj &
  Locals

/** Adds variables and returns them. */
type AddLocals = <Values extends object | undefined>(values?: Values) => Values
