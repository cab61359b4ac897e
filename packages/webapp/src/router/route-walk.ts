import { recordPassedError } from '../errors/callback-errors.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import { setImmediate } from '../http/timers.ts'
import type { Layer } from './contract.ts'
import { MAX_NESTING, MAX_SYNC, nesting } from './nesting.ts'

/** One pass of a request through the handlers of a route. */
export class RouteWalk {
  readonly next: Next
  private readonly stack: readonly Layer[]
  private readonly method: string
  private readonly req: Req
  private readonly res: Res
  private readonly done: Next
  private index: number
  private sync = 0

  constructor(stack: readonly Layer[], method: string, req: Req, res: Res, done: Next, start = 0) {
    this.index = start
    this.stack = stack
    this.method = method
    this.req = req
    this.res = res
    this.done = done
    const next: Next = (error) => this.advance(error)
    this.next = next
  }

  private advance(error: unknown): void {
    if (error) recordPassedError(this.req, error)
    if (error === 'route') {
      this.done()
      return
    }
    if (error === 'router' || this.index >= this.stack.length) {
      this.done(error)
      return
    }
    if (++this.sync > MAX_SYNC || nesting.depth >= MAX_NESTING) {
      setImmediate(this.next, error)
      return
    }
    nesting.depth++
    try {
      this.runLayer(error)
    } finally {
      nesting.depth--
      this.sync = 0
    }
  }

  private runLayer(error: unknown): void {
    const layer = this.findLayer()
    if (layer === undefined) this.done(error)
    else if (error) layer.handleError(error, this.req, this.res, this.next)
    else layer.handleRequest(this.req, this.res, this.next)
  }

  private findLayer(): Layer | undefined {
    while (this.index < this.stack.length) {
      const layer = this.stack[this.index++] as Layer
      if (!layer.method || layer.method === this.method) return layer
    }
    return undefined
  }
}
