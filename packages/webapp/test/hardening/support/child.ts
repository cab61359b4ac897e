import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { buildProgram } from '../../../../../tools/build-program.ts'
import type { Dialect } from './site.ts'
import type { Answers, Vitals } from './vitals.ts'

export interface ChildOptions {
  readonly dialect: Dialect
  /** The module that builds the application. */
  readonly site: URL
  readonly folder?: string
  /** Flags of Node, such as `--max-http-header-size=100000`. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const host = new URL('./host.ts', import.meta.url)
const folderOfTests = new URL('../', import.meta.url)

/** An application in a process of its own, which is watched. */
export class Child {
  readonly port: number
  readonly #process: ChildProcess
  #answers: Promise<unknown> = Promise.resolve()

  private constructor(process: ChildProcess, port: number) {
    this.#process = process
    this.port = port
  }

  static async start(options: ChildOptions): Promise<Child> {
    const { dialect, site, folder = '', flags = [], env } = options
    const built = pathToFileURL(buildProgram(site, folderOfTests)).href
    const child = fork(buildProgram(host, folderOfTests), [dialect, built, folder], {
      execArgv: ['--expose-gc', ...flags],
      env: { ...process.env, NODE_ENV: 'development', ...env },
    })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The child ended with ${code} before it listened.`)
    })
    const [port] = await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {}) // It will end when the tests have.
    return new Child(child, port as number)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** What the child says of itself. */
  ask<Question extends keyof Answers>(question: Question): Promise<Answers[Question]> {
    // One question after the other: answers carry no name.
    const answer = this.#answers.then(async () => {
      const told = once(this.#process, 'message')
      this.#process.send(question)
      return (await told)[0] as Answers[Question]
    })
    this.#answers = answer.catch(() => {})
    return answer
  }

  vitals(): Promise<Vitals> {
    return this.ask('vitals')
  }

  /** The processor time that the child has used, in milliseconds. */
  async cpu(): Promise<number> {
    const { user, system } = await this.ask('cpu')
    return (user + system) / 1000
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return
    const ended = once(this.#process, 'exit')
    this.#process.disconnect()
    await ended
  }
}
