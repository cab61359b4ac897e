import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** A program that runs, and the URL that it printed. */
export interface Started {
  readonly url: string
  /** Sends SIGTERM; resolves to the exit code. */
  end(): Promise<number | null>
}

/** Starts a program, and waits until it prints where it listens. */
export async function start(program: string, args: readonly string[]): Promise<Started> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'test', HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^listening on (\S+)$/.exec(line) ?? []
    if (url !== undefined) return { url, end: () => end(child) }
  }
  throw new Error(`${program} ended: ${complaint}`)
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exit
  return code
}
