import timers from 'node:timers'
import { runInThisContext } from 'node:vm'

// Node's own functions, taken at load. The globals belong to the test runner: jsdom puts timers of a
// browser there, and fake timers replace the globals, `process.nextTick` and the members of
// node:timers. Requests must be handled all the same.

export const clearImmediate = withoutFake('clearImmediate', timers.clearImmediate)
export const clearInterval = withoutFake('clearInterval', timers.clearInterval)
export const clearTimeout = withoutFake('clearTimeout', timers.clearTimeout)
export const setImmediate = withoutFake('setImmediate', timers.setImmediate)
export const setInterval = withoutFake('setInterval', timers.setInterval)
export const setTimeout = withoutFake('setTimeout', timers.setTimeout)

export const nextTick = withoutFake('nextTick', outerProcess().nextTick ?? process.nextTick)

/** Jest runs programs in a context of their own, in which `process` may be fake from the start. */
function outerProcess(): Partial<typeof process> {
  try {
    return runInThisContext('globalThis.process ?? {}') as Partial<typeof process>
  } catch {
    return {} // Workers of Cloudflare have no contexts.
  }
}

/** The longest time of Node's timers, in milliseconds. With a longer one they fire at once. */
export const LONGEST = 2 ** 31 - 1

/** Throws an error in a later turn, where only the listeners of the process can catch it. */
export function throwLater(error: unknown): void {
  nextTick(() => {
    throw error
  })
}

/**
 * The function that a fake of @sinonjs/fake-timers replaced before this package was loaded. Sinon,
 * jest and vitest use these fakes; they link to their clock, and the clock keeps what it replaced.
 */
function withoutFake<T extends object>(name: string, member: T): T {
  const { clock } = member as { readonly clock?: Readonly<Record<string, unknown>> }
  const original = clock?.[`_${name}`]
  return typeof original === 'function' ? (original as unknown as T) : member
}
