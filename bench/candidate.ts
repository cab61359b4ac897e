import type { Server } from 'node:http'
import type { StepName, StepOf } from './plan.ts'
import type { Protocol } from './scenario.ts'

/** A framework under measurement. A module in `candidates/` exports a list of them as `candidates`. */
export interface Candidate {
  readonly name: string
  /** The package whose version is reported; none for Node itself. */
  readonly package?: string
  /** Sends what Express sends: ETag, X-Powered-By, Content-Length and a charset. */
  readonly answersLikeExpress?: boolean
  /** Added to the environment of its process. */
  readonly env?: Readonly<Record<string, string>>
  /** Why it cannot be measured here; nothing if it can. */
  absence?(): string | undefined
  create(protocol?: Protocol): Promise<Site> | Site
}

/** One application of a candidate, empty until the steps of a plan are carried out on it. */
export interface Site {
  /** A step that is missing is one that the candidate has no natural way to do. */
  readonly steps: Steps
  /** Binds a free port of the loopback interface. */
  listen(): Promise<Server> | Server
}

export type Steps = {
  readonly [Name in StepName]?: (step: StepOf<Name>) => unknown
}
