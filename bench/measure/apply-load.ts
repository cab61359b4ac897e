import type { LoadReport } from '../load/order.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, UnableError } from '../server-process.ts'
import type { Context } from './context.ts'

/** How much load, and for how long at most. */
export interface Amount {
  /** Of a load that counts. */
  readonly requests: number
  /** Of a load that does not. */
  readonly seconds: number
  /** Seconds after which a load that counts is ended in any case; as above when not given. */
  readonly patience?: number
}

/** Makes requests. Every response must have the status of the first one, which was looked at closely. */
export async function applyLoad(
  { origin }: ServerProcess,
  { request, answer, protocol, connections }: Scenario,
  context: Pick<Context, 'load' | 'connections'>,
  { requests, seconds, patience = seconds }: Amount,
): Promise<LoadReport> {
  const report = await context.load.run({
    origin,
    protocol,
    request,
    status: answer.status,
    amount: requests,
    connections: connections ?? context.connections,
    seconds: patience,
    time: seconds,
  })
  requireStatus(report, answer.status)
  return report
}

/** Refuses a load that had errors, or responses with another status. */
export function requireStatus(
  report: Pick<LoadReport, 'errors' | 'statuses'>,
  status: number,
): void {
  const others = Object.keys(report.statuses).filter((other) => other !== String(status))
  if (report.errors > 0 || others.length > 0) {
    throw new UnableError(`unexpected answers under load: ${JSON.stringify(report)}`)
  }
}

export function countAnswers({ statuses }: Pick<LoadReport, 'statuses'>): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}
