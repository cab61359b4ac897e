/** What reached the process of a child since it was last asked. */
export interface Report {
  readonly uncaught: string[]
  readonly rejections: string[]
  readonly warnings: string[]
  /** What was written to the console as errors. */
  readonly logged: string[]
  /** What somebody put on `Object.prototype`. */
  readonly pollution: readonly string[]
}

/** How a child is, after its garbage was collected. */
export interface Vitals {
  readonly rss: number
  /** The most that it ever had. */
  readonly peak: number
  readonly heap: number
  readonly descriptors: number
  readonly resources: number
}
