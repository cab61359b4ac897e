import type { RequestListener } from 'node:http'
import type { DialectName } from './dialects.ts'
import type { App, Express, Handler, Next, Req, Res } from './express.ts'
import type { Probe } from './probe.ts'
import { type Conversation, get, type RawRequest } from './request.ts'

/** The same program for both sides: an app, a bare listener, or nothing when probes say it all. */
export type Program = (
  express: Express,
  probe: Probe,
) => App | RequestListener | undefined | Promise<App | RequestListener | undefined>

export interface Scenario {
  readonly name: string
  readonly app: Program
  readonly requests: readonly (RawRequest | Conversation)[]
  /** NODE_ENV while the program is built and asked; `development` unless told. */
  readonly env?: string
  /** Milliseconds to wait after each exchange, for what happens after the answer. */
  readonly linger?: number
  /** Stops Date.now(), for answers that carry a moment. */
  readonly frozenClock?: boolean
  /** Dialects this is true of; all unless told. */
  readonly dialects?: readonly DialectName[]
}

export interface Family {
  readonly member: string
  readonly scenarios: readonly Scenario[]
}

type CaseHandler = (req: Req, res: Res, next: Next, probe: Probe) => unknown
type Details = Partial<Omit<Scenario, 'name' | 'app'>>

/** All scenarios about one public member. */
export function family(member: string, ...scenarios: (Scenario | readonly Scenario[])[]): Family {
  return { member, scenarios: scenarios.flat() }
}

const newer = { dialects: ['5.x', '4.x'] } as const

/** All scenarios about a member that 3.x does not have. */
export function familySince4(member: string, ...scenarios: Parameters<typeof bundle>): Family {
  return family(member, bundle(...scenarios))
}

function bundle(...scenarios: (Scenario | readonly Scenario[])[]): Scenario[] {
  return scenarios.flat().map((one) => ({ ...newer, ...one }))
}

export function scenario(
  name: string,
  app: Program,
  requests: Scenario['requests'] = [],
  details: Details = {},
): Scenario {
  return { name, app, requests, ...details }
}

/** A scenario that uses what 3.x does not have, as routers in routers or `req.baseUrl`. */
export function scenarioSince4(...args: Parameters<typeof scenario>): Scenario {
  return { ...newer, ...scenario(...args) }
}

/** Marks a bare listener of Node, whose parameters a choice of programs cannot type. */
export function listener(handle: RequestListener): RequestListener {
  return handle
}

/** One scenario for each handler, each in an app of its own; asked with `GET /` unless told. */
export function cases(
  prefix: string,
  handlers: Record<string, CaseHandler>,
  details: Details = {},
): Scenario[] {
  return Object.entries(handlers).map(([label, handler]) => ({
    requests: [get('/')],
    ...details,
    name: `${prefix} ${label}`,
    app: (express: Express, probe: Probe) => {
      const app = express()
      const adapter: Handler = (req, res, next) => handler(req, res, next, probe)
      return app.use(adapter)
    },
  }))
}

/** One scenario for each program that only talks to its probe. */
export function probes(
  prefix: string,
  programs: Record<string, (express: Express, probe: Probe) => unknown>,
  details: Details = {},
): Scenario[] {
  return Object.entries(programs).map(([label, program]) => ({
    requests: [],
    ...details,
    name: `${prefix} ${label}`,
    app: async (express: Express, probe: Probe) => {
      await program(express, probe)
      return undefined
    },
  }))
}
