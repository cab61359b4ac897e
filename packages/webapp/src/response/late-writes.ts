import { EventEmitter } from 'node:events'
import type { Res } from '../http/exchange.ts'

const { emit } = EventEmitter.prototype

/**
 * What is written after the end of a response is an 'error' event of Node, which ends the process
 * where nobody listens. The answer is out and whole by then: the mistake is logged like others.
 */
export const lateWrites = {
  emit(this: Res, event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'error' || !isLateWrite(args[0]) || this.listenerCount('error') > 0) {
      return emit.call(this, event, ...args)
    }
    if (this.app.get('env') !== 'test') console.error(args[0])
    return false
  },
}

function isLateWrite(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'ERR_STREAM_WRITE_AFTER_END'
}
