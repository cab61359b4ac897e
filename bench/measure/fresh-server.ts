import type { FoundCandidate } from '../discover.ts'
import type { Plan } from '../plan.ts'
import type { Scenario } from '../scenario.ts'
import { type ServerProcess, startServer, UnableError } from '../server-process.ts'
import { verifyAnswer } from '../verify.ts'
import type { Context } from './context.ts'

/** A candidate in a scenario. */
export interface Entry {
  readonly scenario: Scenario
  readonly candidate: FoundCandidate
  /** Made once for all of the scenario: it may have needed files. */
  readonly plan: Plan
  /** Options of Node for the process. */
  readonly flags?: readonly string[]
}

/** A process for this one use, which has answered as expected before it is used. */
export async function onFreshServer<T>(
  entry: Entry,
  context: Pick<Context, 'node'>,
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startFreshServer(entry, context)
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

/** A new process that has answered as expected. The caller stops it. */
export async function startFreshServer(
  entry: Entry,
  { node }: Pick<Context, 'node'>,
): Promise<ServerProcess> {
  const { plan, flags, scenario } = entry
  const { protocol } = scenario
  const server = await startServer(entry.candidate, { plan, flags, protocol, node })
  try {
    await requireAnswer(server, entry)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function requireAnswer(
  { origin }: ServerProcess,
  { scenario, candidate }: Entry,
): Promise<void> {
  const wrong = await verifyAnswer(origin, scenario, candidate).catch((error: Error) => [
    error.message,
  ])
  if (wrong.length > 0) throw new UnableError(`answers otherwise: ${wrong.join(', ')}`)
}
