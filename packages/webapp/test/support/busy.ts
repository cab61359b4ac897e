import { onTestFinished } from 'vitest'

/** Uses the processor for so many milliseconds. */
export function burn(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/**
 * Makes each turn of the event loop take so many milliseconds, until the returned function is called. No timer:
 * on a busy machine, it is due again before the loop comes to the sockets.
 */
export function keepLoopBusy(ms: number): () => void {
  let isBusy = true
  const stop = () => {
    isBusy = false
  }
  const work = () => {
    burn(ms)
    if (isBusy) setImmediate(work)
  }
  setImmediate(work)
  onTestFinished(stop)
  return stop
}
