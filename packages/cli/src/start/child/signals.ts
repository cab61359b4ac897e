type Signal = 'SIGTERM' | 'SIGINT'
type Emit = (this: NodeJS.Process, event: string | symbol, ...args: unknown[]) => boolean

const HELD: readonly string[] = ['SIGTERM', 'SIGINT']

/**
 * Keeps SIGTERM and SIGINT from the program until the primary has decided. A terminal and systemd send
 * them to all processes at once. The program would get each signal twice, and take the second one for
 * the order to end at once.
 */
export class HeldSignals {
  readonly #ignore = (): void => undefined
  #isPassing = false

  constructor(onSignal: (signal: Signal) => void) {
    const emit = process.emit as unknown as Emit
    const emitOwn: Emit = (event, ...args) => {
      if (!HELD.includes(event as string) || this.#isPassing) {
        return Reflect.apply(emit, process, [event, ...args])
      }
      onSignal(event as Signal)
      return true
    }
    // Before the first listener: Node binds `emit` to a signal then.
    Object.assign(process, { emit: emitOwn })
    // Without a listener, the system would end the process. SIGHUP is for the primary.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, this.#ignore)
  }

  /** Calls the program's listeners for SIGTERM, or for SIGINT. Returns false if it has none. */
  passOn(): boolean {
    const signal = (HELD as Signal[]).find((name) => this.#hasListener(name))
    if (signal === undefined) return false
    this.#isPassing = true
    try {
      process.emit(signal, signal)
    } finally {
      this.#isPassing = false
    }
    return true
  }

  #hasListener(signal: Signal): boolean {
    return process.listeners(signal).some((listener) => listener !== this.#ignore)
  }
}
