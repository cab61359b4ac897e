const FIRST = 250
const LONGEST = 30_000

/** The growing pause before a worker that ended is started again. */
export class BackOff {
  /** A worker that has run so long, in milliseconds, was not started in vain. */
  readonly #stable: number
  #failures = 0

  constructor(stable: number) {
    this.#stable = stable
  }

  /** The pause after a run of so many milliseconds: none after a long one, then 250 ms to 30 s. */
  next(lifetime: number): number {
    if (lifetime >= this.#stable) this.#failures = 0
    const pause = this.#failures === 0 ? 0 : Math.min(LONGEST, FIRST * 2 ** (this.#failures - 1))
    this.#failures++
    return pause
  }
}
