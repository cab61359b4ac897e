import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

/** A safety net for a program that neither ends nor listens: the machine may be busy. */
export const LIMIT = 60_000

const running = new Set<Program>()

/** A program of a page, in a process group of its own, with what it wrote. */
export class Program {
  readonly #child: ChildProcess
  readonly exited: Promise<number | string>
  out = ''
  all = ''
  status: number | string | undefined

  constructor(command: readonly string[], folder: string, env: NodeJS.ProcessEnv) {
    const [file = '', ...args] = command
    // A group: `npm test` and `node --test` start processes of their own.
    this.#child = spawn(file, args, {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text
      this.all += text
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.all += text
    })
    running.add(this)
    this.exited = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.all += String(error)
        resolve('error')
      })
      this.#child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
    })
    this.exited.then((status) => {
      this.status = status
      running.delete(this)
    })
  }

  /** Waits until the program has ended; ends it at the limit. */
  async end(): Promise<number | string> {
    const timer = setTimeout(() => this.kill('SIGKILL'), LIMIT)
    const status = await this.exited
    clearTimeout(timer)
    return status
  }

  /** Waits until the program has ended or one of the ports accepts connections. */
  async endOrListen(ports: readonly number[]): Promise<'listening' | 'ended' | 'neither'> {
    const deadline = Date.now() + LIMIT
    while (Date.now() < deadline) {
      if (this.status !== undefined) return 'ended'
      for (const port of ports) if (await accepts(port)) return 'listening'
      await pause(20)
    }
    return 'neither'
  }

  /** Waits until the output satisfies the test, the program has ended, or the time is over. */
  async outputSatisfies(test: (output: string) => boolean, time = 30_000): Promise<boolean> {
    const deadline = Date.now() + time
    for (;;) {
      if (test(this.out) || test(this.all)) return true
      if (this.status !== undefined || Date.now() > deadline) return false
      await pause(20)
    }
  }

  kill(signal: NodeJS.Signals): void {
    if (this.status !== undefined || this.#child.pid === undefined) return
    try {
      process.kill(-this.#child.pid, signal)
    } catch {
      // The group has ended in the meantime.
    }
  }

  async stop(): Promise<void> {
    this.kill('SIGKILL')
    await this.exited
  }
}

/** Ends what this run started, also when it is interrupted. */
export function stopAll(): void {
  for (const program of running) program.kill('SIGKILL')
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}

/** The environment of programs: nothing of the machine changes what they print. */
export function environment(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  const own = {
    PATH,
    HOME,
    TMPDIR,
    NO_COLOR: '1',
    NO_PROXY: '*',
    npm_config_update_notifier: 'false',
  }
  return { ...own, ...env }
}
