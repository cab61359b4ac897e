import { afterAll, beforeAll } from 'vitest'

/**
 * Takes the listeners of the test runner for uncaught exceptions away while the tests of a file run.
 * In a process that listens, requests with a body do not wait for others.
 */
export function endOnUncaught(): void {
  let listeners: NodeJS.UncaughtExceptionListener[] = []
  beforeAll(() => {
    listeners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
  })
  afterAll(() => {
    for (const listener of listeners) process.on('uncaughtException', listener)
  })
}
