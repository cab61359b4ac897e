/** The table of media types behind `res.type` and the file members of 4.x. */
export interface Mime {
  /** The type of a file name or extension; else the given one, else `default_type`. */
  lookup(path: string, fallback?: string): string
  /** The usual extension of a type, without the dot. */
  extension(type: string): string | undefined
  /** Adds extensions by type, the usual one first. */
  define(types: Record<string, readonly string[]>): void
  /** Adds the types of a file in the format of Apache. */
  load(file: string): void
  /** Types by extension. */
  types: Record<string, string>
  /** Extensions by type. */
  extensions: Record<string, string>
  /** The type of what is not in the table. */
  default_type: string
  /** The character sets of types. */
  charsets: {
    /** The character set of a type, else the given one. */
    lookup(type: string, fallback: string): string
  }
}
