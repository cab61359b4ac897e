/** Whether a value is sent. As in `app.url`, undefined and null stand for none. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** The text of a value in a path, a query, a header field or a form. `place` is for the message. */
export function toText(value: unknown, place: string): string {
  if (value instanceof Date) return value.toISOString()
  if (/^(?:string|number|bigint|boolean)$/.test(typeof value)) return String(value)
  const given = Array.isArray(value) ? 'list' : typeof value
  throw new TypeError(`${place} is of type ${given}. Send text, a number, a boolean or a Date`)
}
