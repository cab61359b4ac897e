import type { LoadReport } from '../load/order.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, UnableError } from '../server-process.ts'
import type { Context } from './context.ts'

/**
 * Makes requests, for a time and at most for some seconds. Every answer must have the status of the
 * first one, which was looked at closely.
 */
export async function applyLoad(
  { origin }: ServerProcess,
  { request, answer, protocol }: Scenario,
  { load, requests, connections, seconds: time }: Context,
  seconds = time,
): Promise<LoadReport> {
  const report = await load.run({
    origin,
    protocol,
    request,
    amount: requests,
    connections,
    seconds,
    time,
  })
  const others = Object.keys(report.statuses).filter((status) => Number(status) !== answer.status)
  if (report.errors > 0 || others.length > 0) {
    throw new UnableError(`unexpected answers under load: ${JSON.stringify(report)}`)
  }
  return report
}

export function countAnswers({ statuses }: LoadReport): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0)
}
