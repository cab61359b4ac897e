/** The table of media types that `res.type` and the file functions of 4.x use. */
export interface Mime {
  /** The type of a file name or extension, else `fallback`, else `default_type`. */
  lookup(path: string, fallback?: string): string
  /** The usual extension of a type, without the dot. */
  extension(type: string): string | undefined
  /** Adds extensions by type, the usual one first. */
  define(types: Record<string, readonly string[]>): void
  /** Adds the types from a file in the format of Apache's `mime.types`. */
  load(file: string): void
  /** Types by extension. */
  types: Record<string, string>
  /** Extensions by type. */
  extensions: Record<string, string>
  /** The type of files that are not in the table. */
  default_type: string
  /** The character sets of types. */
  charsets: {
    /** The character set of a type, else `fallback`. */
    lookup(type: string, fallback: string): string
  }
}
