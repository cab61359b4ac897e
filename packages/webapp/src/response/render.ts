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
    req.app.render(view, locals, given ?? send)
  },
}
