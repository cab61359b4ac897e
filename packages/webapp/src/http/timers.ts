import timers from 'node:timers'
import { runInThisContext } from 'node:vm'

// Node's own functions, taken at load. The globals belong to the test runner: jsdom puts timers of a
// browser there, and fake timers replace the globals, `process.nextTick` and the members of
// node:timers. Requests must be handled all the same.

export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = timers

// Jest runs programs in a context of their own, whose `process` may have a fake from the start.
const { nextTick: own } = runInThisContext('globalThis.process ?? {}') as Partial<typeof process>

export const nextTick: typeof process.nextTick = own ?? process.nextTick
