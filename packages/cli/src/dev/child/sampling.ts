/** Requests in a second whose bodies, handlers and output are kept. The others are counted. */
const RECORDED_PER_SECOND = 100

/** Failed requests in a second that are kept beyond that, without details. */
const FAILED_PER_SECOND = 20

/** Decides which requests are recorded, so that a program under load stays fast. */
export class Sampling {
  #second = 0
  #recorded = 0
  #failed = 0

  takesRequest(now = Date.now()): boolean {
    this.#begin(now)
    return ++this.#recorded <= RECORDED_PER_SECOND
  }

  takesFailure(now = Date.now()): boolean {
    this.#begin(now)
    return ++this.#failed <= FAILED_PER_SECOND
  }

  #begin(now: number): void {
    const second = Math.floor(now / 1000)
    if (second === this.#second) return
    this.#second = second
    this.#recorded = 0
    this.#failed = 0
  }
}
