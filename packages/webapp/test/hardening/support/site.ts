import type v5 from '../../../src/v5.ts'

export type Dialect = '5.x' | '4.x' | '3.x'

/** What the module of a site builds on. Sites are written against the types of 5.x. */
export interface Site {
  readonly app: ReturnType<typeof v5>
  readonly webapp: typeof v5
  readonly dialect: Dialect
  /** The files that the tests gave to the child. */
  readonly folder: string
}

/** The default export of a `*.site.ts`: adds everything that the tests ask for. */
export type BuildSite = (site: Site) => void | Promise<void>
