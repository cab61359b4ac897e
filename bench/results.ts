import type { Agreement } from './publish/agreement.ts'
import type { Summary } from './statistics.ts'

/** The figures of one turn; which of them there are depends on what was measured. */
export type Figures = Readonly<Partial<Record<Metric, number>>>

/** Figures of different candidates with the same run and turn were measured one after the other. */
export interface Sample extends Figures {
  readonly turn: number
  /** In a published result, which of its runs. */
  readonly run?: number
}

export type Metric = keyof typeof metrics

export const metrics = {
  cpu: { title: 'CPU µs per request', digits: 1 },
  rps: { title: 'requests per second', digits: 0 },
  p50: { title: 'p50 in ms', digits: 2 },
  p99: { title: 'p99 in ms', digits: 2 },
  p999: { title: 'p99.9 in ms', digits: 2 },
  lag: { title: 'p99 of the delay of the load itself in ms', digits: 2 },
  start: { title: 'ms to the first response', digits: 0 },
  startCpu: { title: 'CPU ms to the first response', digits: 0 },
  rss: { title: 'RSS in MB', digits: 1 },
  heap: { title: 'heap used in MB', digits: 1 },
  growth: { title: 'heap after / before', digits: 2 },
} as const

export interface CandidateResult {
  readonly candidate: string
  readonly version?: string
  readonly rounds: readonly Sample[]
  readonly summary: Readonly<Partial<Record<Metric, Summary>>>
}

export interface Omission {
  readonly candidate: string
  readonly reason: string
}

export interface ScenarioResult {
  readonly name: string
  readonly family: string
  readonly title: string
  readonly x?: number
  readonly candidates: readonly CandidateResult[]
  readonly omitted: readonly Omission[]
}

export interface Machine {
  readonly cores: number
  readonly cpu?: string
  readonly arch: string
  readonly platform: string
  readonly kernel?: string
  readonly memoryGB: number
  readonly node: string
  /** How busy it was with other things when the run began: the load average. */
  readonly load: number
}

export interface Results {
  readonly date: string
  readonly machine: Machine
  readonly rounds: number
  readonly requests: number
  readonly connections: number
  readonly load: string
  readonly scenarios: readonly ScenarioResult[]
  readonly targets: readonly JudgedTarget[]
}

export interface JudgedTarget {
  readonly text: string
  readonly scenario: string
  readonly candidate: string
  readonly metric: Metric
  readonly bound: number
  /** Not there when a figure that it needs was not measured. */
  readonly value?: number
  readonly met?: boolean
}

/** The result of `npm run bench:publish`, which the pages show. */
export interface PublishedResults extends Results {
  /** Turns of each run. */
  readonly turns: number
  /** The version of Node that ran the loads of HTTP/2 and of a fixed rate. */
  readonly loadNode?: string
  /** The share of the processor time that the hypervisor gave to other machines during the run. */
  readonly stolen?: number
  /** What speaks against the figures, as sentences: the machine was busy. */
  readonly doubts: readonly string[]
  readonly agreements: readonly Agreement[]
}
