import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Starts a program of this folder, with its notices thrown away. */
export function start(program: string, env: Record<string, string>): ChildProcess {
  const file = fileURLToPath(new URL(program, import.meta.url))
  return spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: 'ignore' })
}

/** Ends a process by a signal, and gives its exit code. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0] as number | null
}

/** Waits until somebody answers on a port. */
export async function answers(port: number): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`nobody answers on port ${port}`)
}
