// biome-ignore-all lint/suspicious/noTsIgnore: an error is not expected if the package is installed.

// If the package is not installed, its types are `any`. The comment has this form because the
// compiler keeps it in the declaration file, where the import fails too.
/** @ts-ignore */
import type * as core from 'express-serve-static-core'

/**
 * A parsed query string: strings, arrays and nested objects. The values are not validated. If
 * `@types/express-serve-static-core` is installed, this is the query of its requests: their lists
 * depend on the version of `@types/qs`, and handlers with those types must fit.
 */
export type ParsedQs = 0 extends 1 & core.Request['query'] ? NestedQuery : core.Request['query']

/** A query as the nested parser returns it. */
export interface NestedQuery {
  [key: string]: undefined | string | NestedQuery | (string | NestedQuery)[]
}

/** Alias of `ParsedQs`. */
export type Query = ParsedQs
