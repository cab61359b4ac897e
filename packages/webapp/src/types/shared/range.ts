/** Options for `req.range`. */
export interface RangeOptions {
  /** Joins overlapping and adjacent ranges; off by default. */
  combine?: boolean | undefined
}

/** One range, both ends included. */
export interface Range {
  /** First unit of the range. */
  start: number
  /** Last unit of the range. */
  end: number
}

/** The requested ranges, in order, with their unit. */
export interface Ranges extends Array<Range> {
  /** Unit of the ranges, usually `bytes`. */
  type: string
}

/** The ranges, -1 if none can be satisfied, or -2 if the header is malformed. */
export type RangeResult = Ranges | -1 | -2

/** Alias of `Range`. */
export type ByteRange = Range

/** Alias of `Ranges`. */
export type RequestRanges = Ranges
