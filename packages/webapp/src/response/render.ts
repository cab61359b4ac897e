import { runCallback } from '../errors/callback-errors.ts'
import type { RenderCallback, Res } from '../http/exchange.ts'

export const rendering = {
  render(
    this: Res,
    view: string,
    options?: object | RenderCallback | null,
    callback?: RenderCallback,
  ): void {
    const { req } = this
    const given = (typeof options === 'function' ? options : callback) as RenderCallback | undefined
    const locals = (typeof options === 'function' || !options ? {} : options) as {
      _locals?: object
    }
    locals._locals = this.locals
    // The engine may call back asynchronously, where an uncaught error would end the process.
    const send: RenderCallback = (error, html) => {
      if (error) {
        req.next(error)
        return
      }
      try {
        this.send(html)
      } catch (failure) {
        req.next(failure)
      }
    }
    const { next } = req
    const guarded: RenderCallback | undefined =
      given && ((...args) => runCallback(() => given(...args), req, next))
    req.app.render(view, locals, guarded ?? send)
  },
}
