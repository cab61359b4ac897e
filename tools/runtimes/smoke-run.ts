import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Runtime } from './runtimes.ts'

/** What became of a check in one dialect. */
export interface Result {
  readonly group: string
  readonly name: string
  readonly dialect: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly reason?: string
}

/** The results of one runtime; a text where it could not be had. */
export interface Report {
  readonly runtime: Runtime
  readonly results: readonly Result[]
  readonly missing?: string
}

/** Longer than all checks together may take. */
const LIMIT = 180_000

/** Runs the checks in a runtime. A program that does not get to its end is a failure itself. */
export async function runSmoke(
  program: string,
  args: readonly string[],
  folder: string,
): Promise<Result[]> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-500)
  })
  child.once('error', (error) => {
    complaint = error.message
  })
  const results: Result[] = []
  let end: { reason?: string } | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Result | { over: true; reason?: string }
    if ('over' in told) end = told
    else results.push(told)
  }
  clearTimeout(timer)
  if (end !== undefined && end.reason === undefined) return results
  const last = results.at(-1)?.name ?? 'the start'
  const reason = `ended after ‘${last}’: ${end?.reason ?? complaint.trim()}`
  const name = 'the program runs to its end'
  return [...results, { group: 'loading', name, dialect: '5.x', outcome: 'failed', reason }]
}
