import type { Server } from 'node:http'
import type { Client } from './client.js'

export type Dialect = '5.x' | '4.x' | '3.x'
export type SideName = 'original' | 'ours'

/** A package of the ecosystem, in a small application that needs it. */
export interface PackageCase {
  /** As npm knows it. */
  readonly name: string
  /** The dialects whose original the package works with. */
  readonly dialects: readonly Dialect[]
  /** Why a dialect is left out, where it is not the age of the package alone. */
  readonly leftOut?: Partial<Record<Dialect, string>>
  /** Why the answers of ours are not those of the original, where that is meant. */
  readonly differs?: Partial<Record<Dialect, string>>
  /** What differs from run to run: it is not compared. */
  readonly hide?: readonly RegExp[]
  /** An application, or a server around one: what has `listen`. */
  create(express: Express, stage: Stage): Listener | Promise<Listener>
  /** Talks to it as its clients do, and asserts that the package did its job. */
  visit(client: Client, stage: Stage & Running): Promise<void>
}

/** What is noted is compared between the sides, as the answers are: lines of a log, events. */
export interface Stage {
  readonly dialect: Dialect
  readonly notes: unknown[]
  note(value: unknown): void
}

interface Running {
  readonly server: Server
  readonly created: Listener
}

interface Listener {
  listen(port: number, host: string): Server
}

/** The factory of either side: the cases use the whole interface of three dialects. */
// biome-ignore lint/suspicious/noExplicitAny: the cases are JavaScript, as written for Express
type Express = any

/** One answer, or one note, in a form that two runs of the same program share. */
export type Observation = Readonly<Record<string, unknown>>

/** What one file did on one side; without a name it did not load. */
export interface Outcome extends Partial<About> {
  readonly file: string
  /** Why the package did not do its job. */
  readonly failure?: string
  readonly observations?: readonly Observation[]
}

type About = Required<Pick<PackageCase, 'name' | 'dialects' | 'leftOut' | 'differs'>>
