import { spawnSync } from 'node:child_process'
import { Refusal } from './refusal.ts'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Programs of npm are scripts, which Windows starts through a shell. */
const shell = process.platform === 'win32'

/** Runs a program to its end, whatever its exit status is. */
export function attempt(
  program: string,
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Outcome {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
  })
  if (error !== undefined) throw new Refusal(`${program} did not start: ${error.message}`)
  return { status: status ?? 1, stdout, stderr }
}

/** Runs a program that has to succeed, and returns its standard output. */
export function run(program: string, args: readonly string[], options: CommandOptions): string {
  const { status, stdout, stderr } = attempt(program, args, options)
  if (status === 0) return stdout
  throw new Refusal(`${[program, ...args].join(' ')} failed:\n${`${stdout}${stderr}`.trim()}`)
}

/** Runs a command line of a shell, and shows its output. */
export function runStep(line: string, { cwd, env }: CommandOptions): void {
  console.log(`> ${line}`)
  const { status } = spawnSync(line, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: true,
  })
  if (status !== 0) throw new Refusal(`${line} failed, its reason is above.`)
}
