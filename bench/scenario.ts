import type { Plan } from './plan.ts'

/** One thing to measure. A module in `scenarios/` exports a list of them as `scenarios`. */
export interface Scenario {
  readonly name: string
  /** Scenarios that are shown, and can be asked for, together. */
  readonly family: string
  readonly title: string
  /** Its place on the curve of its family: how many routes, headers, … */
  readonly x?: number
  readonly measure: Measure
  /** Called when the scenario is run, so that a plan may need files that are made then. */
  plan(): Plan
  readonly request: LoadRequest
  readonly answer: ExpectedAnswer
  /** `http` when not given. */
  readonly protocol?: Protocol
  /** The candidates worth running; all when not given. */
  readonly candidates?: readonly string[]
  /** Connections of the load; those of the run when not given. */
  readonly connections?: number
  /** For `latency`: the rate, as a share of bare Node's capacity. */
  readonly share?: number
  /** Only run when asked for by name. */
  readonly onDemand?: boolean
}

/**
 * `load`: processor time under load. `latency`: times of responses at a fixed rate. `start`: time and
 * memory to the first answer. `soak`: memory.
 */
export type Measure = 'load' | 'latency' | 'start' | 'soak'

/** HTTP/1.1 without and with TLS, or HTTP/2, which has TLS always. */
export type Protocol = 'http' | 'https' | 'http2'

export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ExpectedAnswer {
  readonly status: number
  /** The beginning of the content type, where the candidates agree on it. */
  readonly type?: string
  /** Not given where every framework has its own words, as for a 404. */
  readonly body?: RegExp | string
  /** Middleware removes headers that Express sends. */
  readonly hasOtherHeaders?: boolean
}

type Get = Pick<Scenario, 'name' | 'title' | 'plan'> &
  Partial<Scenario> &
  Pick<LoadRequest, 'path' | 'headers'>

/** The usual case: a GET under load that is answered with 200. */
export function getUnderLoad(get: Get, answer: Partial<ExpectedAnswer>): Scenario {
  const { path, headers, ...scenario } = get
  return {
    family: scenario.name,
    measure: 'load',
    request: { method: 'GET', path, headers },
    answer: { status: 200, ...answer },
    ...scenario,
  }
}
