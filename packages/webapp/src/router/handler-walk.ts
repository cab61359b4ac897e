import type { Next, Req, Res } from '../http/exchange.ts'
import type { Layer } from './router-types.ts'
import { Walk } from './walk.ts'

/** One pass of a request through the handlers of a route. */
export class HandlerWalk extends Walk {
  private readonly stack: readonly Layer[]
  private readonly method: string
  private index: number

  constructor(stack: readonly Layer[], method: string, req: Req, res: Res, done: Next, start = 0) {
    super(req, res, done)
    this.stack = stack
    this.method = method
    this.index = start
  }

  protected override isOver(error: unknown): boolean {
    if (error === 'route') this.end()
    else if (error === 'router' || this.index >= this.stack.length) this.end(error)
    else return false
    return true
  }

  protected step(error: unknown): void {
    const layer = this.findLayer()
    if (layer === undefined) this.end(error)
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
