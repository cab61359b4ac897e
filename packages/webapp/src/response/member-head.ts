import type { HeaderValue, Res } from '../http/exchange.ts'
import { NodeHead } from '../node/index.ts'

/** A head that is set through `get` and `set` of the response, because middleware replaces them. */
export class MemberHead extends NodeHead {
  declare protected readonly res: Res

  override get(name: string): HeaderValue | undefined {
    return this.res.get(name)
  }

  override set(name: string, value: string | number): void {
    this.res.set(name, value)
  }
}
