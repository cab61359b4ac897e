import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandLine } from '../command-line.ts'

export interface Outcome {
  readonly code: number
  readonly output: string
}

export interface Start {
  /** The program and its arguments. */
  readonly line: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** What the program writes when it is ready. */
  readonly ready: RegExp
}

/** An empty folder of a user, in which commands run with a registry. */
export class Project {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.folder = folder
    // What npm and Vitest set for their children is not what a user has.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^npm_|^VITEST|^NODE_ENV$|^NODE_OPTIONS$|^INIT_CWD$/i.test(name),
    )
    this.env = { ...Object.fromEntries(own), ...env }
    mkdirSync(folder, { recursive: true })
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  /** The version of a package in node_modules. */
  versionOf(name: string): string {
    return JSON.parse(this.read(`node_modules/${name}/package.json`)).version
  }

  /** Runs a program to its end. */
  attempt(program: string, ...args: readonly string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const { program: file, args: words, shell } = commandLine(program, args)
      const options = {
        cwd: this.folder,
        env: this.env,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
        shell,
      } as const
      execFile(file, words, options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      )
    })
  }

  /** Runs a program that has to succeed. */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    const { code, output } = await this.attempt(program, ...args)
    if (code === 0) return output
    throw new Error(`${[program, ...args].join(' ')} failed in ${this.folder}:\n${output}`)
  }

  /** Starts a program, uses it, and ends it with all that it has started. */
  async start({ line: [name, ...rest], env, ready }: Start, use: () => Promise<void>) {
    const { program, args, shell } = commandLine(name, rest)
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: a package manager does not always pass on a signal.
      detached: process.platform !== 'win32',
      shell,
    })
    try {
      await wrote(child, ready)
      await use()
    } finally {
      await end(child)
    }
  }
}

async function wrote(child: ChildProcess, pattern: RegExp): Promise<void> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      child.emit('output')
    })
  }
  child.once('close', () => child.emit('output'))
  while (!pattern.test(text)) {
    if (hasEnded(child)) throw new Error(`ended without ${pattern}, wrote:\n${text}`)
    await once(child, 'output')
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const closed = once(child, 'close')
  if (process.platform === 'win32') execFileSync('taskkill', ['/pid', `${child.pid}`, '/T', '/F'])
  else process.kill(-(child.pid ?? 0), 'SIGTERM')
  await closed
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
