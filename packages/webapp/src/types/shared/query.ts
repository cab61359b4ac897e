/** A parsed query string: strings, arrays and nested objects. The values are not validated. */
export interface ParsedQs {
  [key: string]: undefined | string | ParsedQs | (string | ParsedQs)[]
}

/** Alias of `ParsedQs`. */
export type Query = ParsedQs
