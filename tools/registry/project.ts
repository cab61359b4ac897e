import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Outcome {
  readonly code: number
  readonly output: string
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
      const options = {
        cwd: this.folder,
        env: this.env,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
      } as const
      execFile(program, args, options, (error, stdout, stderr) =>
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
}
