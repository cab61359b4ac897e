// biome-ignore-all lint/suspicious/noEmptyInterface: the dialects add the members of the tables.
// biome-ignore-all lint/correctness/noUnusedVariables: the members use the type parameters.

import type { LocalsRecord } from './express-namespace.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/**
 * The name of a dialect. Shared types take it as a parameter and look up the types that differ in
 * the tables of this file.
 */
export type Dialect = keyof Dialects

/** The dialect of the entry `webapp`. */
export type NewestDialect = '5.x'

/** The request type of a dialect. */
export type RequestOf<
  D extends Dialect,
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = Requests<P, ResBody, ReqBody, ReqQuery, LocalsObj>[D]

/** The response type of a dialect. */
export type ResponseOf<
  D extends Dialect,
  ResBody = any,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = Responses<ResBody, LocalsObj>[D]

/** The return type of handlers in a dialect. */
export type ResultOf<D extends Dialect> = Dialects[D]['result']

/** The type of `req.app` in a dialect. */
export type ApplicationOf<D extends Dialect> = Dialects[D]['running']

/** The router type of a dialect. */
export type RouterOf<D extends Dialect> = Dialects[D]['router']

/** The type of a stack entry of a dialect. */
export type LayerOf<D extends Dialect> = Dialects[D]['layer']

/** The route type of a dialect. */
export type RouteOf<D extends Dialect, Path extends string = string, Parent = unknown> = Routes<
  Path,
  Parent
>[D]

/** The route parameters of a path literal in the syntax of a dialect. */
export type RouteParametersOf<D extends Dialect, Path extends string> = Parameters<Path>[D]

/** A path in the syntax of a dialect; a message for a literal that the dialect refuses. */
export type PathOf<D extends Dialect, Path> = Paths<Path>[D]

// The tables are empty here. `types/dialects.ts` adds the types of the dialects, which refer to the
// shared types, so no shared type imports a dialect. Every entry loads that file.
// Indexed access instead of conditional types: the compiler infers through indexed access only.
export interface Dialects {}

export interface Requests<P, ResBody, ReqBody, ReqQuery, LocalsObj extends LocalsRecord> {}

export interface Responses<ResBody, LocalsObj extends LocalsRecord> {}

export interface Routes<Path extends string, Parent> {}

export interface Parameters<Path extends string> {}

export interface Paths<Path> {}
