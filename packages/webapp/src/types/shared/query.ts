/** The query string as parsed: text, lists and nested objects, none of it checked. */
export interface ParsedQs {
  [key: string]: undefined | string | ParsedQs | (string | ParsedQs)[]
}

/** The query string as parsed, by its other name. */
export type Query = ParsedQs
