/** How `req.range` reads the header. */
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

/** The ranges asked for, in order, with their unit. */
export interface Ranges extends Array<Range> {
  /** Unit of the ranges, usually `bytes`. */
  type: string
}

/** The ranges, or -1 when none can be satisfied, or -2 when the header is malformed. */
export type RangeResult = Ranges | -1 | -2

/** One range, by its other name. */
export type ByteRange = Range

/** The ranges asked for, by their other name. */
export type RequestRanges = Ranges
