import { type Batch, runBatch } from '../fuzz/run-batch.ts'
import { type Program, runProgram } from '../ledger/run-program.ts'
import type { Dialect, Side } from './dialects.ts'
import { scenarioOf } from './families.ts'
import { askHost } from './host-process.ts'
import { runScenario, type Transport, type Way } from './run.ts'
import type { Surface } from './surface.ts'

/** What to look at on one side, as data, because it may have to go to another process. */
export type Task =
  | { readonly kind: 'scenario'; readonly id: string; readonly way: Way }
  | { readonly kind: 'batch'; readonly batch: Batch; readonly transport: Transport }
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'surface' }

/** One scenario as text; a process that it ended is part of what was seen. */
export async function observeScenario(side: Side, id: string, way: Way): Promise<string> {
  const { env } = await scenarioOf(id)
  const seen = await observe(side, { kind: 'scenario', id, way }, env)
  return seen.join('\n')
}

/** The answers to a generated batch of requests, one text for each. */
export function observeBatch(side: Side, batch: Batch, transport: Transport): Promise<string[]> {
  return observe(side, { kind: 'batch', batch, transport }, 'production')
}

/** The lines that a program of docs/dialects.md prints. */
export function observeProgram(side: Side, program: Program): Promise<string[]> {
  return observe(side, { kind: 'program', program }, 'production')
}

export async function observeSurface(side: Side): Promise<Surface> {
  const lines = await observe(side, { kind: 'surface' })
  return JSON.parse(lines.join('\n'))
}

/** What both sides show, at the same time where they have processes of their own. */
export async function observeBoth<Seen>(
  { oracle, subject }: Dialect,
  look: (side: Side) => Promise<Seen>,
): Promise<{ readonly expected: Seen; readonly actual: Seen }> {
  const looking = look(oracle)
  if (!oracle.apart || oracle.name === subject.name) await looking
  const actual = await look(subject)
  return { expected: await looking, actual }
}

/** Does the task in this process. */
export async function perform(side: Side, task: Task): Promise<string[]> {
  if (task.kind === 'surface') return [JSON.stringify(side.surfaceOf(side.load()))]
  if (task.kind === 'program') return runProgram(task.program, side)
  if (task.kind === 'batch') return runBatch(task.batch, side, task.transport)
  return [await runScenario(await scenarioOf(task.id), side, task.way)]
}

function observe(side: Side, task: Task, env = 'development'): Promise<string[]> {
  return side.apart ? askHost(side, env, task) : perform(side, task)
}
