type Work = () => void
type Wrapper = (work: Work) => void

/** The work of a request or a layer, which subscribers of its `start` may wrap. */
export abstract class TracedOperation {
  #wrapper: Wrapper | undefined = undefined

  /** The wrapper of the first subscriber is the outermost. */
  wrap(wrapper: Wrapper): void {
    const outer = this.#wrapper
    this.#wrapper = outer === undefined ? wrapper : (work) => outer(() => wrapper(work))
  }

  runWork(work: Work): void {
    if (this.#wrapper === undefined) work()
    else this.#wrapper(work)
  }
}
