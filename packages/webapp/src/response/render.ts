import type { RenderCallback, Res } from '../http/exchange.ts'

export const render = {
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
    // The engine calls back when it likes: a status that cannot be sent has nobody else to catch it.
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
    req.app.render(view, locals, given ?? send)
  },
}
