import { z } from 'zod'

/** PostgreSQL cannot store or compare a text with a character of code 0. */
export function hasNoNull(text: string): boolean {
  return !text.includes('\0')
}

export const NO_NULL = 'must not contain a null character'

/** The largest number of the SQL type `integer`. */
const LARGEST_INTEGER = 2 ** 31 - 1

/** A number in a query or a form that SQL compares with an `integer`. */
export const SqlInteger = z.coerce.number().int().max(LARGEST_INTEGER)
