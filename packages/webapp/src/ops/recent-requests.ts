/** The time that one place of the ring stands for, in milliseconds, and how many there are. */
const SPAN = 1000
const PLACES = 4

/**
 * Counts the requests in flight, and those among them that began in the last seconds. The others wait
 * for events or stream, and hardly use the processor: a thousand open streams are not an overload.
 */
export class RecentRequests {
  inFlight = 0
  /** The requests in flight that began in the last three to four seconds. */
  count = 0
  /** For each span of the last seconds, its requests that are still in flight. */
  readonly #ring: number[] = new Array(PLACES).fill(0)
  #span = 0

  /** Returns the span of the request, for `leave`. */
  enter(): number {
    this.inFlight++
    this.count++
    this.#add(this.#span, 1)
    return this.#span
  }

  leave(span: number): void {
    this.inFlight--
    if (span <= this.#span - PLACES) return
    this.count--
    this.#add(span, -1)
  }

  #add(span: number, difference: number): void {
    const place = span % PLACES
    this.#ring[place] = (this.#ring[place] ?? 0) + difference
  }

  /** Called now and then with the time in milliseconds. */
  forgetOld(time: number): void {
    const last = Math.floor(time / SPAN)
    // After a pause, all of them are old.
    this.#span = Math.max(this.#span, last - PLACES)
    while (this.#span < last) {
      this.#span++
      const place = this.#span % PLACES
      this.count -= this.#ring[place] ?? 0
      this.#ring[place] = 0
    }
  }
}
