import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Dialect, Outcome, SideName } from './package-case.ts'

const main = fileURLToPath(new URL('./host.js', import.meta.url))

export interface Side {
  readonly dialect: Dialect
  readonly side: SideName
}

/** Runs the files in a process of their own; one that ends early fails the files that are left. */
export async function runHost(
  { dialect, side }: Side,
  files: readonly string[],
): Promise<Outcome[]> {
  const child = fork(main, [dialect, side, ...files], {
    // Not those of this process: packages must be loaded by Node alone, not by tsx.
    execArgv: ['--no-deprecation'],
    env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '', NO_DEPRECATION: '*' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const outcomes: Outcome[] = []
  let said = ''
  child.on('message', (outcome: Outcome) => outcomes.push(outcome))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4096)
    })
  }
  await once(child, 'close')
  const left = files.slice(outcomes.length)
  const failure = `the process ended (${child.exitCode ?? child.signalCode}): ${said}`
  return [...outcomes, ...left.map((file) => ({ file, failure }))]
}
