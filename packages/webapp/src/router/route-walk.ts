import { recordPassedError } from '../errors/callback-errors.ts'
import type { Next, Req, Res } from '../http/exchange.ts'
import type { Layer } from './contract.ts'
import {
  continueLater,
  endWalk,
  enterLevel,
  exitLevel,
  MAX_NESTING,
  MAX_SYNC,
  nesting,
} from './nesting.ts'

/** One pass of a request through the handlers of a route. */
export class RouteWalk {
  readonly next: Next
  private readonly stack: readonly Layer[]
  private readonly method: string
  readonly req: Req
  private readonly res: Res
  readonly done: Next
  readonly level: number
  readonly enteredIn: number
  private index: number
  private sync = 0

  constructor(stack: readonly Layer[], method: string, req: Req, res: Res, done: Next, start = 0) {
    this.index = start
    this.stack = stack
    this.method = method
    this.req = req
    this.res = res
    this.done = done
    this.level = nesting.level + 1
    this.enteredIn = nesting.run
    const next: Next = (error) => this.advance(error)
    this.next = next
  }

  private advance(error: unknown): void {
    if (error) recordPassedError(this.req, error)
    if (error === 'route') {
      endWalk(this)
      return
    }
    if (error === 'router' || this.index >= this.stack.length) {
      endWalk(this, error)
      return
    }
    if (++this.sync > MAX_SYNC || nesting.depth >= MAX_NESTING) {
      continueLater(this.next, error, this.req)
      return
    }
    const outer = enterLevel(this.level)
    try {
      this.runLayer(error)
    } finally {
      exitLevel(outer)
      this.sync = 0
    }
  }

  private runLayer(error: unknown): void {
    const layer = this.findLayer()
    if (layer === undefined) endWalk(this, error)
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
