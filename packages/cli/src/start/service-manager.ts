import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Notices } from './notices.ts'

/**
 * systemd, if it waits for messages (`Type=notify`, `WatchdogSec`). They are datagrams on a Unix
 * socket, which Node does not have, so the program `systemd-notify` sends them.
 */
export class ServiceManager {
  /** How often systemd expects a sign of life, in milliseconds; 0 if it does not. */
  readonly watchdogInterval: number
  readonly #socket: string | undefined
  readonly #notices: Notices
  #sending = Promise.resolve()
  #hasFailed = false

  /** Takes the variables out of the environment: they are for this process, not for the program. */
  constructor(notices: Notices, env: NodeJS.ProcessEnv = process.env) {
    const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = String(process.pid) } = env
    this.#notices = notices
    this.#socket = NOTIFY_SOCKET
    const isForUs = NOTIFY_SOCKET !== undefined && WATCHDOG_PID === String(process.pid)
    this.watchdogInterval = isForUs ? (Number(WATCHDOG_USEC) || 0) / 1000 : 0
    for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name]
  }

  ready(status: string): void {
    this.#send('READY=1', `STATUS=${status}`)
  }

  reloading(): void {
    // systemd wants the clock that Node reads, too: CLOCK_MONOTONIC.
    this.#send('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`)
  }

  stopping(): void {
    this.#send('STOPPING=1')
  }

  alive(): void {
    this.#send('WATCHDOG=1')
  }

  /** Resolves when all messages are sent. */
  async flush(): Promise<void> {
    await this.#sending
  }

  /** One at a time, so that the order is kept. */
  #send(...assignments: string[]): void {
    if (this.#socket === undefined || this.#hasFailed) return
    this.#sending = this.#sending.then(() => this.#run(assignments))
  }

  async #run(assignments: readonly string[]): Promise<void> {
    const child = spawn('systemd-notify', [`--pid=${process.pid}`, ...assignments], {
      env: { ...process.env, NOTIFY_SOCKET: this.#socket },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    try {
      const [code] = await once(child, 'exit')
      if (code === 0) return
      this.#notices.failure('systemd-notify failed', { status: code, message: assignments[0] })
    } catch (error) {
      this.#hasFailed = true
      this.#notices.failure(
        'NOTIFY_SOCKET is set, but the program systemd-notify cannot run; ' +
          'install it, or use Type=exec in the unit',
        { error: (error as Error).message },
      )
    }
  }
}
