// In bundles for workers, this module stands in for iconv-lite, whose tables are larger than the rest of
// the package: the field `browser` of package.json names it.

/** Whether bodies in this charset can be read. */
export function encodingExists(charset: string): boolean {
  try {
    new TextDecoder(charset)
    return true
  } catch {
    return false
  }
}

/** The text of a body, without a byte order mark. */
export function decode(body: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(body)
}
