import { EventEmitter } from 'node:events'
import type { Res } from '../http/exchange.ts'
import { closesRequestsFirst } from '../node/internals.ts'
import { endUnread } from '../node/request/stream.ts'

type Emit = (this: unknown, event: string | symbol, ...args: unknown[]) => boolean

// Read at the time of each call: tracing tools replace its members.
const emitter = EventEmitter.prototype as { readonly emit: Emit }

/**
 * What is written after the end of a response is an 'error' event of Node, which ends the process
 * where nobody listens. The answer is out and whole by then: the mistake is logged like others.
 */
export const emitMember = {
  emit: function emit(this: Res, event: string | symbol, error?: unknown): boolean {
    if (event === 'error' && isLateWrite(error) && this.listenerCount('error') === 0) {
      if (this.app.get('env') !== 'test') console.error(error)
      return false
    }
    if (event === 'close' && closesRequestsFirst) endUnread(this.req)
    // biome-ignore lint/complexity/noArguments: every answer emits some events; a list costs.
    const isHeard = emitter.emit.apply(this, arguments as unknown as Parameters<Emit>)
    if (event === 'close') endUnread(this.req)
    return isHeard
  } as Emit,
}

function isLateWrite(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'ERR_STREAM_WRITE_AFTER_END'
}
