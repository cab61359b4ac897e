import type { Res } from '../http/exchange.ts'
import { emitAsNode } from '../node/index.ts'

type Emit = (this: unknown, event: string | symbol, ...args: unknown[]) => boolean

/**
 * A write after the end of a response makes Node emit 'error', which ends the process if there is
 * no listener. The response is already complete then, so the error is only logged.
 */
export const emitMember = {
  emit: function emit(this: Res, event: string | symbol, error?: unknown): boolean {
    if (event === 'error' && isLateWrite(error) && this.listenerCount('error') === 0) {
      if (this.app.get('env') !== 'test') console.error(error)
      return false
    }
    // biome-ignore lint/complexity/noArguments: on the hot path; a rest parameter allocates a list.
    return emitAsNode(this, given(arguments))
  } as Emit,
}

function given(args: IArguments): Parameters<Emit> {
  return args as unknown as Parameters<Emit>
}

function isLateWrite(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'ERR_STREAM_WRITE_AFTER_END'
}
