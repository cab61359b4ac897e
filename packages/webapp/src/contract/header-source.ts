/** Where the header fields of a response are. */
export interface HeaderSource {
  /** The value of a field, or a list of values. */
  getHeader(name: string): unknown
}
