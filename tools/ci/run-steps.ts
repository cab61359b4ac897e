import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, closeSync, openSync, readSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Step } from './steps.ts'

export interface Runner {
  readonly root: string
  /** The folder of `steps`, and of `name.log` and `name.failures` of each step (tools/conclude.ts). */
  readonly logs: string
  /** The folder of the program `node` that runs a step; `undefined` for that of the machine. */
  nodeFolder(step: Step): string | undefined
  /** Shows the output of steps. */
  write(text: string | Buffer): void
  /** Resolves to false when a step has used up its time, or to true when it has ended. */
  readonly hasEnded?: (milliseconds: number, signal: AbortSignal) => Promise<boolean>
}

/** The exit codes of `timeout`, for a step that ended at SIGTERM and for one that did not. */
const ENDED = 124
const KILLED = 137

/** How long a step may take to end after SIGTERM. */
const GRACE = 30_000

const running = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Each step is a group of its own, which a terminal does not signal.
  process.once(signal, () => {
    for (const child of running) endGroup(child, signal)
    process.kill(process.pid, signal)
  })
}

/** Runs steps one after another; neighbours of one group run at the same time. */
export async function runSteps(steps: readonly Step[], runner: Runner): Promise<void> {
  for (const group of inGroups(steps)) {
    const runs = group.map((step, at) => runStep(step, runner, at === 0))
    for (const [at, show] of runs.entries()) {
      const finish = await show
      if (at > 0) runner.write(finish.output())
      runner.write(`== ${finish.name} took ${finish.seconds} s\n`)
    }
  }
}

function inGroups(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.group !== undefined && last?.[0]?.group === step.group) last.push(step)
    else groups.push([step])
  }
  return groups
}

interface Finished {
  readonly name: string
  readonly seconds: number
  output(): Buffer
}

/** A step writes to a file, not to a pipe: a process that outlives the step would hold it open. */
async function runStep(step: Step, runner: Runner, isShown: boolean): Promise<Finished> {
  const { name, command } = step
  const log = join(runner.logs, `${name}.log`)
  const began = performance.now()
  const heading = `\n== ${name}: ${command}\n`
  const reader = new LogReader(log)
  if (isShown) runner.write(heading)
  const code = await execute(step, runner, reader, isShown)
  const seconds = Math.round((performance.now() - began) / 1000)
  const kind = step.hasTests ? 'tests' : 'step'
  appendFileSync(join(runner.logs, 'steps'), `${name} ${kind} ${code} ${seconds}\n`)
  return {
    name,
    seconds,
    output: () => Buffer.concat([Buffer.from(heading), reader.readAll()]),
  }
}

async function execute(
  step: Step,
  runner: Runner,
  reader: LogReader,
  isShown: boolean,
): Promise<number> {
  const child = spawn(step.command, {
    cwd: runner.root,
    shell: true,
    // A group of its own, so that a step that hangs ends with all its processes.
    detached: process.platform !== 'win32',
    stdio: ['ignore', reader.descriptor, reader.descriptor],
    env: environment(step, runner),
  })
  running.add(child)
  const limit = new AbortController()
  const hasEnded = (runner.hasEnded ?? isAborted)(step.minutes * 60_000, limit.signal)
  const ending = hasEnded.then((is) => (is ? undefined : end(child, limit.signal)))
  const shown = isShown ? show(reader, runner, limit.signal) : undefined
  const [code] = await once(child, 'exit').catch((error: Error) => {
    appendFileSync(reader.file, `${error.message}\n`)
    return [1]
  })
  running.delete(child)
  limit.abort()
  const ended = await ending
  await shown
  return ended ?? code ?? 1
}

function environment(step: Step, { logs, nodeFolder }: Runner): NodeJS.ProcessEnv {
  const folder = nodeFolder(step)
  return {
    ...process.env,
    ...(folder !== undefined && { PATH: [folder, process.env.PATH].join(delimiter) }),
    ...step.env,
    FAILURES_FILE: join(logs, `${step.name}.failures`),
  }
}

/** Ends a step that takes too long. Resolves to its exit code. */
async function end(child: ChildProcess, signal: AbortSignal): Promise<number> {
  endGroup(child, 'SIGTERM')
  if (await isAborted(GRACE, signal)) return ENDED
  endGroup(child, 'SIGKILL')
  return KILLED
}

async function isAborted(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(milliseconds, undefined, { signal, ref: false })
    return false
  } catch {
    return true
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-(child.pid ?? 0), signal)
  } catch {
    // The group has ended in the meantime.
  }
}

/** Shows a log while it grows. */
async function show(reader: LogReader, runner: Runner, signal: AbortSignal): Promise<void> {
  while (!(await isAborted(200, signal))) runner.write(reader.read())
  runner.write(reader.read())
}

class LogReader {
  readonly file: string
  readonly descriptor: number
  #at = 0

  constructor(file: string) {
    this.file = file
    this.descriptor = openSync(file, 'w+')
  }

  /** What was written since the last time. */
  read(): Buffer {
    const chunks: Buffer[] = []
    for (;;) {
      const chunk = Buffer.alloc(65_536)
      const length = readSync(this.descriptor, chunk, 0, chunk.length, this.#at)
      if (length === 0) return Buffer.concat(chunks)
      this.#at += length
      chunks.push(chunk.subarray(0, length))
    }
  }

  readAll(): Buffer {
    this.#at = 0
    const all = this.read()
    closeSync(this.descriptor)
    return all
  }
}
