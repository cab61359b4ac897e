/** What reached the process of a child since it was last asked. */
export interface Troubles {
  readonly uncaught: string[]
  readonly rejections: string[]
  readonly warnings: string[]
  /** What somebody put on `Object.prototype`. */
  readonly pollution: string[]
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

/** What a child can be asked. */
export interface Answers {
  readonly vitals: Vitals
  readonly troubles: Troubles
  /** What was written to the console as errors, since it was last asked. */
  readonly logged: string[]
  readonly cpu: NodeJS.CpuUsage
}
